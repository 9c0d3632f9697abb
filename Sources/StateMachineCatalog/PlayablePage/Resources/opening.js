// Files and texts that the user opens, or drops on the page.

import { byID } from "./elements.js";
import { warn } from "./messages.js";

/** @param {(text: string, name: string) => void} onText Called with a text, and with what to call it. */
export function whenOpened(onText) {
  byID("file").addEventListener("change", async (change) => {
    const input = /** @type {HTMLInputElement} */ (change.target);
    await read(input.files ?? undefined, onText);
    input.value = "";
  });
  document.addEventListener("dragover", (drag) => {
    if (!isInput(drag.target)) drag.preventDefault();
  });
  document.addEventListener("drop", async (drop) => {
    if (isInput(drop.target)) return;
    drop.preventDefault();
    const { files } = drop.dataTransfer ?? {};
    if (files?.length) await read(files, onText);
    else onText(drop.dataTransfer?.getData("text/plain") ?? "", "The text");
  });
}

/** @param {FileList | undefined} files @param {(text: string, name: string) => void} onText */
async function read(files, onText) {
  if (!files || files.length === 0) return;
  if (files.length > 1) return warn("The page plays one recording at a time. Open only one file.");
  try {
    onText(await files[0].text(), files[0].name);
  } catch {
    warn(`${files[0].name} is not readable.`);
  }
}

/** Whether something takes texts itself. @param {EventTarget | null} target */
function isInput(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
