// A machine among others: the states that it was in, and the events that it received.

/** @import { Entry } from "./recorded-entry.js" */
/** @import { Sender } from "./recording-file.js" */
import { shownOutcome } from "./outcome.js";

/**
 * @typedef {object} TogetherRecord A record of the event stream.
 * @property {string} session
 * @property {number} machine
 * @property {number} sequence
 * @property {number | null} time Seconds since the app began to be inspected.
 * @property {string} [name]
 * @property {string} [type]
 * @property {string} [state]
 * @property {string[]} [path]
 * @property {number} [index]
 * @property {boolean} [handled]
 * @property {Entry} [entry]
 * @property {Sender} [sender]
 * @property {number} [began] When the turn of the entry began, if other machines have handled events within it.
 * @property {string} [property]
 * @property {string} [reason]
 *
 * @typedef {object} Failure A violated property.
 * @property {number} time
 * @property {string} property
 * @property {string} [reason]
 * @property {number} [index] The number of the event that violated it.
 * @property {number} sequence
 *
 * @typedef {object} Stay A state from its beginning, or a stretch in which events are missing, so that the states are not known.
 * @property {number} time
 * @property {string} state
 * @property {string[]} path
 * @property {number} missing How many events are missing.
 */

/** How many events of a live machine are stored, and how many are left if there are more. */
const [limit, rest] = [2000, 1000];

/** How long a state is there at least, before events are missing, in seconds. */
const instant = 1e-7;

/** An event that a machine has received. Events that repeat each other share the entry and the line. */
export class Happened {
  /** Whether it is near a violation, so that it stays. */
  isPinned = false;
  isForgotten = false;
  /** How many events of the machine before it are missing. */
  missing = 0;
  /** @type {string | undefined} What somebody has written at it. */
  note;

  /**
   * @param {TogetherMachine} machine
   * @param {number} time Seconds since the beginning of the axis.
   * @param {{ index: number, sequence: number, sender?: Sender, entry: Entry, line?: string }} event
   */
  constructor(machine, time, { index, sequence, sender, entry, line }) {
    this.machine = machine;
    this.time = time;
    this.index = index;
    this.sequence = sequence;
    this.sender = sender;
    this.entry = entry;
    this.line = line;
    this.note = entry.note;
  }

  /** The number of the event on the page of its machine. */
  get step() {
    return this.index + 1;
  }

  get event() {
    return this.entry.event;
  }

  get outcome() {
    return shownOutcome(this.entry);
  }

  get before() {
    return this.entry.state;
  }

  get after() {
    return this.entry.after;
  }
}

/** What is known of a machine. */
export class TogetherMachine {
  /** @type {Happened[]} */
  events = [];
  /** @type {Failure[]} */
  failures = [];
  /** @type {number | null} */
  end = null;
  #nextIndex;
  /** @type {{ stays: Stay[], missing: number } | null} */
  #derived = null;

  /** @param {TogetherRecord} record The record of its beginning. @param {number} origin What is added to its times. */
  constructor(record, origin) {
    this.record = record;
    this.session = record.session;
    this.number = record.machine;
    this.name = record.name ?? "";
    this.type = record.type ?? "";
    this.origin = origin;
    this.start = (record.time ?? 0) + origin;
    this.latest = this.start;
    this.firstIndex = record.index ?? 0;
    this.#nextIndex = this.firstIndex;
  }

  /** @param {{ session: string, number: number }} machine */
  static key({ session, number }) {
    return `${session} ${number}`;
  }

