// Files that the page writes, without a network.

import { byID, element } from "./elements.js";

/** How long the browser may take to read what it saves, in milliseconds. */
const patience = 60_000;

/** Saves a file. @param {string | Blob} content @param {string} name @param {string} [type] */
export function save(content, name, type = "text/plain") {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), patience);
  byID("copied").textContent = `${name} saved.`;
}

/** A name of a machine as a part of a file name. @param {string} name */
export function fileName(name) {
  return name.replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "") || "machine";
}
