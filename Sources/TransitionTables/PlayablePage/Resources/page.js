// Puts the page together: the machine, its timeline, and what shows them.

/** @import { Transition } from "./machine.js" */
/** @import { Happening, Moment } from "./timeline.js" */
import { showActivities } from "./activities-panel.js";
import { address, timelineAt } from "./address.js";
import { choose } from "./chooser.js";
import { Diagram } from "./diagram.js";
import { byID, counted, element, list, prose, replaceChildren } from "./elements.js";
import { EventsPanel } from "./events-panel.js";
import { Machine } from "./machine.js";
import { neighbours } from "./neighbours.js";
import { Player } from "./player.js";
import { showProperties } from "./properties-panel.js";
import { happenings, jsonLines, readRecording, RecordingError, takenTransitions } from "./recording.js";
import { statePanel } from "./state-panel.js";
import { swiftTest } from "./swift-test.js";
import { beginning, happening, isRecorded, Timeline } from "./timeline.js";
import { announcement, result, showTimeline } from "./timeline-panel.js";
import { TransitionTable } from "./transition-table.js";

export const machine = new Machine(JSON.parse(byID("machine").textContent ?? ""));
let { timeline } = timelineAt(machine, location.hash.slice(1));
/** @type {number | null} The state that the tables are about; `null` for the present one. */
let selectedState = null;
/** @type {Transition[]} What the selected arrow stands for. */
let selectedTransitions = [];
/** Whether a recording is shown, so that what it never took is marked. */
let isRecording = false;
/**
 * The live machine that is shown, and not what is played on the page.
 * @type {{ send: ((event: number) => void) | null, onLeave: () => void } | null}
 */
let live = null;
/** @type {number | undefined} */
let addressTimer;
/** @type {Moment | null} The moment that was shown last. */
let shownMoment = null;

const player = new Player(show);
const events = new EventsPanel(machine, send);
const table = new TransitionTable(machine, {
  onState: (state) => select(state),
  onTransition: (transition) => {
    if (transition.source === timeline.current.state) send(transition.event);
    else select(transition.source, [transition]);
  },
});
const picture = /** @type {SVGSVGElement | null} */ (/** @type {unknown} */ (document.querySelector("#picture svg")));
const diagram = picture && new Diagram(picture, machine, { onState: selectChartState, onArrow: followArrow });

const startChoice = /** @type {HTMLSelectElement} */ (byID("start"));

/** Sends an event to the machine. @param {number} event */
function send(event) {
  if (live?.send) return live.send(event);
  const { state } = timeline.current;
  if (live && state !== null) replace(new Timeline(beginning(machine, state)));
  player.stop();
  timeline.add(happening(machine, timeline.current, event));
  [selectedState, selectedTransitions] = [null, []];
  show();
}

/** Shows a moment. @param {Moment} moment */
function goTo(moment) {
  player.stop();
  timeline.goTo(moment);
  show();
}

/** Begins anew. @param {Timeline} next */
function replace(next) {
  player.stop();
  live?.onLeave();
  live = null;
  timeline = next;
  [selectedState, selectedTransitions, isRecording, shownMoment] = [null, [], false, null];
  warn("");
  show();
}

/**
 * Shows a live machine. Events are sent to it, or if it takes none, played on the page from where it is.
 * @param {Timeline} next
 * @param {{ send: ((event: number) => void) | null, onLeave: () => void }} handlers
 */
export function attach(next, handlers) {
  live = null;
  replace(next);
  live = handlers;
  isRecording = true;
  show();
}

/** Plays on the page, from the beginning. */
export function detach() {
  if (live) actions.reset();
}

/** Begins with what the address says, and has the address say it as the page does, without a step in the browser's history. */
function load() {
  const { timeline: next, problem } = timelineAt(machine, location.hash.slice(1));
  replace(next);
  warn(problem);
  writeAddress("replaceState");
}

