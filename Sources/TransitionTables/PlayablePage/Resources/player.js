// Plays a timeline from the current moment on: a recording at its own pace, anything else with a pause between events.

/** @import { Moment, Timeline } from "./timeline.js" */

/** The pause between events without times, in seconds. */
const pause = 0.8;

/** The longest time that a timer takes, in milliseconds. */
const longest = 2 ** 31 - 1;

/** Shows the next moment, again and again. */
export class Player {
  /** @type {number | undefined} */
  #timer;
  #onMove;

  /** @param {() => void} onMove Called whenever the timeline has moved, or has stopped. */
  constructor(onMove) {
    this.#onMove = onMove;
  }

  /** Whether it plays. */
  get isPlaying() {
    return this.#timer !== undefined;
  }

  /**
   * @param {Timeline} timeline
   * @param {() => number} speed How many times as fast as it was; infinite to go to the end at once.
   */
  play(timeline, speed) {
    this.stop();
    this.#schedule(timeline, speed);
    this.#onMove();
  }

  /** Stops where it is. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** @param {Timeline} timeline @param {() => number} speed */
  #schedule(timeline, speed) {
    const { current } = timeline;
    if (!current.next) return this.stop();
    this.#timer = setTimeout(() => {
      timeline.forward();
      // Without a pace, everything is shown at once.
      while (speed() === Infinity && timeline.current.next) timeline.forward();
      this.#schedule(timeline, speed);
      this.#onMove();
    }, Math.min(longest, 1000 * interval(current, current.next) / speed()));
  }
}

/** The seconds between two moments. @param {Moment} before @param {Moment} after */
function interval(before, after) {
  return typeof before.time === "number" && typeof after.time === "number"
    ? Math.max(0, after.time - before.time)
    : pause;
}
