// Recordings of a page's machine: what files and apps say of it, as the page's timeline has them.

/** @import { Machine, State } from "./machine.js" */
/** @import { RecordedApp, RecordedEvent, RecordedFailure, RecordedMachine, RecordingFile } from "./recording-file.js" */
/** @import { Happening, Moment } from "./timeline.js" */
import { counted } from "./elements.js";
import { knownOf, stateIndex, unknownState, withPath } from "./recorded-names.js";
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
      const events = file.events.filter((event) => event.machine === recorded);
      const title = recorded.name || name;
      return {
        name: title,
        problem: strangeness(machine, events.map(({ entry }) => entry), title),
        happenings: reported(begun(machine, recorded, events), file.failures.filter((one) => one.machine === recorded)),
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
function entryOf(event) {
  return { ...event.entry, ...aboutOf(event) };
}

/** @param {RecordedEvent} event */
function aboutOf({ machine, index, sequence, time, sender, line, missing }) {
  const { app } = machine;
  return {
    time,
    index,
    sequence,
    missing,
    line,
    sender,
    senderName: sender && (sender.name ?? (app.machines.get(sender.machine)?.name || `machine ${sender.machine}`)),
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

/** The happenings from the beginning that a file says. @param {Machine} machine @param {RecordedMachine} recorded @param {RecordedEvent[]} events */
function begun(machine, recorded, events) {
  const { app, state, path, time, index, isMidLife, type } = recorded;
  // A file of version 2 says nothing of the beginning.
  if (type === "") return happenings(machine, events.map(entryOf));
  const start = recordedStart(machine, state, path, time);
  if (index > 0) start.notes.push(`The recording begins after ${counted(index, "event")} of the machine.`);
  else if (isMidLife) start.notes.push("The machine had handled events before the recording began.");
  const more = { source: sourceOf(recorded), date: dateOf(app, time), index: index > 0 ? index - 1 : undefined };
  /** @type {Happening[]} */
  const result = [{ ...start, ...more, remark: events[0]?.entry.noteBefore }];
  for (const event of events) {
    result.push(...happened(machine, event.entry, aboutOf(event), result[result.length - 1]));
  }
  return result;
}

/** Adds the violations that the app has reported. @param {Happening[]} happenings @param {RecordedFailure[]} failures */
function reported(happenings, failures) {
  for (const { property, index } of failures) {
    const at = index === undefined
      ? happenings[0]
      : happenings.find((one) => one.eventName !== "…" && one.index === index);
    if (at) at.broken = [...at.broken ?? [], property];
  }
  return happenings;
}

/**
 * Says that a recording is of another machine: none of its states and events are known; empty if one is.
 * @param {Machine} machine
 * @param {Entry[]} entries
 * @param {string} name What to call the recording.
 */
export function strangeness({ states, events, document }, entries, name) {
  const isKnown = (/** @type {Entry} */ { path }) =>
    withPath(states, path.state).length > 0 || withPath(events, path.event).length > 0;
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
  return happened(machine, entry, entry, before);
}

/**
 * @param {Machine} machine
 * @param {Entry} entry
 * @param {Partial<About> & { time: number | null }} about
 * @param {Happening} before
 */
function happened(machine, entry, about, before) {
  const { missing = 0 } = about;
  const lost = missing > 0
    ? [`${counted(missing, "event")} before this event ${missing === 1 ? "was" : "were"} lost.`]
    : [];
  if (entry.state === before.stateName) {
    const next = happeningOf(machine, entry, about, before.state);
    return [missing > 0 ? { ...next, notes: [...lost, ...next.notes] } : next];
  }
  const gap = recordedStart(machine, entry.state, entry.path.state, about.time);
  const notes = [...lost, "Events are missing before this event.", ...gap.notes];
  return [{ ...gap, eventName: "…", notes }, happeningOf(machine, entry, about, gap.state)];
}

/**
 * @param {Machine} machine
 * @param {Entry} entry
 * @param {Partial<About> & { time: number | null }} about
 * @param {number | null} source
 * @returns {Happening}
 */
function happeningOf(machine, entry, about, source) {
  const { event, state, notes } = knownOf(machine, entry, source);
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
    time: about.time,
    notes: [...notes],
    remark: entry.note,
    index: about.index,
    missing: about.missing,
    sequence: about.sequence,
    date: about.date,
    sender: about.sender,
    senderName: about.senderName,
    line: about.line,
    source: about.source,
  };
}

/**
 * The transitions that moments took.
 * @param {Machine} machine
 * @param {Moment[]} moments
 */
export function takenTransitions(machine, moments) {
  return new Set(moments.flatMap((moment) => takenTransition(machine, moment) ?? []));
}