/** Shows a state in the tables and in the picture. @param {number | null} state @param {Transition[]} [transitions] */
function select(state, transitions = []) {
  [selectedState, selectedTransitions] = [state, transitions];
  show();
  if (state !== null) table.scrollTo(state);
}

/** Selects the nearest state of the machine that is in a state of the chart: the present one, if it is. @param {string} id */
function selectChartState(id) {
  const isIn = (/** @type {number} */ state) => machine.states[state].chartStates.includes(id);
  const present = timeline.current.state;
  const nearest = present !== null && isIn(present) ? present : machine.states.findIndex((_, index) => isIn(index));
  select(nearest < 0 ? null : nearest);
}

/** Sends the event of an arrow, lets choose between several, or shows where it is possible. @param {string} id */
function followArrow(id) {
  const stands = machine.document.transitions.filter((transition) => transition.arrows.includes(id));
  const possible = stands.filter((transition) => transition.source === timeline.current.state);
  if (possible.length === 1) return send(possible[0].event);
  if (possible.length > 1) {
    return choose(possible.map(({ event }) => ({ event, name: machine.events[event].name })), send);
  }
  select(stands[0]?.source ?? null, stands);
  say(`${list(machine.arrows.get(id)?.labels ?? [])}: not possible in ${timeline.current.stateName}.`);
}

/** Plays what has been recorded. @param {Happening[]} recorded */
function play(recorded) {
  const next = new Timeline(recorded[0]);
  next.append(recorded.slice(1));
  replace(next);
  isRecording = recorded.some(isRecorded);
  player.play(timeline, () => Number(/** @type {HTMLSelectElement} */ (byID("speed")).value));
}

/** Plays a recording. @param {string} text */
function open(text) {
  try {
    play(happenings(machine, readRecording(text)));
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    warn(error.message);
  }
}

/** Shows the current moment everywhere. */
export function show() {
  const moment = timeline.current;
  const isNew = shownMoment !== null && shownMoment !== moment && moment.previous === shownMoment;
  const taken = takenTransitions(machine, timeline.past);
  const regions = moment.state === null || isRecorded(moment) ? [] : machine.regions(moment.state);
  byID("state").replaceChildren(
    ...regions.length === 0
      ? [moment.stateName]
      : regions.map(({ name, state }) => element("span", {}, element("small", {}, `${name} `), state)),
  );
  byID("state").classList.toggle("unknown", moment.state === null);
  byID("last").textContent = moment.previous ? `${moment.eventName} ${result(moment, machine)}` : "";
  diagram?.show(moment, { isNew });
  diagram?.select(selectedState, selectedTransitions);
  diagram?.showCoverage(isRecording ? taken : null);
  if (!diagram) {
    replaceChildren(byID("picture"), neighbours(machine, moment, { onSend: send, onSelect: (state) => select(state) }));
  }
  events.show(moment.state);
  showActivities(machine, moment);
  showTimeline(timeline, machine, goTo);
  table.show({ present: moment.state, selected: selectedState, transitions: selectedTransitions, taken, isRecording });
  showState(moment);
  showCoverage(taken);
  for (
    const [id, isOff] of Object.entries({ back: !moment.previous, forward: !moment.next, reset: !moment.previous })
  ) {
    byID(id).setAttribute("aria-disabled", String(isOff));
  }
  startChoice.value = String(timeline.start.state);
  byID("play").textContent = player.isPlaying ? "Pause" : "Play";
  byID("play").setAttribute("aria-disabled", String(!player.isPlaying && !moment.next));
  if (moment !== shownMoment && shownMoment !== null) {
    say(announcement(moment, machine));
  }
  shownMoment = moment;
  // Browsers refuse too many changes of the address.
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => writeAddress("pushState"), 200);
}

/** @param {Moment} moment */
function showState(moment) {
  const state = selectedState ?? moment.state;
  const go = (/** @type {number[]} */ path) => path.forEach(send);
  replaceChildren(
    byID("about"),
    ...state === null
      ? [`${moment.stateName} is no state of this page's machine.`]
      : statePanel(machine, state, moment.state, go),
  );
}

