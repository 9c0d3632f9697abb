// Machines as lanes on one time axis: the states as stretches, the events as marks, and a line at the moment that is looked at.

/** @import { TogetherMachine } from "./together-machine.js" */
import { element } from "./elements.js";

/** How many stretches and marks a lane has: the last ones. */
const limit = 200;

/** The steps between the marks of the axis, in seconds; there are at most seven. */
const steps = [0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 600, 3600, 36000];

/**
 * @typedef {object} Axis What is shown.
 * @property {number} start
 * @property {number} end
 * @property {number} moment The time that is looked at.
 */

/**
 * @param {TogetherMachine[]} machines
 * @param {Axis} axis
 * @param {{ address: (machine: TogetherMachine) => string | undefined, status: (machine: TogetherMachine) => string }} about
 */
export function lanes(machines, axis, about) {
  return [...machines.map((machine) => lane(machine, axis, about)), scale(axis)];
}

/**
 * @param {HTMLElement} mark
 * @param {number} from
 * @param {number} to
 * @param {Axis} axis
 */
function place(mark, from, to, { start, end }) {
  mark.style.left = `${100 * (from - start) / (end - start)}%`;
  mark.style.width = `${100 * (to - from) / (end - start)}%`;
  return mark;
}

/**
 * @param {TogetherMachine} machine
 * @param {Axis} axis
 * @param {{ address: (machine: TogetherMachine) => string | undefined, status: (machine: TogetherMachine) => string }} about
 */
function lane(machine, axis, about) {
  const address = about.address(machine);
  const state = machine.stateAt(axis.moment);
  const broken = machine.failures.filter(({ time }) => time <= axis.moment);
  return element(
    "li",
    { class: machine.end === null ? "" : "over" },
    element(
      "div",
      { class: "who" },
      address ? element("a", { href: address }, machine.name) : element("b", {}, machine.name),
      " ",
      element("small", {}, about.status(machine)),
      element(
        "span",
        { class: "now" },
        state ?? (axis.moment < machine.start ? "not there yet" : "no longer stored"),
      ),
      ...broken.map(({ property, reason }) =>
        element("small", { class: "failure", title: reason }, `Broken: ${property}`)
      ),
    ),
    element(
      "div",
      { class: "lane", "aria-hidden": "true" },
      ...stretches(machine, axis),
      ...marks(machine, axis),
      cursor(axis),
    ),
  );
}

/** @param {TogetherMachine} machine @param {Axis} axis */
function stretches(machine, axis) {
  const { stays } = machine;
  const last = machine.end ?? Math.max(axis.end, machine.latest);
  return stays.map((stay, index) => ({ stay, index, end: stays[index + 1]?.time ?? last }))
    .filter(({ stay, end }) => end >= axis.start && stay.time <= axis.end)
    .slice(-limit)
    .map(({ stay, index, end }) => {
      // The last state of a machine that goes on has no end yet.
      const goesOn = index === stays.length - 1 && machine.end === null;
      const isNow = stay.time <= axis.moment && (axis.moment < end || goesOn);
      const stretch = element(
        "span",
        { class: `stay ${index % 2 === 0 ? "even" : "odd"}${isNow ? " present" : ""}`, title: stay.state },
        stay.state,
      );
      return place(stretch, Math.max(stay.time, axis.start), Math.min(end, axis.end), axis);
    });
}

/** @param {TogetherMachine} machine @param {Axis} axis */
function marks(machine, axis) {
  const events = machine.events.filter(({ time }) => time >= axis.start && time <= axis.end).slice(-limit).map((
    event,
  ) =>
    place(
      element("span", { class: `mark ${event.outcome}`, title: `${event.event}: ${event.outcome}` }),
      event.time,
      event.time,
      axis,
    )
  );
  const failures = machine.failures.filter(({ time }) => time >= axis.start && time <= axis.end).map((
    { time, property },
  ) => place(element("span", { class: "mark failure", title: `Broken: ${property}` }), time, time, axis));
  return [...events, ...failures];
}

/** @param {Axis} axis */
function cursor(axis) {
  return place(element("span", { class: "cursor" }), axis.moment, axis.moment, axis);
}

/** @param {Axis} axis */
function scale(axis) {
  const width = axis.end - axis.start;
  const step = steps.find((seconds) => width / seconds <= 7) ?? width / 7;
  const first = Math.ceil(axis.start / step);
  const ticks = Array.from({ length: 8 }, (_, index) => (first + index) * step).filter((tick) => tick <= axis.end);
  return element(
    "li",
    { class: "scale", "aria-hidden": "true" },
    element("div"),
    element(
      "div",
      {},
      ...ticks.map((tick) => place(element("span", {}, `${Number(tick.toFixed(3))} s`), tick, tick, axis)),
    ),
  );
}
