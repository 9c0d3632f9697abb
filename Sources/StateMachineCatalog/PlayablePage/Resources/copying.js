// Copies texts, by the clipboard or by hand.

import { byID } from "./elements.js";

/**
 * @param {string} text
 * @param {string} what What it is, for the message.
 * @param {string} [note] What else to say of it.
 */
export async function copy(text, what, note = "") {
  byID("copy-by-hand").hidden = true;
  if (text === "") {
    byID("copied").textContent = "The timeline has no events to copy yet.";
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
    byID("copied").textContent = [`${what} copied.`, ...(note ? [note] : [])].join(" ");
  } catch {
    // Without the permission, the text can be copied by hand.
    const output = /** @type {HTMLTextAreaElement} */ (byID("copy-text"));
    output.value = text;
    byID("copied").textContent = note;
    byID("copy-by-hand").hidden = false;
    output.focus();
    output.select();
  }
}

/** Forgets what was copied, since the page shows something else. */
export function clearCopied() {
  byID("copied").textContent = "";
  byID("copy-by-hand").hidden = true;
}
