// What has happened, as a tree: an event that is sent at an earlier point begins a branch.

/** @import { Machine } from "./machine.js" */
/** @import { RecordedSource } from "./recording.js" */
/** @import { Sender } from "./recording-file.js" */

/**
 * @typedef {object} Happening What became of an event, as it was sent on the page or recorded.
 * @property {"start" | "handled" | "rejected" | "dropped" | "unknown"} outcome
 * @property {number | null} event The index of the event; `null` at the start, and for one that the page does not know.
 * @property {string} eventName
 * @property {string[]} eventPath
 * @property {number | null} state The index of the state afterwards; `null` for one that the page does not know.
 * @property {string} stateName
 * @property {string[]} statePath
 * @property {string[]} exited
 * @property {string[]} entered
 * @property {string} [output] What `handleEvent` returned, where that is known.
 * @property {string} [reason] Why the event was rejected or dropped.
 * @property {number | null} [time] Seconds since the recording began.
 * @property {string[]} [activities] What goes on, where the machine has said it.
 * @property {number} [index] The number of the event, from 0, where it was counted.
 * @property {number} [missing] How many events before it are not known.
 * @property {number} [sequence] The place of a recorded event among the records of all machines.
 * @property {number} [date] Milliseconds since 1970, where the recording says it.
 * @property {Sender} [sender] The machine that has sent the event, where that is known.
 * @property {string} [senderName]
 * @property {RecordedSource} [source] The recorded machine.
 * @property {string[]} [broken] The properties that the app has found violated here.
 * @property {string[]} notes What differs from what the page knows of the machine.
 * @property {string} [remark] What somebody has written at this moment; it travels with the recording.
 * @property {string} [line] The line of the recording, so that what the page does not read is kept.
 * @property {boolean} [isLoop] Whether it is part of what repeats for ever in a counterexample.
 */

/**
 * @typedef {Happening & Links} Moment A happening with its place in the tree.
 * @typedef {object} Links
 * @property {Moment | null} previous
 * @property {Moment[]} branches What has happened next; several if the user went back.
 * @property {Moment | null} next The branch that was taken last.
 * @property {number} place How many moments came before it, even if they are forgotten.
 * @property {number} step The number of the event that led here: 0 at the beginning. A gap has the number of the event before it.
 */

/** The happenings, and the one that is shown. */
export class Timeline {
  /** @type {Moment[] | null} The answer of `line` as long as it is known. It only grows, or is replaced. */
  #line = null;
  /** How many happenings were added by `extend`. */
  #count = 0;

  /** @param {Happening} start */
  constructor(start) {
    this.start = linked(start, null);
    this.current = this.start;
  }

  /** The moments from the start through the current one to the end of its branch. Nobody else changes the list. */
  get line() {
    if (!this.#line) {
      this.#line = [];
      for (let moment = /** @type {Moment | null} */ (this.start); moment; moment = moment.next) {
        this.#line.push(moment);
      }
    }
    return this.#line;
  }

  /** The moments from the start to the current one. */
  get past() {
    return this.line.slice(0, this.place(this.current) + 1);
  }

  /** Where a moment is on the line. @param {Moment} moment */
  place({ place }) {
    return place - this.start.place;
  }

  /** Whether a moment is on the line, and not on another branch. @param {Moment} moment */
  has(moment) {
    return this.line[this.place(moment)] === moment;
  }

