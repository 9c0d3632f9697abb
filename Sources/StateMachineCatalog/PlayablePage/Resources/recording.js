// Recordings of a page's machine: what files and apps say of it, as the page's timeline has them.

/** @import { Machine, State } from "./machine.js" */
/** @import { RecordedApp, RecordedEvent, RecordedMachine, RecordingFile } from "./recording-file.js" */
/** @import { Happening, Moment } from "./timeline.js" */
import { counted } from "./elements.js";
import { readRecordingFile, RecordingError } from "./recording-file.js";
import { takenTransition } from "./timeline.js";

/**
 * @typedef {import("./recorded-entry.js").Entry & Partial<About>} Entry An event of a recording.
 *
 * @typedef {object} About What is known of an event beside its entry.
 * @property {number} index The number of the event, from 0.
 * @property {number} sequence Its place among the records of all machines.
 * @property {number} date Milliseconds since 1970.
 * @property {import("./recording-file.js").Sender} sender
 * @property {string} senderName
 * @property {number} missing How many events before it are not known.
 * @property {string} line The text of its line, with values that the page does not read.
 * @property {RecordedSource} source
 *
 * @typedef {object} RecordedSource The recorded machine.
 * @property {Record<string, any>} record The record of its beginning.
 * @property {number | null} date Milliseconds since 1970 at the time 0, if known.
 * @property {string} app
 */

/**
 * What a file says of the page's machine: a recording for each machine of its type, and what is wrong.
 * @param {Machine} machine
 * @param {string} text
 * @param {string} name What to call the file.
 * @returns {{ recordings: { name: string, happenings: Happening[] }[], problem: string }}
 */
export function recordingsIn(machine, text, name) {
  try {
    const file = readRecordingFile(text);
    const own = file.machines.filter(({ type }) => type === "" || type === machine.document.type);
    if (own.length === 0) return { recordings: [], problem: others(machine, file, name) };
    const found = own.map((recorded) => {
      const events = file.events.filter((event) => event.machine === recorded).map(entryOf);
      const title = recorded.name || name;
      return {
        name: title,
        problem: strangeness(machine, events, title),
        happenings: begun(machine, recorded, events),
      };
    });
    const problems = [...found.map(({ problem }) => problem), file.problem && `${name}: ${file.problem}`];
    const recordings = found.filter(({ problem }) => problem === "");
    return {
      recordings: recordings.map(({ name, happenings }) => ({ name, happenings })),
      problem: problems.filter((problem) => problem !== "").join(" "),
    };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return { recordings: [], problem: `${name}: ${error.message}` };
  }
}

/** @param {Machine} machine @param {RecordingFile} file @param {string} name */
function others({ document }, { machines }, name) {
  const words = machines.slice(0, 5).map((other) => `${other.name} of the type ${other.type}`).join(", ");
  const more = machines.length > 5 ? ` and ${machines.length - 5} more` : "";
  return `${name} has no machine of the type ${document.type}, but ${words}${more}.`;
}

/**
 * The entries of the first machine in a file.
 * @param {string} text
 * @returns {Entry[]}
 */
export function readRecording(text) {
  const { events, machines } = readRecordingFile(text);
  return events.filter(({ machine }) => machine === machines[0]).map(entryOf);
}

/** @param {RecordedEvent} event @returns {Entry} */
function entryOf({ machine, index, sequence, time, sender, entry, line, missing }) {
  const { app } = machine;
  return {
    ...entry,
    time,
    index,
    sequence,
    missing,
    line,
    sender,
    senderName: sender && (app.machines.get(sender.machine)?.name || `machine ${sender.machine}`),
    date: dateOf(app, time),
    source: sourceOf(machine),
  };
}

/** @param {RecordedApp} app @param {number | null} time */
function dateOf({ date }, time) {
  return date === null || time === null ? undefined : Math.round(date + 1000 * time);
}

/** @type {WeakMap<RecordedMachine, RecordedSource>} */
const sources = new WeakMap();

/** @param {RecordedMachine} machine */
function sourceOf(machine) {
  const { app, record } = machine;
  const source = sources.get(machine) ?? { record, date: app.date, app: app.name };
  sources.set(machine, source);
  return source;
}

/** The happenings from the beginning that a file says. @param {Machine} machine @param {RecordedMachine} recorded @param {Entry[]} entries */
function begun(machine, recorded, entries) {
  const { app, state, path, time, index, isMidLife, type } = recorded;
  // A file of version 2 says nothing of the beginning.
  if (type === "") return happenings(machine, entries);
  const start = recordedStart(machine, state, path, time);
  if (index > 0) start.notes.push(`The recording begins after ${counted(index, "event")} of the machine.`);
  else if (isMidLife) start.notes.push("The machine had handled events before the recording began.");
  const more = { source: sourceOf(recorded), date: dateOf(app, time), index: index > 0 ? index - 1 : undefined };
  return happeningsFrom(machine, { ...start, ...more, remark: entries[0]?.noteBefore }, entries);
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
  if (entries.length === 0 || entries.some(isKnown)) return "";
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
  return happeningsFrom(machine, { ...recordedStart(machine, state, path.state, 0), remark: noteBefore }, entries);
}

/** @param {Machine} machine @param {Happening} start @param {Entry[]} entries */
function happeningsFrom(machine, start, entries) {
  const result = [start];
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
  const { missing = 0 } = entry;
  const lost = missing > 0
    ? [`${counted(missing, "event")} before this event ${missing === 1 ? "was" : "were"} lost.`]
    : [];
  if (entry.state === before.stateName) {
    const next = happeningOf(machine, entry, before.state);
    next.notes.unshift(...lost);
    return [next];
  }
  const gap = recordedStart(machine, entry.state, entry.path.state, entry.time);
  const notes = [...lost, "Events are missing before this event.", ...gap.notes];
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
    index: entry.index,
    sequence: entry.sequence,
    date: entry.date,
    sender: entry.sender,
    senderName: entry.senderName,
    line: entry.line,
    source: entry.source,
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
  const exact = machine.stateOfValue(name);
  if (exact !== null && isSame(machine.states[exact].path, path)) return exact;
  const found = machine.statesAt(path);
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
  return isSame(value.path, path);
}

/** @param {string[]} one @param {string[]} other */
function isSame(one, other) {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

/**
 * The transitions that moments took.
 * @param {Machine} machine
 * @param {Moment[]} moments
 */
export function takenTransitions(machine, moments) {
  return new Set(moments.flatMap((moment) => takenTransition(machine, moment) ?? []));
}
