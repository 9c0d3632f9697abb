// The sample events as buttons: possible ones, and folded below them those that the present state rejects.

/** @import { Machine, Transition } from "./machine.js" */
import { byID, counted, element, isOrAre } from "./elements.js";

/** The buttons, in the same order in both lists. */
export class EventsPanel {
  /** @type {HTMLButtonElement[]} */
  #buttons;
  /** @type {HTMLElement[]} */
  #notes;
  #items;
  #machine;
  #possible = byID("possible-events");
  #fold = /** @type {HTMLDetailsElement} */ (byID("impossible-events"));

  /**
   * @param {Machine} machine
   * @param {(event: number) => void} onSend
   */
  constructor(machine, onSend) {
    this.#machine = machine;
    this.#notes = machine.events.map((_, index) => element("small", { id: `note_${index}` }));
    this.#buttons = machine.events.map((event, index) =>
      element(
        "button",
        {
          "data-event": index,
          "aria-describedby": `note_${index}`,
          title: event.comment,
          click: () => this.#keepInPlace(index, () => onSend(index)),
        },
        event.name,
      )
    );
    byID("samples-note").hidden = !machine.events.some((_, event) => machine.hasPayload(event));
    this.#items = this.#buttons.map((button, index) => element("li", {}, button, this.#notes[index]));
  }

  /** Keeps a button under the finger on a phone, where the state above it may need more lines. @param {number} event @param {() => void} send */
  #keepInPlace(event, send) {
    const top = () => this.#buttons[event].getBoundingClientRect().top;
    const before = top();
    send();
    if (this.#isSeen(event) && matchMedia("(max-width: 60rem)").matches) scrollBy(0, top() - before);
  }

  /** Whether a button is not folded. @param {number} event */
  #isSeen(event) {
    return this.#fold.open || this.#possible.contains(this.#buttons[event]);
  }

  /** @param {number | null} state */
  show(state) {
    const isKnown = state !== null && !this.#machine.states[state].isCut;
    this.#buttons.forEach((button, event) => {
      const transition = this.#machine.transition(state, event);
      const reason = this.#machine.reason(state, event);
      button.classList.toggle("rejected", !transition);
      this.#notes[event].textContent = transition
        ? this.#effect(transition) +
          (transition.output === undefined ? "" : ` / ${transition.output}`)
        : isKnown
        ? `rejected${reason === undefined ? "" : `: ${reason}`}; handled in ${this.#machine.handlingStates(event)}`
        : "not tried in this state";
    });
    // Of an unknown state, nothing is known to be impossible.
    this.#sort(isKnown);
    const count = this.#fold.querySelectorAll("li").length;
    this.#fold.hidden = count === 0;
    this.#fold.children[0].textContent = `${counted(count, "event")} ${isOrAre(count)} impossible now`;
  }

  /**
   * Moves each event to its list. The focus stays at its button, or if that is folded, comes to the list of possible events.
   * @param {boolean} folds Whether rejected events are folded.
   */
  #sort(folds) {
    const focused = this.#buttons.findIndex((button) => button === document.activeElement);
    const [possible, rejected] = [this.#possible, this.#fold.children[1]];
    const next = new Map([possible, rejected].map((list) => [list, /** @type {Element | null} */ (null)]));
    for (const [event, item] of [...this.#items.entries()].reverse()) {
      const list = folds && this.#buttons[event].classList.contains("rejected") ? rejected : possible;
      if (item.parentElement !== list) list.insertBefore(item, next.get(list) ?? null);
      next.set(list, item);
    }
    if (focused < 0) return;
    (this.#isSeen(focused) ? this.#buttons[focused] : possible).focus({ preventScroll: true });
  }

  /**
   * Where a transition leads. If it leads nowhere, another payload might, and it is said which of the samples do.
   * @param {Transition} transition
   */
  #effect({ source, event, target }) {
    const machine = this.#machine;
    if (source !== target || !machine.hasPayload(event)) return machine.move(source, target);
    const path = machine.events[event].path.join(".");
    const moving = machine.transitionsFrom(source).filter((other) =>
      other.target !== source && machine.events[other.event].path.join(".") === path
    );
    if (moving.length === 0) return "no change with this sample";
    const more = moving.length > 1 ? `, and ${counted(moving.length - 1, "more sample")}` : "";
    return `no change with this sample, unlike ${machine.events[moving[0].event].name}${more}`;
  }
}
