// The events of several machines in their order.

/** @import { Failure, Happened, TogetherMachine } from "./together-machine.js" */
import { placeOf } from "./together-machine.js";

/** How many events a violation keeps: those before it, with the one that violated the property, and those after it. */
export const surroundings = { before: 200, after: 50 };

/** How many events stay for violations, and how many events of live machines are stored at most. */
const [pinLimit, limit] = [20_000, 100_000];

/** The events of all machines. */
export class Log {
  /** @type {Happened[]} */
  events = [];
  #pinned = 0;
  /** How many of the events that come next stay. */
  #pinsToCome = 0;
  /** @type {{ key: string, events: Happened[] } | null} */
  #found = null;

  clear() {
    [this.events, this.#found, this.#pinned, this.#pinsToCome] = [[], null, 0, 0];
  }

  /** Has all events of a file, in their order. @param {Happened[]} events */
  fill(events) {
    this.clear();
    this.events = events;
  }

  /** Adds an event of a live machine. @param {Happened} happened */
  add(happened) {
    const { events } = this;
    let place = events.length;
    while (place > 0 && isLater(events[place - 1], happened)) place--;
    events.splice(place, 0, happened);
    this.#found = null;
    if (this.#pinsToCome-- > 0) this.#pin(happened);
    if (happened.machine.forget() || events.length > limit) this.#forget();
  }

  #forget() {
    const old = this.events.length > limit ? this.events.length - limit / 2 : 0;
    for (const happened of this.events.slice(0, old)) happened.isForgotten ||= !happened.isPinned;
    const touched = new Set(this.events.slice(0, old).map(({ machine }) => machine));
    for (const machine of touched) machine.drop();
    this.events = this.events.filter(({ isForgotten }) => !isForgotten);
  }

  /** Has events that were stored before. @param {Happened[]} events */
  restore(events) {
    this.events = [...this.events, ...events].sort((one, other) => isLater(one, other) ? 1 : -1);
    this.#pinned += events.length;
    this.#found = null;
  }

  /** Forgets a machine. @param {TogetherMachine} machine */
  remove(machine) {
    this.events = this.events.filter((happened) => happened.machine !== machine);
    this.#found = null;
  }

  /** Keeps the events around a violation. @param {TogetherMachine} machine @param {Failure} failure */
  keep(machine, { index }) {
    const found = machine.eventAt(index);
    const end = found ? this.events.lastIndexOf(found) + 1 : this.events.length;
    for (const happened of this.events.slice(Math.max(0, end - surroundings.before), end)) this.#pin(happened);
    for (const happened of this.events.slice(end, end + surroundings.after)) this.#pin(happened);
    this.#pinsToCome = Math.max(this.#pinsToCome, surroundings.after - (this.events.length - end));
  }

  /** @param {Happened} happened */
  #pin(happened) {
    if (happened.isPinned || this.#pinned >= pinLimit) return;
    happened.isPinned = true;
    this.#pinned++;
  }

  /** The events of some machines. @param {TogetherMachine[]} machines */
  of(machines) {
    const key = machines.map(({ session, number }) => `${session} ${number}`).join();
    if (this.#found?.key !== key) {
      const wanted = new Set(machines);
      this.#found = { key, events: this.events.filter(({ machine }) => wanted.has(machine)) };
    }
    return this.#found.events;
  }
}

/** Whether an event comes after another one. @param {Happened} one @param {Happened} other */
function isLater(one, other) {
  return one.machine.session === other.machine.session ? one.sequence > other.sequence : one.time > other.time;
}

/** The places of the first and the last event of a stretch of time. @param {Happened[]} events @param {number} start @param {number} end */
export function range(events, start, end) {
  let first = Math.max(0, placeOf(events, start));
  while (first > 0 && events[first - 1].time >= start) first--;
  while (first < events.length && events[first].time < start) first++;
  return { first, last: placeOf(events, end) };
}

/**
 * Events in their order, where an event that was sent within a turn comes after the event of that turn.
 *
 * Some apps report an event at the end of its turn, so the events that its hooks sent to others were reported before.
 * @param {Happened[]} events
 */
export function ordered(events) {
  const known = new Map(
    events.map((happened) => [keyOf(happened.machine.session, happened.machine.number, happened.index), happened]),
  );
  /** @type {Map<Happened, Happened[]>} */
  const inside = new Map();
  const outer = [];
  for (const happened of events) {
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

/** How far a turn may reach, when the event beside another one is looked for. */
const reach = 200;

/**
 * The event that comes a step after or before another one.
 * @param {Happened[]} events
 * @param {Happened | null} present
 * @param {number | null} moment The time from which to go if no event is looked at; `null` for the latest.
 * @param {number} step
 */
export function neighbour(events, present, moment, step) {
  const known = present ? events.indexOf(present) : -1;
  const place = known >= 0 ? known : moment === null ? events.length - 1 : placeOf(events, moment);
  const first = Math.max(0, place - reach);
  const near = ordered(events.slice(first, place + reach));
  if (known >= 0) return near[near.indexOf(/** @type {Happened} */ (present)) + step];
  const before = moment === null ? near.length - 1 : near.findLastIndex(({ time }) => time <= moment);
  return near[step > 0 ? before + 1 : before];
}

/** @param {string} session @param {number} number @param {number} index */
function keyOf(session, number, index) {
  return `${session} ${number} ${index}`;
}
