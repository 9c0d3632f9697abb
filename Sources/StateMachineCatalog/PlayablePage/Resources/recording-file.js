// Recording files as JSON Lines: what one or several machines did, in its order. A file of version 3 has parts, each of which begins with
// a line of its own; in a file of version 2, each line is an event of the same machine.

/** @import { Entry } from "./recorded-entry.js" */
import { member } from "./json-member.js";
import { entryProblem, isList } from "./recorded-entry.js";
import { RepeatedEntry } from "./repeated-entry.js";

/**
 * @typedef {object} Sender The machine in whose turn or by whose work an event was sent.
 * @property {number} machine Nothing real in a recording that knows the sender by its name alone.
 * @property {string} [name]
 * @property {number} [index] The number of the entry of the sender's turn.
 * @property {"turn" | "work"} within
 *
 * @typedef {object} RecordedApp Whose times are on the same clock, and whose machines have different numbers.
 * @property {string} key
 * @property {string} name
 * @property {number | null} date Milliseconds since 1970 at the time 0, if known.
 * @property {Map<number, RecordedMachine>} machines
 *
 * @typedef {object} RecordedMachine
 * @property {RecordedApp} app
 * @property {number} number
 * @property {string} name
 * @property {string} type Empty in a file of version 2.
 * @property {string} state The state in which its recording begins.
 * @property {string[]} path
 * @property {number | null} time
 * @property {number} sequence
 * @property {number} index How many events it had received before.
 * @property {boolean} isMidLife Whether it had handled events before its recording.
 * @property {Record<string, any>} record The line of its beginning.
 * @property {number | null} end When it ended.
 * @property {number} next The index of its next event.
 *
 * @typedef {object} RecordedEvent
 * @property {RecordedMachine} machine
 * @property {number} index
 * @property {number} sequence
 * @property {number | null} time
 * @property {Sender} [sender]
 * @property {Entry} entry Events that repeat each other share it.
 * @property {string} line The text of its line, or of the line that it repeats.
 * @property {number} missing How many events of the machine before it are not in the file.
 *
 * @typedef {object} RecordedFailure A violated property.
 * @property {RecordedMachine} machine
 * @property {number} sequence
 * @property {number | null} time
 * @property {number} [index]
 * @property {string} property
 * @property {string} [reason]
 *
 * @typedef {object} RecordingFile
 * @property {RecordedApp[]} apps
 * @property {RecordedMachine[]} machines
 * @property {RecordedEvent[]} events
 * @property {RecordedFailure[]} failures
 * @property {string} problem What cannot be read at the end; empty if all can.
 *
 * @typedef {object} Part
 * @property {RecordedApp} app
 * @property {number} firstLine
 * @property {Map<number, RecordedEvent>} entries The events that have lines of their own, by the numbers of the lines in the part.
 * @property {Map<number, RepeatedEntry>} texts The entries whose numbers other lines replace.
 * @property {Map<number, number>} next The index of the next event of each machine, in the order of the lines.
 * @property {RecordedEvent[]} events
 * @property {boolean} isOld
 */

/** A recording that cannot be read; the message names the line. */
export class RecordingError extends Error {}

/**
 * Reads the text of a recording file.
 * @param {string} text
 * @returns {RecordingFile}
 */
export function readRecordingFile(text) {
  const reader = new Reader();
  reader.readText(text);
  return reader.file();
}

/**
 * Reads files as one, for instance the parts of a recording. What is wrong is said with the name of the file.
 * @param {{ text: string, name: string }[]} files
 * @returns {RecordingFile}
 */
export function readRecordingFiles(files) {
  const reader = new Reader();
  let name = "";
  try {
    for (const file of files) {
      name = file.name;
      reader.readText(file.text, `${name}: `);
    }
    return reader.file();
  } catch (error) {
    throw error instanceof RecordingError ? new RecordingError(`${name}: ${error.message}`) : error;
  }
}

/** @param {string} line */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** @param {number} line @param {string} reason */
function unreadable(line, reason) {
  return new RecordingError(`Line ${line} of the recording is not readable: ${reason}.`);
}

class Reader {
  #problem = "";
  /** @type {Part[]} */
  #parts = [];
  /** @type {Map<string, RecordedApp>} */
  #apps = new Map();
  /** @type {RecordedMachine[]} */
  #machines = [];
  /** @type {RecordedFailure[]} */
  #failures = [];
  /** The part that is read. @type {Part | undefined} */
  #part;
  /** The number of the line that is read. */
  #number = 0;

