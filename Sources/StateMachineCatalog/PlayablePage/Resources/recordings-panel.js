// Recordings side by side: what they cover of the machine together, and where two of them part.

/** @import { Coverage } from "./coverage.js" */
/** @import { Machine, Transition } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { parting, rows } from "./comparison.js";
import { copy } from "./copying.js";
import { coverage, runsThrough, wayTo } from "./coverage.js";
import { byID, counted, element, replaceChildren } from "./elements.js";
import { code } from "./story.js";
import { swiftTests } from "./swift-test.js";
import { beginning, happening, Timeline } from "./timeline.js";
import { result } from "./timeline-panel.js";

/** How many rows a comparison shows before and after the place where two recordings part. */
const limits = { before: 3, after: 12 };

/** How many missing transitions are listed at most. */
const listed = 100;

/**
 * @typedef {object} Recording
 * @property {string} name
 * @property {Moment[]} moments
 *
 * @typedef {object} RecordingActions
 * @property {(moments: Moment[], at?: number) => void} play Plays a recording, or shows one of its moments.
 * @property {(start: number, events: number[]) => void} go Sends events on the page, from an initial state.
 * @property {() => void} update Shows the page again, after the coverage has changed.
 */

/** The recordings that the user has put on the page. */
export class RecordingsPanel {
  /** @type {Recording[]} */
  #recordings = [];
  /** @type {Coverage | null} */
  #coverage = null;
  #isHeatShown = false;
  #machine;
  #actions;

