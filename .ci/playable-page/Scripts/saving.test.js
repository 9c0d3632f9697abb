// Files that the page saves. What the browser does with them is a list of links that were clicked.

import { deepStrictEqual as equal } from "node:assert";
import { fileName, save } from "page/saving.js";
import { Clock, openDownloads, openPage, text } from "./page-without-browser.js";

/** A page, what it saves, and the addresses that it gives free. */
function opened() {
  openPage('<small id="copied" role="status"></small>');
  /** @type {string[]} */
  const freed = [];
  URL.revokeObjectURL = (address) => freed.push(address);
  return { saved: openDownloads(), freed };
}

Deno.test("a text is saved as a file with a name and a type, and the page says so", async () => {
  const { saved } = opened();
  save("a <b>", "Door.svg", "image/svg+xml");
  save("plain", "Door.txt");
  equal(saved.map(({ name, file }) => [name, file?.type]), [["Door.svg", "image/svg+xml"], ["Door.txt", "text/plain"]]);
  equal(await Promise.all(saved.map(({ file }) => file?.text())), ["a <b>", "plain"]);
  equal(text("#copied"), "Door.txt saved.");
  // A file that the browser has made is saved as it is.
  const picture = new Blob(["pixels"], { type: "image/png" });
  save(picture, "Door.png");
  equal(saved[2].file === picture, true);
});

Deno.test("a saved file is kept for a minute, so that the browser can read it", () => {
  const clock = new Clock();
  const { freed } = opened();
  save("text", "Door.txt");
  clock.wait(59_999);
  equal(freed, []);
  clock.wait(1);
  equal(freed, ["blob:page/0"]);
});

Deno.test("a file name has no character with a meaning to a file system", () => {
  equal(fileName('<script>alert("x")/../..'), "script-alert-x");
  equal(["Door", "a/b\\c:d", "  Two words ", "under_score-1", "漢字 é", "../..", "//", ""].map(fileName), [
    "Door",
    "a-b-c-d",
    "Two-words",
    "under_score-1",
    "漢字-é",
    "machine",
    "machine",
    "machine",
  ]);
});
