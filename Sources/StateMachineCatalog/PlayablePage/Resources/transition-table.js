// The matrix of states and events, linked with the picture both ways.

/** @import { Machine, Transition } from "./machine.js" */
import { byID, counted, element } from "./elements.js";
import { finder } from "./word-search.js";

/** How many states are listed at most. */
const limit = 150;

/** The table. Rows are made for the states that the search finds. */
export class TransitionTable {
  /** @type {Map<number, HTMLTableRowElement>} */
  #rows = new Map();
  /** @type {Map<Transition, HTMLTableCellElement>} */
  #cells = new Map();
  #machine;
  #actions;
  /** Shows again what was shown before the search. */
  #update = () => {};

  /**
   * @param {Machine} machine
   * @param {{ onState: (state: number) => void, onTransition: (transition: Transition) => void }} actions
   */
  constructor(machine, actions) {
    this.#machine = machine;
    this.#actions = actions;
    const search = /** @type {HTMLInputElement} */ (byID("search"));
    search.addEventListener("input", () => {
      this.#fill(search.value);
      this.#update();
    });
    const names = machine.events.map((event) => element("th", { scope: "col" }, element("span", {}, event.name)));
    byID("table-head").replaceChildren(element("tr", {}, element("th", { scope: "col" }, "State"), ...names));
    this.#fill("");
  }

  /** @param {string} text Shows states whose name has it. */
  #fill(text) {
    const has = finder(text);
    const found = this.#machine.states.flatMap((state, index) => has(state.name) ? [index] : []);
    this.#rows.clear();
    this.#cells.clear();
    for (const index of found.slice(0, limit)) this.#rows.set(index, this.#row(index));
    byID("table-body").replaceChildren(...this.#rows.values());
    const hidden = found.length - this.#rows.size;
    byID("found").textContent = text.trim() === "" && hidden === 0
      ? ""
      : counted(found.length, "state") + (hidden > 0 ? `; only the first ${limit} are shown` : "");
  }

  /** @param {number} index */
  #row(index) {
    const state = this.#machine.states[index];
    const name = element("button", { click: () => this.#actions.onState(index) }, state.name);
    return element(
      "tr",
      { "data-state": index },
      element("th", { scope: "row" }, name),
      ...this.#machine.events.map((_, event) => this.#cell(index, event)),
    );
  }

  /** @param {number} state @param {number} event */
  #cell(state, event) {
    const transition = this.#machine.transition(state, event);
    if (!transition) {
      const reason = this.#machine.reason(state, event);
      const text = this.#machine.states[state].isCut ? "?" : reason === undefined ? "–" : `– ${reason}`;
      return element("td", { class: "rejected" }, text);
    }
    const move = this.#machine.move(state, transition.target);
    const button = element("button", { click: () => this.#actions.onTransition(transition) }, move);
    const cell = element("td", {}, button);
    this.#cells.set(transition, cell);
    return cell;
  }

  /**
   * @param {object} shown
   * @param {number | null} shown.present
   * @param {number | null} shown.selected
   * @param {Transition[]} shown.transitions Those that an arrow stands for.
   * @param {Set<Transition>} shown.taken
   * @param {Map<Transition, number> | null} shown.counts How often recordings took each, if that is asked.
   * @param {Set<Transition> | null} shown.covered Those that a recording takes up to its end, so that others are marked.
   */
  show(shown) {
    this.#update = () => {
      for (const [state, row] of this.#rows) {
        row.classList.toggle("present", state === shown.present);
        row.classList.toggle("selected", state === shown.selected);
      }
      for (const [transition, cell] of this.#cells) {
        cell.classList.toggle("selected", shown.transitions.includes(transition));
        cell.classList.toggle("taken", shown.taken.has(transition));
        const count = shown.counts?.get(transition);
        if (count) cell.setAttribute("data-count", `× ${count}`);
        else cell.removeAttribute("data-count");
        cell.classList.toggle("missed", shown.covered !== null && !shown.covered.has(transition));
      }
    };
    this.#update();
  }

  /** Scrolls the table, and not the page, to a state. @param {number} state */
  scrollTo(state) {
    const row = this.#rows.get(state);
    if (row) byID("table").scrollTop = row.offsetTop - row.offsetHeight;
  }
}
