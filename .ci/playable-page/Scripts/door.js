// A machine for the tests of the scripts: a door that is opened, closed and locked, and that breaks.

/** @import { ChartState, MachineDocument } from "page/machine.js" */
import { Machine } from "page/machine.js";

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
    states: states.map((name, index) => ({
      id: name,
      name,
      path: [name],
      isInitial: index === 0,
      isFinal: false,
      isCut: false,
      activities: name === "locked" ? ["bolt"] : [],
      chartStates: [`state_${index}`],
      swift: `.${name}`,
    })),
    events: events.map((name) => ({
      id: name.replace(/\((.*)\)/, "_$1"),
      name,
      path: [name.replace(/\(.*/, "")],
      swift: `.${name}`,
    })),
    activities: [{ name: "bolt" }],
    transitions: transitions.map(([source, event, target], index) => ({
      source,
      event,
      target,
      exited: source === 2 ? ["bolt"] : [],
      entered: target === 2 ? ["bolt"] : [],
      arrows: [`arrow_${index}`],
    })),
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
