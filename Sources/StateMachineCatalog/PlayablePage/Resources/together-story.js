// The story of several machines from one event to another: its range, its notes, and what can be copied and saved of it.

/** @import { Content } from "./together-content.js" */
/** @import { App } from "./together-file.js" */
/** @import { Failure, Happened, TogetherMachine } from "./together-machine.js" */
/** @import { KnownMachine } from "./together-test.js" */
import { copy } from "./copying.js";
import { byID, counted } from "./elements.js";
import { png } from "./picture-export.js";
import { fileName, save } from "./saving.js";
import { failuresByEvent } from "./together-content.js";
import { ordered } from "./together-log.js";
import { placeOf } from "./together-machine.js";
import { sequencePicture } from "./together-picture.js";
import { recordingText } from "./together-recording.js";
import { seconds } from "./together-times.js";
import { swiftTest } from "./together-test.js";
import { markdown, sequenceDiagram } from "./together-text.js";

/** How many events a story has unless the user chooses them. */
const usualCount = 30;

/**
 * @typedef {object} Story
 * @property {Happened[]} events
 * @property {TogetherMachine[]} machines Those that have received or sent the events.
 * @property {Map<TogetherMachine, string>} names Their names, of which no two are equal.
 * @property {Map<Happened, Failure[]>} failures The violations by the events that caused them.
 * @property {(happened: Happened) => number | null} dateOf Milliseconds since 1970, if known.
 * @property {(session: string, number: number) => string | undefined} nameOf
 * @property {(machine: TogetherMachine) => App | undefined} appOf
 *
 * @typedef {object} StorySource What the page knows.
 * @property {Content} content
 * @property {() => Happened[]} events The events of the machines that are shown.
 * @property {() => Happened | null} present
 * @property {() => number | null} moment The time that is looked at; `null` for the latest.
 * @property {() => string | null} file
 * @property {(type: string) => Promise<KnownMachine | undefined>} knownOf What the page of a type says of it.
 * @property {() => void} onChange
 */

export class StoryPanel {
  #source;
  /** The ends of the range, where the user has chosen them. @type {{ begin: Happened | null, end: Happened | null }} */
  #chosen = { begin: null, end: null };
  /** The places of the first and the last event of the range. */
  #range = { first: 0, last: -1 };
  /** @type {Set<Happened>} */
  #inRange = new Set();

  /** @param {StorySource} source */
  constructor(source) {
    this.#source = source;
    const choose = (/** @type {"begin" | "end"} */ side) => () => {
      this.#chosen[side] = this.#at();
      source.onChange();
    };
    byID("begin-here").addEventListener("click", choose("begin"));
    byID("end-here").addEventListener("click", choose("end"));
    byID("usual-range").addEventListener("click", () => {
      this.clear();
      source.onChange();
    });
    byID("note").addEventListener("input", () => {
      const present = source.present();
      if (present) {
        present.note = this.#note.value.trim() === "" ? undefined : this.#note.value;
        present.isPinned = true;
      }
      source.onChange();
    });
    for (const [id, action] of Object.entries(this.#actions)) byID(id).addEventListener("click", action);
  }

  /** Whether an event is in the range that the user has chosen. @param {Happened} happened */
  isInRange = (happened) => this.#inRange.has(happened);

  /** Forgets which range was chosen. */
  clear() {
    this.#chosen = { begin: null, end: null };
  }

  get #note() {
    return /** @type {HTMLInputElement} */ (byID("note"));
  }

  /** The event at the moment. */
  #at() {
    const events = this.#source.events();
    const moment = this.#source.moment();
    return this.#source.present() ?? events[moment === null ? events.length - 1 : placeOf(events, moment)] ?? null;
  }

  /** Shows the range and the note. */
  show() {
    const events = this.#source.events();
    const at = this.#at();
    const present = this.#source.present();
    const end = this.#chosen.end ?? (this.#chosen.begin ? events[events.length - 1] : at);
    const last = end ? placeIn(events, end) : -1;
    const begin = this.#chosen.begin ? placeIn(events, this.#chosen.begin) : last + 1 - usualCount;
    this.#range = { first: Math.max(0, begin), last };
    const isChosen = this.#chosen.begin !== null || this.#chosen.end !== null;
    this.#inRange = new Set(isChosen ? events.slice(this.#range.first, last + 1) : []);
    byID("range").textContent = this.#words(events);
    this.#note.disabled = present === null;
    if (document.activeElement !== this.#note) this.#note.value = present?.note ?? "";
  }

  /** @param {Happened[]} events */
  #words(events) {
    const { first, last } = this.#range;
    if (last < first) return "no events";
    const [begin, end] = [events[first], events[last]].map(({ machine, step, time }) =>
      `step ${step} of ${machine.name} at ${seconds(time)}`
    );
    return `${counted(last - first + 1, "event")}, from ${begin} to ${end}`;
  }

