// Recordings side by side: what the panel says of them, and what its buttons do.

import { deepStrictEqual as equal } from "node:assert";
import { timelineAt } from "page/address.js";
import { Machine } from "page/machine.js";
import { happenings, readRecording } from "page/recording.js";
import { RecordingsPanel } from "page/recordings-panel.js";
import { door, entry, event, state, timelineOf } from "./door.js";
import { all, click, element, enter, isHidden, openClipboard, openPage, text, texts } from "./page-without-browser.js";

const machine = door();

/** What was sent on a page. @param {string} sent */
const line = (sent, of = machine) => timelineAt(of, sent).timeline.line;

/**
 * The panel on a page of its own.
 * @param {Record<string, string>} [recordings] Names, and what was sent; the recordings are added one by one.
 */
function opened(recordings = {}, of = machine) {
  openPage();
  const copied = openClipboard();
  /** @type {unknown[][]} */
  const done = [];
  /** @type {unknown[]} What the panel has of coverage to show whenever the page is shown again. */
  const updates = [];
  /** @type {RecordingsPanel | undefined} */
  let made;
  const panel = made = new RecordingsPanel(of, {
    play: (...played) => done.push(["play", ...played]),
    go: (...way) => done.push(["go", ...way]),
    update: () => updates.push(made?.shown ?? null),
  });
  for (const [name, sent] of Object.entries(recordings)) panel.add([{ name, moments: line(sent, of) }]);
  return { panel, copied, done, updates };
}

/** Which recordings are compared: what is chosen, and the heads of the table. */
function compared() {
  const chosen = /** @type {HTMLSelectElement[]} */ (all("#compare-one, #compare-other")).map(({ value }) => value);
  equal(texts("#compare-head th"), ["Step", ...chosen]);
  return chosen;
}

/** The table of the comparison: for each row its class and its cells. */
function table() {
  return all("#compare-rows tr").map((
    row,
  ) => [row.className, ...texts("*:is(td, th)", row).map((cell) => cell?.trim())]);
}

/** Whether the coverage is shown in the diagram. */
function pressed() {
  return element("#show-heat").getAttribute("aria-pressed");
}

Deno.test("a panel without recordings shows neither a coverage nor a comparison", () => {
  const { panel } = opened();
  equal([isHidden("#covered"), isHidden("#comparison"), texts("#recordings li")], [true, true, []]);
  equal([pressed(), panel.shown], ["false", null]);
});

Deno.test("a recording is listed with its events and transitions", () => {
  opened({ walk: "events=open,open,close,open", empty: "", one: "events=open" });
  equal(texts("#recordings li b"), ["walk", "empty", "one"]);
  equal(texts("#recordings li small").map((words) => words?.trim()), [
    "4 events, 2 transitions",
    "0 events, 0 transitions",
    "1 event, 1 transition",
  ]);
  equal(texts("#recordings button"), ["Play", "Remove", "Play", "Remove", "Play", "Remove"]);
});

Deno.test("a gap in a recording is not one of its events", () => {
  const { panel } = opened();
  const opening = JSON.stringify(entry("closed open open", { version: 2, time: null }));
  const { line } = timelineOf(happenings(machine, readRecording(`${opening}\n${opening}`)));
  equal(line.length, 4);
  panel.add([{ name: "gap", moments: line }]);
  equal(texts("#recordings li small").map((words) => words?.trim()), ["2 events, 1 transition"]);
});

Deno.test("recordings of the same name are numbered", () => {
  opened().panel.add(["run", "run", "other", "run", "run (2)"].map((name) => ({ name, moments: line("") })));
  equal(texts("#recordings li b"), ["run", "run (2)", "other", "run (3)", "run (2) (2)"]);
});

Deno.test("a recording is removed with what it covered, and the last one with the coverage", () => {
  const { panel, updates } = opened({ one: "events=open", other: "events=lock_1" });
  click("#show-heat");
  equal(panel.shown?.transitions.size, 2);
  click('[aria-label="Remove one"]');
  equal(texts("#recordings li b"), ["other"]);
  equal([panel.shown?.transitions.size, panel.shown?.states], [1, [1, 0, 1, 0]]);
  equal([isHidden("#covered"), isHidden("#comparison")], [false, true]);
  // The page shows the rest.
  equal(updates.at(-1), panel.shown);
  click('[aria-label="Remove other"]');
  equal([texts("#recordings li"), isHidden("#covered"), panel.shown, updates.at(-1)], [[], true, null, null]);
});

Deno.test("the focus stays in the list when a recording is removed", () => {
  opened({ one: "events=open", other: "events=lock_1" });
  element('[aria-label="Remove one"]').focus();
  click('[aria-label="Remove one"]');
  equal(document.activeElement?.id, "recordings");
});

