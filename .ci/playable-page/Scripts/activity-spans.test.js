// Activities as bars and events as marks on the time axis of a live machine.

import { deepStrictEqual as equal } from "node:assert";
import { activitySpans } from "page/activity-spans.js";
import { LiveMachine } from "page/live-machine.js";
import { happening } from "page/timeline.js";
import { door, entry, event } from "./door.js";
import { all, openPage, texts } from "./page-without-browser.js";

const machine = door();

/** A door that is inspected from the beginning. @param {...string} activities Those that run at that time. */
function live(...activities) {
  const begin = { session: "s", machine: 1, time: 0, state: "closed", path: ["closed"], isRunning: true, activities };
  return new LiveMachine(machine, begin);
}

/**
 * Takes an event.
 * @param {LiveMachine} live
 * @param {number} time
 * @param {string} words State, event, and the state after it.
 * @param {object} [more] What the entry has besides.
 */
function take(live, time, words, more) {
  live.take("entry", { session: "s", machine: 1, time, entry: entry(words, { time, ...more }) });
}

/**
 * A door with activities.
 * @param {[string, number, number?][]} spans Their names, when they begin, and when they end.
 */
function doorWith(...spans) {
  const shown = live();
  const times = new Set(spans.flatMap(([, start, end]) => end === undefined ? [start] : [start, end]));
  for (const time of [...times].sort((one, other) => one - other)) {
    take(shown, time, "closed knock closed", {
      exited: spans.filter(([, , end]) => end === time).map(([name]) => name),
      entered: spans.filter(([, start]) => start === time).map(([name]) => name),
    });
  }
  return shown;
}

/** Shows a machine. @param {LiveMachine} live @param {number} now */
function show(live, now) {
  const list = openPage('<ul id="spans"></ul>').querySelector("ul");
  list?.append(...activitySpans(live, now));
}

/** What the rows are called, from top to bottom. */
function rowNames() {
  return texts("li:not(.axis) b");
}

/** The row with a name. @param {string} name */
function row(name) {
  const found = all("li").find((item) => item.querySelector("b")?.textContent === name);
  if (!found) throw new Error(`there is no row ${name}`);
  return found;
}

/** The marks of a row: class, left edge, width and title. @param {string} name */
function marks(name) {
  return all("span", row(name)).map((mark) =>
    `${mark.className} ${mark.style.left} ${mark.style.width} ${mark.getAttribute("title")}`
  );
}

/** The marks of the axis, and their left edges. */
function axis() {
  return all(".axis span").map((mark) => `${mark.textContent} ${mark.style.left}`);
}

Deno.test("an activity that is entered again gets another bar in its row", () => {
  show(doorWith(["bolt", 0, 10], ["lamp", 5, 15], ["bolt", 30]), 40);
  equal(marks("bolt"), ["over 0% 25% from 0.000 s to 10.000 s", "going 75% 25% from 30.000 s still running"]);
  equal(marks("lamp"), ["over 12.5% 25% from 5.000 s to 15.000 s"]);
});

Deno.test("a row has its name in full as a title, and its last three bars in words", () => {
  show(doorWith(["bolt", 1, 2], ["bolt", 3, 4], ["bolt", 5, 6.5], ["bolt", 7]), 8);
  equal(row("bolt").querySelector("b")?.getAttribute("title"), "bolt");
  const image = row("bolt").querySelector("div");
  equal(image?.getAttribute("role"), "img");
  equal(
    image?.getAttribute("aria-label"),
    "from 3.000 s to 4.000 s; from 5.000 s to 6.500 s; from 7.000 s still running",
  );
  equal(row("events").querySelector("[role=img]")?.getAttribute("aria-label"), "each event at its time");
});

Deno.test("the last 60 seconds are shown, and a bar that begins earlier is cut", () => {
  show(doorWith(["always", 0], ["long", 10, 70], ["before", 20, 39], ["until then", 30, 40], ["later", 85, 100]), 100);
  equal(rowNames(), ["later", "until then", "long", "always", "events"]);
  equal(marks("always"), ["going 0% 100% from 0.000 s still running"]);
  equal(marks("long"), ["over 0% 50% from 10.000 s to 70.000 s"]);
  equal(marks("until then"), ["over 0% 0% from 30.000 s to 40.000 s"]);
  equal(marks("later"), ["over 75% 25% from 85.000 s to 100.000 s"]);
});

