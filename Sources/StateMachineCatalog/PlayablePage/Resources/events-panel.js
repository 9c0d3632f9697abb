// The sample events as buttons: possible ones, and dimmed those that the present state rejects.

/** @import { Machine, Transition } from "./machine.js" */
import { byID, counted, element } from "./elements.js";

/** The buttons, which stay where they are when the state changes. */
export class EventsPanel {
  /** @type {HTMLButtonElement[]} */
  #buttons;
  /** @type {HTMLElement[]} */
  #notes;
  #machine;

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
    byID("events").replaceChildren(
      ...this.#buttons.map((button, index) => element("li", {}, button, this.#notes[index])),
    );
  }

  /** Keeps a button under the finger on a phone, where the state above it may need more lines. @param {number} event @param {() => void} send */
  #keepInPlace(event, send) {
    const top = () => this.#buttons[event].getBoundingClientRect().top;
    const before = top();
    send();
    if (matchMedia("(max-width: 60rem)").matches) scrollBy(0, top() - before);
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