  /** Takes a record, and returns the event in it. @param {string} kind @param {TogetherRecord} record @param {string} [line] */
  take(kind, record, line) {
    const time = (record.time ?? 0) + this.origin;
    this.latest = Math.max(this.latest, time);
    const { entry, index = this.#nextIndex, sequence, sender, property = "", reason, began } = record;
    if (kind === "failure") this.failures.push({ time, property, reason, index: record.index, sequence });
    else if (kind === "ended") this.end = time;
    if (kind !== "entry" || !entry) return undefined;
    const happened = new Happened(this, Math.min(time, (began ?? Infinity) + this.origin), {
      index,
      sequence,
      sender,
      entry,
      line,
    });
    this.append(happened);
    return happened;
  }

  /** @param {Happened} happened */
  append(happened) {
    this.events.push(happened);
    this.#nextIndex = happened.index + 1;
    this.latest = Math.max(this.latest, happened.time);
    this.#derived = null;
  }

  /** Forgets the older events if there are too many, except those near a violation. Returns whether it did. */
  forget() {
    if (this.events.length <= limit || this.events.filter(({ isPinned }) => !isPinned).length <= limit) return false;
    const old = this.events.length - rest;
    for (const happened of this.events.slice(0, old)) happened.isForgotten = !happened.isPinned;
    this.drop();
    return true;
  }

  /** Takes back pinned events from the same machine, before it was told once more. Returns those that it had not been told. @param {TogetherMachine} old */
  restore(old) {
    const events = old.events.filter(({ isPinned }) => isPinned).filter((happened) => {
      const again = this.eventAt(happened.index);
      if (again) [again.note, again.isPinned] = [happened.note, true];
      return !again;
    });
    for (const happened of events) {
      happened.machine = this;
      happened.time += this.origin - old.origin;
    }
    this.events = [...this.events, ...events].sort((one, other) => one.index - other.index);
    this.#derived = null;
    return events;
  }

  /** Drops the events that are forgotten. */
  drop() {
    this.events = this.events.filter(({ isForgotten }) => !isForgotten);
    this.#derived = null;
  }

  /** The states, and the stretches in which they are not known. */
  get stays() {
    return this.#known().stays;
  }

  /** How many events are missing: lost on the way, or not stored any more. */
  get missing() {
    return this.#known().missing;
  }

  #known() {
    this.#derived ??= this.#derive();
    return this.#derived;
  }

  #derive() {
    const { state = "", path = [] } = this.record;
    /** @type {Stay[]} */
    const stays = [{ time: this.start, state, path, missing: 0 }];
    let [all, next, time] = [0, this.firstIndex, this.start];
    for (const happened of this.events) {
      const { index, entry } = happened;
      const missing = Math.max(0, index - next);
      happened.missing = missing;
      if (missing > 0) {
        // The states between are not known, nor when the one before them ended; only that it was there.
        stays.push({ time: Math.min(time + instant, happened.time), state: "", path: [], missing });
        all += missing;
      }
      const last = stays[stays.length - 1];
      if (missing > 0 || entry.after !== last.state) {
        stays.push({ time: happened.time, state: entry.after, path: entry.path?.after ?? [], missing: 0 });
      }
      [next, time] = [index + 1, happened.time];
    }
    return { stays, missing: all };
  }

  /** The latest state. */
  get state() {
    return this.events[this.events.length - 1]?.after ?? this.record.state ?? "";
  }

  /** The case of the latest state. */
  get caseName() {
    const path = this.events[this.events.length - 1]?.entry.path?.after ?? this.record.path ?? [];
    return path.length > 0 ? path.join(".") : this.state;
  }

  /** What is known of the state at a time; nothing before the machine began. @param {number} time */
  stayAt(time) {
    return this.stays[placeOf(this.stays, time)];
  }

  /** The state at a time, if it is known. @param {number} time */
  stateAt(time) {
    const stay = this.stayAt(time);
    return stay && stay.missing === 0 ? stay.state : undefined;
  }

  /** The event with a number, or undefined if it is missing. @param {number | undefined} index */
  eventAt(index) {
    if (index === undefined) return undefined;
    let [low, high] = [0, this.events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle].index < index) low = middle + 1;
      else high = middle;
    }
    return this.events[low]?.index === index ? this.events[low] : undefined;
  }

  /** Whether a property was violated up to a time. @param {number} time */
  isBroken(time = Infinity) {
    return this.failures.some((failure) => failure.time <= time);
  }
}

/** The place of the last one that is not later than a time; -1 if there is none. @param {{ time: number }[]} sorted @param {number} time */
export function placeOf(sorted, time) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle].time <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
