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
  const { names: present, isWhole } = activities(machine, moment);
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
  byID("no-activities").hidden = present.length > 0;
  byID("no-activities").textContent = isWhole
    ? "No activity is running."
    : "It is not known which activities are running.";
}

/**
 * The activities of a moment. Where the page does not know the state, they follow from what was exited and entered.
 * @param {Machine} machine
 * @param {Moment} moment
 * @returns {{ names: string[], isWhole: boolean }} Without the state at the beginning, others may be running.
 */
function activities(machine, moment) {
  if (moment.activities) return { names: moment.activities, isWhole: true };
  const unknown = [];
  let known = moment;
  while (known.state === null && known.outcome !== "start" && known.previous) {
    unknown.push(known);
    known = known.previous;
  }
  let names = known.state === null ? known.entered : machine.states[known.state].activities;
  for (const { exited, entered } of unknown.reverse()) {
    names = names.filter((name) => !exited.includes(name)).concat(entered);
  }
  return { names, isWhole: known.state !== null };
}
