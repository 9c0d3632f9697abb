// Copies by the clipboard, and by hand where the browser refuses.

import { deepStrictEqual as equal } from "node:assert";
import { clearCopied, copy } from "page/copying.js";
import { openPage, text } from "./page-without-browser.js";

/**
 * Opens the page, in a browser with a clipboard or without one.
 * @param {((text: string) => Promise<void>) | undefined} writeText What the clipboard does.
 */
function opened(writeText) {
  openPage();
  Object.defineProperty(navigator, "clipboard", { value: writeText && { writeText }, configurable: true });
}

/** The text for copying by hand, what of it is selected, and whether it is shown. */
function byHand() {
  const output = /** @type {HTMLTextAreaElement} */ (document.querySelector("#copy-text"));
  const isShown = !(/** @type {HTMLElement} */ (document.querySelector("#copy-by-hand")).hidden);
  return [isShown, output.value, output.value.slice(output.selectionStart, output.selectionEnd)];
}

/** Whether the text for copying by hand is shown. */
function isByHand() {
  return byHand()[0];
}

const refuse = () => Promise.reject(new Error("not allowed"));

Deno.test("a text is copied to the clipboard, and the page says what it was", async () => {
  /** @type {string[]} */
  const written = [];
  opened((text) => {
    written.push(text);
    return Promise.resolve();
  });
  await copy("closed\nopen", "Swift test");
  equal([written, text("#copied"), isByHand()], [["closed\nopen"], "Swift test copied.", false]);
});

Deno.test("a text is called copied only once it is in the clipboard", async () => {
  /** @type {() => void} */
  let finish = () => {};
  opened(() => new Promise((resolve) => finish = resolve));
  const copying = copy("closed", "Link");
  equal(text("#copied"), "");
  finish();
  await copying;
  equal(text("#copied"), "Link copied.");
});

for (const [why, writeText] of /** @type {const} */ ([["refuses", refuse], ["has no clipboard", undefined]])) {
  Deno.test(`a text is shown and selected for copying by hand where the browser ${why}`, async () => {
    opened(writeText);
    await copy("closed\nopen", "Link");
    equal([text("#copied"), byHand()], ["", [true, "closed\nopen", "closed\nopen"]]);
    equal(document.activeElement?.id, "copy-text");
  });
}

Deno.test("a text for copying by hand disappears with the next copy", async () => {
  opened(refuse);
  await copy("closed", "Link");
  equal(isByHand(), true);
  await copy("", "Markdown");
  equal(isByHand(), false);
  await copy("closed", "Link");
  Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.resolve() }, configurable: true });
  await copy("open", "Markdown");
  equal([text("#copied"), isByHand()], ["Markdown copied.", false]);
});

Deno.test("an empty timeline is not copied, and the page says why", async () => {
  let count = 0;
  opened(() => {
    count++;
    return Promise.resolve();
  });
  await copy("", "JSON Lines");
  equal([count, text("#copied"), isByHand()], [0, "The timeline has no events to copy yet.", false]);
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
