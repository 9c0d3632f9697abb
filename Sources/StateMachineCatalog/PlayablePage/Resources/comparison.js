// Two recordings side by side: where they part.

/** @import { Moment } from "./timeline.js" */

/**
 * @typedef {object} Parting
 * @property {number} common How many moments are the same, from the beginning.
 * @property {string} reason What is different then; empty if nothing is.
 */

/**
 * The first difference between two recordings. Times, notes and names of the recordings' own do not matter.
 * @param {Moment[]} one
 * @param {Moment[]} other
 * @returns {Parting}
 */
export function parting(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let index = 0; index < shared; index++) {
    const reason = difference(one[index], other[index]);
    if (reason) return { common: index, reason };
  }
  if (one.length === other.length) return { common: shared, reason: "" };
  const [first, longer] = one.length < other.length ? ["first", other] : ["second", one];
  return {
    common: shared,
    reason: `the ${first} recording ends, and the other continues with ${longer[shared].eventName}`,
  };
}

/** @param {Moment} one @param {Moment} other */
function difference(one, other) {
  if (one.eventName !== other.eventName) {
    return `the first recording has the event ${name(one)}, and the second has ${name(other)}`;
  }
  const event = one.eventName ? `${one.eventName} ` : "it ";
  if (one.outcome !== other.outcome) {
    return `${event}is ${outcome(one)} in the first recording and ${outcome(other)} in the second`;
  }
  if (one.stateName !== other.stateName) {
    const leads = one.eventName ? "leads" : "begins";
    const where = one.eventName ? "to" : "in";
    return `${event}${leads} ${where} ${one.stateName} in the first recording and ${where} ${other.stateName} in the second`;
  }
  for (const what of /** @type {const} */ (["exited", "entered"])) {
    if (JSON.stringify(one[what]) !== JSON.stringify(other[what])) {
      const words = [one, other].map((moment) => moment[what].join(", ") || "no activities");
      return `${event}${what} ${words[0]} in the first recording and ${words[1]} in the second`;
    }
  }
  return "";
}

/** @param {Moment} moment */
function name({ eventName }) {
  return eventName || "none";
}

/** @param {Moment} moment */
function outcome({ outcome, reason }) {
  return outcome === "start" ? "a gap" : outcome + (reason ? ` (${reason})` : "");
}

/**
 * The rows of a table: some moments before the parting, and what follows in each recording.
 * @param {Moment[]} one
 * @param {Moment[]} other
 * @param {number} common
 * @param {{ before: number, after: number }} limits
 */
export function rows(one, other, common, { before, after }) {
  const first = Math.max(0, common - before);
  const end = Math.min(Math.max(one.length, other.length), common + after);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => ({
    index: first + index,
    one: /** @type {Moment | undefined} */ (one[first + index]),
    other: /** @type {Moment | undefined} */ (other[first + index]),
    isCommon: first + index < common,
  }));
}
