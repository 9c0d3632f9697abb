// A sequence diagram: a column for each machine, a row for each event, and arrows from the machines that have sent events.

/** @import { Happened, TogetherMachine } from "./together-machine.js" */
import { counted, element } from "./elements.js";
import { clock, localDate, seconds } from "./together-times.js";

/** How many machines have a column. */
export const columnLimit = 8;

/**
 * @typedef {object} RowActions What the page knows and does.
 * @property {(happened: Happened) => void} onSelect
 * @property {(session: string, number: number) => string | undefined} nameOf
 * @property {(happened: Happened) => number | null} dateOf Milliseconds since 1970, if known.
 * @property {(happened: Happened) => boolean} isInRange Whether an event is part of the story.
 */

/**
 * The machines that have columns: those that have received or sent events, and if there are too many, those of the nearest events.
 * @param {TogetherMachine[]} machines In the order of the columns.
 * @param {Happened[]} events
 * @param {number} place The event that is looked at.
 */
export function columnsOf(machines, events, place) {
  /** @type {Set<TogetherMachine>} */
  const found = new Set();
  const near = events.map((happened, index) => ({ happened, distance: Math.abs(index - place) }))
    .sort((one, other) => one.distance - other.distance);
  for (const { happened } of near) {
    const { machine, sender } = happened;
    found.add(machine);
    const from = sender &&
      machines.find(({ session, number }) => session === machine.session && number === sender.machine);
    if (from) found.add(from);
  }
  const chosen = new Set([...found].slice(0, columnLimit));
  return { columns: machines.filter((machine) => chosen.has(machine)), count: found.size };
}

/**
 * The rows of events, with a line where events are not drawn, or are missing.
 * @param {TogetherMachine[]} machines The columns.
 * @param {Happened[]} events
 * @param {Happened | null} present The event that is looked at.
 * @param {RowActions} about
 */
export function rows(machines, events, present, about) {
  const columns = new Map(machines.map((machine, index) => [machine, index]));
  // Where Tab leads to.
  const own = events.filter(({ machine }) => columns.has(machine));
  const stop = own.find((happened) => happened === present) ?? own[own.length - 1];
  /** @type {HTMLLIElement[]} */
  const items = [];
  /** @type {Happened[]} */
  let others = [];
  const addOthers = () => {
    if (others.length > 0) items.push(gapRow(otherWords(others)));
    others = [];
  };
  for (const happened of events) {
    if (!columns.has(happened.machine)) {
      others.push(happened);
      continue;
    }
    addOthers();
    if (happened.missing > 0) {
      items.push(gapRow(`${happened.machine.name}: ${counted(happened.missing, "event")} missing here`));
    }
    items.push(row(machines, columns, happened, { isPresent: happened === present, isStop: happened === stop }, about));
  }
  addOthers();
  return items;
}

/** A line between the rows. @param {string} text @param {() => void} [onClick] */
export function gapRow(text, onClick) {
  const content = onClick ? element("button", { class: "more", click: onClick, "data-key": text }, text) : text;
  return element("li", { class: "gap" }, content);
}

/** @param {Happened[]} events */
function otherWords(events) {
  const names = [...new Set(events.map(({ machine }) => machine.name))];
  const more = names.length > 3 ? ` and ${names.length - 3} more machines` : "";
  return `${counted(events.length, "event")} of ${names.slice(0, 3).join(", ")}${more}, without a column`;
}

/**
 * @param {TogetherMachine[]} machines
 * @param {Map<TogetherMachine, number>} columns
 * @param {Happened} happened
 * @param {{ isPresent: boolean, isStop: boolean }} how
 * @param {RowActions} about
 */
