// A sequence diagram: a column for each machine, a row for each event, and arrows from the machines that have sent events.

/** @import { Happened, TogetherMachine } from "./together-machine.js" */
import { element } from "./elements.js";

/** How many machines have a column. */
export const columnLimit = 8;

/**
 * @param {TogetherMachine[]} machines The columns.
 * @param {Happened[]} events
 * @param {Happened | null} present The event that is looked at.
 * @param {{ onSelect: (happened: Happened) => void, nameOf: (session: string, number: number) => string | undefined }} about
 */
export function rows(machines, events, present, about) {
  const columns = new Map(machines.map((machine, index) => [machine, index]));
  // Where Tab leads to.
  const stop = events.find((happened) => happened === present) ?? events[events.length - 1];
  return events.map((happened) => {
    const column = columns.get(happened.machine) ?? 0;
    const senderName = sender(happened, about);
    const from = senderColumn(machines, happened);
    const isPresent = happened === present;
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
    const row = element(
      "button",
      {
        "aria-current": isPresent ? "step" : undefined,
        "aria-label": sentence(happened, senderName),
        title: sentence(happened, senderName),
        tabindex: happened === stop ? 0 : -1,
        "data-key": `${happened.machine.session} ${happened.sequence}`,
        click: () => about.onSelect(happened),
      },
      element("time", {}, happened.time.toFixed(3)),
      element(
        "span",
        { class: "columns" },
        ...machines.map((_, index) => lifeline(index, machines.length)),
        arrow,
        label,
      ),
    );
    return element("li", {}, row);
  });
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

/** @param {Happened} happened */
function result({ outcome, before, after }) {
  if (outcome !== "handled") return outcome;
  return before === after ? "no change" : `→ ${after}`;
}

/** @param {Happened} happened @param {{ nameOf: (session: string, number: number) => string | undefined }} about */
function sender({ machine, sender }, about) {
  if (!sender) return "";
  const name = about.nameOf(machine.session, sender.machine) ?? `machine ${sender.machine}`;
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
  return `${time.toFixed(3)} s: ${machine.name} receives ${event}${
    senderName ? `, sent ${senderName}` : ""
  }: ${effect}`;
}
