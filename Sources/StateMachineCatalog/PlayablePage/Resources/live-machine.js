// A machine that runs in an app, as the inspector's records tell of it.

/** @import { Machine } from "./machine.js" */
/** @import { Sender } from "./recording-file.js" */
/** @import { Entry, RecordedSource } from "./recording.js" */
import { counted, isOrAre } from "./elements.js";
import { recorded, recordedStart } from "./recording.js";
import { Timeline } from "./timeline.js";

/**
 * @typedef {object} LiveRecord A record of the event stream: what its kind has, and these.
 * @property {string} session The app.
 * @property {number} machine The number of the machine within the app.
 * @property {number} time Seconds since the app began to be inspected.
 * @property {string} [name]
 * @property {string} [state]
 * @property {string[]} [path]
 * @property {string[]} [activities]
 * @property {boolean} [isRunning]
 * @property {string[]} [accepts]
 * @property {string[]} [unwatched]
 * @property {number} [index]
 * @property {number} [sequence]
 * @property {Sender} [sender]
 * @property {number} [began] When the turn of the entry began, if other machines have handled events within it.
 * @property {Entry} [entry]
 * @property {string} [property]
 * @property {string} [reason]
 * @property {string} [command]
 * @property {string} [outcome]
 * @property {string[]} [place] The keys that lead to the wrong part of an event.
 * @property {unknown} [events] A description of the events that the app accepts.
 *
 * @typedef {object} Span An activity from its entry to its exit, in seconds; without an end while it goes on.
 * @property {string} name
 * @property {number} start
 * @property {number} [end]
 */

/** How many moments and spans are remembered. */
const limit = 5000;

/** What is known of a live machine. */
export class LiveMachine {
  #machine;
  /** The index of the entry that comes next. */
  #nextIndex = 0;
  /** @type {string[]} What goes on. */
  #activities = [];
  /** The first moment that was there at the last look. */
  #start;
  /** @type {RecordedSource} */
  #source;

  /** @param {Machine} machine @param {LiveRecord} record The record of its beginning. @param {{ app: string, date: number }} [app] */
  constructor(machine, record, app) {
    this.#machine = machine;
    this.#source = { record, date: app ? 1000 * app.date : null, app: app?.app ?? "" };
    this.session = record.session;
    this.number = record.machine;
    this.name = record.name ?? "";
    this.accepts = record.accepts ?? [];
    const start = recordedStart(machine, record.state ?? "", record.path ?? [], record.time);
    this.timeline = new Timeline({ ...start, source: this.#source, date: this.#date(record.time) });
    this.#start = this.timeline.start;
    /** @type {Span[]} */
    this.spans = [];
    /** @type {{ property: string, reason?: string, index?: number }[]} */
    this.failures = [];
    this.unwatched = record.unwatched ?? [];
    this.hasEnded = false;
    this.latest = record.time;
    if (record.isRunning) this.#enter(record.activities ?? [], record.time);
    this.timeline.start.activities = this.#activities;
  }

  /** Takes a record of what happened. @param {string} kind @param {LiveRecord} record @param {string} [text] Its text. */
  take(kind, record, text) {
    this.latest = record.time;
    switch (kind) {
      case "started":
        this.#enter(record.activities ?? [], record.time);
        this.timeline.end.activities = this.#activities;
        break;
      case "entry":
        if (record.entry) this.#append(record.entry, record, text);
        break;
      case "failure":
        this.failures.push({ property: record.property ?? "", reason: record.reason, index: record.index });
        break;
      case "stopped":
        this.#exit(this.#activities, record.time);
        break;
      case "ended":
        this.#exit(this.#activities, record.time);
        this.hasEnded = true;
    }
  }

  /** @param {Entry} entry @param {LiveRecord} record @param {string} [line] */
  #append(entry, record, line) {
    const { index = this.#nextIndex, sequence, sender, time, began = time } = record;
    const missing = Math.max(0, index - this.#nextIndex);
    const moments = recorded(this.#machine, {
      ...entry,
      time: Math.min(time, began),
      index,
      sequence,
      sender,
      missing,
      date: this.#date(Math.min(time, began)),
      line,
      source: this.#source,
    }, this.timeline.end);
    this.#nextIndex = index + 1;
    this.#exit(entry.exited, record.time);
    this.#enter(entry.entered, record.time);
    for (const moment of moments) this.timeline.extend({ ...moment, activities: this.#activities }, limit);
    this.#noteStart();
  }

  /** Milliseconds since 1970 at a time of the app. @param {number} time */
  #date(time) {
    const { date } = this.#source;
    return date === null ? undefined : Math.round(date + 1000 * time);
  }

  /** Says at the first moment how many events before it are forgotten. */
  #noteStart() {
    const { start } = this.timeline;
    if (start === this.#start) return;
    this.#start = start;
    const count = this.missing[0]?.[0] === 0 ? this.missing[0][1] + 1 : 0;
    start.notes = count === 0
      ? []
      : [`${counted(count, "event")} before this point ${isOrAre(count)} no longer stored.`];
  }

  /**
   * The numbers of the events that happened and are not on the timeline, as ranges that include their ends.
   * @returns {[number, number][]}
   */
  get missing() {
    /** @type {[number, number][]} */
    const ranges = [];
    let next = 0;
    for (const { index } of this.timeline.line) {
      if (index === undefined) continue;
      if (index > next) ranges.push([next, index - 1]);
      next = index + 1;
    }
    return ranges;
  }

  /** How many events were dropped, and which; empty if none was. */
  get loss() {
    const { missing } = this;
    if (missing.length === 0) return "";
    const count = missing.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const names = missing.slice(0, 5).map(([first, last]) =>
      first === last ? `${first + 1}` : `${first + 1} to ${last + 1}`
    );
    const more = missing.length > names.length ? ` and ${missing.length - names.length} more gaps` : "";
    return `${counted(count, "event")} of ${this.#nextIndex} ${isOrAre(count)} missing: ` +
      `number ${names.join(", ")}${more}. The app, the inspector and this page store only the latest events.`;
  }

  /** @param {string[]} names @param {number} time */
  #enter(names, time) {
    this.#activities = [...this.#activities, ...names];
    this.spans.push(...names.map((name) => ({ name, start: time })));
    if (this.spans.length <= limit) return;
    // What still runs is kept, however old it is.
    const running = this.spans.slice(0, -limit / 2).filter(({ end }) => end === undefined);
    this.spans = [...running, ...this.spans.slice(-limit / 2)];
  }

  /** @param {string[]} names @param {number} time */
  #exit(names, time) {
    this.#activities = this.#activities.filter((name) => !names.includes(name));
    for (const span of this.spans) if (span.end === undefined && names.includes(span.name)) span.end = time;
  }
}
