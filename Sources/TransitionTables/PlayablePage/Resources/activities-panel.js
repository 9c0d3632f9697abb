// What goes on in the present state, and what has just ended and begun there.

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { byID, element } from "./elements.js";

/**
 * Lists the activities of the present state, outermost first, and before them those that have just ended.
 * @param {Machine} machine
 * @param {Moment} moment
 */
export function showActivities(machine, moment) {
  const present = activities(machine, moment);
  const item = (/** @type {string} */ name, /** @type {string} */ kind, /** @type {string} */ word) =>
    element(
      "li",
      { class: kind, title: machine.activityComments.get(name) },
      name,
      ...(word ? [element("small", {}, ` ${word}`)] : []),
    );
  const items = [
    ...moment.exited.map((name) => item(name, "exited", "exited")),
    ...present.map((name) =>
      moment.entered.includes(name) && moment.outcome === "handled"
        ? item(name, "entered", "entered")
        : item(name, "continuing", "")
    ),
  ];
  items.forEach((shown, index) => shown.style.setProperty("--order", String(index)));
  byID("activities").replaceChildren(...items);
  byID("no-activities").hidden = items.length > 0;
}

/**
 * The activities of a moment. Where the page does not know the state, they follow from what was exited and entered.
 * @param {Machine} machine
 * @param {Moment} moment
 * @returns {string[]}
 */
function activities(machine, moment) {
  if (moment.state !== null) return machine.states[moment.state].activities;
  if (!moment.previous || moment.outcome === "start") return moment.entered;
  return activities(machine, moment.previous).filter((name) => !moment.exited.includes(name)).concat(moment.entered);
}
