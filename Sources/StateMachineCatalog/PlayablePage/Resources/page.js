// Puts the page together: the machine, its timeline, and what shows them.

/** @import { Transition } from "./machine.js" */
/** @import { Happening, Moment } from "./timeline.js" */
/**
 * @typedef {object} LiveHandlers What a live machine takes, and what it is told.
 * @property {((event: number) => void) | null} send Sends an event to the app, if it takes any.
 * @property {() => void} onShow Called when the page shows another moment.
 * @property {() => void} onLeave Called when the page shows something else.
 */
import { showActivities } from "./activities-panel.js";
import { address, timelineAt } from "./address.js";
import { Along } from "./along.js";
import { choose } from "./chooser.js";
import { clearCopied } from "./copying.js";
import { Diagram } from "./diagram.js";
import { byID, counted, element, isCommand, list, prose, replaceChildren } from "./elements.js";
import { EventsPanel } from "./events-panel.js";
import { Machine } from "./machine.js";
import { say, warn } from "./messages.js";
import { neighbours } from "./neighbours.js";
import { whenOpened } from "./opening.js";
import { Player } from "./player.js";
import { showJudgements, showProperties } from "./properties-panel.js";
import { PropertyCheck } from "./property-check.js";
import { unknownState } from "./recorded-names.js";
import { recordingsIn } from "./recording.js";
import { RecordingsPanel } from "./recordings-panel.js";
import { Shares } from "./shares.js";
import { statePanel } from "./state-panel.js";
import { StepsPanel } from "./steps-panel.js";
import { NoteField } from "./story-panel.js";
import { beginning, happening, isRecorded, takenTransition, Timeline } from "./timeline.js";
import { announcement, result, showTimeline } from "./timeline-panel.js";
import { TransitionTable } from "./transition-table.js";

export const machine = new Machine(JSON.parse(byID("machine").textContent ?? ""));
let timeline = new Timeline(beginning(machine, machine.initialStates[0] ?? 0));
/** @type {number | null} The state that the tables are about; `null` for the present one. */
let selectedState = null;
/** @type {Transition[]} What the selected arrow stands for. */
let selectedTransitions = [];
/** Whether a recording is shown, so that what it never took is marked. */
let isRecording = false;
/**
 * The live machine that is shown, and not what is played on the page.
 * @type {LiveHandlers | null}
 */
let live = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let addressTimer;
/** @type {Moment | null} The moment that was shown last; `null` for one of another timeline. */
let shownMoment = null;
/** Whether the page has been shown, so that what it shows is announced. */
let isLoaded = false;

const player = new Player(show, () => Number(/** @type {HTMLSelectElement} */ (byID("speed")).value));
const events = new EventsPanel(machine, send);
const table = new TransitionTable(machine, {
  onState: (state) => select(state),
  onTransition: (transition) => {
    if (transition.source === timeline.current.state) send(transition.event);
    else select(transition.source, [transition]);
  },
});
const narrow = /** @type {HTMLTemplateElement} */ (byID("narrow-picture")).content;
if (narrow.firstElementChild && matchMedia("(max-width: 40rem)").matches) byID("picture").replaceChildren(narrow);
const picture = /** @type {SVGSVGElement | null} */ (/** @type {unknown} */ (document.querySelector("#picture svg")));
const diagram = picture && new Diagram(picture, machine, { onState: selectChartState, onArrow: followArrow });

for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".for-pictures"))) {
  part.hidden = !diagram;
}
const steps = new StepsPanel(goTo, showSteps);
const check = new PropertyCheck(machine);
const shares = new Shares(machine, diagram, {
  timeline: () => timeline,
  broken: () => check.broken(timeline.line),
  show,
});
/** Where on the line each transition is taken first. */
const firstTaken = new Along(() => /** @type {Map<Transition, number>} */ (new Map()), (found, moment, place) => {
  const transition = takenTransition(machine, moment);
  if (transition && !found.has(transition)) found.set(transition, place);
});
const note = new NoteField(() => {
  steps.forget();
  showSteps();
  writeAddress("replaceState");
});
/** The recordings that are compared, and what they cover. */
const recordings = new RecordingsPanel(machine, {
  play: (moments, at) => {
    const next = timelineOf(moments);
    replace(next);
    isRecording = moments.some(isRecorded);
    if (at !== undefined) goTo(next.line[at]);
    else player.play(timeline);
  },
  go: (start, events) => {
    replace(new Timeline(beginning(machine, start)));
    events.forEach(send);
  },
  update: () => isLoaded && show(),
});

const startChoice = /** @type {HTMLSelectElement} */ (byID("start"));

