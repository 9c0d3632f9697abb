// Activities as bars on a time axis.

/** @import { Span } from "./live-machine.js" */
import { element } from "./elements.js";

/** The seconds that are shown. */
const shownTime = 60;

/** How many activities are shown: those that were entered last. */
const limit = 20;

/**
 * @param {Span[]} spans
 * @param {number} now In seconds, like the spans.
 */
export function activitySpans(spans, now) {
  const start = Math.max(0, now - shownTime);
  const shown = spans.filter((span) => (span.end ?? now) >= start);
  const names = [...new Set(shown.map((span) => span.name).reverse())].slice(0, limit);
  const width = Math.max(now - start, 1);
  return [
    ...names.map((name) => {
      const own = shown.filter((span) => span.name === name);
      const bars = own.map((span) => {
        const from = Math.max(span.start, start);
        const bar = element("span", { class: span.end === undefined ? "going" : "over", title: title(span) });
        bar.style.left = `${100 * (from - start) / width}%`;
        bar.style.width = `${Math.max(100 * ((span.end ?? now) - from) / width, 0.5)}%`;
        return bar;
      });
      const words = own.slice(-3).map(title).join("; ");
      return element(
        "li",
        {},
        element("b", {}, name),
        element("div", { role: "img", "aria-label": words }, ...bars),
      );
    }),
    element("li", { class: "axis" }, `${start.toFixed(0)} s`, element("span", {}, `${now.toFixed(0)} s`)),
  ];
}

/** @param {Span} span */
function title(span) {
  const end = span.end === undefined ? "going on" : `to ${span.end.toFixed(3)} s`;
  return `from ${span.start.toFixed(3)} s ${end}`;
}
