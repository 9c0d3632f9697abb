// Copies by the clipboard, and by hand where the browser refuses.

import { deepStrictEqual as equal } from "node:assert";
import { clearCopied, copy } from "page/copying.js";
import { element, isHidden, openClipboard, openPage, text } from "./page-without-browser.js";

/**
 * Opens the page, in a browser with a clipboard or without one.
 * @param {((text: string) => Promise<void>) | undefined} writeText What the clipboard does.
 */
function opened(writeText) {
  openPage();
  Object.defineProperty(navigator, "clipboard", { value: writeText && { writeText }, configurable: true });
}

/** The text for copying by hand, and what of it is selected. */
function byHand() {
  const output = /** @type {HTMLTextAreaElement} */ (element("#copy-text"));
  return [output.value, output.value.slice(output.selectionStart, output.selectionEnd)];
}

/** Whether the text for copying by hand is shown. */
function isByHand() {
  return !isHidden("#copy-by-hand");
}

const refuse = () => Promise.reject(new Error("not allowed"));

Deno.test("a text is shown and selected for copying by hand where the browser refuses, or has no clipboard", async () => {
  for (const writeText of [refuse, undefined]) {
    opened(writeText);
    await copy("closed\nopen", "Link");
    equal([text("#copied"), isByHand(), byHand()], ["", true, ["closed\nopen", "closed\nopen"]]);
    equal(document.activeElement?.id, "copy-text");
  }
});

Deno.test("a text for copying by hand disappears with the next copy", async () => {
  opened(refuse);
  await copy("closed", "Link");
  equal(isByHand(), true);
  await copy("", "Markdown");
  equal(isByHand(), false);
  await copy("closed", "Link");
  openClipboard();
  await copy("open", "Markdown");
  equal([text("#copied"), isByHand()], ["Markdown copied.", false]);
});

Deno.test("what was copied is forgotten when the page shows something else", async () => {
  opened(() => Promise.resolve());
  await copy("closed", "Link");
  clearCopied();
  equal([text("#copied"), isByHand()], ["", false]);
  opened(refuse);
  await copy("closed", "Link");
  clearCopied();
  equal(isByHand(), false);
});
