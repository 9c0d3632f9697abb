// Recordings as JSON Lines: what MachineRecorder writes, and what the page writes itself.

/** @import { Machine, State } from "./machine.js" */
/** @import { Happening, Moment } from "./timeline.js" */
import { takenTransition } from "./timeline.js";

/**
 * @typedef {object} Entry A line of a recording.
 * @property {number | null} time
 * @property {{ state: string[], event: string[], after: string[] }} path
 * @property {string} state
 * @property {string} event
 * @property {string} after
 * @property {"handled" | "rejected" | "dropped"} outcome
 * @property {string} [reason]
 * @property {string[]} exited
 * @property {string[]} entered
 * @property {string} [note] What somebody has written at the moment after the event.
 * @property {string} [noteBefore] The same for the moment before the first event.
 * @property {string} [line] The line itself, with values that the page does not read.
 */

/** A recording that cannot be read; the message names the line. */
export class RecordingError extends Error {}

/**
 * The entries of a recording.
 * @param {string} text
 * @returns {Entry[]}
 */
export function readRecording(text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const entries = lines.flatMap((line, index) => line.trim() === "" ? [] : [readEntry(line, index + 1)]);
  if (entries.length === 0) throw new RecordingError("The recording is empty.");
  return entries;
}

/** @param {string} line @param {number} number @returns {Entry} */
function readEntry(line, number) {
  /** @type {(reason: string) => RecordingError} */
  const error = (reason) => new RecordingError(`Line ${number} of the recording is not readable: ${reason}.`);
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    throw error("the line is not valid JSON or is truncated");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw error("a JSON object is required");
  if (value.version !== 2) {
    throw error(
      `the version is ${(JSON.stringify(value.version) ?? "missing").slice(0, 20)}; this page reads only version 2`,
    );
  }
  const isList = (/** @type {unknown} */ list) => Array.isArray(list) && list.every((item) => typeof item === "string");
  for (const key of ["state", "event", "after"]) {
    if (typeof value[key] !== "string") throw error(`"${key}" must be a string`);
    if (!isList(value.path?.[key])) throw error(`"path.${key}" must be a list of strings`);
  }
  for (const key of ["exited", "entered"]) {
    if (!isList(value[key])) throw error(`"${key}" must be a list of strings`);
  }
  if (!["handled", "rejected", "dropped"].includes(value.outcome)) {
    throw error('"outcome" must be "handled", "rejected" or "dropped"');
  }
  if (value.outcome === "dropped" ? typeof value.reason !== "string" : typeof (value.reason ?? "") !== "string") {
    throw error('"reason" must be a string');
  }
  for (const key of ["note", "noteBefore"]) {
    if (value[key] !== undefined && typeof value[key] !== "string") throw error(`"${key}" must be a string`);
  }
  if (value.time !== null && !Number.isFinite(value.time)) throw error('"time" must be a number of seconds');
  return { ...value, line };
}

/**
 * Says that a recording is of another machine: none of its states and events are known; empty if one is.
 * @param {Machine} machine
 * @param {Entry[]} entries
 * @param {string} name What to call the recording.
 */
export function strangeness({ states, events, document }, entries, name) {
  const isKnown = (/** @type {Entry} */ { path }) =>
    states.some((one) => matches(one, path.state)) || events.some((one) => matches(one, path.event));
  if (entries.some(isKnown)) return "";
  const words = (/** @type {string[]} */ names) => [...new Set(names)].slice(0, 5).join(", ");
  return `${name} is of another machine (${words(entries.map(({ state }) => state))}), and not of ${document.name} (${
    words(states.map(({ name }) => name))
  }).`;
}

/**
 * The happenings of a recording: the start, one for each entry, and one for each gap, where an entry begins in another state than that
 * which the one before it has led to.
 *
 * Values are matched by their whole name, or else by their case path, since a payload may be none of the samples'. If several states
 * have the path, it is the one that the machine would be in by its transitions.
 * @param {Machine} machine
 * @param {Entry[]} entries
 * @returns {Happening[]}
 */
export function happenings(machine, entries) {
  const { state, path, noteBefore } = entries[0];
  /** @type {Happening[]} */
  const result = [{ ...recordedStart(machine, state, path.state, 0), remark: noteBefore }];
  for (const entry of entries) result.push(...recorded(machine, entry, result[result.length - 1]));
  return result;
}

/**
 * The beginning of a recording, or of a part of it.
 * @param {Machine} machine
 * @param {string} name The whole name of the state.
 * @param {string[]} path Its cases.
 * @param {number | null} time
 * @returns {Happening}
 */
export function recordedStart(machine, name, path, time) {
  const state = stateIndex(machine, name, path, undefined);
  return {
    outcome: "start",
    event: null,
    eventName: "",
    eventPath: [],
    state,
    stateName: name,
    statePath: path,
    exited: [],
    entered: [],
    time,
    notes: state === null ? [unknownState(name)] : [],
  };
}