  /** @returns {Story} */
  get story() {
    const { appOf, dateOf, nameOf } = this.#source.content;
    const events = ordered(this.#source.events().slice(this.#range.first, this.#range.last + 1));
    const machines = [...new Set(events.map(({ machine }) => machine))];
    machines.sort((one, other) => one.start - other.start || one.number - other.number);
    const wanted = new Set(events);
    const failures = failuresByEvent(machines, (happened) => wanted.has(happened));
    return { events, machines, names: distinctNames(machines), failures, appOf, dateOf, nameOf };
  }

  /** What the files that are saved are called. */
  get #title() {
    return fileName(
      this.#source.file()?.replace(/\.[^.]*$/, "") ??
        this.story.machines.map(({ name }) => name).join("-").slice(0, 40),
    );
  }

  #actions = {
    "copy-story": () => this.#copy(markdown, "Markdown"),
    "copy-sequence": () => this.#copy(sequenceDiagram, "Mermaid"),
    "copy-test": () => this.#copyTest(),
    "copy-recording": () => this.#copy((story) => recordingText(story), "JSON Lines"),
    "save-recording": () => save(recordingText(this.story, { isShort: true }), `${this.#title}-part.jsonl`),
    "save-svg": () => save(sequencePicture(this.story, colors()).svg, `${this.#title}.svg`, "image/svg+xml"),
    "save-png": () => this.#savePNG(),
    "copy-link": () => this.#copyLink(),
  };

  /** @param {(story: Story) => string} text @param {string} what */
  #copy(text, what) {
    const { story } = this;
    return copy(story.events.length === 0 ? "" : text(story), what);
  }

  async #copyTest() {
    const { story } = this;
    const types = [...new Set(story.machines.map(({ type }) => type))];
    const known = await Promise.all(types.map(async (type) => {
      const machine = await this.#source.knownOf(type);
      return machine ? [/** @type {const} */ ([type, machine])] : [];
    }));
    await copy(story.events.length === 0 ? "" : swiftTest(story, new Map(known.flat())), "Swift test");
  }

  async #savePNG() {
    const { svg, size } = sequencePicture(this.story, colors());
    const picture = await png(svg, size);
    if (picture) save(picture, `${this.#title}.png`);
    else byID("copied").textContent = "This browser cannot draw the picture.";
  }

  async #copyLink() {
    const at = this.#at();
    if (!at) return copy("", "Link");
    const file = this.#source.file();
    const { session, number } = at.machine;
    const search = file === null ? `?${new URLSearchParams({ session })}` : "";
    const hash = new URLSearchParams({ machine: String(number), step: String(at.step) });
    await copy(`${location.href.replace(/[?#].*$/, "")}${search}#${hash}`, "Link");
    byID("copied").textContent += file === null
      ? " It leads to this event while the inspector and the page store it."
      : ` It leads to this event after somebody has opened ${file} on the page; the file is not in the link.`;
  }
}

/** The place of an event, or of the one before it if the filters do not let it through. @param {Happened[]} events @param {Happened} happened */
function placeIn(events, happened) {
  const place = events.indexOf(happened);
  return place < 0 ? placeOf(events, happened.time) : place;
}

/** @param {TogetherMachine[]} machines */
function distinctNames(machines) {
  /** @type {Map<TogetherMachine, string>} */
  const names = new Map();
  const used = new Set();
  for (const machine of machines) {
    const own = machine.name.trim() || `machine ${machine.number}`;
    let name = own;
    for (let number = 2; used.has(name); number++) name = `${own} ${number}`;
    used.add(name);
    names.set(machine, name);
  }
  return names;
}

/** The colors of the page. */
function colors() {
  const style = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  return {
    background: color("--panel"),
    ink: color("--ink"),
    quiet: color("--quiet"),
    line: color("--line"),
    accent: color("--accent"),
    bad: color("--bad"),
    note: color("--lit"),
  };
}
