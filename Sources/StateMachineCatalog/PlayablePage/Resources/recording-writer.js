// Writes recording files of version 3. What the page has read of an event is written as it was, since JavaScript does not represent every
// number of its values.

/** @import { Machine } from "./machine.js" */
/** @import { Sender } from "./recording-file.js" */
/** @import { Moment } from "./timeline.js" */
import { member } from "./json-member.js";

/**
 * @typedef {object} WrittenEvent
 * @property {number} machine
 * @property {number} index
 * @property {number} sequence
 * @property {number | null} time
 * @property {Sender} [sender]
 * @property {string} entry The JSON of the entry.
 */

/** A file with one part. */
export class RecordingWriter {
  #isShort;
  /** @type {string[]} */
  #lines;
  /** The numbers of the lines of events that later lines can repeat. @type {Map<string, number>} */
  #known = new Map();
  /** The index of the next event of each machine. @type {Map<number, number>} */
  #next = new Map();

  /**
   * @param {{ date: number | null, app?: string }} header The date is in milliseconds since 1970.
   * @param {{ isShort?: boolean }} [options] Whether an event that repeats another one is written as the number of its line.
   */
  constructor({ date, app }, { isShort = false } = {}) {
    this.#isShort = isShort;
    const written = date === null ? null : new Date(date).toISOString();
    this.#lines = [JSON.stringify({ ...(app ? { app } : {}), date: written, kind: "recording", version: 3 })];
  }

  /** A machine begins. @param {Record<string, any>} record What is known of it. */
  machine(record) {
    const { session: _, accepts: __, ...rest } = record;
    const sorted = Object.entries({ ...rest, kind: "machine" }).sort(([one], [other]) => one < other ? -1 : 1);
    this.#next.set(record.machine, record.index ?? 0);
    this.#lines.push(JSON.stringify(Object.fromEntries(sorted)));
  }

  /** @param {WrittenEvent} event */
  event({ machine, index, sequence, time, sender, entry }) {
    const key = JSON.stringify([machine, entry, sender?.machine, sender?.within, sender?.index === undefined]);
    const known = this.#known.get(key);
    const isNext = this.#next.get(machine) === index;
    this.#next.set(machine, index + 1);
    if (this.#isShort && known !== undefined && isNext) {
      this.#lines.push(JSON.stringify([known, sequence, time, ...(sender?.index === undefined ? [] : [sender.index])]));
      return;
    }
    const from = sender ? `"sender":${JSON.stringify(sender)},` : "";
    this.#lines.push(
      `{"entry":${entry},"index":${index},"kind":"entry","machine":${machine},${from}"sequence":${sequence},"time":${time}}`,
    );
    this.#known.set(key, this.#lines.length);
  }

  /** Any other record. @param {Record<string, any>} record Its keys are in their order. */
  record(record) {
    this.#lines.push(JSON.stringify(record));
  }

  /** The text of the file. */
  get text() {
    return this.#lines.map((line) => `${line}\n`).join("");
  }
}

/**
 * The moments as a recording file. Swift reads recordings with values alone, which only lines from an app have. Such lines are written as
 * they were read, with the notes of the page.
 * @param {Moment[]} moments
 * @param {Machine} machine
 */
export function jsonLines(moments, { document }) {
  const [start, ...rest] = moments;
  const told = rest.filter(({ outcome }) => outcome !== "start" && outcome !== "unknown");
  if (told.length === 0) return "";
  const source = [...told, start].find(({ source }) => source)?.source;
  const writer = new RecordingWriter({ date: source?.date ?? null, app: source?.app });
  const first = (told[0].index ?? 0) - (told[0].missing ?? 0);
  writer.machine({
    name: document.name,
    type: document.type ?? document.name,
    machine: 1,
    sequence: start.sequence ?? 0,
    ...source?.record,
    state: start.stateName,
    path: start.statePath,
    time: start.time ?? null,
    index: Math.max(0, first),
    ...(start.activities ? { activities: start.activities } : {}),
  });
  let next = Math.max(0, first);
  for (const moment of told) {
    const before = /** @type {Moment} */ (moment.previous);
    const notes = {
      ...(moment.remark ? { note: moment.remark } : {}),
      // The note of the beginning has no line of its own.
      ...(before === start && start.remark ? { noteBefore: start.remark } : {}),
    };
    const index = moment.index ?? next;
    const { time = null, sequence = index + 1 } = moment;
    const sender = moment.sender && namedSender(moment.sender, moment.senderName);
    const entry = moment.line === undefined ? written(moment, before, notes) : entryText(moment.line, notes);
    writer.event({ machine: source?.record.machine ?? 1, index, sequence, time, sender, entry });
    next = index + 1;
  }
  return writer.text;
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
  });
}

/**
 * The JSON of an entry with other notes. The rest of it stays as it is.
 * @param {string} line The line of a file or of a live machine.
 * @param {Record<string, string | undefined>} notes
 */
export function entryText(line, notes) {
  let result = member(line, "entry") ?? line.trim();
  const value = JSON.parse(result);
  for (const key of ["note", "noteBefore"]) {
    if (value[key] === notes[key]) continue;
    if (value[key] !== undefined) result = without(result, key, value[key]);
    if (notes[key] !== undefined) {
      result = `${result.slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(notes[key])}}`;
    }
  }
  return result;
}

/** An entry without a note, which is removed from its text if it is written as usual. @param {string} line @param {string} key @param {string} note */
function without(line, key, note) {
  const member = `,${JSON.stringify(key)}:${JSON.stringify(note)}`;
  const cut = line.replace(member, () => "");
  const { [key]: _, ...rest } = JSON.parse(line);
  return JSON.stringify(JSON.parse(cut)) === JSON.stringify(rest) ? cut : JSON.stringify(rest);
}

/** A sender by its name, since the file does not contain the machine. @param {Sender} sender @param {string} [name] */
function namedSender({ machine: _, ...sender }, name) {
  return /** @type {Sender} */ ({ ...sender, name });
}
