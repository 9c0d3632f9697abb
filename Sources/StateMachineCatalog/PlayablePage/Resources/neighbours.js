// The present state with its neighbours, for a machine that is too large for a picture.

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { counted, element } from "./elements.js";

/** How many neighbours are listed on a side. */
const limit = 30;

/**
 * Three columns: the states that lead here, the present state, and those that it leads to.
 * @param {Machine} machine
 * @param {Moment} moment
 * @param {{ onSend: (event: number) => void, onSelect: (state: number) => void }} actions
 */
export function neighbours(machine, moment, actions) {
  const state = moment.state;
  const incoming = machine.document.transitions.filter((step) => step.target === state && step.source !== state);
  const outgoing = machine.transitionsFrom(state).filter((step) => step.target !== state);
  return element(
    "div",
    { class: "neighbours" },
    column(
      "Comes from",
      incoming.map((step) =>
        row(machine.states[step.source].name, machine.events[step.event].name, () => actions.onSelect(step.source))
      ),
      state === null ? "Not known" : "Nothing",
    ),
    element("p", { class: "present" }, moment.stateName),
    column(
      "Leads to",
      outgoing.map((step) =>
        row(machine.states[step.target].name, machine.events[step.event].name, () => actions.onSend(step.event))
      ),
      state === null || machine.states[state].isCut ? "Not known" : "Nothing",
    ),
  );
}

/** @param {string} title @param {HTMLElement[]} rows @param {string} none What stands there if there are none. */
function column(title, rows, none) {
  const more = rows.length - limit;
  return element(
    "div",
    {},
    element("h3", {}, title),
    rows.length === 0 ? element("p", { class: "quiet" }, none) : element("ul", {}, ...rows.slice(0, limit)),
    ...(more > 0 ? [element("p", { class: "quiet" }, `and ${counted(more, "more transition")}`)] : []),
  );
}

/** @param {string} state @param {string} event @param {() => void} action */
function row(state, event, action) {
  return element(
    "li",
    {},
    element("button", { click: action }, element("b", {}, state), element("small", {}, event)),
  );
}