  /** Reads a file. @param {string} text @param {string} [name] What comes before a problem. */
  readText(text, name = "") {
    this.#part = undefined;
    let number = 0;
    for (let start = text.startsWith("\uFEFF") ? 1 : 0; start < text.length;) {
      const found = text.indexOf("\n", start);
      const line = text.slice(start, found < 0 ? text.length : found);
      number++;
      start += line.length + 1;
      if (line.trim() === "") continue;
      const value = parsed(line);
      if (value !== undefined) this.#read(value, line, number);
      // An app that has crashed may leave a line that is cut off, and the next run continues the file.
      else if (this.#part && (found < 0 || /^\s*\{[^\n]*"kind":"recording"/.test(text.slice(start, start + 1000)))) {
        this.#problem += `${this.#problem && " "}${name}Line ${number}, the last one${
          found < 0 ? "" : " of a run"
        }, is truncated. The recording ends before it.`;
      } else throw unreadable(number, "the line is not valid JSON or is truncated");
    }
  }

  /** @param {any} value @param {string} line @param {number} number */
  #read(value, line, number) {
    this.#number = number;
    if (Array.isArray(value) && this.#part && !this.#part.isOld) return this.#repeat(value, this.#part);
    if (typeof value !== "object" || value === null || Array.isArray(value)) this.#refuse("a JSON object is required");
    if (value.kind === undefined) return this.#takeOld(value, line);
    if (value.kind === "recording") return this.#begin(value);
    if (!this.#part || this.#part.isOld) this.#refuse('a line with the kind "recording" must come first');
    this.#take(value, line, this.#part);
  }

  /** @param {string} reason @returns {never} */
  #refuse(reason) {
    throw unreadable(this.#number, reason);
  }

  /** Begins a part. @param {Record<string, any>} header @param {boolean} [isOld] */
  #begin({ version, date, app, session }, isOld = false) {
    if (!isOld && version !== 3) {
      this.#refuse(`the version is ${shortened(version)}; this page reads only versions 2 and 3`);
    }
    const milliseconds = date === undefined || date === null ? null : Date.parse(date);
    if (Number.isNaN(milliseconds)) this.#refuse('"date" must be a date, such as "2026-11-29T22:25:57.123Z"');
    const key = typeof session === "string" ? `session ${session}` : `part ${this.#parts.length}`;
    const known = this.#apps.get(key) ??
      { key, name: typeof app === "string" ? app : "", date: milliseconds, machines: new Map() };
    this.#apps.set(key, known);
    this.#part = {
      app: known,
      firstLine: this.#number,
      entries: new Map(),
      texts: new Map(),
      next: new Map(),
      events: [],
      isOld,
    };
    this.#parts.push(this.#part);
  }

  /** An event of a file of version 2. @param {Record<string, any>} value @param {string} line */
  #takeOld(value, line) {
    if (value.version !== 2) {
      this.#refuse(`the version is ${shortened(value.version)}; this page reads only versions 2 and 3`);
    }
    const { time } = value;
    if (time !== null && !Number.isFinite(time)) this.#refuse('"time" must be a number of seconds');
    const entry = this.#entry(value);
    if (!this.#part?.isOld) {
      this.#begin({}, true);
      this.#machine({ machine: 1, state: entry.state, path: entry.path.state, time: 0, sequence: 0 });
    }
    const part = /** @type {Part} */ (this.#part);
    const machine = /** @type {RecordedMachine} */ (part.app.machines.get(1));
    const index = part.next.get(1) ?? 0;
    this.#add({ machine, index, sequence: index, time, entry, line, missing: 0 });
  }

  /** @param {Record<string, any>} record @param {string} line @param {Part} part */
  #take(record, line, part) {
    const { kind, time = null, sequence = 0 } = record;
    if (!["machine", "entry", "failure", "ended"].includes(kind)) return;
    if (!isNumber(record.machine)) this.#refuse('"machine" must be a number');
    if (!isNumber(sequence)) this.#refuse('"sequence" must be a number');
    if (time !== null && !Number.isFinite(time)) this.#refuse('"time" must be a number of seconds');
    if (record.index !== undefined && !isNumber(record.index)) this.#refuse('"index" must be a number');
    if (kind === "machine") return this.#machine(record);
    const machine = part.app.machines.get(record.machine);
    if (!machine || !part.next.has(record.machine)) {
      return this.#refuse(`the part has no record of the machine ${record.machine} before it`);
    }
    if (kind === "ended") machine.end = time;
    else if (kind === "failure") {
      const { index, property, reason } = record;
      if (typeof property !== "string") this.#refuse('"property" must be a string');
      this.#failures.push({ machine, sequence, time, index, property, reason });
    } else {
      const entry = this.#entry(record.entry);
      const index = record.index ?? part.next.get(record.machine);
      const event = { machine, index, sequence, time, sender: this.#sender(record.sender), entry, line, missing: 0 };
      part.entries.set(this.#number - part.firstLine + 1, event);
      this.#add(event);
    }
  }

  /** A machine begins, or goes on in a later part. @param {Record<string, any>} record */
  #machine(record) {
    const { app, next } = /** @type {Part} */ (this.#part);
    const { machine: number, name = "", type = "", state, path, time = null, sequence = 0, index = 0 } = record;
    if (typeof state !== "string") this.#refuse('"state" must be a string');
    if (!isList(path)) this.#refuse('"path" must be a list of strings');
    if (typeof name !== "string" || typeof type !== "string") this.#refuse('"name" and "type" must be strings');
    next.set(number, index);
    const known = app.machines.get(number);
    if (known) {
      known.end = null;
      return;
    }
    const isMidLife = index > 0 || record.handled === true;
    const made = {
      app,
      number,
      name,
      type,
      state,
      path,
      time,
      sequence,
      index,
      isMidLife,
      record,
      end: null,
      next: index,
    };
    app.machines.set(number, made);
    this.#machines.push(made);
  }

  /** An event that repeats another one. @param {any[]} numbers @param {Part} part */
  #repeat(numbers, part) {
    const [line, sequence, time, senderIndex = null, digits] = numbers;
    const repeated = part.entries.get(line);
    if (!repeated) this.#refuse(`line ${shortened(line)} of the part is not the line of an event`);
    if (!isNumber(sequence)) this.#refuse("the second number must be that of the sequence");
    if (time !== null && !Number.isFinite(time)) this.#refuse("the third number must be a number of seconds");
    if (senderIndex !== null && !isNumber(senderIndex)) {
      this.#refuse("the fourth number must be that of the sender's event");
    }
    const { machine, sender } = repeated;
    const index = part.next.get(machine.number) ?? 0;
    const own = sender && { ...sender, index: senderIndex ?? undefined };
    const { entry, line: text } = digits === undefined ? repeated : this.#changed(repeated, line, digits, part);
    this.#add({ machine, index, sequence, time, sender: own, entry, line: text, missing: 0 });
  }

  /** An entry with other numbers. @param {RecordedEvent} repeated @param {number} number @param {unknown} digits @param {Part} part */
  #changed(repeated, number, digits, part) {
    if (typeof digits !== "string") this.#refuse("the fifth value must be a text of numbers");
    const text = part.texts.get(number) ?? new RepeatedEntry(member(repeated.line, "entry") ?? "");
    part.texts.set(number, text);
    const entry = text.filled(digits);
    return { entry: this.#entry(parsed(entry)), line: `{"entry":${entry}}` };
  }

  /** @param {RecordedEvent} event */
  #add(event) {
    const { machine, index } = event;
    const part = /** @type {Part} */ (this.#part);
    event.missing = Math.max(0, index - machine.next);
    machine.next = Math.max(machine.next, index + 1);
    part.next.set(machine.number, index + 1);
    part.events.push(event);
  }

  /** @param {unknown} value */
  #entry(value) {
    const problem = entryProblem(value);
    if (problem) this.#refuse(problem);
    return /** @type {Entry} */ (value);
  }

