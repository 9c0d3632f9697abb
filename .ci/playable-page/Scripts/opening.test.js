// Files and texts that the user opens, or drops on the page.

import { deepStrictEqual as equal } from "node:assert";
import { whenOpened } from "page/opening.js";
import { element, openPage, text } from "./page-without-browser.js";

/** Opens the page, and returns what the user opens there. */
function opened() {
  openPage();
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

Deno.test("files that the user opens are read together in their order, and those that cannot be read are named", async () => {
  const [one, two, three] = [["one.jsonl", "closed"], ["two.jsonl", "open"], ["three.jsonl", "locked"]];
  const read = (/** @type {string[]} */ [name, text]) => ({ text, name });
  for (
    const [files, result, warning] of /** @type {[[string, string?][] | null, unknown[], string][]} */ ([
      [[one], [read(one)], ""],
      // The same file can be opened again.
      [[one], [read(one)], ""],
      [[one, two, three], [[one, two, three].map(read)], ""],
      [[], [], ""],
      [null, [], ""],
      [[["one.jsonl"]], [], "one.jsonl cannot be read."],
      [[["one.jsonl"], two, ["three.jsonl"]], [[read(two)]], "one.jsonl, three.jsonl cannot be read."],
    ])
  ) {
    const done = opened();
    const isChosen = files && files.length > 0;
    const left = await open(files && files.map(([name, content]) => file(name, content)));
    if (isChosen) equal(left, "");
    equal([done, text("[role=alert]")], [result, warning]);
  }
});

Deno.test("what is dropped on the page is read, and the browser does not open it", async () => {
  const [one, two] = [file("one.jsonl", "closed"), file("two.jsonl", "open")];
  const files = [{ text: "closed", name: "one.jsonl" }, { text: "open", name: "two.jsonl" }];
  for (
    const [selector, what, result] of /** @type {[string, Parameters<typeof drop>[1], unknown[]][]} */ ([
      ["main", { files: [one], text: "file:///one.jsonl" }, [files[0]]],
      ["#timeline", { files: [one, two] }, [files]],
      ["main", { text: '{"state":"closed"}' }, [{ text: '{"state":"closed"}', name: "The text" }]],
      ["main", {}, [{ text: "", name: "The text" }]],
      ["main", null, [{ text: "", name: "The text" }]],
    ])
  ) {
    const done = opened();
    equal(element("main").dispatchEvent(drag("dragover")), false);
    equal([await drop(selector, what), done], [false, result]);
  }
});

Deno.test("what is dropped on a field is meant for the field", async () => {
  for (const selector of ["#note", "#copy-text"]) {
    const done = opened();
    equal(element(selector).dispatchEvent(drag("dragover")), true);
    equal([await drop(selector, { text: "slow" }), done], [true, []]);
  }
});
