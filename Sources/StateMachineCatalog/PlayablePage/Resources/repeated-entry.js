// An entry of a recording that others repeat with other numbers.

/** The text of an entry, split by its numbers. */
export class RepeatedEntry {
  /** The text before, between and behind the numbers. */
  #pieces;
  /** The runs of digits, from the beginning of the entry. */
  #numbers;
  /** For each number, the position of its value among the different values. */
  #places;

  /** @param {string} entry */
  constructor(entry) {
    this.#pieces = entry.split(/[0-9]+/);
    this.#numbers = entry.match(/[0-9]+/g) ?? [];
    const different = [...new Set(this.#numbers)];
    this.#places = this.#numbers.map((number) => different.indexOf(number));
  }

  /**
   * The entry with other numbers.
   * @param {string} digits Either the first numbers, or, after an equals sign, what replaces the different numbers in the order of their
   * first appearance.
   */
  filled(digits) {
    const isByValue = digits.startsWith("=");
    const others = (isByValue ? digits.slice(1) : digits).split(" ");
    let text = this.#pieces[0];
    for (const [index, number] of this.#numbers.entries()) {
      text += (others[isByValue ? this.#places[index] : index] ?? number) + this.#pieces[index + 1];
    }
    return text;
  }
}