  /** @param {Machine} machine @param {RecordingActions} actions */
  constructor(machine, actions) {
    this.#machine = machine;
    this.#actions = actions;
    byID("show-heat").addEventListener("click", () => {
      this.#isHeatShown = !this.#isHeatShown;
      this.#show();
    });
    byID("copy-missing").addEventListener(
      "click",
      () => copy(this.#missingTests(), "Swift tests for the missing transitions"),
    );
    byID("copy-comparison").addEventListener("click", () => copy(this.#comparisonText(), "Comparison"));
    for (const id of ["compare-one", "compare-other"]) {
      byID(id).addEventListener("change", () => this.#showComparison());
    }
    this.#show();
  }

  /** What the diagram and the table show of the coverage; `null` if there is none, or if it is switched off. */
  get shown() {
    return this.#isHeatShown ? this.#coverage : null;
  }

  /** Adds recordings. What several of them cover is shown at once. @param {Recording[]} added */
  add(added) {
    if (added.length > 1) this.#isHeatShown = true;
    for (const { name, moments } of added) this.#recordings.push({ name: this.#unused(name), moments });
    this.#count();
  }

  /** A name that no other recording has. @param {string} name */
  #unused(name) {
    const names = this.#recordings.map((recording) => recording.name);
    let number = 2;
    while (names.includes(number === 2 ? name : `${name} (${number - 1})`)) number++;
    return number === 2 ? name : `${name} (${number - 1})`;
  }

  #count() {
    const moments = this.#recordings.map((recording) => recording.moments);
    this.#coverage = moments.length === 0 ? null : coverage(this.#machine, moments);
    this.#show();
  }

  #show() {
    byID("covered").hidden = this.#coverage === null;
    byID("show-heat").setAttribute("aria-pressed", String(this.#isHeatShown));
    replaceChildren(byID("recordings"), ...this.#recordings.map((recording) => this.#item(recording)));
    if (this.#coverage) this.#showCoverage(this.#coverage);
    this.#showChoices();
    this.#showComparison();
    this.#actions.update();
  }

  /** @param {Recording} recording */
  #item(recording) {
    const { name, moments } = recording;
    const taken = coverage(this.#machine, [moments]).transitions.size;
    const events = moments.filter(({ outcome }) => outcome !== "start").length;
    const remove = () => {
      this.#recordings = this.#recordings.filter((other) => other !== recording);
      this.#count();
    };
    return element(
      "li",
      {},
      element("b", {}, name),
      element("small", {}, ` ${counted(events, "event")}, ${counted(taken, "transition")} `),
      element("button", { "aria-label": `Play ${name}`, click: () => this.#actions.play(moments) }, "Play"),
      " ",
      element("button", { "aria-label": `Remove ${name}`, click: remove }, "Remove"),
    );
  }

  /** @param {Coverage} found */
  #showCoverage(found) {
    const { states, document, events } = this.#machine;
    const missing = this.#missing(found);
    const unseen = states.flatMap((state, index) => found.states[index] === 0 ? [state.name] : []);
    byID("covered-summary").textContent =
      `${found.transitions.size} of ${counted(document.transitions.length, "transition")} taken, ` +
      `${states.length - unseen.length} of ${counted(states.length, "state")} entered, ` +
      `in ${counted(this.#recordings.length, "recording")}. ${counted(found.rejected, "event")} rejected.` +
      (found.unknown > 0 ? ` ${counted(found.unknown, "handled event")} did not fit the machine of this page.` : "");
    const meter = /** @type {HTMLMeterElement} */ (byID("covered-part"));
    [meter.max, meter.value] = [document.transitions.length, found.transitions.size];
    byID("unseen-states").textContent = unseen.length === 0 ? "" : `States never entered: ${unseen.join("; ")}.`;
    byID("missing-title").textContent = missing.length === 0
      ? "Every transition was taken."
      : `Never taken: ${counted(missing.length, "transition")}`;
    byID("copy-missing").hidden = missing.length === 0;
    replaceChildren(byID("missing"), ...missing.slice(0, listed).map((transition) => this.#missingItem(transition)));
    const most = [...found.transitions].sort(([, one], [, other]) => other - one);
    byID("counts").replaceChildren(
      ...most.map(([{ source, event, target }, count]) =>
        element(
          "tr",
          {},
          element("td", {}, String(count)),
          element("td", {}, states[source].name),
          element("td", {}, events[event].name),
          element("td", {}, states[target].name),
        )
      ),
    );
  }

  /** @param {Coverage} found */
  #missing(found) {
    return this.#machine.document.transitions.filter((transition) => !found.transitions.has(transition));
  }

  /** @param {Transition} transition */
  #missingItem(transition) {
    const { states, events } = this.#machine;
    const name = `${events[transition.event].name} in ${states[transition.source].name}`;
    const way = wayTo(this.#machine, transition);
    return element(
      "li",
      {},
      name,
      ...(way
        ? [
          " ",
          element("button", {
            "aria-label": `Go to ${name}`,
            click: () => this.#actions.go(way.start, way.events),
          }, `Go there with ${counted(way.events.length, "event")}`),
        ]
        : []),
    );
  }

  /** Tests in Swift that take all transitions that no recording took. */
  #missingTests() {
    if (!this.#coverage) return "";
    const machine = this.#machine;
    const runs = runsThrough(machine, this.#missing(this.#coverage));
    return swiftTests(
      machine,
      runs.map(({ start, events }) => {
        const timeline = new Timeline(beginning(machine, start));
        for (const event of events) timeline.add(happening(machine, timeline.current, event));
        return timeline.line;
      }),
    );
  }

  // The comparison

  #showChoices() {
    byID("comparison").hidden = this.#recordings.length < 2;
    const names = this.#recordings.map((recording) => recording.name);
    const choices = ["compare-one", "compare-other"].map((id) => /** @type {HTMLSelectElement} */ (byID(id)));
    // What was chosen stays, unless it was removed.
    const chosen = choices.map(({ value }) => names.includes(value) ? value : undefined);
    chosen.forEach((name, place) => chosen[place] = name ?? names.find((other) => !chosen.includes(other)));
    choices.forEach((choice, place) => {
      choice.replaceChildren(...names.map((name) => new Option(name)));
      choice.value = chosen[place] ?? "";
    });
  }

  /** @returns {[Recording, Recording] | undefined} */
  get #compared() {
    const found = ["compare-one", "compare-other"].map((id) =>
      this.#recordings.find(({ name }) => name === /** @type {HTMLSelectElement} */ (byID(id)).value)
    );
    return found[0] && found[1] ? [found[0], found[1]] : undefined;
  }

  #showComparison() {
    const compared = this.#recordings.length < 2 ? undefined : this.#compared;
    if (!compared) return;
    const [one, other] = compared;
    byID("parting").textContent = sentence(one, other);
    const { common, reason } = parting(one.moments, other.moments);
    const cell = (/** @type {Recording} */ { name, moments }, /** @type {number} */ index) => {
      const moment = moments[index];
      if (!moment) return element("td", { class: "quiet" }, index === moments.length ? "ends" : "");
      const text = `${moment.eventName} ${result(moment, this.#machine)}`.trim();
      const label = `${text}, show this moment of ${name}`;
      return element(
        "td",
        {},
        element("button", { "aria-label": label, click: () => this.#actions.play(moments, index) }, text),
      );
    };
    byID("compare-head").replaceChildren(
      ...["Step", one.name, other.name].map((name) => element("th", { scope: "col" }, name)),
    );
    byID("compare-rows").replaceChildren(
      ...rows(one.moments, other.moments, common, limits).map(({ index, isCommon }) =>
        element(
          "tr",
          { class: isCommon || reason === "" ? "common" : index === common ? "parts" : "later" },
          element("th", { scope: "row" }, index === 0 ? "start" : String(index)),
          cell(one, index),
          cell(other, index),
        )
      ),
    );
  }

  /** The comparison as Markdown. */
  #comparisonText() {
    const compared = this.#compared;
    if (!compared) return "";
    const [one, other] = compared;
    const { common } = parting(one.moments, other.moments);
    const text = (/** @type {Moment | undefined} */ moment) =>
      moment ? code(`${moment.eventName} ${result(moment, this.#machine)}`.trim()).replaceAll("|", "\\|") : "";
    return [
      sentence(one, other),
      "",
      `| | ${[one, other].map(({ name }) => code(name).replaceAll("|", "\\|")).join(" | ")} |`,
      "| --- | --- | --- |",
      ...rows(one.moments, other.moments, common, limits).map((row) =>
        `| ${row.index}${row.index === common ? " ←" : ""} | ${text(row.one)} | ${text(row.other)} |`
      ),
      "",
    ].join("\n");
  }
}

/** Where two recordings part, in words. @param {Recording} one @param {Recording} other */
function sentence(one, other) {
  const { common, reason } = parting(one.moments, other.moments);
  if (reason === "") return "The recordings have the same events, outcomes, states and activities.";
  const where = common === 0 ? "They differ from the start" : `They part at event ${common}`;
  return `${where}: ${reason}.`;
}
