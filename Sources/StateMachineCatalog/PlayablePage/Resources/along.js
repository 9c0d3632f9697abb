// What is known of the moments of a line, found once even if the line grows.

/** @import { Moment } from "./timeline.js" */

/**
 * A value that each moment of a line changes in its turn.
 * @template Value
 */
export class Along {
  /** @type {Moment[] | undefined} */
  #line;
  /** @type {Value} */
  #value;
  #count = 0;
  #begin;
  #take;

  /**
   * @param {() => Value} begin The value before the first moment.
   * @param {(value: Value, moment: Moment, place: number) => void} take Changes the value.
   */
  constructor(begin, take) {
    this.#begin = begin;
    this.#take = take;
    this.#value = begin();
  }

  /** The value after all moments of a line. @param {Moment[]} line @returns {Value} */
  of(line) {
    if (line !== this.#line) {
      [this.#line, this.#value, this.#count] = [line, this.#begin(), 0];
    }
    while (this.#count < line.length) this.#take(this.#value, line[this.#count], this.#count++);
    return this.#value;
  }

  /** Begins again, since the moments have changed. */
  forget() {
    this.#line = undefined;
  }
}
