// Plays a timeline from the current moment on: a recording at its own pace, anything else with a pause between events.

/** @import { Moment, Timeline } from "./timeline.js" */

/** The pause between events without times, in seconds. */
const pause = 0.8;

/** The longest time that a timer takes, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Shows each moment when its time has come. */
export class Player {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #onMove;
  #speed;

  /**
   * @param {() => void} onMove Called whenever the timeline has moved, or has stopped.
   * @param {() => number} speed How many times as fast as it was; infinite to go to the end at once.
   */
  constructor(onMove, speed) {
    this.#onMove = onMove;
    this.#speed = speed;
  }

  /** Whether it plays. */
  get isPlaying() {
    return this.#timer !== undefined;
  }

  /** @param {Timeline} timeline */
  play(timeline) {
    this.stop();
    this.#schedule(timeline, performance.now());
    this.#onMove();
  }

  /** Stops where it is. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Waits for the next moment. What showing takes is no part of the pace: moments whose time has passed meanwhile are not waited for.
   * @param {Timeline} timeline
   * @param {number} shownAt When the current moment was due.
   */
  #schedule(timeline, shownAt) {
    const due = this.#due(timeline.current, shownAt);
    if (due === undefined) return this.stop();
    this.#timer = setTimeout(() => {
      let [moved, next] = [shownAt, /** @type {number | undefined} */ (due)];
      while (next !== undefined && next <= performance.now()) {
        timeline.forward();
        moved = next;
        next = this.#due(timeline.current, moved);
      }
      this.#schedule(timeline, moved);
      this.#onMove();
    }, Math.min(longest, Math.max(0, due - performance.now())));
  }

  /** When the next moment is due; `undefined` if there is none. @param {Moment} moment @param {number} shownAt */
  #due(moment, shownAt) {
    return moment.next ? shownAt + 1000 * interval(moment, moment.next) / this.#speed() : undefined;
  }
}

/** The seconds between two moments. @param {Moment} before @param {Moment} after */
function interval(before, after) {
  return typeof before.time === "number" && typeof after.time === "number"
    ? Math.max(0, after.time - before.time)
    : pause;
}
