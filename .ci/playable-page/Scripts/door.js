// A machine for the tests of the scripts: a door that is opened, closed and locked, and that breaks.

/** @import { ChartState, MachineDocument } from "page/machine.js" */
/** @import { Entry } from "page/recording.js" */
/** @import { Happening } from "page/timeline.js" */
import { Machine } from "page/machine.js";
import { beginning, happening, Timeline } from "page/timeline.js";

const states = ["closed", "open", "locked", "broken"];
const events = ["open", "close", "lock(1)", "lock(2)", "unlock(1)", "smash"];

/** Source, event and target. */
const transitions = [
  [0, 0, 1],
  [1, 1, 0],
  [0, 2, 2],
  [2, 4, 0],
  [0, 5, 3],
  [1, 5, 3],
  [2, 5, 3],
];

/** A transition. @param {number} source @param {number} event @param {number} target @param {object} [more] */
export function step(source, event, target, more) {
  return { source, event, target, exited: [], entered: [], arrows: [], ...more };
}

/** A state of a machine. @param {string} name @param {object} [more] */
export function stateOf(name, more) {
  const isNone = { isInitial: false, isFinal: false, isCut: false };
  return { id: name, name, path: [name], ...isNone, activities: [], chartStates: [], swift: `.${name}`, ...more };
}

/**
 * The door.
 * @param {Partial<MachineDocument>} [changes]
 */
export function door(changes = {}) {
  return new Machine({
    version: 2,
    name: "Door",
    module: "Doors",
    type: "Doors.Door",
    states: states.map((name, index) => {
      const activities = name === "locked" ? ["bolt"] : [];
      return stateOf(name, { isInitial: index === 0, activities, chartStates: [`state_${index}`] });
    }),
    events: events.map((name) => ({
      id: name.replace(/\((.*)\)/, "_$1"),
      name,
      path: [name.replace(/\(.*/, "")],
      swift: `.${name}`,
    })),
    activities: [{ name: "bolt" }],
    transitions: transitions.map(([source, event, target], index) => {
      const [exited, entered] = [source, target].map((end) => end === 2 ? ["bolt"] : []);
      return step(source, event, target, { exited, entered, arrows: [`arrow_${index}`] });
    }),
    chart: { regions: [], arrows: [] },
    findings: [],
    properties: [],
    ...changes,
  });
}

/**
 * The index of an event.
 * @param {string} name
 */
export function event(name) {
  return events.indexOf(name);
}

/**
 * The index of a state.
 * @param {string} name
 */
export function state(name) {
  return states.indexOf(name);
}

/**
 * A state of a chart, with the states inside it.
 * @param {string} name
 * @param {...ChartState} inside
 * @returns {ChartState}
 */
export function chartState(name, ...inside) {
  return { id: name, name, regions: inside.length === 0 ? [] : [{ states: inside }] };
}

/** A timeline of a machine that was sent events. @param {Machine} machine @param {string} start @param {...string} sent */
export function played(machine, start, ...sent) {
  const timeline = new Timeline(beginning(machine, state(start)));
  for (const name of sent) timeline.add(happening(machine, timeline.current, event(name)));
  return timeline;
}

/** A timeline of what has happened, at its end. @param {Happening[]} happenings */
export function timelineOf([start, ...rest]) {
  const timeline = new Timeline(start);
  timeline.append(rest);
  timeline.goTo(timeline.end);
  return timeline;
}

/**
 * What a machine tells of an event.
 * @param {string} words State, event, and the state after it.
 * @param {object} [more]
 */
export function entry(words, more) {
  const [state, event, after] = words.split(" ");
  const path = { state: [state], event: [event.replace(/\(.*/, "")], after: [after.replace(/\(.*/, "")] };
  const made = { time: 0, path, state, event, after, outcome: "handled", exited: [], entered: [], ...more };
  return /** @type {Entry} */ (made);
}