Deno.test("the activity that was entered last is the first row, and at most 20 have a row", () => {
  const names = Array.from({ length: 22 }, (_, index) => `activity ${index}`);
  const shown = live(...names);
  take(shown, 5, "closed knock closed", { exited: ["activity 0"], entered: ["activity 0"] });
  show(shown, 10);
  equal(rowNames(), ["activity 0", ...names.slice(3).reverse(), "events"]);
});

Deno.test("an event is a mark at its time, with its outcome", () => {
  const shown = live();
  take(shown, 10, "closed open open");
  take(shown, 25, "open lock(1) open", { outcome: "rejected" });
  take(shown, 30, "open knock open", { outcome: "dropped", reason: "stopped" });
  take(shown, 35, "open knock open", { outcome: "dropped", reason: "stale" });
  show(shown, 40);
  equal(rowNames(), ["events"]);
  equal(marks("events"), [
    "handled 25% 0% open at 10.000 s: handled",
    "rejected 62.5% 0% lock(1) at 25.000 s: rejected",
    "dropped 75% 0% knock at 30.000 s: dropped",
    "stale 87.5% 0% knock at 35.000 s: stale",
  ]);
});

Deno.test("a gap and the beginning are not marked as events", () => {
  const shown = live();
  take(shown, 10, "closed open open");
  // The machine was somewhere else than after the event before it.
  take(shown, 20, "locked smash broken");
  show(shown, 40);
  equal(marks("events"), ["handled 25% 0% open at 10.000 s: handled", "handled 50% 0% smash at 20.000 s: handled"]);
});

Deno.test("events of the last 60 seconds are shown, also the one at their beginning", () => {
  const shown = live();
  for (const time of [30, 39.5, 40, 70]) take(shown, time, "closed knock closed");
  show(shown, 100);
  equal(marks("events"), ["handled 0% 0% knock at 40.000 s: handled", "handled 50% 0% knock at 70.000 s: handled"]);
});

Deno.test("of many events, the last 200 are shown", () => {
  const shown = live();
  for (let index = 1; index <= 250; index++) take(shown, index / 10, `closed knock(${index}) closed`);
  show(shown, 25);
  const titles = all("span", row("events")).map((mark) => mark.title);
  equal([titles.length, titles[0], titles[199]], [
    200,
    "knock(51) at 5.100 s: handled",
    "knock(250) at 25.000 s: handled",
  ]);
});

Deno.test("an event without a time is at 0 s, where its title says it is", () => {
  const shown = live();
  shown.timeline.extend(happening(machine, shown.timeline.end, event("open")), 10);
  show(shown, 40);
  equal(marks("events"), ["handled 0% 0% open at 0.000 s: handled"]);
  show(shown, 60.5);
  equal(marks("events"), []);
});

for (
  const [now, names] of /** @type {[number, string[]][]} */ ([
    [0.25, ["0 s 0%", "0.5 s 50%", "1 s 100%"]],
    [2, ["0 s 0%", "0.5 s 25%", "1 s 50%", "1.5 s 75%", "2 s 100%"]],
    [5, ["0 s 0%", "1 s 20%", "2 s 40%", "3 s 60%", "4 s 80%", "5 s 100%"]],
    [10, ["0 s 0%", "2 s 20%", "4 s 40%", "6 s 60%", "8 s 80%", "10 s 100%"]],
    [25, ["0 s 0%", "5 s 20%", "10 s 40%", "15 s 60%", "20 s 80%", "25 s 100%"]],
    [50, ["0 s 0%", "10 s 20%", "20 s 40%", "30 s 60%", "40 s 80%", "50 s 100%"]],
    [75, ["20 s 8.33333%", "30 s 25%", "40 s 41.6667%", "50 s 58.3333%", "60 s 75%", "70 s 91.6667%"]],
  ])
) {
  Deno.test(`the axis at ${now} s has a mark for each round time, and a screen reader skips it`, () => {
    show(live(), now);
    const rounded = axis().map((mark) => mark.replace(/[\d.]+(?=%)/, (left) => String(+Number(left).toPrecision(6))));
    equal(rounded, names);
    equal(document.querySelector(".axis")?.getAttribute("aria-hidden"), "true");
  });
}
