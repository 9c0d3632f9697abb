import { deepStrictEqual as equal } from "node:assert";
import { LiveMachine } from "page/live-machine.js";
import { door } from "./door.js";

/** @import { LiveRecord } from "page/live-machine.js" */

/** A door that is inspected. @param {Partial<LiveRecord>} [record] */
function live(record = {}) {
  const begin = { session: "s", machine: 3, time: 1, name: "front", state: "closed", path: ["closed"], ...record };
  return new LiveMachine(door(), begin);
}

/**
 * The record of an event.
 * @param {number} index
 * @param {string} words State, event, and the state after it.
 * @param {object} [more] What the entry has besides.
 */
function entry(index, words, more = {}) {
  const [state, event, after] = words.split(" ");
  const path = { state: [state], event: [event.replace(/\(.*/, "")], after: [after] };
  const made = { time: 0, path, state, event, after, outcome: "handled", exited: [], entered: [], ...more };
  return /** @type {LiveRecord} */ ({ session: "s", machine: 3, time: index + 2, index, entry: made });
}

/** @param {LiveMachine} machine */
function shown(machine) {
  return machine.timeline.line.map(({ eventName, stateName }) => `${eventName} ${stateName}`);
}

Deno.test("what happens is shown at the end of the timeline, unless an earlier moment is shown", () => {
  const machine = live();
  machine.take("entry", entry(0, "closed open open"));
  equal(machine.timeline.current.stateName, "open");
  machine.timeline.back();
  machine.take("entry", entry(1, "open close closed"));
  equal(machine.timeline.current.stateName, "closed");
  equal(machine.timeline.current, machine.timeline.start);
  equal(shown(machine), [" closed", "open open", "close closed"]);
  equal(machine.timeline.end.time, 3);
});

Deno.test("events that got lost are counted, also before the first one", () => {
  const machine = live();
  machine.take("entry", entry(1, "closed open open"));
  machine.take("entry", entry(2, "open close closed"));
  machine.take("entry", entry(5, "locked unlock(1) closed"));
  const notes = machine.timeline.line.map((moment) => moment.notes);
  equal(notes, [[], ["1 event before this event was lost."], [], [
    "2 events before this event were lost.",
    "Events are missing before this event.",
  ], []]);
});

Deno.test("events that are forgotten or got lost are counted, with their numbers", () => {
  const machine = live();
  equal(machine.loss, "");
  for (let index = 0; index < 6000; index++) {
    machine.take("entry", entry(index, index % 2 === 0 ? "closed open open" : "open close closed"));
  }
  equal(machine.missing.length, 1);
  const [[first, last]] = machine.missing;
  equal([first, machine.timeline.start.index], [0, last + 1]);
  equal(machine.timeline.start.notes, [`${last + 1} events before this point are no longer stored.`]);
  machine.take("entry", entry(6002, "closed open open"));
  equal(machine.missing, [[0, last], [6000, 6001]]);
  equal(
    machine.loss,
    `${last + 3} events of 6003 are missing: number 1 to ${last + 1}, 6001 to 6002. ` +
      "The app, the inspector and this page store only the latest events.",
  );
});

Deno.test("activities are those that the machine entered and has not exited", () => {
  const machine = live();
  machine.take("started", { session: "s", machine: 3, time: 1.5, activities: ["lamp"] });
  equal(machine.timeline.start.activities, ["lamp"]);
  machine.take("entry", entry(0, "closed lock(7) locked", { entered: ["bolt(7)"] }));
  machine.take("entry", entry(1, "locked lock(1) locked", { outcome: "rejected" }));
  machine.take("entry", entry(2, "locked unlock(7) closed", { exited: ["bolt(7)"] }));
  equal(machine.timeline.line.map((moment) => moment.activities), [["lamp"], ["lamp", "bolt(7)"], ["lamp", "bolt(7)"], [
    "lamp",
  ]]);
  equal(machine.spans, [{ name: "lamp", start: 1.5 }, { name: "bolt(7)", start: 2, end: 4 }]);
});

Deno.test("an activity that is entered again is another span", () => {
  const machine = live();
  for (const [index, more] of [{ entered: ["bolt"] }, { exited: ["bolt"], entered: ["bolt"] }].entries()) {
    machine.take("entry", entry(index, "closed lock(1) locked", more));
  }
  equal(machine.spans, [{ name: "bolt", start: 2, end: 3 }, { name: "bolt", start: 3 }]);
});

Deno.test("a machine that runs already has its activities", () => {
  equal(live({ isRunning: true, activities: ["bolt"] }).spans, [{ name: "bolt", start: 1 }]);
  equal(live({ isRunning: false, activities: [] }).spans, []);
});

for (const kind of ["stopped", "ended"]) {
  Deno.test(`all activities end when the machine is ${kind}`, () => {
    const machine = live({ isRunning: true, activities: ["bolt", "lamp"] });
    machine.take(kind, { session: "s", machine: 3, time: 9 });
    equal(machine.spans.map((span) => span.end), [9, 9]);
    equal(machine.hasEnded, kind === "ended");
    equal(machine.latest, 9);
  });
}

Deno.test("broken properties are kept with their reasons", () => {
  const machine = live({ unwatched: ["later"] });
  machine.take("failure", { session: "s", machine: 3, time: 2, property: "it closes", reason: "it is open", index: 0 });
  equal(machine.failures, [{ property: "it closes", reason: "it is open", index: 0 }]);
  equal(machine.unwatched, ["later"]);
});

Deno.test("memory is bounded: the first half of too many events and spans is forgotten", () => {
  const machine = live();
  for (let index = 0; index < 12_000; index++) {
    const isOpen = index % 2 === 1;
    machine.take(
      "entry",
      entry(index, isOpen ? "open close closed" : "closed open open", isOpen ? { exited: ["a"] } : { entered: ["a"] }),
    );
  }
  const { line } = machine.timeline;
  equal(line.length <= 5001 && line.length > 2000 && machine.spans.length <= 5000, true);
  equal(line[line.length - 1].time, 12_001);
  equal(line.slice(1).every((moment) => moment.notes.length === 0), true);
});
