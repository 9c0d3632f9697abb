// The sample events as buttons: possible ones, and dimmed those that the present state rejects.

/** @import { Machine } from "./machine.js" */
import { byID, element } from "./elements.js";

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
          click: () => onSend(index),
        },
        event.name,
      )
    );
    byID("events").replaceChildren(
      ...this.#buttons.map((button, index) => element("li", {}, button, this.#notes[index])),
    );
  }

  /** @param {number | null} state */
  show(state) {
    const isKnown = state !== null && !this.#machine.states[state].isCut;
    this.#buttons.forEach((button, event) => {
      const transition = this.#machine.transition(state, event);
      button.classList.toggle("rejected", !transition);
      this.#notes[event].textContent = transition
        ? this.#machine.move(transition.source, transition.target) +
          (transition.output === undefined ? "" : ` / ${transition.output}`)
        : isKnown
        ? `rejected; handled in ${this.#machine.handlingStates(event)}`
        : "nothing is known of it here";
    });
  }
}
