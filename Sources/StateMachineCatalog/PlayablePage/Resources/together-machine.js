// A machine among others: the states that it was in, and the events that it received.

import { shownOutcome } from "./outcome.js";

/**
 * @typedef {object} TogetherRecord A record of the event stream.
 * @property {string} session
 * @property {number} machine
 * @property {number} sequence
 * @property {number} time Seconds since the app began to be inspected.
 * @property {string} [name]
 * @property {string} [type]
 * @property {string} [state]
 * @property {string[]} [path]
 * @property {number} [index]
 * @property {{ event: string, outcome: string, state: string, after: string, reason?: string, path: { after: string[] } }} [entry]
 * @property {Sender} [sender]
 * @property {number} [began] When the turn of the entry began, if other machines have handled events within it.
 * @property {string} [property]
 * @property {string} [reason]
 *
 * @typedef {object} Sender The machine in whose turn or by whose work an event was sent.
 * @property {number} machine
 * @property {number} [index] The number of the entry of the sender's turn.
 * @property {"turn" | "work"} within
 *
 * @typedef {object} Happened An event that a machine has received.
 * @property {TogetherMachine} machine
 * @property {number} time Seconds since the beginning of the axis.
 * @property {number} sequence
 * @property {number} index
 * @property {string} event
 * @property {string} outcome
 * @property {string} before
 * @property {string} after
 * @property {Sender} [sender]
 *
 * @typedef {{ time: number, state: string, path: string[] }} Stay A state from its beginning.
 */

/** How many events of a machine are stored. */
const limit = 2000;

/** What is known of a machine. */
export class TogetherMachine {
  /** @type {Stay[]} */
  stays;
  /** @type {Happened[]} */
  events = [];
  /** @type {{ time: number, property: string, reason?: string }[]} */
  failures = [];
  /** How many events are not stored: lost on the way, or too old. */
  missing = 0;
  /** @type {number | null} */
  end = null;
  #nextIndex = 0;

  /** @param {TogetherRecord} record The record of its beginning. @param {number} origin What is added to its times. */
  constructor(record, origin) {
    this.session = record.session;
    this.number = record.machine;
    this.name = record.name ?? "";
    this.type = record.type ?? "";
    this.origin = origin;
    this.start = record.time + origin;
    this.latest = this.start;
    this.stays = [{ time: this.start, state: record.state ?? "", path: record.path ?? [] }];
  }

  /** @param {{ session: string, number: number }} machine */
  static key({ session, number }) {
    return `${session} ${number}`;
  }

  /** @param {string} kind @param {TogetherRecord} record */
  take(kind, record) {
    const time = record.time + this.origin;
    this.latest = time;
    if (kind === "entry") this.#append(record, Math.min(record.time, record.began ?? record.time) + this.origin);
    else if (kind === "failure") {
      this.failures.push({ time, property: record.property ?? "", reason: record.reason });
    } else if (kind === "ended") this.end = time;
  }

  /** @param {TogetherRecord} record @param {number} time */
  #append({ entry, index = this.#nextIndex, sequence, sender }, time) {
    if (!entry) return;
    this.missing += index - this.#nextIndex;
    this.#nextIndex = index + 1;
    const { event, state: before, after, path } = entry;
    const outcome = shownOutcome(entry);
    this.events.push({ machine: this, time, sequence, index, event, outcome, before, after, sender });
    if (after !== this.state) this.stays.push({ time, state: after, path: path?.after ?? [] });
    if (this.events.length > limit) {
      this.missing += this.events.length - limit / 2;
      this.events = this.events.slice(-limit / 2);
      const first = this.stays.findLastIndex((stay) => stay.time <= this.events[0].time);
      this.stays = this.stays.slice(Math.max(first, 0));
    }
  }

  /** The latest state. */
  get state() {
    return this.stays[this.stays.length - 1].state;
  }

  /** The case of the latest state. */
  get caseName() {
    const { path, state } = this.stays[this.stays.length - 1];
    return path.length > 0 ? path.join(".") : state;
  }

  /** The state at a time; nothing before the machine began. @param {number} time */
  stateAt(time) {
    return this.stays.findLast((stay) => stay.time <= time)?.state;
  }

  /** Whether a property was violated up to a time. @param {number} time */
  isBroken(time = Infinity) {
    return this.failures.some((failure) => failure.time <= time);
  }
}

/**
 * The events of some machines in their order, where an event that was sent within a turn comes after the event of that turn.
 *
 * A machine reports an event at the end of its turn, so the events that its hooks sent to others were reported before.
 * @param {TogetherMachine[]} machines
 * @param {number} start Only the events since this time.
 * @param {number} end Only the events up to this time.
 * @param {number} count How many events there may be: the last ones.
 */
export function ordered(machines, start, end, count) {
  const all = machines.flatMap(({ events }) => latest(events, start, end, count))
    .sort((one, other) =>
      one.machine.session === other.machine.session ? one.sequence - other.sequence : one.time - other.time
    )
    .slice(-count);
  const known = new Map(
    all.map((happened) => [keyOf(happened.machine.session, happened.machine.number, happened.index), happened]),
  );
  /** @type {Map<Happened, Happened[]>} */
  const inside = new Map();
  const outer = [];
  for (const happened of all) {
    const { sender, machine } = happened;
    const turn = sender?.index === undefined
      ? undefined
      : known.get(keyOf(machine.session, sender.machine, sender.index));
    // A record from another process may say anything: only what came later can be the turn around this event.
    if (!turn || turn.sequence <= happened.sequence) outer.push(happened);
    else inside.set(turn, [...inside.get(turn) ?? [], happened]);
  }
  const result = [];
  const rest = outer.reverse();
  while (rest.length > 0) {
    const next = /** @type {Happened} */ (rest.pop());
    result.push(next);
    rest.push(...(inside.get(next) ?? []).reverse());
  }
  return result;
}

/** @param {Happened[]} events @param {number} start @param {number} end @param {number} count */
function latest(events, start, end, count) {
  const found = [];
  for (let index = events.length - 1; index >= 0 && found.length < count; index--) {
    const { time } = events[index];
    if (time < start) break;
    if (time <= end) found.push(events[index]);
  }
  return found;
}

/** @param {string} session @param {number} number @param {number} index */
function keyOf(session, number, index) {
  return `${session} ${number} ${index}`;
}
