// Files and texts that the user opens, or drops on the page.

import { deepStrictEqual as equal } from "node:assert";
import { whenOpened } from "page/opening.js";
import { element, openPage, text } from "./page-without-browser.js";

/** Opens the page, and returns what the user opens there. */
function opened() {
  const { defaultView } = openPage();
  for (const name of /** @type {const} */ (["HTMLInputElement", "HTMLTextAreaElement"])) {
    Object.assign(globalThis, { [name]: defaultView?.[name] });
  }
  /** @type {unknown[]} */
  const done = [];
  whenOpened((text, name) => done.push({ text, name }), (files) => done.push(files));
  return done;
}

/** A file. @param {string} name @param {string} [content] It is not readable without any. */
function file(name, content) {
  return { name, text: () => content === undefined ? Promise.reject(new Error("gone")) : Promise.resolve(content) };
}

/** Lets all files be read. They are there at once, so that a few turns are enough. */
async function readAll() {
  for (let turn = 0; turn < 50; turn++) await null;
}

/** Opens files with the input, and tells what the input has then. @param {unknown[] | null} files */
async function open(files) {
  const input = /** @type {HTMLInputElement} */ (element("#file"));
  // The browser sets both, and a script can only clear the name.
  Object.defineProperties(input, {
    files: { value: files, configurable: true },
    value: { value: "C:\\fakepath\\door.jsonl", configurable: true, writable: true },
  });
  input.dispatchEvent(new Event("change", { bubbles: true }));
  await readAll();
  return input.value;
}

/**
 * Drops something, and tells whether the browser still does with it what it always does.
 * @param {string} selector
 * @param {{ files?: unknown[], text?: string } | null} what
 */
async function drop(selector, what) {
  const dataTransfer = what &&
    { files: what.files ?? [], getData: (/** @type {string} */ type) => type === "text/plain" ? what.text ?? "" : "" };
  const isLeft = element(selector).dispatchEvent(drag("drop", dataTransfer));
  await readAll();
  return isLeft;
}

/** @param {string} type @param {unknown} [dataTransfer] */
function drag(type, dataTransfer) {
  return Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer });
}

Deno.test("a file that the user opens is read, with its name", async () => {
  const done = opened();
  await open([file("door.jsonl", "closed")]);
  equal([done, text("#warning")], [[{ text: "closed", name: "door.jsonl" }], ""]);
});

Deno.test("several files are read together, in their order", async () => {
  const done = opened();
  await open([file("one.jsonl", "closed"), file("two.jsonl", "open"), file("three.jsonl", "locked")]);
  equal(done, [[
    { text: "closed", name: "one.jsonl" },
    { text: "open", name: "two.jsonl" },
    { text: "locked", name: "three.jsonl" },
  ]]);
});

Deno.test("the same file can be opened again", async () => {
  const done = opened();
  for (const content of ["closed", "open"]) equal(await open([file("door.jsonl", content)]), "");
  equal(done.length, 2);
});

Deno.test("nothing is opened if the user chooses no file", async () => {
  const done = opened();
  await open([]);
  await open(null);
  equal([done, text("#warning")], [[], ""]);
});

Deno.test("a file that is not readable is named in a warning, and can be chosen again", async () => {
  const done = opened();
  equal(await open([file("door.jsonl")]), "");
  equal([done, text("[role=alert]")], [[], "door.jsonl cannot be read."]);
});

Deno.test("of several files, those that cannot be read are named, and the others are opened", async () => {
  const done = opened();
  await open([file("one.jsonl"), file("two.jsonl", "open"), file("three.jsonl")]);
  equal([done, text("[role=alert]")], [
    [[{ text: "open", name: "two.jsonl" }]],
    "one.jsonl, three.jsonl cannot be read.",
  ]);
});

Deno.test("a dropped file is read, and the browser does not open it", async () => {
  const done = opened();
  equal(await drop("main", { files: [file("door.jsonl", "closed")], text: "file:///door.jsonl" }), false);
  equal(done, [{ text: "closed", name: "door.jsonl" }]);
});

Deno.test("several dropped files are read together", async () => {
  const done = opened();
  await drop("#timeline", { files: [file("one.jsonl", "closed"), file("two.jsonl", "open")] });
  equal(done, [[{ text: "closed", name: "one.jsonl" }, { text: "open", name: "two.jsonl" }]]);
});

Deno.test("a dropped text is read as it is", async () => {
  const done = opened();
  equal(await drop("main", { text: '{"state":"closed"}' }), false);
  equal(done, [{ text: '{"state":"closed"}', name: "The text" }]);
});

Deno.test("something without a text is read as an empty text", async () => {
  const done = opened();
  await drop("main", {});
  await drop("main", null);
  equal(done, [{ text: "", name: "The text" }, { text: "", name: "The text" }]);
});

Deno.test("the page lets the user drop on it", () => {
  opened();
  equal(element("main").dispatchEvent(drag("dragover")), false);
});

for (const selector of ["#note", "#copy-text"]) {
  Deno.test(`what is dropped on ${selector} is meant for the field`, async () => {
    const done = opened();
    equal(element(selector).dispatchEvent(drag("dragover")), true);
    equal(await drop(selector, { text: "slow" }), true);
    equal(done, []);
  });
}
