// The timeline as a list, and its moments in words.

/** @import { Moment } from "page/timeline.js" */
import { deepStrictEqual as equal } from "node:assert";
import { happenings, readRecording } from "page/recording.js";
import { beginning, happening, Timeline } from "page/timeline.js";
import { announcement, result, showTimeline } from "page/timeline-panel.js";
import { door, entry, event, played, state, timelineOf } from "./door.js";
import { all, click, element, openPage, text, texts } from "./page-without-browser.js";

const machine = door();

/** A timeline of the door, on a page of its own. @param {string[]} names Events. */
function timeline(...names) {
  openPage();
  return played(machine, "closed", ...names);
}

/**
 * Shows a moment of a timeline in a page; returns what is selected there.
 * @param {Timeline} made
 * @param {Moment} [moment]
 */
function show(made, moment = made.current) {
  made.goTo(moment);
  /** @type {Moment[]} */
  const selected = [];
  showTimeline(made, machine, (moment) => selected.push(moment));
  return selected;
}

/** The texts of the list, with a line between what is in an item. */
function items() {
  return all("#timeline > li").map((item) => texts(":scope > *", item).join("|"));
}

/** The list itself. */
function panel() {
  return element("#timeline");
}

/** The text of the current moment in the list. */
function current() {
  const found = document.querySelectorAll("#timeline [aria-current]");
  equal([...found].map((one) => one.getAttribute("aria-current")), ["step"]);
  return found[0].textContent;
}

Deno.test("the timeline lists what became of each event, and marks the current moment", () => {
  const made = timeline("open", "open", "close");
  show(made);
  equal(items(), ["begins in closed", "open → open", "open rejected", "close → closed"]);
  equal([...panel().children].map((item) => item.className), ["start", "handled", "rejected", "handled"]);
  equal([current(), text("#position")], ["close → closed", "3 of 3"]);
  show(made, made.line[2]);
  equal([items().length, current(), text("#position")], [4, "open rejected", "2 of 3"]);
  show(made, made.start);
  equal([current(), text("#position")], ["begins in closed", "0 of 3"]);
});

Deno.test("other branches stand below the moment where they begin, and a click selects their beginning", () => {
  const made = timeline("open", "close");
  for (const name of ["smash", "close"]) {
    made.goTo(made.start);
    made.add(happening(machine, made.start, event(name)));
  }
  const selected = show(made);
  equal(items(), ["begins in closed", "close rejected|or open → open|or smash → broken"]);
  click("#timeline .branch:last-child");
  equal(selected, [made.start.branches[1]]);
});

Deno.test("the times of a recording are those of its events, to the millisecond", () => {
  const made = timeline("open", "close", "open");
  [0, 1.5, 2.00049, null].forEach((time, index) => made.line[index].time = time);
  show(made);
  equal(items(), ["begins in closed", "1.500 s open → open", "2.000 s close → closed", "open → open"]);
  equal(texts("#timeline time"), ["1.500 s ", "2.000 s "]);
});

Deno.test("notes stand below their moments, and so does what repeats forever", () => {
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
  const made = timeline(...Array.from({ length: 250 }, (_, index) => index % 2 ? "close" : "open"));
  for (const at of [0, 1, 100, 101, 200, 250]) {
    const [first, last] = [Math.max(0, at - 100), Math.min(250, at + 100)];
    show(made, made.line[at]);
    const listed = [...panel().children].map((item) => Number(item.getAttribute("data-index")));
    equal(listed, listed.map((_, index) => first + index));
    const end = listed[listed.length - 1];
    equal([end, text("#position")], [last, `${at} of 250`]);
    equal(panel().children[at - first].querySelector("[aria-current]")?.textContent, current());
  }
});

Deno.test("the position counts events as a recorded machine has counted them", () => {
  openPage();
  const [start, ...rest] = played(machine, "closed", "open", "close", "open", "close").line;
  const counted = rest.map((moment, place) => ({ ...moment, index: [undefined, 40, undefined, 42][place] }));
  const made = timelineOf([start, ...counted]);
  const positions = made.line.map((moment) => {
    show(made, moment);
    return text("#position");
  });
  equal(positions, ["0 of 43", "1 of 43", "41 of 43", "42 of 43", "43 of 43"]);
});

Deno.test("a gap is not a step, and has no number", () => {
  openPage();
  const made = timelineOf(happenings(machine, [entry("closed open open"), entry("locked unlock(1) closed")]));
  show(made);
  equal(text("#position"), "2 of 2");
  const numbers = all("#timeline > li").map((item) => item.getAttribute("data-step"));
  equal(numbers, ["0", "1", null, "2"]);
  show(made, made.line[2]);
  equal(text("#position"), "1 of 2");
});

