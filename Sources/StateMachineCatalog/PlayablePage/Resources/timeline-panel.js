// The timeline as a list: a click shows a moment, and branches can be chosen.

/** @import { Machine } from "./machine.js" */
/** @import { Moment, Timeline } from "./timeline.js" */
import { byID, element, list } from "./elements.js";
import { shownOutcome } from "./outcome.js";
import { isRecorded } from "./timeline.js";

/** How many moments before and after the current one are listed. */
const limit = 100;

/**
 * @param {Timeline} timeline
 * @param {Machine} machine
 * @param {(moment: Moment) => void} onSelect
 * @param {number[] | null} [places] Where the moments are that are listed beside the current one; `null` for all.
 */
export function showTimeline(timeline, machine, onSelect, places = null) {
  const panel = byID("timeline");
  const hadFocus = panel.contains(document.activeElement);
  const { line, current } = timeline;
  const items = around(timeline.place(current), line.length, places).map((place) =>
    item(line[place], place, current, machine, onSelect)
  );
  panel.replaceChildren(...items);
  panel.style.setProperty("--digits", String(String(timeline.end.step).length));
  byID("position").textContent = `${current.step} of ${timeline.end.step}`;
  const shown = panel.querySelector('[aria-current="step"]');
  if (shown instanceof HTMLElement) {
    if (hadFocus) shown.focus({ preventScroll: true });
    panel.scrollTop = (shown.parentElement ?? shown).offsetTop - panel.clientHeight / 2;
  }
}

/** The places that are listed: some before and after one, and itself. @param {number} at @param {number} length @param {number[] | null} places */
function around(at, length, places) {
  if (!places) {
    const first = Math.max(0, at - limit);
    return Array.from({ length: Math.min(length, at + limit + 1) - first }, (_, index) => first + index);
  }
  let [first, end] = [0, places.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (places[middle] < at) first = middle + 1;
    else end = middle;
  }
  const after = places[first] === at ? first + 1 : first;
  return [...places.slice(Math.max(0, first - limit), first), at, ...places.slice(after, after + limit)];
}

/**
 * @param {Moment} moment
 * @param {number} index
 * @param {Moment} current
 * @param {Machine} machine
 * @param {(moment: Moment) => void} onSelect
 */
function item(moment, index, current, machine, onSelect) {
  const siblings = moment.previous?.branches ?? [];
  const others = siblings.filter((other) => other !== moment);
  return element(
    "li",
    {
      class: shownOutcome(moment),
      "data-index": index,
      // A gap is not a step.
      "data-step": moment.outcome === "start" && moment.previous ? undefined : moment.step,
    },
    element(
      "button",
      { "aria-current": moment === current ? "step" : undefined, click: () => onSelect(moment) },
      ...time(moment),
      ...(moment.eventName ? [element("b", {}, moment.eventName), " "] : []),
      element("span", {}, result(moment, machine)),
    ),
    ...(senderWords(moment) ? [element("small", {}, senderWords(moment))] : []),
    ...moment.notes.map((note) => element("small", { class: "note" }, note)),
    ...(moment.remark ? [element("small", { class: "remark" }, moment.remark)] : []),
    ...(moment.isLoop ? [element("small", { class: "note" }, "repeats forever")] : []),
    ...others.map((other) =>
      element(
        "button",
        { class: "branch", click: () => onSelect(other) },
        `or ${other.eventName} ${result(other, machine)}`,
      )
    ),
  );
}

/** @param {Moment} moment */
function time(moment) {
  return moment.previous && typeof moment.time === "number"
    ? [element("time", {}, `${moment.time.toFixed(3)} s `)]
    : [];
}

/** Who has sent an event, in words; empty if that is not known. @param {Moment} moment */
export function senderWords({ sender, senderName }) {
  if (!sender || !senderName) return "";
  return sender.within === "turn" ? `sent in a turn of ${senderName}` : `sent by work of ${senderName}`;
}

/**
 * What became of an event, in words.
 * @param {Moment} moment
 * @param {Machine} machine
 */
export function result(moment, machine) {
  switch (moment.outcome) {
    case "start":
      return moment.previous ? `in ${moment.stateName}` : `begins in ${moment.stateName}`;
    case "handled":
      return move(moment, machine) + (moment.output === undefined ? "" : ` / ${moment.output}`);
    case "rejected":
      return moment.reason ? `rejected: ${moment.reason}` : "rejected";
    case "dropped":
      return shownOutcome(moment) === "stale" ? "stale, its activity was over" : `dropped: ${moment.reason}`;
    case "unknown":
      return "not tried in this state";
  }
}

/** Where a transition led. @param {Moment} moment @param {Machine} machine */
function move(moment, machine) {
  if (moment.previous?.stateName === moment.stateName) return "stays";
  return isRecorded(moment) || moment.state === null || typeof moment.previous?.state !== "number"
    ? `→ ${moment.stateName}`
    : machine.move(moment.previous.state, moment.state);
}

/**
 * A moment as a sentence, for a screen reader.
 * @param {Moment} moment
 * @param {Machine} machine
 */
export function announcement(moment, machine) {
  const notes = [
    ...moment.notes,
    ...(moment.remark ? [`Note: ${moment.remark}`] : []),
    ...(moment.isLoop ? ["This loop repeats forever."] : []),
  ];
  return [sentence(moment, machine), ...notes].join(" ");
}

/** @param {Moment} moment @param {Machine} machine */
function sentence(moment, machine) {
  const { previous, eventName, stateName } = moment;
  if (!previous || moment.outcome === "start") return `In ${stateName}.`;
  if (moment.outcome === "rejected") {
    const handled = moment.event === null ? "" : ` It is handled in ${machine.handlingStates(moment.event)}.`;
    const reason = moment.reason ? `: ${moment.reason}` : "";
    return `${eventName} is rejected in ${stateName}${reason}.${handled}`;
  }
  if (moment.outcome !== "handled") return `${eventName}: ${result(moment, machine)}.`;
  const exited = moment.exited.length > 0 ? ` Exited ${list(moment.exited)}.` : "";
  const entered = moment.entered.length > 0 ? ` Entered ${list(moment.entered)}.` : "";
  const moved = previous.stateName === stateName ? `stays in ${stateName}` : `${previous.stateName} to ${stateName}`;
  return `${eventName}: ${moved}.${exited}${entered}`;
}
