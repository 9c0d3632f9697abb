// A line of a recording that others repeat with other numbers.

/** The text of a line, split by its numbers. */
export class RepeatedLine {
  /** The text before, between and behind the numbers. */
  #pieces;
  /** The runs of digits, from the beginning of the line. */
  #numbers;
  /** For each number, the position of its value among the different values. */
  #places;

  /** @param {string} line */
  constructor(line) {
    this.#pieces = line.split(/[0-9]+/);
    this.#numbers = line.match(/[0-9]+/g) ?? [];
    const different = [...new Set(this.#numbers)];
    this.#places = this.#numbers.map((number) => different.indexOf(number));
  }

  /**
   * The line with other numbers.
   * @param {string} digits Either the first numbers, or, after an equals sign, what replaces the different numbers in the order of their
   * first appearance.
   */
  filled(digits) {
    const isByValue = digits.startsWith("=");
    const others = (isByValue ? digits.slice(1) : digits).split(" ");
    let line = this.#pieces[0];
    for (const [index, number] of this.#numbers.entries()) {
      line += (others[isByValue ? this.#places[index] : index] ?? number) + this.#pieces[index + 1];
    }
    return line;
  }
}
