// The activities of the present state, with those that have just ended and begun.

import { deepStrictEqual as equal } from "node:assert";
import { showActivities } from "page/activities-panel.js";
import { recorded, recordedStart } from "page/recording.js";
import { beginning, Timeline } from "page/timeline.js";
import { door, entry, played, state, timelineOf } from "./door.js";
import { all, isHidden, openPage, text } from "./page-without-browser.js";

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
  openPage();
  showActivities(machine, played(machine, start, ...names).current);
}

/**
 * Shows the end of a recording.
 * @param {string} start
 * @param {...[string, object?]} entries State, event, and the state after it; and what the entry has besides.
 */
function playRecording(start, ...entries) {
  const moments = [recordedStart(machine, start, [start], 0)];
  for (const [words, more] of entries) {
    moments.push(...recorded(machine, entry(words, more), moments[moments.length - 1]));
  }
  openPage();
  showActivities(machine, timelineOf(moments).current);
}

/** What is listed: kind and text of each activity. */
function shown() {
  return all("#activities li").map((item) => `${item.className}: ${item.textContent}`);
}

/** Whether the page says that there are none. */
function saysNone() {
  return !isHidden("#no-activities");
}

Deno.test("a state without activities says that none is running", () => {
  play("closed");
  equal([shown(), saysNone(), text("#no-activities")], [[], true, "No activity is running."]);
});

Deno.test("exited activities come first, then the ones that continue and the entered ones, outermost first", () => {
  for (
    const [events, listed] of /** @type {[string, string[]][]} */ ([
      ["closed lock(1)", ["entered: bolt entered", "entered: lamp entered"]],
      ["closed smash", ["entered: alarm entered"]],
      ["closed lock(1) unlock(1)", ["exited: lamp exited", "exited: bolt exited"]],
      ["closed lock(1) smash", ["exited: lamp exited", "exited: bolt exited", "entered: alarm entered"]],
      ["closed lock(1) open", ["continuing: bolt", "continuing: lamp"]],
      ["locked", ["continuing: bolt", "continuing: lamp"]],
    ])
  ) {
    const [start, ...names] = events.split(" ");
    play(start, ...names);
    equal([shown(), saysNone()], [listed, listed.every((activity) => activity.startsWith("exited"))]);
    // They appear one after the other.
    const isChange = listed.some((activity) => !activity.startsWith("continuing"));
    if (isChange) {
      equal(
        all("#activities li").map((item) => item.style.getPropertyValue("--order")),
        [...listed.keys()].map(String),
      );
    }
  }
  equal(all("#activities li").map((item) => item.getAttribute("title")), ["Holds the door.", null]);
});

Deno.test("activities of a recording follow from the last known state, and from what happened since", () => {
  for (
    const [start, entries, listed] of /** @type {[string, [string, object?][], string[]][]} */ ([
      // An activity that an event does not enter continues.
      [
        "locked",
        [["locked dim locked", { exited: ["lamp"], entered: ["lamp"] }]],
        ["exited: lamp exited", "continuing: bolt", "entered: lamp entered"],
      ],
      // States that are not known.
      [
        "closed",
        [
          ["closed lock(1) locked", { entered: ["bolt", "lamp"] }],
          ["locked wedge stuck", { exited: ["lamp"], entered: ["wedge"] }],
          ["stuck push loose", { exited: ["wedge"], entered: ["noise"] }],
        ],
        ["exited: wedge exited", "continuing: bolt", "entered: noise entered"],
      ],
      [
        "stuck",
        [["stuck push loose", { entered: ["noise"] }], ["loose pull loose", { outcome: "rejected" }]],
        ["continuing: noise"],
      ],
      // After a gap.
      ["closed", [["locked wedge stuck", { exited: ["lamp"] }]], ["exited: lamp exited", "continuing: bolt"]],
    ])
  ) {
    playRecording(start, ...entries);
    equal([shown(), saysNone()], [listed, false]);
  }
});

Deno.test("activities that the machine has said are shown instead of those of the page", () => {
  openPage();
  const { start } = new Timeline({ ...beginning(machine, state("locked")), activities: ["bolt(7)"] });
  showActivities(machine, start);
  equal(shown(), ["continuing: bolt(7)"]);
});

Deno.test("a recording that begins in an unknown state does not say that nothing is running", () => {
  playRecording("stuck");
  equal([shown(), saysNone(), text("#no-activities")], [[], true, "It is not known which activities are running."]);
});
