// The timeline as a list, and its moments in words.

/** @import { Moment } from "page/timeline.js" */
import { deepStrictEqual as equal } from "node:assert";
import { happenings, readRecording } from "page/recording.js";
import { beginning, happening, Timeline } from "page/timeline.js";
import { announcement, result, showTimeline } from "page/timeline-panel.js";
import { door, event, state } from "./door.js";
import { click, openPage, text } from "./page-without-browser.js";

const machine = door();

/** A timeline of the door. @param {string[]} names Events. */
function timeline(...names) {
  const made = new Timeline(beginning(machine, 0));
  send(made, ...names);
  return made;
}

/** @param {Timeline} made @param {string[]} names */
function send(made, ...names) {
  for (const name of names) made.add(happening(machine, made.current, event(name)));
}

/** Shows a timeline in a page. @param {Timeline} made @param {(moment: Moment) => void} [onSelect] */
function show(made, onSelect = () => {}) {
  showTimeline(made, machine, onSelect);
}

/** The texts of the list, with a line between what is in an item. */
function items() {
  return [...document.querySelectorAll("#timeline > li")].map((item) =>
    [...item.children].map((child) => child.textContent).join("|")
  );
}

/** The list itself. */
function panel() {
  return /** @type {HTMLElement} */ (document.querySelector("#timeline"));
}

/** The text of the current moment in the list. */
function current() {
  const found = document.querySelectorAll("#timeline [aria-current]");
  equal([...found].map((one) => one.getAttribute("aria-current")), ["step"]);
  return found[0].textContent;
}

Deno.test("the timeline lists what became of each event, and marks the current moment", () => {
  openPage();
  const made = timeline("open", "open", "close");
  show(made);
  equal(items(), ["begins in closed", "open → open", "open rejected", "close → closed"]);
  equal([...panel().children].map((item) => item.className), ["start", "handled", "rejected", "handled"]);
  equal([current(), text("#position")], ["close → closed", "3 of 3"]);
  made.back();
  show(made);
  equal([items().length, current(), text("#position")], [4, "open rejected", "2 of 3"]);
  made.goTo(made.start);
  show(made);
  equal([current(), text("#position")], ["begins in closed", "0 of 3"]);
});

Deno.test("a click on a moment selects it", () => {
  openPage();
  const made = timeline("open", "close");
  /** @type {Moment[]} */
  const selected = [];
  show(made, (moment) => selected.push(moment));
  click("#timeline li:nth-child(2) button");
  click("#timeline li:nth-child(1) button");
  equal(selected, [made.line[1], made.start]);
});

Deno.test("other branches stand below the moment where they begin, and a click selects their beginning", () => {
  openPage();
  const made = timeline("open", "close");
  made.goTo(made.start);
  send(made, "smash");
  made.goTo(made.start);
  send(made, "close");
  /** @type {Moment[]} */
  const selected = [];
  show(made, (moment) => selected.push(moment));
  equal(items(), ["begins in closed", "close rejected|or open → open|or smash → broken"]);
  click("#timeline .branch:last-child");
  equal(selected, [made.start.branches[1]]);
});

Deno.test("the times of a recording are those of its events, to the millisecond", () => {
  openPage();
  const made = timeline("open", "close", "open");
  [0, 1.5, 2.00049, null].forEach((time, index) => made.line[index].time = time);
  show(made);
  equal(items(), ["begins in closed", "1.500 s open → open", "2.000 s close → closed", "open → open"]);
  equal([...document.querySelectorAll("#timeline time")].map((time) => time.textContent?.trim()), [
    "1.500 s",
    "2.000 s",
  ]);
});

Deno.test("notes stand below their moments, and so does what repeats forever", () => {
  openPage();
  const made = timeline("open", "close");
  const [start, open, close] = made.line;
  [start.remark, open.notes, open.remark] = ["as <b> delivered", ["one", "two"], "it creaks"];
  close.isLoop = true;
  show(made);
  equal(items(), [
    "begins in closed|as <b> delivered",
    "open → open|one|two|it creaks",
    "close → closed|repeats forever",
  ]);
  equal(document.querySelectorAll("#timeline .remark").length, 2);
});

