// What the page of several machines shows: the apps, their machines and the events, live or from files.

/** @import { RecordingFile } from "./recording-file.js" */
/** @import { App } from "./together-file.js" */
/** @import { Failure, Happened, TogetherRecord } from "./together-machine.js" */
import { contentsOf } from "./together-file.js";
import { Log } from "./together-log.js";
import { TogetherMachine } from "./together-machine.js";

/** How many live machines are stored. */
const limit = 5000;

export class Content {
  /** @type {Map<string, App>} */
  apps = new Map();
  /** @type {Map<string, TogetherMachine>} */
  machines = new Map();
  log = new Log();
  /** Seconds since 1970 at the beginning of the axis. @type {number | null} */
  origin = null;
  /** How many live machines are no longer stored. */
  forgotten = 0;

  /** The machines before the connection was made again. @type {Map<string, TogetherMachine> | null} */
  #before = null;

  /** Begins again, since the inspector tells everything once more. */
  renew() {
    this.#before ??= new Map(this.machines);
    this.clear();
  }

  /** Takes back the events that stay for violations and notes, when the inspector has told what it still knows. */
  settle() {
    for (const [key, old] of this.#before ?? []) {
      const live = this.machines.get(key);
      if (live) this.log.restore(live.restore(old));
    }
    this.#before = null;
  }

  clear() {
    this.apps.clear();
    this.machines.clear();
    this.log.clear();
    [this.origin, this.forgotten] = [null, 0];
  }

  /** Has what is in a file, and nothing else. @param {RecordingFile} file @param {string} name */
  fill(file, name) {
    this.clear();
    const { apps, machines, events, origin } = contentsOf(file, name);
    for (const [key, app] of apps) this.apps.set(key, app);
    for (const machine of machines) this.machines.set(TogetherMachine.key(machine), machine);
    this.log.fill(events);
    this.origin = origin === null ? null : origin / 1000;
  }

  /** @param {App & { session: string }} app A live app. */
  takeApp(app) {
    this.apps.set(app.session, app);
    this.origin ??= app.date;
  }

  /** Takes a record of a live machine. @param {string} kind @param {TogetherRecord} record @param {string} [text] Its text. */
  take(kind, record, text) {
    if (kind === "machine") return this.#begin(record);
    const live = this.machines.get(TogetherMachine.key({ session: record.session, number: record.machine }));
    const happened = live?.take(kind, record, text);
    if (happened) this.log.add(happened);
    if (live && kind === "failure") this.log.keep(live, live.failures[live.failures.length - 1]);
  }

  /** @param {TogetherRecord} record */
  #begin(record) {
    const origin = this.origin ?? 0;
    const live = new TogetherMachine(record, (this.apps.get(record.session)?.date ?? origin) - origin);
    this.machines.set(TogetherMachine.key(live), live);
    if (this.machines.size <= limit) return;
    // A machine that has ended is forgotten, or else the first one.
    const [key, machine] = [...this.machines].find(([, machine]) => this.isOver(machine)) ?? [...this.machines][0];
    this.machines.delete(key);
    this.log.remove(machine);
    this.forgotten++;
  }

  /** @type {(machine: TogetherMachine) => boolean} */
  isOver = (machine) => machine.end !== null || this.apps.get(machine.session)?.status === "gone";

  /** @type {(machine: TogetherMachine) => App | undefined} */
  appOf = ({ session }) => this.apps.get(session);

  /** @type {(session: string, number: number) => string | undefined} */
  nameOf = (session, number) => this.machines.get(TogetherMachine.key({ session, number }))?.name;

  /** Milliseconds since 1970 at an event, if known. @type {(happened: Happened) => number | null} */
  dateOf = ({ machine, time }) => this.#date(time, [this.appOf(machine)]);

  /** Milliseconds since 1970 at a time of the axis, if known. @param {number} time */
  dateAt(time) {
    return this.#date(time, [...this.apps.values()]);
  }

  /** @param {number} time @param {(App | undefined)[]} apps */
  #date(time, apps) {
    const isKnown = this.origin !== null && apps.every((app) => app && app.date !== null);
    return isKnown ? Math.round(1000 * (/** @type {number} */ (this.origin) + time)) : null;
  }
}

/** The violations of some machines in the order of their times. @param {TogetherMachine[]} machines */
export function failuresOf(machines) {
  return machines.flatMap((machine) => machine.failures.map((failure) => ({ machine, failure })))
    .sort((one, other) => one.failure.time - other.failure.time || one.failure.sequence - other.failure.sequence);
}

/** The violations by the events that caused them. @param {TogetherMachine[]} machines @param {(happened: Happened) => boolean} [isWanted] */
export function failuresByEvent(machines, isWanted = () => true) {
  /** @type {Map<Happened, Failure[]>} */
  const found = new Map();
  for (const { machine, failure } of failuresOf(machines)) {
    const happened = machine.eventAt(failure.index);
    if (happened && isWanted(happened)) found.set(happened, [...found.get(happened) ?? [], failure]);
  }
  return found;
}
