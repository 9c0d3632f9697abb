// Activities as bars on a time axis, and events as marks on it.

/** @import { LiveMachine, Span } from "./live-machine.js" */
/** @import { Moment } from "./timeline.js" */
import { element } from "./elements.js";
import { shownOutcome } from "./outcome.js";

/** The seconds that are shown. */
const shownTime = 60;

/** How many activities are shown: those that were entered last. */
const limit = 20;

/** How many events are shown: the last ones. */
const eventLimit = 200;

/** The seconds between two marks of the axis, which has at most eight such parts. */
const steps = [0.5, 1, 2, 5, 10];

/**
 * @param {LiveMachine} live
 * @param {number} now In seconds, like the times of the machine.
 */
export function activitySpans({ spans, timeline }, now) {
  const start = Math.max(0, now - shownTime);
  const width = Math.max(now - start, 1);
  /** @type {(mark: HTMLElement, from: number, to: number) => HTMLElement} */
  const place = (mark, from, to) => {
    mark.style.left = `${100 * (from - start) / width}%`;
    mark.style.width = `${100 * (to - from) / width}%`;
    return mark;
  };
  const shown = spans.filter((span) => (span.end ?? now) >= start);
  const names = [...new Set(shown.map((span) => span.name).reverse())].slice(0, limit);
  const step = steps.find((seconds) => width / seconds <= 8) ?? 10;
  const ticks = Array.from(
    { length: Math.floor(width / step) + 1 },
    (_, index) => step * (Math.ceil(start / step) + index),
  );
  return [
    ...names.map((name) => {
      const own = shown.filter((span) => span.name === name);
      return row(
        name,
        own.slice(-3).map(title).join("; "),
        own.map((span) => {
          const bar = element("span", { class: span.end === undefined ? "going" : "over", title: title(span) });
          return place(bar, Math.max(span.start, start), span.end ?? now);
        }),
      );
    }),
    row(
      "events",
      "each event at its time",
      latest(timeline.end, start).map((moment) => {
        const outcome = shownOutcome(moment);
        const name = `${moment.eventName} at ${seconds(moment)}: ${outcome}`;
        return place(element("span", { class: outcome, title: name }), moment.time ?? 0, moment.time ?? 0);
      }),
    ),
    element(
      "li",
      { class: "axis", "aria-hidden": "true" },
      element("b"),
      element(
        "div",
        {},
        ...ticks.filter((tick) => tick <= start + width).map((tick) =>
          place(element("span", {}, `${tick} s`), tick, tick)
        ),
      ),
    ),
  ];
}

/** @param {string} name @param {string} words What the marks say. @param {HTMLElement[]} marks */
function row(name, words, marks) {
  const bars = element("div", { role: "img", "aria-label": words }, ...marks);
  return element("li", {}, element("b", { title: name }, name), bars);
}

/** The last events since a time. @param {Moment} end @param {number} start */
function latest(end, start) {
  const found = [];
  for (let moment = end; moment.previous && found.length < eventLimit; moment = moment.previous) {
    if ((moment.time ?? 0) < start) break;
    if (moment.outcome !== "start") found.push(moment);
  }
  return found.reverse();
}

/** @param {Moment} moment */
function seconds({ time }) {
  return `${(time ?? 0).toFixed(3)} s`;
}

/** @param {Span} span */
function title(span) {
  const end = span.end === undefined ? "still running" : `to ${span.end.toFixed(3)} s`;
  return `from ${span.start.toFixed(3)} s ${end}`;
}
