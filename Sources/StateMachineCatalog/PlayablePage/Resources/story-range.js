// The part of a timeline that is told elsewhere, from one step to another.

/** @import { Moment, Timeline } from "./timeline.js" */

/** A timeline with more steps than this is long, and its story begins so many steps before the end. */
const [longest, usual] = [100, 50];

/** What a story tells: the moments from one to another, both of which are on the line. */
export class StoryRange {
  /** @type {Moment | null} Where the user has it begin. */
  #begin = null;
  /** @type {Moment | null} */
  #end = null;

  /** Whether the user has chosen its beginning or its end. @param {Timeline} timeline */
  isChosen(timeline) {
    return this.#chosen(timeline, this.#begin) !== null || this.#chosen(timeline, this.#end) !== null;
  }

  /** @param {Timeline} timeline */
  beginAtCurrent(timeline) {
    this.#begin = timeline.current;
    const end = this.#chosen(timeline, this.#end);
    if (end && end.place < timeline.current.place) this.#end = null;
  }

  /** @param {Timeline} timeline */
  endAtCurrent(timeline) {
    this.#end = timeline.current;
    const begin = this.#chosen(timeline, this.#begin);
    if (begin && begin.place > timeline.current.place) this.#begin = null;
  }

  /** Forgets what the user has chosen. */
  reset() {
    [this.#begin, this.#end] = [null, null];
  }

  /** A moment that the user has chosen, unless it is on another timeline or branch now. @param {Timeline} timeline @param {Moment | null} moment */
  #chosen(timeline, moment) {
    return moment && timeline.has(moment) ? moment : null;
  }

  /**
   * The places of the first and the last moment on the line.
   * @param {Timeline} timeline
   * @returns {{ first: number, last: number, isShortened: boolean }}
   */
  of(timeline) {
    const begin = this.#chosen(timeline, this.#begin);
    const first = begin ? timeline.place(begin) : 0;
    const last = Math.max(first, timeline.place(this.#chosen(timeline, this.#end) ?? timeline.current));
    const isShortened = !begin && last > longest;
    return { first: isShortened ? last - usual : first, last, isShortened };
  }

  /**
   * The moments of the story. The first one tells only where the machine is, as if the timeline began there.
   * @param {Timeline} timeline
   * @returns {Moment[]}
   */
  moments(timeline) {
    const { first, last } = this.of(timeline);
    return told(timeline.line.slice(first, last + 1));
  }
}

/** Moments of which the first one tells only where the machine is. @param {Moment[]} moments @returns {Moment[]} */
export function told(moments) {
  if (!moments[0].previous) return moments;
  /** @type {Moment} */
  const begin = { ...moments[0], outcome: "start", event: null, eventName: "", eventPath: [], previous: null };
  const start = { ...begin, output: undefined, reason: undefined, exited: [], entered: [], notes: [], line: undefined };
  if (moments.length === 1) return [start];
  // A recording of the story has the numbers of its events, too.
  const { index = moments[1].step - 1 } = moments[1];
  return [start, { ...moments[1], index, previous: start }, ...moments.slice(2)];
}

/** The moments of a story in words: “steps 3 to 8”. @param {Moment[]} moments */
export function rangeWords(moments) {
  const [first, last] = [moments[0].step, moments[moments.length - 1].step];
  return first === last ? `step ${first}` : `steps ${first} to ${last}`;
}