Deno.test("a long timeline lists 100 moments before the current one, and as many after it", () => {
  openPage();
  const made = timeline(...Array.from({ length: 250 }, (_, index) => index % 2 ? "close" : "open"));
  for (
    const [at, first, last] of [[0, 0, 100], [1, 0, 101], [100, 0, 200], [101, 1, 201], [200, 100, 250], [
      250,
      150,
      250,
    ]]
  ) {
    made.goTo(made.line[at]);
    show(made);
    const listed = [...panel().children].map((item) => Number(item.getAttribute("data-index")));
    equal(listed, listed.map((_, index) => first + index));
    const end = listed[listed.length - 1];
    equal([end, text("#position")], [last, `${at} of 250`]);
    equal(panel().children[at - first].querySelector("[aria-current]")?.textContent, current());
  }
});

Deno.test("the position counts events as a live machine has counted them", () => {
  openPage();
  const made = timeline("open", "close", "open", "close");
  [undefined, undefined, 41, undefined, 43].forEach((index, place) => made.line[place].index = index);
  const positions = made.line.map((moment) => {
    made.goTo(moment);
    show(made);
    return text("#position");
  });
  equal(positions, ["0 of 44", "1 of 44", "42 of 44", "42 of 44", "44 of 44"]);
});

Deno.test("the first event that a live machine has counted is number 1", () => {
  openPage();
  const made = timeline("open");
  made.line[1].index = 0;
  show(made);
  equal(text("#position"), "1 of 1");
});

/** Sets places in the list, and writes down how elements get the focus. */
function measured() {
  const { HTMLElement } = /** @type {typeof globalThis} */ (/** @type {unknown} */ (document.defaultView));
  Object.defineProperty(HTMLElement.prototype, "offsetTop", {
    get() {
      return 30 * [...panel().children].indexOf(this.closest("li"));
    },
  });
  Object.defineProperty(panel(), "clientHeight", { value: 50 });
  /** @type {unknown[]} */
  const focused = [];
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (/** @type {FocusOptions | undefined} */ options) {
    focused.push([this.textContent, options]);
    focus.call(this, options);
  };
  return focused;
}

Deno.test("the current moment is in the middle of the list", () => {
  openPage();
  measured();
  const made = timeline("open", "close", "open");
  show(made);
  equal(panel().scrollTop, 3 * 30 - 25);
  made.goTo(made.line[1]);
  show(made);
  equal(panel().scrollTop, 30 - 25);
});

Deno.test("the focus goes with the current moment, without scrolling the page, if it is in the list", () => {
  openPage();
  const focused = measured();
  const made = timeline("open", "close");
  show(made);
  equal(focused, []);
  equal(document.activeElement, document.body);
  /** @type {HTMLElement} */ (panel().querySelector("button")).focus();
  made.back();
  show(made);
  equal(focused.slice(1), [["open → open", { preventScroll: true }]]);
  equal(document.activeElement?.textContent, "open → open");
  /** @type {HTMLElement} */ (document.querySelector("#back")).focus();
  show(made);
  equal([document.activeElement?.id, focused.length], ["back", 3]);
});

/** The words of a moment of which some is changed. @param {string} sent @param {Partial<Moment>} changes */
function words(sent, changes) {
  const { current } = timeline(sent);
  return result({ ...current, ...changes }, machine);
}

Deno.test("what became of an event is said in words", () => {
  equal(words("open", {}), "→ open");
  equal(words("open", { output: "creak" }), "→ open / creak");
  equal(words("open", { output: "" }), "→ open / ");
  equal(words("open", { outcome: "rejected" }), "rejected");
  equal(words("open", { outcome: "dropped", reason: "stopped" }), "dropped: stopped");
  equal(words("open", { outcome: "dropped", reason: "stale" }), "stale, its activity was over");
  equal(words("open", { outcome: "unknown" }), "not tried in this state");
  equal(words("open", { outcome: "start" }), "in open");
  equal(result(timeline().start, machine), "begins in closed");
});

