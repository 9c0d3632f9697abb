// Finds states of a large diagram by their names.

/** @import { Machine } from "./machine.js" */
import { byID, counted } from "./elements.js";
import { finder } from "./word-search.js";

/** A search whose results are marked in the diagram. Enter leads from one to the next. */
export class DiagramSearch {
  /** @type {string[]} */
  #found = [];
  #next = 0;

  /**
   * @param {Machine} machine
   * @param {string[]} drawn The ids of the drawn states.
   * @param {{ onFound: (ids: string[]) => void, onGo: (id: string) => void }} actions
   */
  constructor(machine, drawn, { onFound, onGo }) {
    const input = /** @type {HTMLInputElement} */ (byID("diagram-search"));
    const names = new Map(drawn.map((id) => [id, machine.chartStates.get(id)?.name ?? ""]));
    input.addEventListener("input", () => {
      const [isEmpty, has] = [input.value.trim() === "", finder(input.value)];
      this.#found = isEmpty ? [] : drawn.filter((id) => has(names.get(id) ?? ""));
      this.#next = 0;
      this.#say(isEmpty ? "" : `${counted(this.#found.length, "state")} found`);
      onFound(this.#found);
    });
    input.addEventListener("keydown", (key) => {
      if (key.key !== "Enter" || this.#found.length === 0) return;
      key.preventDefault();
      const at = this.#next % this.#found.length;
      this.#next = at + 1;
      onGo(this.#found[at]);
      this.#say(`${at + 1} of ${counted(this.#found.length, "state")}`);
    });
  }

  /** @param {string} text */
  #say(text) {
    byID("diagram-found").textContent = text;
  }
}
