// What the page says: to everybody, and to those who do not see it.

import { byID } from "./elements.js";

/** Says something to those who do not see the page. @param {string} text */
export function say(text) {
  byID("announcement").textContent = text;
}

/** Shows what went wrong until something else happens. @param {string} text */
export function warn(text) {
  byID("warning").textContent = text;
}