/**
 * What an entry says; before it a gap, if the machine was not where the entry begins.
 * @param {Machine} machine
 * @param {Entry} entry
 * @param {Happening} before
 * @returns {Happening[]}
 */
export function recorded(machine, entry, before) {
  if (entry.state === before.stateName) return [happeningOf(machine, entry, before.state)];
  const gap = recordedStart(machine, entry.state, entry.path.state, entry.time);
  const notes = ["Events are missing before this event.", ...gap.notes];
  return [{ ...gap, eventName: "…", notes }, happeningOf(machine, entry, gap.state)];
}

/** @param {Machine} machine @param {Entry} entry @param {number | null} source @returns {Happening} */
function happeningOf(machine, entry, source) {
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
  return {
    outcome: entry.outcome,
    event,
    eventName: entry.event,
    eventPath: entry.path.event,
    state,
    stateName: entry.after,
    statePath: entry.path.after,
    exited: entry.exited,
    entered: entry.entered,
    reason: entry.reason,
    time: entry.time,
    notes,
    remark: entry.note,
    line: entry.line,
  };
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
function stateIndex(machine, name, path, expected) {
  const found = machine.statesAt(path);
  const exact = machine.stateOfValue(name);
  if (exact !== null && found.includes(exact)) return exact;
  const whole = found.filter((index) => machine.states[index].name === name);
  const likely = whole.length > 0 ? whole : found;
  return likely.find((index) => index === expected) ?? likely[0] ?? null;
}

/** @param {Machine} machine @param {Entry} entry @param {number | null} state @returns {number | null} */
function eventIndex(machine, entry, state) {
  const whole = machine.eventOfValue(entry.event) ?? machine.events.findIndex((event) => event.name === entry.event);
  if (whole >= 0) return whole;
  const found = machine.events.flatMap((event, index) => matches(event, entry.path.event) ? [index] : []);
  const isRight = (/** @type {number} */ index) => {
    const target = machine.transition(state, index)?.target;
    if (target === undefined) return entry.outcome !== "handled";
    return entry.outcome === "handled" && matches(machine.states[target], entry.path.after);
  };
  return found.find(isRight) ?? found[0] ?? null;
}

/** @param {{ path: string[] }} value @param {string[]} path */
function matches(value, path) {
  return JSON.stringify(value.path) === JSON.stringify(path);
}

/**
 * The moments as a recording that pages read. Swift reads recordings with values alone, which only lines from an app have. Such lines are
 * written as they were read, with the notes of the page.
 * @param {Moment[]} moments
 */
export function jsonLines(moments) {
  return moments.flatMap((moment) => {
    const before = moment.previous;
    if (!before || moment.outcome === "start" || moment.outcome === "unknown") return [];
    const notes = {
      ...(moment.remark ? { note: moment.remark } : {}),
      // The note of the beginning has no line of its own.
      ...(!before.previous && before.remark ? { noteBefore: before.remark } : {}),
    };
    return [(moment.line === undefined ? written(moment, before, notes) : noted(moment.line, notes)) + "\n"];
  }).join("");
}

/** @param {Moment} moment @param {Moment} before @param {Record<string, string>} notes */
function written(moment, before, notes) {
  return JSON.stringify({
    after: moment.stateName,
    entered: moment.entered,
    event: moment.eventName,
    exited: moment.exited,
    ...notes,
    outcome: moment.outcome,
    path: { after: moment.statePath, event: moment.eventPath, state: before.statePath },
    ...(moment.reason ? { reason: moment.reason } : {}),
    state: before.stateName,
    time: moment.time ?? null,
    version: 2,
  });
}

/**
 * A line with other notes. The rest of it stays as it is, since JavaScript does not represent every number of it.
 * @param {string} line
 * @param {Record<string, string>} notes
 */
function noted(line, notes) {
  const value = JSON.parse(line);
  let result = line.trim();
  for (const key of ["note", "noteBefore"]) {
    if (value[key] === notes[key]) continue;
    if (value[key] !== undefined) result = without(result, key, value[key]);
    if (notes[key] !== undefined) {
      result = `${result.slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(notes[key])}}`;
    }
  }
  return result;
}

/** A line without a note, which is removed from its text if it is written as usual. @param {string} line @param {string} key @param {string} note */
function without(line, key, note) {
  const member = `,${JSON.stringify(key)}:${JSON.stringify(note)}`;
  const cut = line.replace(member, () => "");
  const { [key]: _, ...rest } = JSON.parse(line);
  return JSON.stringify(JSON.parse(cut)) === JSON.stringify(rest) ? cut : JSON.stringify(rest);
}

/**
 * The transitions that moments took.
 * @param {Machine} machine
 * @param {Moment[]} moments
 */
export function takenTransitions(machine, moments) {
  return new Set(moments.flatMap((moment) => takenTransition(machine, moment) ?? []));
}