/** Two lamps, which are two regions: a switch turns the left one off. */
function lamps() {
  const states = ["on", "off"].flatMap((left) =>
    ["on", "off"].map((right) => ({
      ...machine.states[0],
      name: `${left} and ${right}`,
      regions: [{ name: "left", path: [left] }, { name: "right", path: [right] }],
    }))
  );
  const transitions = [0, 1].map((source) => ({ ...machine.document.transitions[0], source, target: source + 2 }));
  const made = door({ states, transitions });
  const line = new Timeline(beginning(made, 0));
  line.add(happening(made, line.current, 0));
  return { made, moment: line.current };
}

Deno.test("a transition of the page names the regions that move, and a recorded one its state as it is", () => {
  const { made, moment } = lamps();
  equal(result(moment, made), "→ left: off");
  equal(result({ ...moment, time: 2 }, made), "→ off and on");
  equal(result({ ...moment, time: null }, made), "→ off and on");
  const before = /** @type {Moment} */ (moment.previous);
  equal(result({ ...moment, state: null, stateName: "smoke" }, made), "→ smoke");
  equal(result({ ...moment, previous: { ...before, state: null, stateName: "smoke" } }, made), "→ off and on");
});

Deno.test("a recorded event that leads to the same name stays, whatever the page knows of the state", () => {
  const { made, moment } = lamps();
  const before = /** @type {Moment} */ (moment.previous);
  const smoke = { state: null, stateName: "smoke" };
  equal(result({ ...moment, ...smoke, time: 2, previous: { ...before, ...smoke } }, made), "stays");
});

Deno.test("a screen reader is told where an event led, and what was exited and entered", () => {
  const made = timeline("open", "close", "lock(1)", "unlock(1)");
  equal(made.line.map((moment) => announcement(moment, machine)), [
    "In closed.",
    "open: closed to open.",
    "close: open to closed.",
    "lock(1): closed to locked. Entered bolt.",
    "unlock(1): locked to closed. Exited bolt.",
  ]);
  const [exited, entered] = [["light", "bell"], ["bolt", "siren"]];
  equal(
    announcement({ ...made.line[1], exited, entered }, machine),
    "open: closed to open. Exited light, bell. Entered bolt, siren.",
  );
});

Deno.test("a screen reader is told that an event stays, is rejected, dropped or unknown", () => {
  const { current } = timeline("open");
  equal(announcement({ ...current, stateName: "closed", state: 0 }, machine), "open: stays in closed.");
  equal(
    announcement(timeline("unlock(1)").current, machine),
    "unlock(1) is rejected in closed. It is handled in locked.",
  );
  const knock = { ...current, eventName: "knock", event: null, outcome: /** @type {const} */ ("rejected") };
  equal(announcement({ ...knock, stateName: "closed" }, machine), "knock is rejected in closed.");
  equal(
    announcement({ ...current, outcome: "dropped", reason: "stale" }, machine),
    "open: stale, its activity was over.",
  );
  equal(announcement({ ...current, outcome: "unknown" }, machine), "open: not tried in this state.");
});

Deno.test("a screen reader is told of notes, and of what repeats forever", () => {
  const { current } = timeline("open");
  equal(
    announcement({ ...current, notes: ["One.", "Two."], remark: "it creaks", isLoop: true }, machine),
    "open: closed to open. One. Two. Note: it creaks This loop repeats forever.",
  );
});

Deno.test("a screen reader is told the state after a gap of a recording, and at the first moment that is left", () => {
  const line = (/** @type {string} */ from, /** @type {string} */ after) =>
    JSON.stringify({
      version: 2,
      time: 1,
      state: from,
      event: "open",
      after,
      path: { state: [from], event: ["open"], after: [after] },
      outcome: "handled",
      exited: [],
      entered: [],
    });
  const read = happenings(machine, readRecording([line("closed", "open"), line("closed", "open")].join("\n")));
  const made = new Timeline(read[0]);
  made.append(read.slice(1));
  equal(made.line.map((moment) => announcement(moment, machine)), [
    "In closed.",
    "open: closed to open.",
    "In closed. Events are missing before this event.",
    "open: closed to open.",
  ]);
  equal(announcement({ ...made.line[1], previous: null }, machine), "In open.");
  equal(state("open"), made.line[1].state);
});