/** Sends an event to the machine. @param {number} event */
function send(event) {
  if (live?.send) return live.send(event);
  const { state } = timeline.current;
  if (live) {
    // Without the app, only the page's machine can say what happens.
    if (state === null) return warn(unknownState(timeline.current.stateName));
    replace(new Timeline(beginning(machine, state)));
  }
  player.stop();
  timeline.add(happening(machine, timeline.current, event));
  warn("");
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
  [isRecording, shownMoment] = [false, null];
  warn("");
  show();
}

/**
 * Shows a live machine. Events are sent to it, or if it takes none, played on the page from where it is.
 * @param {Timeline} next
 * @param {LiveHandlers} handlers
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
  if (live) actions.clear();
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

/** Plays what has happened. @param {Happening[]} happened */
function play(happened) {
  replace(timelineOf(happened));
  isRecording = happened.some(isRecorded);
  player.play(timeline);
}

/** Shows the steps of the timeline, and what they say of the properties. */
function showSteps() {
  steps.show(timeline);
  showTimeline(timeline, machine, goTo, steps.shown);
  const { line } = timeline;
  const [judgements, broken] = isRecording || line.length > 1 ? [check.judgements(line), check.broken(line)] : [[], []];
  showJudgements(judgements, broken, timeline, goTo);
  shares.show();
}

/** Shows a recording, and puts it beside the others, as well as those of other machines in its file. @param {string} text @param {string} name */
function open(text, name) {
  const { recordings: read, problem } = recordingsIn(machine, text, name);
  const lines = read.map(({ happenings }) => timelineOf(happenings));
  if (read.length > 0) {
    recordings.add(read.map(({ name }, index) => ({ name, moments: [...lines[index].line] })));
    showRecording(lines[0]);
  }
  if (problem) warn(problem);
  if (read.length > 1) say(`${counted(read.length, "recording")} added. ${read[0].name} is shown.`);
}

/** Shows where a recording violates a property, or else plays it. @param {Timeline} next */
function showRecording(next) {
  replace(next);
  isRecording = true;
  const [broken] = check.broken(next.line);
  if (!broken) return player.play(next);
  goTo(broken.moment);
  say(`Broken at step ${broken.moment.step}: ${broken.name}. ${announcement(broken.moment, machine)}`);
}

/** Puts recordings beside the others. @param {{ text: string, name: string }[]} files */
function openAll(files) {
  const read = files.map(({ text, name }) => recordingsIn(machine, text, name));
  warn(read.flatMap(({ problem }) => problem || []).join(" "));
  const added = read.flatMap(({ recordings }) =>
    recordings.map(({ name, happenings }) => ({ name, moments: timelineOf(happenings).line }))
  );
  if (added.length === 0) return;
  recordings.add(added);
  say(`${counted(added.length, "recording")} added. ${byID("covered-summary").textContent}`);
}

/** @param {Happening[]} recorded */
function timelineOf(recorded) {
  const made = new Timeline(recorded[0]);
  made.append(recorded.slice(1));
  return made;
}

/** Shows the current moment everywhere. */
export function show() {
  const moment = timeline.current;
  const hasMoved = moment !== shownMoment;
  if (hasMoved) {
    [selectedState, selectedTransitions] = [null, []];
    clearCopied();
  }
  const [first, at] = [firstTaken.of(timeline.line), timeline.place(moment)];
  const taken = new Set([...first].flatMap(([transition, place]) => place <= at ? [transition] : []));
  const heat = recordings.shown;
  const covered = heat ? new Set(heat.transitions.keys()) : isRecording ? new Set(first.keys()) : null;
  showPresent(moment);
  diagram?.show(moment, { isNew: hasMoved && shownMoment !== null && moment.previous === shownMoment });
  diagram?.select(selectedState, selectedTransitions);
  diagram?.showPath(taken);
  diagram?.showCoverage(covered);
  diagram?.showHeat(heat);
  if (!diagram) {
    replaceChildren(byID("picture"), neighbours(machine, moment, { onSend: send, onSelect: (state) => select(state) }));
  }
  events.show(moment.state);
  showActivities(machine, moment);
  showSteps();
  note.show(timeline);
  const counts = heat?.transitions ?? null;
  table.show({
    present: moment.state,
    selected: selectedState,
    transitions: selectedTransitions,
    taken,
    covered,
    counts,
  });
  showState(moment);
  showCoverage(taken, heat ? null : covered);
  showButtons(moment);
  if (hasMoved) live?.onShow();
  if (hasMoved && isLoaded) say(announcement(moment, machine));
  [shownMoment, isLoaded] = [moment, true];
  // Browsers refuse too many changes of the address.
  clearTimeout(addressTimer);
  const how = player.isPlaying || isRecording ? "replaceState" : "pushState";
  addressTimer = setTimeout(() => writeAddress(how), 200);
}

