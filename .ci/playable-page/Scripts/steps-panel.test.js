// Go to a step, search, and filter: in the whole page, since they change what the timeline lists.

/** @import { Moment, Timeline } from "page/timeline.js" */
import { deepStrictEqual as equal } from "node:assert";
import { happenings } from "page/recording.js";
import { StepsPanel } from "page/steps-panel.js";
import { door, entry, event, played, timelineOf } from "./door.js";
import { happening } from "page/timeline.js";
import { click, element, enter, openPage, press, text } from "./page-without-browser.js";

const machine = door();

/**
 * The panel of a timeline.
 * @param {Timeline} timeline
 */
function opened(timeline) {
  openPage();
  let filtered = 0;
  /** @type {Moment[]} */
  const gone = [];
  const panel = new StepsPanel((moment) => {
    gone.push(moment);
    timeline.goTo(moment);
    panel.show(timeline);
  }, () => {
    filtered++;
    panel.show(timeline);
  });
  panel.show(timeline);
  return { panel, gone, filterings: () => filtered };
}

/** Has the user ask for a step. @param {string} number */
function goTo(number) {
  /** @type {HTMLInputElement} */ (element("#go-to")).value = number;
  element("#go-to-form").dispatchEvent(new Event("submit", { cancelable: true }));
}

/** A timeline of events, two of which are rejected and one is dropped. */
function mixed() {
  const timeline = played(machine, "closed", "open", "open", "close", "close", "lock(1)");
  timeline.add({
    ...timeline.current,
    outcome: "dropped",
    reason: "the door was gone",
    eventName: "smash",
    index: undefined,
  });
  return timeline;
}

Deno.test("a number leads to its step", () => {
  const timeline = mixed();
  const { gone } = opened(timeline);
  for (const number of ["3", "0", "6"]) goTo(number);
  equal(gone.map(({ step }) => step), [3, 0, 6]);
  equal([text("#went-to"), element("#go-to").getAttribute("max")], ["", "6"]);
  for (const number of ["7", "-1", "", "x"]) {
    goTo(number);
    equal([text("#went-to"), gone.length], ["The steps are 0 to 6.", 3]);
  }
  goTo("1");
  equal(text("#went-to"), "");
});

Deno.test("a step that is missing leads to the next one, and the page says so", () => {
  const [start, ...rest] = played(machine, "closed", "open", "close", "open").line;
  const timeline = timelineOf([start, ...rest.map((moment, place) => ({ ...moment, index: [0, 5, 6][place] }))]);
  const { gone } = opened(timeline);
  goTo("4");
  equal([gone[0].step, text("#went-to")], [6, "Step 4 is missing. This is step 6, the next one."]);
  goTo("7");
  equal([gone[1].step, text("#went-to")], [7, ""]);
});

Deno.test("a step after a gap has its number, and the gap is before it", () => {
  const timeline = timelineOf(happenings(machine, [entry("closed open open"), entry("locked unlock(1) closed")]));
  const { gone } = opened(timeline);
  goTo("1");
  goTo("2");
  equal(gone.map(({ eventName }) => eventName), ["open", "unlock(1)"]);
});

/** Has the user type words. @param {string} words */
const search = (words) => enter("#timeline-search", words, "input");

Deno.test("words are found in events, states, reasons and notes, and arrows lead from one to the next", () => {
  const timeline = mixed();
  const { gone } = opened(timeline);
  timeline.line[2].remark = "It <creaks>";
  const count = (/** @type {string} */ words) => {
    search(words);
    return text("#timeline-found");
  };
  timeline.goTo(timeline.start);
  equal(["lock", "gone", "<CREAKS> it", "open", "nothing", ""].map(count), [
    "2 steps found",
    "1 step found",
    "1 step found",
    "2 steps found",
    "0 steps found",
    "",
  ]);
  search("open");
  click("#find-next");
  equal(text("#timeline-found"), "1 of 2 steps");
  for (const _ of [0, 1]) click("#find-next");
  click("#find-previous");
  press(element("#timeline-search"), "Enter");
  equal(gone.map(({ step }) => step), [1, 2, 1, 2, 1]);
  timeline.goTo(timeline.end);
  equal(press(element("#timeline-search"), "a"), true);
  element("#timeline-search").dispatchEvent(
    new KeyboardEvent("keydown", { key: "Enter", shiftKey: true, cancelable: true }),
  );
  equal(gone.at(-1)?.step, 2);
  search("nothing");
  equal(element("#find-next").getAttribute("aria-disabled"), "true");
  click("#find-next");
  equal(gone.length, 6);
});

Deno.test("what a live timeline goes on with is found, too, and a note that has just been written", () => {
  const timeline = played(machine, "closed", "open");
  const { panel } = opened(timeline);
  search("closed");
  equal(text("#timeline-found"), "1 step found");
  timeline.extend(happening(machine, timeline.end, event("close")), 100);
  panel.show(timeline);
  equal(text("#timeline-found"), "2 of 2 steps");
  timeline.line[1].remark = "not closed";
  panel.forget();
  panel.show(timeline);
  equal(text("#timeline-found"), "3 of 3 steps");
});

/** The steps that are shown for choices, and what the page says. @param {StepsPanel} panel @param {string} rejected @param {string} dropped */
function filtered(panel, rejected, dropped) {
  enter("#show-rejected", rejected);
  enter("#show-dropped", dropped);
  return [panel.shown?.join(" "), text("#hidden-steps")];
}

Deno.test("rejected and dropped events are hidden, or shown alone, and the page says how many are hidden", () => {
  const timeline = mixed();
  const { panel, filterings } = opened(timeline);
  equal([panel.shown, text("#hidden-steps")], [null, ""]);
  const also = "The current step is always shown.";
  equal(filtered(panel, "hide", "all"), ["0 1 3 5 6", `2 steps are hidden. ${also}`]);
  equal(filtered(panel, "hide", "hide"), ["0 1 3 5", `3 steps are hidden. ${also}`]);
  equal(filtered(panel, "all", "hide"), ["0 1 2 3 4 5", `1 step is hidden. ${also}`]);
  equal(filtered(panel, "only", "all"), ["2 4", `4 steps are hidden. ${also}`]);
  equal(filtered(panel, "only", "only"), ["2 4 6", `3 steps are hidden. ${also}`]);
  equal(filtered(panel, "hide", "only"), ["6", `5 steps are hidden. ${also}`]);
  equal(filtered(panel, "all", "all"), [undefined, ""]);
  equal(filterings(), 14);
});

Deno.test("words are found among the steps that are shown", () => {
  const timeline = mixed();
  const { panel } = opened(timeline);
  search("close");
  timeline.goTo(timeline.line[1]);
  panel.show(timeline);
  equal(text("#timeline-found"), "3 steps found");
  filtered(panel, "only", "all");
  equal(text("#timeline-found"), "1 step found");
  filtered(panel, "all", "all");
  equal(text("#timeline-found"), "3 steps found");
});