  /**
   * Goes on from the current moment: along the branch that begins with the same event, or along a new one.
   * @param {Happening} happening
   */
  add(happening) {
    const isSame = (/** @type {Moment} */ moment) =>
      moment.event === happening.event && moment.eventName === happening.eventName &&
      moment.outcome === happening.outcome && moment.state === happening.state;
    this.goTo(this.current.branches.find(isSame) ?? this.#follow(this.current, happening));
  }

  /** Puts a happening behind a moment, as the branch that is taken if there is no other. @param {Moment} before @param {Happening} happening */
  #follow(before, happening) {
    const moment = linked(happening, before);
    before.branches.push(moment);
    if (!before.next) {
      before.next = moment;
      if (this.#line?.at(-1) === before) this.#line.push(moment);
    }
    return moment;
  }

  /**
   * Puts happenings behind the current moment without showing them.
   * @param {Happening[]} happenings
   */
  append(happenings) {
    let end = this.current;
    if (end.next) [end.next, this.#line] = [null, null];
    for (const happening of happenings) end = this.#follow(end, happening);
  }

  /**
   * The moment that events lead to from the start; `undefined` if they have not been sent.
   * @param {Moment[]} moments The start, and one for each event.
   */
  find(moments) {
    let found = /** @type {Moment | undefined} */ (this.start);
    for (const { event, state } of moments.slice(1)) {
      found = found?.branches.find((moment) => moment.event === event && moment.state === state);
    }
    return found;
  }

  /** The last moment of the branch that was taken last. */
  get end() {
    return this.line[this.line.length - 1];
  }

  /**
   * Puts a happening behind the last moment, and shows it if that one was shown. If there are too many, the first half is forgotten.
   * @param {Happening} happening
   * @param {number} limit
   */
  extend(happening, limit) {
    const { end } = this;
    const moment = this.#follow(end, happening);
    if (this.current === end) this.current = moment;
    if (++this.#count > limit) this.#forget(limit / 2);
  }

  /** Makes a later moment the start, unless an earlier one is shown. @param {number} count How many to forget. */
  #forget(count) {
    const place = Math.min(count, this.place(this.current));
    this.#count -= place;
    [this.start, this.#line] = [this.line[place], this.line.slice(place)];
    this.start.previous = null;
  }

  /**
   * Shows a moment, of whatever branch.
   * @param {Moment} moment
   */
  goTo(moment) {
    this.current = moment;
    if (this.has(moment)) return;
    for (let child = moment; child.previous; child = child.previous) child.previous.next = child;
    this.#line = null;
  }

  /** Shows the previous moment, if there is one. */
  back() {
    if (this.current.previous) this.current = this.current.previous;
  }

  /** Shows the next moment, if there is one. */
  forward() {
    if (this.current.next) this.current = this.current.next;
  }
}

/** A happening as a moment. @param {Happening} happening @param {Moment | null} previous @returns {Moment} */
function linked(happening, previous) {
  const { outcome, index } = happening;
  const counted = previous ? previous.step + (outcome === "start" ? 0 : 1) : 0;
  const [place, step] = [previous ? previous.place + 1 : 0, index === undefined ? counted : index + 1];
  return { ...happening, previous, branches: [], next: null, place, step };
}

/** Where the moment of a step is on a line, or the first one after it; at the end if there is none. @param {Moment[]} line @param {number} step */
export function placeOfStep(line, step) {
  let [first, end] = [0, line.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (line[middle].step < step) first = middle + 1;
    else end = middle;
  }
  return Math.min(first, line.length - 1);
}

/**
 * The machine as it begins.
 * @param {Machine} machine
 * @param {number} state
 * @returns {Happening}
 */
export function beginning(machine, state) {
  return {
    outcome: "start",
    event: null,
    eventName: "",
    eventPath: [],
    state,
    stateName: machine.states[state].name,
    statePath: machine.states[state].path,
    exited: [],
    entered: machine.states[state].activities,
    notes: [],
  };
}

/**
 * What becomes of an event in a state.
 * @param {Machine} machine
 * @param {{ state: number | null, stateName: string, statePath: string[] }} before
 * @param {number} event
 * @returns {Happening}
 */
export function happening(machine, before, event) {
  const transition = machine.transition(before.state, event);
  const isKnown = before.state !== null && !machine.states[before.state].isCut;
  const target = transition ? machine.states[transition.target] : undefined;
  return {
    outcome: transition ? "handled" : isKnown ? "rejected" : "unknown",
    event,
    eventName: machine.events[event].name,
    eventPath: machine.events[event].path,
    state: transition ? transition.target : before.state,
    stateName: target ? target.name : before.stateName,
    statePath: target ? target.path : before.statePath,
    exited: transition?.exited ?? [],
    entered: transition?.entered ?? [],
    output: transition?.output,
    notes: [],
  };
}

/**
 * Whether a happening was recorded elsewhere, so that its names are shown as they are.
 * @param {Happening} happening
 */
export function isRecorded(happening) {
  return happening.time !== undefined;
}

/**
 * The transition that brought the machine to a moment; `undefined` if there is none, or if a recorded machine went elsewhere.
 * @param {Machine} machine
 * @param {Moment} moment
 */
export function takenTransition(machine, moment) {
  if (moment.outcome !== "handled" || !moment.previous) return undefined;
  const transition = machine.transition(moment.previous.state, moment.event);
  return transition?.target === moment.state ? transition : undefined;
}
