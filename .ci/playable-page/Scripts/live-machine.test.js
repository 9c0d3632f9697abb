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

Deno.test("lost events are named one by one or as ranges, and after five of them only the number of the others", () => {
  const machine = live();
  const alternating = ["closed open open", "open close closed"];
  for (const [place, index] of [1, 4, 6, 8, 10, 12, 14].entries()) {
    machine.take("entry", entry(index, alternating[place % 2]));
    if (index === 1) {
      equal(
        machine.loss,
        "1 event of 2 is missing: number 1. The app, the inspector and this page store only the latest events.",
      );
    }
    if (index === 10) {
      equal(
        machine.loss,
        "6 events of 11 are missing: number 1, 3 to 4, 6, 8, 10. " +
          "The app, the inspector and this page store only the latest events.",
      );
    }
  }
  equal(machine.missing, [[0, 0], [2, 3], [5, 5], [7, 7], [9, 9], [11, 11], [13, 13]]);
  equal(
    machine.loss,
    "8 events of 15 are missing: number 1, 3 to 4, 6, 8, 10 and 2 more gaps. " +
      "The app, the inspector and this page store only the latest events.",
  );
});

Deno.test("a moment without a number is no event, so nothing is missing because of it", () => {
  const machine = live();
  machine.take("entry", entry(0, "closed open open"));
  // The machine was in another state before the event, which is a moment of its own.
  machine.take("entry", entry(1, "locked unlock(1) closed"));
  equal(machine.timeline.line.map(({ index }) => index), [undefined, 0, undefined, 1]);
  equal([machine.missing, machine.loss], [[], ""]);
});

Deno.test("a machine has the name that the app gives it, and takes the events that the app accepts", () => {
  const { session, number, name, accepts } = live({ accepts: ["samples", "values"] });
  equal({ session, number, name, accepts }, { session: "s", number: 3, name: "front", accepts: ["samples", "values"] });
  const nameless = live({ name: undefined });
  equal([nameless.name, nameless.accepts, nameless.unwatched], ["", [], []]);
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

Deno.test("5000 activities are stored, and the latest 2500 of them when there is one more", () => {
  const machine = live();
  for (let index = 0; index < 5000; index++) {
    machine.take("entry", entry(index, "closed lock(1) locked", { exited: ["a"], entered: ["a"] }));
  }
  equal([machine.spans.length, machine.spans[0].start], [5000, 2]);
  machine.take("entry", entry(5000, "closed lock(1) locked", { exited: ["a"], entered: ["a"] }));
  equal([machine.spans.length, machine.spans[0].start], [2500, 2503]);
  equal(machine.spans.at(-1), { name: "a", start: 5002 });
});

Deno.test("an activity that still runs is stored, however many came after it", () => {
  const machine = live({ isRunning: true, activities: ["lamp"] });
  for (let index = 0; index < 6000; index++) {
    machine.take("entry", entry(index, "closed lock(1) locked", { exited: ["a"], entered: ["a"] }));
  }
  equal([machine.spans[0], machine.spans.length <= 5000], [{ name: "lamp", start: 1 }, true]);
});