Deno.test("the coverage is summed up in words and on a meter", () => {
  opened({ one: "events=open,open,close", other: "events=open,lock_1" });
  equal(isHidden("#covered"), false);
  equal(
    text("#covered-summary"),
    "2 of 7 transitions taken, 2 of 4 states entered, in 2 recordings. 2 events rejected.",
  );
  const meter = /** @type {HTMLMeterElement} */ (element("#covered-part"));
  equal([meter.max, meter.value], [7, 2]);
  equal(text("#unseen-states"), "States never entered: locked; broken.");
});

Deno.test("a single missing transition and state are named, and nothing if a recording covers everything", () => {
  const [first] = machine.document.transitions;
  const small = new Machine({ ...machine.document, states: machine.states.slice(0, 2), transitions: [first] });
  opened({ none: "" }, small);
  equal([text("#unseen-states"), text("#missing-title")], ["States never entered: open.", "Never taken: 1 transition"]);
  equal([isHidden("#copy-missing"), texts("#missing li")], [false, ["open in closed Go there with 1 event"]]);
  opened({ all: "events=open" }, small);
  const summary = "1 of 1 transition taken, 2 of 2 states entered, in 1 recording. 0 events rejected.";
  equal([text("#covered-summary"), text("#unseen-states")], [summary, ""]);
  equal([text("#missing-title"), isHidden("#copy-missing")], ["Every transition was taken.", true]);
  equal(texts("#missing li"), []);
});

Deno.test("the summary counts what did not fit the machine", () => {
  for (const [count, words] of ["", "1 handled event", "2 handled events"].entries()) {
    const { panel } = opened();
    const moments = line("events=open,close,open").slice(0, 1 + count);
    for (const moment of moments.slice(1)) moment.state = state("broken");
    panel.add([{ name: "strange", moments }]);
    const rest = text("#covered-summary")?.split(" rejected.")[1];
    equal(rest, words && ` ${words} did not fit the machine of this page.`);
  }
});

Deno.test("missing transitions have the shortest way there, if there is one", () => {
  const states = machine.states.map((one) => ({ ...one, isInitial: one.name === "open" }));
  const far = new Machine({ ...machine.document, states, transitions: machine.document.transitions.slice(1, 5) });
  const { done } = opened({ none: "" }, far);
  equal(text("#missing-title"), "Never taken: 4 transitions");
  equal(texts("#missing li"), [
    "close in open Go there with 1 event",
    "lock(1) in closed Go there with 2 events",
    "unlock(1) in locked Go there with 3 events",
    "smash in closed Go there with 2 events",
  ]);
  click('[aria-label="Go to unlock(1) in locked"]');
  equal(done, [["go", state("open"), [event("close"), event("lock(1)"), event("unlock(1)")]]]);
  opened({ none: "" }, new Machine({ ...far.document, transitions: far.document.transitions.slice(1, 2) }));
  equal(texts("#missing li"), ["lock(1) in closed"]);
});

Deno.test("only the first 100 missing transitions are listed, and all are counted", () => {
  const events = Array.from({ length: 120 }, (_, index) => ({ ...machine.events[0], name: `event ${index}` }));
  const [first] = machine.document.transitions;
  const transitions = events.map((_, event) => ({ ...first, event }));
  opened({ none: "" }, new Machine({ ...machine.document, events, transitions }));
  equal(text("#missing-title"), "Never taken: 120 transitions");
  const items = texts("#missing li");
  equal([items.length, items[0], items[99]], [
    100,
    "event 0 in closed Go there with 1 event",
    "event 99 in closed Go there with 1 event",
  ]);
});

Deno.test("the focus stays in the list of missing transitions when one of them is taken", () => {
  const { panel } = opened({ none: "" });
  element("#missing button").focus();
  panel.add([{ name: "one", moments: line("events=open") }]);
  equal(document.activeElement?.id, "missing");
});

Deno.test("transitions are listed with how often they were taken, the most frequent first", () => {
  opened({ one: "events=lock_1,unlock_1,open,close,open", other: "events=open" });
  equal(all("#counts tr").map((row) => texts("*", row)), [
    ["3", "closed", "open", "open"],
    ["1", "closed", "lock(1)", "locked"],
    ["1", "locked", "unlock(1)", "closed"],
    ["1", "open", "close", "closed"],
  ]);
});

Deno.test("tests in Swift for the missing transitions are copied", async () => {
  const { copied, panel } = opened({ one: "events=open,close" });
  click("#copy-missing");
  await Promise.resolve();
  equal(text("#copied"), "Swift tests for the missing transitions copied.");
  const [swift] = copied;
  equal(swift.match(/(?<=@Test\(").*(?="\))/g)?.sort(), [
    "Door: lock, smash",
    "Door: lock, unlock",
    "Door: open, smash",
    "Door: smash",
  ]);
  equal(swift.match(/(?<=machine\.send\().*(?=\))/g)?.length, 7);
  // One recording is not compared, and a click on what is hidden then has nothing to copy.
  click("#copy-comparison");
  panel.add([]);
  click('[aria-label="Remove one"]');
  click("#copy-missing");
  equal(copied.length, 1);
});