function row(machines, columns, happened, { isPresent, isStop }, about) {
  const column = columns.get(happened.machine) ?? 0;
  const words = sentence(happened, senderWords(happened, about.nameOf));
  const from = senderColumn(machines, happened);
  const arrow = element("span", {
    class: `arrow ${happened.outcome} ${direction(from, column)}`,
    "aria-hidden": "true",
  });
  arrow.style.left = `${100 * (Math.min(from ?? column, column) + 0.5) / machines.length}%`;
  arrow.style.width = `${100 * Math.abs((from ?? column) - column) / machines.length}%`;
  const label = element(
    "span",
    { class: "label" },
    element("b", {}, happened.event),
    " ",
    element("span", {}, result(happened)),
  );
  const middle = ((from ?? column) + column) / 2;
  label.style.left = `${100 * (middle + 0.5) / machines.length}%`;
  const date = about.dateOf(happened);
  const button = element(
    "button",
    {
      "aria-current": isPresent ? "step" : undefined,
      "aria-label": words,
      title: `${
        date === null ? "" : `${localDate(date)}, `
      }${words}; step ${happened.step} of ${happened.machine.name}`,
      tabindex: isStop ? 0 : -1,
      "data-key": `${happened.machine.session} ${happened.sequence}`,
      click: () => about.onSelect(happened),
    },
    element(
      "span",
      { class: "when" },
      element("time", {}, happened.time.toFixed(3)),
      ...(date === null ? [] : [element("small", {}, clock(date))]),
    ),
    element(
      "span",
      { class: "columns" },
      ...machines.map((_, index) => lifeline(index, machines.length)),
      arrow,
      label,
    ),
  );
  const broken = happened.machine.failures.filter(({ index }) => index === happened.index);
  return element(
    "li",
    { class: about.isInRange(happened) ? "in-range" : undefined },
    button,
    ...broken.map(({ property, reason }) =>
      element("small", { class: "failure", title: reason }, `Broken: ${property}`)
    ),
    ...(happened.note ? [element("small", { class: "remark" }, happened.note)] : []),
  );
}

/** The names of the columns. @param {TogetherMachine[]} machines */
export function heads(machines) {
  return machines.map((machine) =>
    element(
      "span",
      { class: "head" },
      element("b", {}, machine.name),
      " ",
      element("small", {}, shortType(machine.type)),
    )
  );
}

/** The name of a type without its module. @param {string} type */
export function shortType(type) {
  return type.replace(/^[^.]*\./, "");
}

/** @param {number} index @param {number} count */
function lifeline(index, count) {
  const line = element("span", { class: "lifeline", "aria-hidden": "true" });
  line.style.left = `${100 * (index + 0.5) / count}%`;
  return line;
}

/** The column of the machine that has sent an event. @param {TogetherMachine[]} machines @param {Happened} happened */
function senderColumn(machines, { machine: { session }, sender }) {
  if (!sender) return null;
  const index = machines.findIndex((machine) => machine.session === session && machine.number === sender.machine);
  return index < 0 ? null : index;
}

/** @param {number | null} from @param {number} to */
function direction(from, to) {
  if (from === null) return "outside";
  return from === to ? "itself" : from < to ? "right" : "left";
}

/** What became of an event, in words. @param {Happened} happened */
export function result({ outcome, before, after }) {
  if (outcome !== "handled") return outcome;
  return before === after ? "no change" : `→ ${after}`;
}

/**
 * Which machine has sent an event; empty if it is not known.
 * @param {Happened} happened
 * @param {(session: string, number: number) => string | undefined} nameOf
 */
export function senderWords({ machine, sender }, nameOf) {
  if (!sender) return "";
  const name = nameOf(machine.session, sender.machine) ?? `machine ${sender.machine}`;
  return sender.within === "turn" ? `in a turn of ${name}` : `by work of ${name}`;
}

/** @param {Happened} happened @param {string} senderName */
function sentence(happened, senderName) {
  const { machine, event, outcome, before, after, time } = happened;
  const effect = outcome !== "handled"
    ? `${outcome} in ${before}`
    : before === after
    ? `handled, stays in ${after}`
    : `${before} to ${after}`;
  return `${seconds(time)}: ${machine.name} receives ${event}${senderName ? `, sent ${senderName}` : ""}: ${effect}`;
}