  /** @param {any} sender @returns {Sender | undefined} */
  #sender(sender) {
    if (sender === undefined || sender === null) return undefined;
    if (typeof sender.name === "string" && sender.machine === undefined) return { ...sender, machine: -1 };
    if (!isNumber(sender.machine)) this.#refuse('"sender.machine" must be a number');
    return sender;
  }

  /** What was read, in its order. @returns {RecordingFile} */
  file() {
    if (this.#machines.length === 0) throw new RecordingError("The recording is empty.");
    // A turn can end in a later part than the events that were sent within it.
    /** @type {Map<RecordedApp, RecordedEvent[]>} */
    const runs = new Map();
    for (const { app, events } of this.#parts) {
      const run = runs.get(app);
      if (run) { for (const event of events) run.push(event); }
      else runs.set(app, events);
    }
    for (const run of runs.values()) {
      if (run.some((event, at) => at > 0 && event.sequence < run[at - 1].sequence)) {
        run.sort((one, other) => one.sequence - other.sequence);
      }
    }
    const events = runs.size === 1 ? [...runs.values()][0] : [...runs.values()].flat();
    const [apps, machines] = [[...this.#apps.values()], this.#machines];
    return { apps, machines, events, failures: this.#failures, problem: this.#problem };
  }
}

/** A text of a value, for a message. @param {unknown} value */
function shortened(value) {
  return (JSON.stringify(value) ?? "missing").slice(0, 20);
}

/** @param {unknown} value */
function isNumber(value) {
  return Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
}