Deno.test("only some moments are listed, with the current one in its place", () => {
  const made = timeline("open", "open", "close", "close", "open", "open");
  const listed = (/** @type {number} */ at, /** @type {number[]} */ places) => {
    made.goTo(made.line[at]);
    showTimeline(made, machine, () => {}, places);
    return [...panel().children].map((item) => Number(item.getAttribute("data-index")));
  };
  equal(listed(0, [2, 4, 6]), [0, 2, 4, 6]);
  equal(listed(4, [2, 4, 6]), [2, 4, 6]);
  equal(listed(5, [2, 4, 6]), [2, 4, 5, 6]);
  equal(listed(6, []), [6]);
  const long = Array.from({ length: 300 }, (_, index) => index);
  const many = timeline(...long.map((index) => index % 2 ? "close" : "open"));
  many.goTo(many.line[151]);
  showTimeline(many, machine, () => {}, long.filter((place) => place % 2 === 0));
  const shown = [...panel().children].map((item) => Number(item.getAttribute("data-index")));
  equal([shown.length, shown[0], shown.at(-1), shown.includes(151)], [151, 0, 298, true]);
});

/** Sets places in the list, and writes down how elements get the focus. */
function measured() {
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
  const made = timeline("open", "close", "open");
  measured();
  show(made);
  equal(panel().scrollTop, 3 * 30 - 25);
  show(made, made.line[1]);
  equal(panel().scrollTop, 30 - 25);
});

Deno.test("the focus goes with the current moment, without scrolling the page, if it is in the list", () => {
  const made = timeline("open", "close");
  const focused = measured();
  show(made);
  equal([focused.length, document.activeElement?.tagName], [0, "BODY"]);
  element("#timeline button").focus();
  show(made, made.line[1]);
  equal(focused.slice(1), [["open → open", { preventScroll: true }]]);
  equal(document.activeElement?.textContent, "open → open");
  element("#back").focus();
  show(made);
  equal([document.activeElement?.id, focused.length], ["back", 3]);
});

Deno.test("what became of an event is said in words", () => {
  const { current, start } = timeline("open");
  for (
    const [changes, words] of /** @type {[Partial<Moment>, string][]} */ ([
      [{}, "→ open"],
      [{ output: "creak" }, "→ open / creak"],
      [{ output: "" }, "→ open / "],
      [{ outcome: "rejected" }, "rejected"],
      [{ outcome: "dropped", reason: "stopped" }, "dropped: stopped"],
      [{ outcome: "dropped", reason: "stale" }, "stale, its activity was over"],
      [{ outcome: "unknown" }, "not tried in this state"],
      [{ outcome: "start" }, "in open"],
      [start, "begins in closed"],
    ])
  ) equal(result({ ...current, ...changes }, machine), words);
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
  const smoke = { state: null, stateName: "smoke" };
  equal(result({ ...moment, ...smoke }, made), "→ smoke");
  equal(result({ ...moment, previous: { ...before, ...smoke } }, made), "→ off and on");
  // The same name stays, whatever the page knows of the state.
  equal(result({ ...moment, ...smoke, time: 2, previous: { ...before, ...smoke } }, made), "stays");
});

Deno.test("a screen reader is told what became of an event, of notes, and of what repeats forever", () => {
  const [exited, entered] = [["light", "bell"], ["bolt", "siren"]];
  const knock = { eventName: "knock", event: null, outcome: "rejected", stateName: "closed" };
  for (
    const [sent, changes, words] of /** @type {[string, Partial<Moment>, string][]} */ ([
      ["open", { exited, entered }, "open: closed to open. Exited light, bell. Entered bolt, siren."],
      ["open", { stateName: "closed", state: 0 }, "open: stays in closed."],
      ["unlock(1)", {}, "unlock(1) is rejected in closed. It is handled in locked."],
      ["open", knock, "knock is rejected in closed."],
      ["open", { outcome: "dropped", reason: "stale" }, "open: stale, its activity was over."],
      ["open", { outcome: "unknown" }, "open: not tried in this state."],
      [
        "open",
        { notes: ["One.", "Two."], remark: "it creaks", isLoop: true },
        "open: closed to open. One. Two. Note: it creaks This loop repeats forever.",
      ],
    ])
  ) equal(announcement({ ...timeline(sent).current, ...changes }, machine), words);
});

Deno.test("a screen reader is told the state after a gap of a recording, and at the first moment that is left", () => {
  const opening = JSON.stringify(entry("closed open open", { version: 2, time: 1 }));
  const made = timelineOf(happenings(machine, readRecording(`${opening}\n${opening}`)));
  equal(made.line.map((moment) => announcement(moment, machine)), [
    "In closed.",
    "open: closed to open.",
    "In closed. Events are missing before this event.",
    "open: closed to open.",
  ]);
  equal(announcement({ ...made.line[1], previous: null }, machine), "In open.");
  equal(state("open"), made.line[1].state);
});
