// Which states and events of the page's machine a recording names.

/** @import { Machine } from "./machine.js" */
/** @import { Entry } from "./recorded-entry.js" */

/** @typedef {{ event: number | null, state: number | null, notes: string[] }} Known */

/** What was found for the entries, which events of a long recording share. @type {WeakMap<Entry, Known & { machine: Machine, source: number | null }>} */
const found = new WeakMap();

/** The event and the state of an entry as the page's machine has them, and what it does otherwise. @param {Machine} machine @param {Entry} entry @param {number | null} source */
export function knownOf(machine, entry, source) {
  const known = found.get(entry);
  if (known && known.machine === machine && known.source === source) return known;
  const notes = [];
  const event = eventIndex(machine, entry, source);
  const transition = machine.transition(source, event);
  const state = stateIndex(machine, entry.after, entry.path.after, transition?.target);
  if (event === null) notes.push(`${entry.event} is not an event of this page's machine.`);
  if (state === null) notes.push(unknownState(entry.after));
  if (source !== null && event !== null && entry.outcome !== "dropped" && !machine.states[source].isCut) {
    if (transition && entry.outcome === "rejected") notes.push("This page's machine handles it.");
    if (!transition && entry.outcome === "handled") notes.push("This page's machine rejects it.");
    if (transition && entry.outcome === "handled" && state !== null && transition.target !== state) {
      notes.push(`This page's machine goes to ${machine.states[transition.target].name}.`);
    }
  }
  const made = { event, state, notes, machine, source };
  found.set(entry, made);
  return made;
}

/** @param {string} name What a state is called in a recording, or by an app. */
export function unknownState(name) {
  return `${name} is not a state of this page's machine.`;
}

/**
 * @param {Machine} machine
 * @param {string} name
 * @param {string[]} path
 * @param {number | undefined} expected The state that the transitions lead to.
 * @returns {number | null}
 */
export function stateIndex(machine, name, path, expected) {
  const found = withPath(machine.states, path);
  const exact = machine.stateOfValue(name);
  if (exact !== null && found.includes(exact)) return exact;
  const whole = found.filter((index) => machine.states[index].name === name);
  const likely = whole.length > 0 ? whole : found;
  return likely.find((index) => index === expected) ?? likely[0] ?? null;
}

/** @param {Machine} machine @param {Entry} entry @param {number | null} state @returns {number | null} */
function eventIndex(machine, entry, state) {
  const whole = machine.events.findIndex((event) => event.name === entry.event);
  if (whole >= 0) return whole;
  const found = withPath(machine.events, entry.path.event);
  const isRight = (/** @type {number} */ index) => {
    const target = machine.transition(state, index)?.target;
    if (target === undefined) return entry.outcome !== "handled";
    return entry.outcome === "handled" && withPath(machine.states, entry.path.after).includes(target);
  };
  return found.find(isRight) ?? found[0] ?? null;
}

/** The places of values by their case paths, so that long recordings do not look for them again. @type {WeakMap<object, Map<string, number[]>>} */
const places = new WeakMap();

/** The places of the values with a case path. @param {{ path: string[] }[]} values @param {string[]} path */
export function withPath(values, path) {
  let known = places.get(values);
  if (!known) {
    known = new Map();
    for (const [index, value] of values.entries()) {
      const key = JSON.stringify(value.path);
      known.set(key, [...known.get(key) ?? [], index]);
    }
    places.set(values, known);
  }
  return known.get(JSON.stringify(path)) ?? [];
}
