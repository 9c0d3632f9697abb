// The activities of the present state, with those that have just ended and begun.

/** @import { Entry } from "page/recording.js" */
/** @import { Happening } from "page/timeline.js" */
import { deepStrictEqual as equal } from "node:assert";
import { showActivities } from "page/activities-panel.js";
import { recorded, recordedStart } from "page/recording.js";
import { beginning, happening, Timeline } from "page/timeline.js";
import { door, event, state } from "./door.js";
import { openPage, text } from "./page-without-browser.js";

/** A door with an alarm while it is broken, and a lamp inside the bolt. */
const machine = (() => {
  const { states, transitions } = door().document;
  const running = new Map([["locked", ["bolt", "lamp"]], ["broken", ["alarm"]]]);
  const of = (/** @type {number} */ index) => running.get(states[index].name) ?? [];
  return door({
    states: states.map((known, index) => ({ ...known, activities: of(index) })),
    activities: [{ name: "bolt", comment: "Holds the door." }, { name: "lamp" }, { name: "alarm" }],
    transitions: transitions.map((transition) => ({
      ...transition,
      exited: of(transition.source).toReversed(),
      entered: of(transition.target),
    })),
  });
})();

/** Plays events from a state, and shows the last moment. @param {string} start @param {...string} names */
function play(start, ...names) {
  const timeline = new Timeline(beginning(machine, state(start)));
  for (const name of names) timeline.add(happening(machine, timeline.current, event(name)));
  openPage();
  showActivities(machine, timeline.current);
}

/**
 * Shows the end of a recording.
 * @param {string} start
 * @param {...[string, object?]} entries State, event, and the state after it; and what the entry has besides.
 */
function playRecording(start, ...entries) {
  /** @type {Happening[]} */
  const moments = [recordedStart(machine, start, [start], 0)];
  for (const [words, more] of entries) {
    const [state, event, after] = words.split(" ");
    const path = { state: [state], event: [event.replace(/\(.*/, "")], after: [after] };
    const made = { time: 0, path, state, event, after, outcome: "handled", exited: [], entered: [], ...more };
    moments.push(...recorded(machine, /** @type {Entry} */ (made), moments[moments.length - 1]));
  }
  const timeline = new Timeline(moments[0]);
  timeline.append(moments.slice(1));
  timeline.goTo(timeline.end);
  openPage();
  showActivities(machine, timeline.current);
}

/** What is listed: kind and text of each activity. */
function shown() {
  const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#activities li")]);
  return items.map((item) => `${item.className}: ${item.textContent}`);
}

/** Whether the page says that there are none. */
function saysNone() {
  const note = /** @type {HTMLElement | null} */ (document.querySelector("#no-activities"));
  return !note?.hidden;
}

Deno.test("a state without activities says that none is running", () => {
  play("closed");
  equal([shown(), saysNone(), text("#no-activities")], [[], true, "No activity is running."]);
});

Deno.test("activities that an event enters are marked as entered, outermost first", () => {
  play("closed", "lock(1)");
  equal([shown(), saysNone()], [["entered: bolt entered", "entered: lamp entered"], false]);
});

Deno.test("one activity is enough for the page not to say that none is running", () => {
  play("closed", "smash");
  equal([shown(), saysNone()], [["entered: alarm entered"], false]);
});

Deno.test("activities that have just ended stand first, and none is running without others", () => {
  play("closed", "lock(1)", "unlock(1)");
  equal([shown(), saysNone()], [["exited: lamp exited", "exited: bolt exited"], true]);
  play("closed", "lock(1)", "smash");
  equal([shown(), saysNone()], [["exited: lamp exited", "exited: bolt exited", "entered: alarm entered"], false]);
});

Deno.test("exits and entries appear one after the other", () => {
  play("closed", "lock(1)", "smash");
  const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#activities li")]);
  equal(items.map((item) => item.style.getPropertyValue("--order")), ["0", "1", "2"]);
});

Deno.test("activities go on when an event is rejected, and at the start they are not marked as entered", () => {
  play("closed", "lock(1)", "open");
  equal(shown(), ["continuing: bolt", "continuing: lamp"]);
  play("locked");
  equal(shown(), ["continuing: bolt", "continuing: lamp"]);
});

Deno.test("an activity that an event does not enter goes on", () => {
  playRecording("locked", ["locked dim locked", { exited: ["lamp"], entered: ["lamp"] }]);
  equal(shown(), ["exited: lamp exited", "continuing: bolt", "entered: lamp entered"]);
});

Deno.test("the comment of an activity is its title", () => {
  play("locked");
  const items = [...document.querySelectorAll("#activities li")];
  equal(items.map((item) => item.getAttribute("title")), ["Holds the door.", null]);
});

Deno.test("what was listed before is replaced", () => {
  play("closed", "lock(1)");
  showActivities(machine, new Timeline(beginning(machine, state("broken"))).current);
  equal(shown(), ["continuing: alarm"]);
});

Deno.test("activities that the machine has said are shown instead of those of the page", () => {
  openPage();
  const { start } = new Timeline({ ...beginning(machine, state("locked")), activities: ["bolt(7)"] });
  showActivities(machine, start);
  equal(shown(), ["continuing: bolt(7)"]);
});

Deno.test("activities of an unknown state follow from the last known one, and from what happened since", () => {
  playRecording(
    "closed",
    ["closed lock(1) locked", { entered: ["bolt", "lamp"] }],
    ["locked wedge stuck", { exited: ["lamp"], entered: ["wedge"] }],
    ["stuck push loose", { exited: ["wedge"], entered: ["noise"] }],
  );
  equal([shown(), saysNone()], [["exited: wedge exited", "continuing: bolt", "entered: noise entered"], false]);
});

Deno.test("after a gap, activities follow from the state after it", () => {
  playRecording("closed", ["locked wedge stuck", { exited: ["lamp"] }]);
  equal(shown(), ["exited: lamp exited", "continuing: bolt"]);
});

Deno.test("a recording that begins in an unknown state has the activities that were entered since", () => {
  playRecording("stuck", ["stuck push loose", { entered: ["noise"] }], ["loose pull loose", { outcome: "rejected" }]);
  equal([shown(), saysNone()], [["continuing: noise"], false]);
});

Deno.test("a recording that begins in an unknown state does not say that nothing is running", () => {
  playRecording("stuck");
  equal([shown(), saysNone(), text("#no-activities")], [[], true, "It is not known which activities are running."]);
});
