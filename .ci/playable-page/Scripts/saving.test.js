// Files that the page saves. What the browser does with them is a list of links that were clicked.

import { deepStrictEqual as equal } from "node:assert";
import { fileName, save } from "page/saving.js";
import { Clock, openPage, text } from "./page-without-browser.js";

/** A page that writes down the files that it saves, the addresses that it gives free, and its clock. */
function opened() {
  const document = openPage('<small id="copied" role="status"></small>');
  /** @type {Blob[]} */
  const files = [];
  /** @type {{ href: string, name: string }[]} */
  const saved = [];
  /** @type {string[]} */
  const freed = [];
  const clock = new Clock();
  const { HTMLAnchorElement } = /** @type {typeof globalThis} */ (/** @type {unknown} */ (document.defaultView));
  HTMLAnchorElement.prototype.click = function () {
    saved.push({ href: this.href, name: this.download });
  };
  URL.createObjectURL = (file) => `blob:page/${files.push(/** @type {Blob} */ (file))}`;
  URL.revokeObjectURL = (address) => freed.push(address);
  return { files, saved, freed, clock };
}

Deno.test("a text is saved as a file with a name and a type, and the page says so", async () => {
  const { files, saved } = opened();
  save("a <b>", "Door.svg", "image/svg+xml");
  save("plain", "Door.txt");
  equal(saved, [{ href: "blob:page/1", name: "Door.svg" }, { href: "blob:page/2", name: "Door.txt" }]);
  equal(files.map(({ type }) => type), ["image/svg+xml", "text/plain"]);
  equal(await Promise.all(files.map((file) => file.text())), ["a <b>", "plain"]);
  equal(text("#copied"), "Door.txt saved.");
  // A file that the browser has made is saved as it is.
  const picture = new Blob(["pixels"], { type: "image/png" });
  save(picture, "Door.png");
  equal(files[2] === picture, true);
});

Deno.test("a saved file is kept for a minute, so that the browser can read it", () => {
  const { freed, clock } = opened();
  save("text", "Door.txt");
  clock.wait(59_999);
  equal(freed, []);
  clock.wait(1);
  equal(freed, ["blob:page/1"]);
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