Deno.test("two recordings are compared from the third moment before they part", () => {
  const { done } = opened({ a: "events=open,close,open,close,open,smash", b: "events=open,close,open,close,smash" });
  equal([isHidden("#comparison"), compared()], [false, ["a", "b"]]);
  equal(texts("#compare-one option"), ["a", "b"]);
  equal(
    text("#parting"),
    "They part at event 5: the first recording has the event open, and the second has smash.",
  );
  equal(table(), [
    ["common", "2", "close → closed", "close → closed"],
    ["common", "3", "open → open", "open → open"],
    ["common", "4", "close → closed", "close → closed"],
    ["parts", "5", "open → open", "smash → broken"],
    ["later", "6", "smash → broken", "ends"],
  ]);
  const [one, other] = document.querySelectorAll("#compare-rows tr:nth-child(4) button");
  equal(other.getAttribute("aria-label"), "smash → broken, show this moment of b");
  /** @type {HTMLElement} */ (other).click();
  /** @type {HTMLElement} */ (one).click();
  equal(done.map(([what, moments, at]) => [what, /** @type {unknown[]} */ (moments).length, at]), [
    ["play", 6, 5],
    ["play", 7, 5],
  ]);
});

Deno.test("the comparison says once where a recording ends, whether they differ at all, and shows twelve moments", () => {
  opened({ a: "", b: "events=open,close,open" });
  equal(text("#parting"), "They part at event 1: the first recording ends, and the other continues with open.");
  equal(table(), [
    ["common", "start", "begins in closed", "begins in closed"],
    ["parts", "1", "ends", "open → open"],
    ["later", "2", "", "close → closed"],
    ["later", "3", "", "open → open"],
  ]);
  opened({ a: "start=closed&events=open", b: "start=open&events=close" });
  equal(
    text("#parting"),
    "They differ from the start: it begins in closed in the first recording and in open in the second.",
  );
  equal(table().map(([kind]) => kind), ["parts", "later"]);
  opened({ a: "events=open,close", b: "events=open,close" });
  equal(text("#parting"), "The recordings have the same events, outcomes, states and activities.");
  equal(table().map(([kind, step]) => `${kind} ${step}`), ["common start", "common 1", "common 2"]);
  opened({ a: `events=open${",open".repeat(20)}`, b: `events=open${",close".repeat(20)}` });
  equal(table().map(([, step]) => step), ["start", ...Array.from({ length: 13 }, (_, index) => String(index + 1))]);
});

Deno.test("the user chooses which recordings are compared, and keeps the choice when another one is added", () => {
  const { panel } = opened({ a: "", b: "events=open", c: "events=lock_1" });
  equal(compared(), ["a", "b"]);
  enter("#compare-one", "c");
  equal(compared(), ["c", "b"]);
  equal(text("#parting")?.startsWith("They part at event 1: the first recording has the event lock(1)"), true);
  enter("#compare-other", "a");
  equal(compared(), ["c", "a"]);
  panel.add([{ name: "d", moments: line("") }]);
  equal(compared(), ["c", "a"]);
  equal(texts("#compare-other option"), ["a", "b", "c", "d"]);
  // The first one takes the place of one that is removed.
  enter("#compare-other", "b");
  click('[aria-label="Remove c"]');
  equal(compared(), ["a", "b"]);
});

Deno.test("no recording is compared with itself, and when two are left, both are compared", () => {
  for (const more of /** @type {Record<string, string>[]} */ ([{}, { d: "events=smash" }])) {
    opened({ a: "", b: "events=open", c: "events=lock_1", ...more });
    enter("#compare-one", "c");
    enter("#compare-other", "a");
    click('[aria-label="Remove a"]');
    equal(compared(), ["c", "b"]);
  }
});

Deno.test("a comparison is copied as Markdown", async () => {
  const { copied } = opened({
    "a|`b": "events=open,close,open,close,smash",
    c: "events=open,close,open,close,lock_1,open",
  });
  click("#copy-comparison");
  await Promise.resolve();
  equal(text("#copied"), "Comparison copied.");
  equal(copied, [
    [
      "They part at event 5: the first recording has the event smash, and the second has lock(1).",
      "",
      "| | ``a\\|`b`` | `c` |",
      "| --- | --- | --- |",
      "| 2 | `close → closed` | `close → closed` |",
      "| 3 | `open → open` | `open → open` |",
      "| 4 | `close → closed` | `close → closed` |",
      "| 5 ← | `smash → broken` | `lock(1) → locked` |",
      "| 6 |  | `open rejected` |",
      "",
    ].join("\n"),
  ]);
});
