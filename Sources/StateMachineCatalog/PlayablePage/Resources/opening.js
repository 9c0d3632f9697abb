// Files and texts that the user opens, or drops on the page.

import { byID, list } from "./elements.js";
import { warn } from "./messages.js";

/**
 * @param {(text: string, name: string) => void} onText Called with a text, and with what to call it.
 * @param {(files: { text: string, name: string }[]) => void} onTexts Called with several.
 */
export function whenOpened(onText, onTexts) {
  byID("file").addEventListener("change", async (change) => {
    const input = /** @type {HTMLInputElement} */ (change.target);
    await read(input.files ?? undefined, onText, onTexts);
    input.value = "";
  });
  document.addEventListener("dragover", (drag) => {
    if (!isInput(drag.target)) drag.preventDefault();
  });
  document.addEventListener("drop", async (drop) => {
    if (isInput(drop.target)) return;
    drop.preventDefault();
    const { files } = drop.dataTransfer ?? {};
    if (files?.length) await read(files, onText, onTexts);
    else onText(drop.dataTransfer?.getData("text/plain") ?? "", "The text");
  });
}

/**
 * @param {FileList | undefined} files
 * @param {(text: string, name: string) => void} onText
 * @param {(files: { text: string, name: string }[]) => void} onTexts
 */
async function read(files, onText, onTexts) {
  if (!files || files.length === 0) return;
  /** @type {{ text: string, name: string }[]} */
  const texts = [];
  /** @type {string[]} */
  const unreadable = [];
  for (const file of files) {
    try {
      texts.push({ text: await file.text(), name: file.name });
    } catch {
      unreadable.push(file.name);
    }
  }
  if (files.length > 1) onTexts(texts);
  else if (texts.length === 1) onText(texts[0].text, texts[0].name);
  if (unreadable.length > 0) warn(`${byID("warning").textContent} ${list(unreadable)} cannot be read.`.trim());
}

/** Whether something takes texts itself. @param {EventTarget | null} target */
function isInput(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
