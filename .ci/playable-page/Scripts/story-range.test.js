import { deepStrictEqual as equal } from "node:assert";
import { rangeWords, StoryRange, told } from "page/story-range.js";
import { jsonLines } from "page/recording-writer.js";
import { door, played } from "./door.js";

const machine = door();

/** A timeline with so many events. @param {number} count */
function long(count) {
  return played(machine, "closed", ...Array.from({ length: count }, (_, index) => index % 2 ? "close" : "open"));
}

/** The steps of a story, and whether the page has shortened it. @param {StoryRange} range @param {ReturnType<typeof long>} timeline */
function steps(range, timeline) {
  const { first, last, isShortened } = range.of(timeline);
  return [first, last, isShortened];
}

Deno.test("a story begins at the start and ends at the current step; a long one has its last 50 steps", () => {
  const range = new StoryRange();
  for (const [count, first] of [[0, 0], [3, 0], [100, 0], [101, 51], [400, 350]]) {
    equal(steps(range, long(count)), [first, count, first > 0]);
  }
  const timeline = long(400);
  timeline.goTo(timeline.line[20]);
  equal(steps(range, timeline), [0, 20, false]);
});

Deno.test("a story begins and ends where the user says, however long it is", () => {
  const [range, timeline] = [new StoryRange(), long(400)];
  const at = (/** @type {number} */ place) => timeline.goTo(timeline.line[place]);
  at(5);
  range.beginAtCurrent(timeline);
  equal([steps(range, timeline), range.isChosen(timeline)], [[5, 5, false], true]);
  at(300);
  equal(steps(range, timeline), [5, 300, false]);
  range.endAtCurrent(timeline);
  at(2);
  equal(steps(range, timeline), [5, 300, false]);
  // An end before the beginning is a story of its own, and so is a beginning after the end.
  range.endAtCurrent(timeline);
  equal(steps(range, timeline), [0, 2, false]);
  at(9);
  range.beginAtCurrent(timeline);
  at(12);
  equal(steps(range, timeline), [9, 12, false]);
  at(4);
  equal(steps(range, timeline), [9, 9, false]);
  range.reset();
  equal([steps(range, timeline), range.isChosen(timeline)], [[0, 4, false], false]);
});

Deno.test("what was chosen on another branch or timeline is no part of a story", () => {
  const [range, timeline] = [new StoryRange(), long(4)];
  timeline.goTo(timeline.line[3]);
  range.beginAtCurrent(timeline);
  timeline.goTo(timeline.line[1]);
  timeline.add(played(machine, "open", "smash").current);
  equal([steps(range, timeline), range.isChosen(timeline)], [[0, 2, false], false]);
  equal(steps(range, long(4)), [0, 4, false]);
});

Deno.test("the first moment of a story tells only where the machine is", () => {
  const { line } = long(4);
  line[2].remark = "here";
  const moments = told(line.slice(2));
  equal(moments.map(({ outcome, eventName, stateName, step }) => [outcome, eventName, stateName, step]), [
    ["start", "", "closed", 2],
    ["handled", "open", "open", 3],
    ["handled", "close", "closed", 4],
  ]);
  equal([moments[0].previous, moments[1].previous === moments[0], moments[0].remark], [null, true, "here"]);
  equal([line[2].outcome, line[3].previous === line[2]], ["handled", true]);
  const written = jsonLines(moments, machine).trim().split("\n").slice(1).map((text) => JSON.parse(text));
  equal(written.map(({ state, index, entry }) => [state ?? entry.state, index, entry?.noteBefore]), [
    ["closed", 2, undefined],
    ["closed", 2, "here"],
    ["open", 3, undefined],
  ]);
  equal(told(line), line);
  equal([rangeWords(moments), rangeWords(told(line.slice(4)))], ["steps 2 to 4", "step 4"]);
});