/** @param {Moment} moment */
function showPresent(moment) {
  const regions = moment.state === null || isRecorded(moment) ? [] : machine.regions(moment.state);
  byID("state").replaceChildren(
    ...regions.length === 0
      ? [moment.stateName]
      : regions.map(({ name, state }) => element("span", {}, element("small", {}, `${name} `), state)),
  );
  byID("state").classList.toggle("unknown", moment.state === null);
  byID("now").textContent = moment.stateName;
  byID("last").textContent = moment.previous ? `${moment.eventName} ${result(moment, machine)}` : "";
}

/** @param {Moment} moment */
function showButtons(moment) {
  const isPlayable = player.isPlaying || moment.next !== null || moment.previous !== null;
  const isOn = { back: moment.previous, forward: moment.next, reset: moment.previous, play: isPlayable };
  for (const [id, on] of Object.entries(isOn)) byID(id).setAttribute("aria-disabled", String(!on));
  byID("play").textContent = player.isPlaying ? "Pause" : "Play";
  showStart();
}

/** Shows where the timeline begins, which a recording or an address may do elsewhere. */
function showStart() {
  const { state } = timeline.start;
  const states = state === null || machine.initialStates.includes(state)
    ? machine.initialStates
    : [...machine.initialStates, state];
  byID("start-panel").hidden = states.length < 2;
  if ([...startChoice.options].map(({ value }) => value).join() !== states.join()) {
    startChoice.replaceChildren(...states.map((index) => new Option(machine.states[index].name, String(index))));
  }
  startChoice.value = String(state);
}

/** @param {Moment} moment */
function showState(moment) {
  const state = selectedState ?? moment.state;
  const go = (/** @type {number[]} */ path) => path.forEach(send);
  replaceChildren(
    byID("about"),
    ...state === null ? [unknownState(moment.stateName)] : statePanel(machine, state, moment.state, go),
  );
}

/** @param {Set<Transition>} taken @param {Set<Transition> | null} covered What a recording takes up to its end. */
function showCoverage(taken, covered) {
  const all = machine.document.transitions;
  const missed = covered ? all.filter((transition) => !covered.has(transition)) : [];
  const names = missed.slice(0, 12).map(({ source, event }) =>
    `${machine.events[event].name} in ${machine.states[source].name}`
  );
  const more = missed.length > names.length ? `; and ${missed.length - names.length} more` : "";
  byID("coverage").textContent = `${taken.size} of ${counted(all.length, "transition")} taken.` +
    (names.length > 0 ? ` ${live ? "Not taken yet:" : "Not taken in the recording:"} ${names.join("; ")}${more}.` : "");
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

const actions = {
  back: () => goTo(timeline.current.previous ?? timeline.current),
  forward: () => goTo(timeline.current.next ?? timeline.current),
  reset: () => goTo(timeline.start),
  clear: () => replace(new Timeline(beginning(machine, timeline.start.state ?? machine.initialStates[0] ?? 0))),
  play: () => {
    if (player.isPlaying) {
      player.stop();
      return show();
    }
    if (!timeline.current.next) timeline.goTo(timeline.start);
    player.play(timeline);
  },
  "add-timeline": () => recordings.add([{ name: live ? "live machine" : "timeline", moments: [...timeline.line] }]),
  open: () => byID("file").click(),
  ...shares.actions,
};
// A button that is truly disabled would lose the focus.
for (const [id, action] of Object.entries(actions)) {
  byID(id).addEventListener("click", () => {
    if (byID(id).getAttribute("aria-disabled") !== "true") action();
  });
}
byID("speed").addEventListener("change", () => {
  if (player.isPlaying) player.play(timeline);
});
byID("timeline").addEventListener("keydown", (key) => {
  if (isCommand(key)) return;
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
startChoice.addEventListener("change", () => replace(new Timeline(beginning(machine, Number(startChoice.value)))));
whenOpened(open, openAll);
addEventListener("popstate", () => {
  if (location.hash.slice(1) === address(machine, timeline)) return;
  // What is on the page is kept if the address is about it.
  const { timeline: next, problem } = timelineAt(machine, location.hash.slice(1));
  const isSame = next.start.state === timeline.start.state && next.start.step === timeline.start.step;
  const moment = isSame ? timeline.find(next.past) : undefined;
  if (problem || !moment) return load();
  goTo(moment);
  writeAddress("replaceState");
});

byID("summary").append(...prose(machine.document.comment?.split(/\n\s*\n/)[0] ?? ""));
showProperties(machine, play);
load();
