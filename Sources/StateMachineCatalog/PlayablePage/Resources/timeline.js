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
 */

/** The happenings, and the one that is shown. */
export class Timeline {
  /** @type {Moment | undefined} The last moment, or one before it. */
  #end;
  /** How many happenings were added by `extend`. */
  #count = 0;

  /** @param {Happening} start */
  constructor(start) {
    /** @type {Moment} */
    this.start = { ...start, previous: null, branches: [], next: null };
    this.current = this.start;
  }

  /** The moments from the start through the current one to the end of its branch. */
  get line() {
    const line = [];
    for (let moment = /** @type {Moment | null} */ (this.start); moment; moment = moment.next) line.push(moment);
    return line;
  }

  /** The moments from the start to the current one. */
  get past() {
    const line = this.line;
    return line.slice(0, line.indexOf(this.current) + 1);
  }

  /**
   * Goes on from the current moment: along the branch that begins with the same event, or along a new one.
   * @param {Happening} happening
   */
  add(happening) {
    const isSame = (/** @type {Moment} */ moment) =>
      moment.event === happening.event && moment.eventName === happening.eventName &&
      moment.outcome === happening.outcome && moment.state === happening.state;
    let moment = this.current.branches.find(isSame);
    if (!moment) {
      moment = { ...happening, previous: this.current, branches: [], next: null };
      this.current.branches.push(moment);
    }
    this.goTo(moment);
  }

  /**
   * Puts happenings behind the current moment without showing them.
   * @param {Happening[]} happenings
   */
  append(happenings) {
    let end = this.current;
    for (const happening of happenings) {
      end.next = { ...happening, previous: end, branches: [], next: null };
      end.branches.push(end.next);
      end = end.next;
    }
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
    let moment = this.#end ?? this.start;
    while (moment.next) moment = moment.next;
    this.#end = moment;
    return moment;
  }

  /**
   * Puts a happening behind the last moment, and shows it if that one was shown. If there are too many, the first half is forgotten.
   * @param {Happening} happening
   * @param {number} limit
   */
  extend(happening, limit) {
    const { end } = this;
    const moment = { ...happening, previous: end, branches: [], next: null };
    [end.branches, end.next, this.#end] = [[moment], moment, moment];
    if (this.current === end) this.current = moment;
    if (++this.#count > limit) this.#forget(limit / 2);
  }

  /** Makes a later moment the start, unless an earlier one is shown. @param {number} count How many to forget. */
  #forget(count) {
    let start = this.start;
    for (let index = 0; index < count && start.next && start !== this.current; index++) {
      start = start.next;
      this.#count--;
    }
    start.previous = null;
    this.start = start;
  }

  /**
   * Shows a moment, of whatever branch.
   * @param {Moment} moment
   */
  goTo(moment) {
    for (let child = moment; child.previous; child = child.previous) child.previous.next = child;
    this.current = moment;
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
