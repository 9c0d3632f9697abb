// When something happened: seconds since the recording began, and the time of day where its date is known.

/** @import { Moment } from "./timeline.js" */

/** The seconds since the recording began, to the millisecond; empty if they are not known. @param {Moment} moment */
export function seconds({ time }) {
  return typeof time === "number" ? `${time.toFixed(3)} s` : "";
}

/** The date and the time of day; empty if they are not known. @param {Moment} moment */
export function clock({ date }) {
  const at = new Date(date ?? NaN);
  return Number.isNaN(at.getTime()) ? "" : `${at.toISOString().replace("T", " ").replace("Z", "")} UTC`;
}

/** Both, as far as they are known: “12.345 s, 2026-11-29 22:26:09.468 UTC”. @param {Moment} moment */
export function when(moment) {
  return [seconds(moment), clock(moment)].filter((words) => words !== "").join(", ");
}

/** The number of a step and its time: “Step 3, 12.345 s”. A gap has no number of its own. @param {Moment} moment */
export function stepWords(moment) {
  const name = moment.outcome === "start" && moment.previous ? `After step ${moment.step}` : `Step ${moment.step}`;
  return [name, when(moment)].filter((words) => words !== "").join(", ");
}
