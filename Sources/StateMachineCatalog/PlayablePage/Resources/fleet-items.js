// The jobs and payloads that the page of a fleet lists.

import { counted, element } from "./elements.js";

/**
 * @typedef {object} Job
 * @property {string} job
 * @property {string} machine
 * @property {string} activity
 * @property {string} queue
 * @property {string} state
 * @property {number} attempts
 * @property {string} due
 * @property {string} [next] The time from which a worker may take it.
 * @property {string} [reason] The last error.
 */

/** Texts up to this length are shown at once. */
const shortLength = 200;

/** A time in UTC, as the commands print it, without the date if that is today's. @param {string} text */
export function clock(text) {
  const [day, rest] = text.replace("Z", "").split("T");
  return `${day === new Date().toISOString().slice(0, 10) ? "" : `${day} `}${rest} UTC`;
}

/** @type {WeakMap<Element, string>} What each item shows. */
const sources = new WeakMap();

/**
 * Changes the items of a list. Those that show the same stay, with the focus, and open if they were open.
 * @template Value
 * @param {HTMLElement} list
 * @param {Value[]} values
 * @param {(value: Value) => (Node | string)[]} content
 */
export function update(list, values, content) {
  const known = new Map([...list.children].map((item) => [sources.get(item), item]));
  const items = values.map((value) => {
    const source = JSON.stringify(value);
    const item = known.get(source) ?? element("li", { class: "item" }, ...content(value));
    sources.set(item, source);
    return item;
  });
  for (const item of [...list.children]) if (!items.includes(/** @type {HTMLLIElement} */ (item))) item.remove();
  items.forEach((item, index) => {
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
  });
}

/** @param {Job} job */
export function jobItem(job) {
  const queue = job.queue ? ` in the queue ${visible(job.queue)}` : "";
  const next = job.next ? `, ${job.state === "waiting" ? "due" : "lease until"} ${clock(job.next)}` : "";
  return [
    element("a", { href: `#${encodeURIComponent(job.machine)}` }, visible(job.machine)),
    ...(job.reason ? [element("span", { class: "error" }, visible(job.reason))] : []),
    payload(job.activity),
    element("small", {}, `${visible(job.job)}: ${job.state}${queue}, ${counted(job.attempts, "attempt")}${next}`),
  ];
}

/**
 * A text whose control characters are visible, because some of them turn the direction of the text around them.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(
    /[^\P{Cc}\n]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
}

/** A payload; a long one is folded. @param {string} json */
export function payload(json) {
  const text = visible(json);
  if (text.length <= shortLength) return element("code", {}, text);
  return element(
    "details",
    {},
    element("summary", {}, element("code", {}, `${text.slice(0, shortLength / 2)}…`)),
    element("code", {}, text),
  );
}
