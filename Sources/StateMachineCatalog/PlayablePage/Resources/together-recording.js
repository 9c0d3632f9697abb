// The story of several machines as a recording file.

/** @import { Failure, Happened, TogetherMachine } from "./together-machine.js" */
/** @import { Story } from "./together-story.js" */
import { entryText, RecordingWriter } from "./recording-writer.js";

/**
 * @typedef {object} Options
 * @property {boolean} [isShort] Whether events that repeat others are written in short.
 * @property {boolean} [isWhole] Whether violations by missing events and the ends of machines are written, too.
 */

/**
 * A file with a part for each app.
 * @param {Pick<Story, "events" | "machines" | "failures" | "appOf">} story
 * @param {Options} [options]
 */
export function recordingText(story, options) {
  const sessions = [...new Set(story.machines.map(({ session }) => session))];
  return sessions.map((session) => partText(story, session, options)).join("");
}

/** @param {Pick<Story, "events" | "machines" | "failures" | "appOf">} story @param {string} session @param {Options} [options] */
function partText({ events, machines, failures, appOf }, session, options) {
  const own = machines.filter((machine) => machine.session === session);
  const app = appOf(own[0]);
  const writer = new RecordingWriter({ date: app?.date ? 1000 * app.date : null, app: app?.app }, options);
  const told = events.filter(({ machine }) => machine.session === session);
  const first = new Map([...told].reverse().map((happened) => [happened.machine, happened]));
  for (const machine of own) writer.machine(record(machine, first.get(machine)));
  const written = new Set([...failures.values()].flat());
  for (const machine of options?.isWhole ? own : []) {
    for (const failure of machine.failures) if (!written.has(failure)) writer.record(failureRecord(machine, failure));
  }
  let last = -1;
  for (const happened of told) {
    const { machine, index, time, sender, note, entry, line } = happened;
    // Some apps number an event at the end of its turn, after those that its hooks have sent.
    last = Math.max(last + 1, happened.sequence);
    const at = rounded(time - machine.origin);
    const text = entryText(line ?? JSON.stringify(entry), { note, noteBefore: entry.noteBefore });
    writer.event({ machine: machine.number, index, sequence: last, time: at, sender, entry: text });
    for (const failure of failures.get(happened) ?? []) {
      writer.record(failureRecord(machine, { ...failure, sequence: ++last }));
    }
  }
  for (const machine of options?.isWhole ? own : []) {
    if (machine.end === null) continue;
    const time = rounded(machine.end - machine.origin);
    writer.record({ kind: "ended", machine: machine.number, sequence: ++last, time });
  }
  return writer.text;
}

/** @param {TogetherMachine} machine @param {Failure} failure */
function failureRecord({ number, origin }, { index, property, reason, sequence, time }) {
  return { index, kind: "failure", machine: number, property, reason, sequence, time: rounded(time - origin) };
}

/** What a machine is like before an event. @param {TogetherMachine} machine @param {Happened} [first] */
function record(machine, first) {
  const { record, number, name, type } = machine;
  const { handled, ...known } = record;
  const index = first?.index ?? machine.firstIndex;
  const isBegin = index === machine.firstIndex;
  return {
    ...known,
    machine: number,
    name,
    type,
    index,
    state: first?.before ?? record.state,
    path: first?.entry.path.state ?? record.path,
    time: rounded((isBegin ? machine.start : first?.time ?? machine.start) - machine.origin),
    sequence: isBegin ? record.sequence : first?.sequence,
    ...(handled || !isBegin ? { handled: true } : {}),
  };
}

/** Seconds without what is left of a sum. @param {number} time */
function rounded(time) {
  return Math.round(time * 1e9) / 1e9;
}