/** @param {Set<Transition>} taken */
function showCoverage(taken) {
  const all = machine.document.transitions;
  const text = `${taken.size} of ${counted(all.length, "transition")} taken.`;
  const missed = all.filter((transition) => !taken.has(transition));
  const names = missed.slice(0, 12).map(({ source, event }) =>
    `${machine.events[event].name} in ${machine.states[source].name}`
  );
  const more = missed.length - names.length;
  byID("coverage").textContent = isRecording && missed.length > 0
    ? `${text} Never taken: ${names.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`
    : text;
}

/** Says something to those who do not see the page. @param {string} text */
function say(text) {
  byID("announcement").textContent = text;
}

/** @param {string} text */
function warn(text) {
  byID("warning").textContent = text;
}

/** @param {"pushState" | "replaceState"} how */
function writeAddress(how) {
  clearTimeout(addressTimer);
  if (live) return;
  const next = address(machine, timeline);
  if (next !== location.hash.slice(1)) {
    history[how](null, "", next === "" ? location.pathname + location.search : `#${next}`);
  }
}

/** @param {string} text @param {string} what */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
    byID("copied").textContent = `${what} copied`;
  } catch {
    // Without the permission, the text can be copied by hand.
    const output = /** @type {HTMLTextAreaElement} */ (byID("copy-text"));
    output.value = text;
    byID("copy-by-hand").hidden = false;
    output.select();
  }
}

/** The address of the page with the sequence in it. */
function link() {
  const hash = address(machine, timeline);
  return location.href.replace(/#.*$/, "") + (hash === "" ? "" : `#${hash}`);
}

const actions = {
  back: () => goTo(timeline.current.previous ?? timeline.current),
  forward: () => goTo(timeline.current.next ?? timeline.current),
  reset: () => replace(new Timeline(beginning(machine, timeline.start.state ?? machine.initialStates[0] ?? 0))),
  play: () => {
    if (player.isPlaying) {
      player.stop();
      show();
    } else player.play(timeline, () => Number(/** @type {HTMLSelectElement} */ (byID("speed")).value));
  },
  "copy-link": () => copy(link(), "Link"),
  "copy-test": () => copy(swiftTest(machine, timeline.past), "Swift test"),
  "copy-recording": () => copy(jsonLines(timeline.past), "JSON Lines"),
  open: () => byID("file").click(),
};
// A button that is truly disabled would lose the focus.
for (const [id, action] of Object.entries(actions)) {
  byID(id).addEventListener("click", () => {
    if (byID(id).getAttribute("aria-disabled") !== "true") action();
  });
}

byID("file").addEventListener("change", async (change) => {
  const input = /** @type {HTMLInputElement} */ (change.target);
  const text = await input.files?.[0]?.text();
  input.value = "";
  if (text !== undefined) open(text);
});
document.addEventListener("dragover", (drag) => drag.preventDefault());
document.addEventListener("drop", async (drop) => {
  drop.preventDefault();
  const file = drop.dataTransfer?.files[0];
  const text = file ? await file.text() : drop.dataTransfer?.getData("text/plain");
  if (text) open(text);
});
byID("timeline").addEventListener("keydown", (key) => {
  const action = {
    ArrowLeft: actions.back,
    ArrowUp: actions.back,
    ArrowRight: actions.forward,
    ArrowDown: actions.forward,
  }[key.key];
  if (!action) return;
  key.preventDefault();
  action();
});
addEventListener("popstate", () => {
  if (location.hash.slice(1) !== address(machine, timeline)) load();
});

const starts = machine.initialStates;
byID("start-panel").hidden = starts.length < 2;
startChoice.replaceChildren(...starts.map((state) => new Option(machine.states[state].name, String(state))));
startChoice.addEventListener("change", () => replace(new Timeline(beginning(machine, Number(startChoice.value)))));

byID("summary").append(...prose(machine.document.comment?.split(/\n\s*\n/)[0] ?? ""));
showProperties(machine, play);
load();
