// What is known of one state: comments, activities, and what each event does in it.

/** @import { Machine, Transition } from "./machine.js" */
import { counted, element, list, prose } from "./elements.js";

/**
 * @param {Machine} machine
 * @param {number} state
 * @param {number | null} present
 * @param {(events: number[]) => void} onGo Sends the events that lead from the present state to this one.
 */
export function statePanel(machine, state, present, onGo) {
  const shown = machine.states[state];
  const transitions = machine.transitionsFrom(state);
  const rejected = machine.events.filter((_, event) => !machine.transition(state, event));
  return [
    element("h3", {}, shown.name, ...(state === present ? [element("small", {}, " (the current state)")] : [])),
    ...machine.comments(state).map(({ name, comment }) =>
      element("p", {}, element("b", {}, name), ": ", ...prose(comment))
    ),
    ...(shown.swift === undefined ? [] : [element("p", {}, element("code", {}, shown.swift))]),
    ...activities(machine, state),
    ...(shown.isFinal ? [element("p", {}, "This is a final state.")] : []),
    shown.isCut
      ? element("p", {}, "The exploration stopped at this state, so its events are not known.")
      : element("ul", { class: "effects" }, ...transitions.map((transition) => effect(machine, transition))),
    ...(rejected.length > 0 && !shown.isCut
      ? [element("p", { class: "quiet" }, `Rejects ${list(rejected.map((event) => event.name))}`)]
      : []),
    ...wayThere(machine, state, present, onGo),
  ];
}

/** @param {Machine} machine @param {number} state */
function activities(machine, state) {
  const names = machine.states[state].activities;
  const items = names.map((name) => element("li", {}, name, ...comment(machine.activityComments.get(name))));
  return names.length === 0
    ? [element("p", {}, "Activities: none")]
    : [element("p", {}, "Activities:"), element("ul", {}, ...items)];
}

/** @param {string | undefined} text */
function comment(text) {
  return text ? [" ", element("small", {}, ...prose(text))] : [];
}

/** @param {Machine} machine @param {Transition} transition */
function effect(machine, transition) {
  const { event, source, target, exited, entered, output } = transition;
  const details = [
    ...(exited.length > 0 ? [`exits ${list(exited)}`] : []),
    ...(entered.length > 0 ? [`enters ${list(entered)}`] : []),
    ...(output === undefined ? [] : [`returns ${output}`]),
  ];
  return element(
    "li",
    {},
    element("b", {}, machine.events[event].name),
    ` ${machine.move(source, target)}`,
    ...(details.length > 0 ? [element("small", {}, ` ${details.join("; ")}.`)] : []),
    ...comment(machine.events[event].comment),
  );
}

/** @param {Machine} machine @param {number} state @param {number | null} present @param {(events: number[]) => void} onGo */
function wayThere(machine, state, present, onGo) {
  if (present === null || present === state) return [];
  const events = machine.shortestPath(present, state);
  if (!events) return [element("p", { class: "quiet" }, "No events lead from the current state to this state.")];
  const names = events.map((event) => machine.events[event].name).join(", ");
  return [
    element(
      "button",
      { id: "go", click: () => onGo(events) },
      `Go there with ${counted(events.length, "event")}`,
    ),
    element("p", { class: "quiet" }, names),
  ];
}
