// Machines as lanes on one time axis: the states as stretches, the events as marks, and a line at the moment that is looked at.

/** @import { Failure, Happened, TogetherMachine } from "./together-machine.js" */
import { counted, element } from "./elements.js";
import { placeOf } from "./together-machine.js";

/** How many pixels a stretch or a mark needs: those that have less are drawn as one. */
const narrow = 3;

/** How many violations are listed beside a lane. */
const failureLimit = 3;

/** The steps between the marks of the axis, in seconds; there are at most seven. */
const steps = [0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 600, 3600, 36000];

/**
 * @typedef {object} Axis What is shown.
 * @property {number} start
 * @property {number} end
 * @property {number} moment The time that is looked at.
 * @property {number} width In pixels.
 *
 * @typedef {object} About What the page knows and does.
 * @property {(machine: TogetherMachine) => string | undefined} address
 * @property {(machine: TogetherMachine) => string} status
 * @property {(machine: TogetherMachine, failure: Failure) => void} onFailure
 * @property {(time: number) => void} onTime
 */

/**
 * @param {TogetherMachine[]} machines
 * @param {Axis} axis
 * @param {About} about
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

/** @param {TogetherMachine} machine @param {Axis} axis @param {About} about */
function lane(machine, axis, about) {
  const address = about.address(machine);
  const broken = machine.failures.filter(({ time }) => time <= axis.moment);
  const more = broken.length - failureLimit;
  return element(
    "li",
    { class: machine.end === null ? "" : "over" },
    element(
      "div",
      { class: "who" },
      address ? element("a", { href: address }, machine.name) : element("b", {}, machine.name),
      " ",
      element("small", {}, about.status(machine)),
      element("span", { class: "now" }, now(machine, axis)),
      ...broken.slice(0, failureLimit).map((failure) => {
        const { property, reason } = failure;
        const attributes = {
          click: () => about.onFailure(machine, failure),
          "data-key": `${machine.session} ${machine.number} ${failure.sequence}`,
        };
        return element(
          "small",
          { class: "failure", title: reason },
          element("button", attributes, `Broken: ${property}`),
        );
      }),
      ...(more > 0 ? [element("small", {}, `and ${counted(more, "more violation")}`)] : []),
    ),
    element(
      "div",
      {
        class: "lane",
        "aria-hidden": "true",
        click: (/** @type {MouseEvent} */ event) => {
          const { left, width } = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
          about.onTime(axis.start + (event.clientX - left) / width * (axis.end - axis.start));
        },
      },
      ...stretches(machine, axis),
      ...marks(machine, axis),
      ...failures(machine, axis, about),
      cursor(axis),
    ),
  );
}

/** The state at the moment, or why it is not known. @param {TogetherMachine} machine @param {Axis} axis */
function now(machine, { moment }) {
  const stay = machine.stayAt(moment);
  if (!stay) return "not there yet";
  return stay.missing > 0 ? gapWords(stay.missing) : stay.state;
}

/** @param {number} missing */
function gapWords(missing) {
  return `${counted(missing, "event")} missing here`;
}

/** @param {TogetherMachine} machine @param {Axis} axis */
function stretches(machine, axis) {
  const { stays } = machine;
  const last = machine.end ?? Math.max(axis.end, machine.latest);
  const least = narrow * (axis.end - axis.start) / axis.width;
  const endOf = (/** @type {number} */ index) => stays[index + 1]?.time ?? last;
  const drawn = [];
  for (let index = Math.max(0, placeOf(stays, axis.start)); index < stays.length; index++) {
    if (stays[index].time > axis.end) break;
    if (endOf(index) < axis.start) continue;
    const first = index;
    while (isNarrow(index) && index + 1 < stays.length && isNarrow(index + 1)) index++;
    drawn.push(first === index ? single(first) : many(first, index));
  }
  return drawn;

  /** @param {number} index */
  function isNarrow(index) {
    const { time, missing } = stays[index];
    return missing === 0 && time <= axis.end && endOf(index) - time < least;
  }

  /** @param {number} index */
  function single(index) {
    const { state, missing } = stays[index];
    const text = missing > 0 ? gapWords(missing) : state;
    return stretch(index, index, missing > 0 ? "gap" : index % 2 === 0 ? "even" : "odd", text);
  }

  /** @param {number} first @param {number} index */
  function many(first, index) {
    const count = index - first + 1;
    return stretch(first, index, "many", `${counted(count, "state")}`);
  }

  /** @param {number} first @param {number} index @param {string} kind @param {string} text */
  function stretch(first, index, kind, text) {
    const [start, end] = [stays[first].time, endOf(index)];
    // The last state of a machine that goes on has no end yet.
    const goesOn = index === stays.length - 1 && machine.end === null;
    const isNow = start <= axis.moment && (axis.moment < end || goesOn);
    const made = element("span", { class: `stay ${kind}${isNow ? " present" : ""}`, title: text }, text);
    return place(made, Math.max(start, axis.start), Math.min(end, axis.end), axis);
  }
}

/** @param {TogetherMachine} machine @param {Axis} axis */
function marks({ events }, axis) {
  const least = narrow * (axis.end - axis.start) / axis.width;
  /** @type {Map<string, { first: Happened, count: number }>} The last mark of each outcome. */
  const latest = new Map();
  const drawn = [];
  let index = Math.max(0, placeOf(events, axis.start));
  while (index > 0 && events[index - 1].time >= axis.start) index--;
  for (; index < events.length && events[index].time <= axis.end; index++) {
    const happened = events[index];
    if (happened.time < axis.start) continue;
    const mark = latest.get(happened.outcome);
    if (mark && happened.time - mark.first.time < least) mark.count++;
    else {
      const next = { first: happened, count: 1 };
      latest.set(happened.outcome, next);
      drawn.push(next);
    }
  }
  return drawn.map(({ first: { event, outcome, time }, count }) => {
    const title = count === 1 ? `${event}: ${outcome}` : `${counted(count, "event")}: ${outcome}`;
    return place(element("span", { class: `mark ${outcome}`, title }), time, time, axis);
  });
}

/** @param {TogetherMachine} machine @param {Axis} axis @param {About} about */
function failures(machine, axis, about) {
  const least = narrow * (axis.end - axis.start) / axis.width;
  /** @type {Failure[][]} Those that are too near to each other to be told apart. */
  const drawn = [];
  for (const failure of machine.failures) {
    if (failure.time < axis.start || failure.time > axis.end) continue;
    const group = drawn[drawn.length - 1];
    if (group && failure.time - group[0].time < least) group.push(failure);
    else drawn.push([failure]);
  }
  return drawn.map((group) => {
    const [failure] = group;
    const more = group.length > 1 ? ` and ${counted(group.length - 1, "more violation")}` : "";
    const attributes = {
      class: "mark failure",
      title: `Broken: ${failure.property}${more}`,
      click: (/** @type {MouseEvent} */ event) => {
        event.stopPropagation();
        about.onFailure(machine, failure);
      },
    };
    return place(element("span", attributes), failure.time, failure.time, axis);
  });
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
