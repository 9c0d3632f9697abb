import { deepStrictEqual as equal } from "node:assert";
import { LiveMachine } from "page/live-machine.js";
import { door, entry } from "./door.js";

/** @import { LiveRecord } from "page/live-machine.js" */

/** A door that is inspected. @param {Partial<LiveRecord>} [record] */
function live(record = {}) {
  const begin = { session: "s", machine: 3, time: 1, name: "front", state: "closed", path: ["closed"], ...record };
  return new LiveMachine(door(), begin);
}

/**
 * A machine takes an event.
 * @param {LiveMachine} machine
 * @param {number} index
 * @param {string} words State, event, and the state after it.
 * @param {object} [more] What the entry has besides.
 */
function take(machine, index, words, more) {
  machine.take("entry", { session: "s", machine: 3, time: index + 2, index, entry: entry(words, more) });
}

Deno.test("events that got lost are counted, also before the first one", () => {
  const machine = live();
  take(machine, 1, "closed open open");
  take(machine, 2, "open close closed");
  take(machine, 5, "locked unlock(1) closed");
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
    take(machine, index, index % 2 === 0 ? "closed open open" : "open close closed");
  }
  equal(machine.missing.length, 1);
  const [[first, last]] = machine.missing;
  equal([first, machine.timeline.start.index], [0, last + 1]);
  equal(machine.timeline.start.notes, [`${last + 1} events before this point are no longer stored.`]);
  take(machine, 6002, "closed open open");
  equal(machine.missing, [[0, last], [6000, 6001]]);
  equal(machine.loss.split(". ")[0], `${last + 3} events of 6003 are missing: number 1 to ${last + 1}, 6001 to 6002`);
});

Deno.test("lost events are named one by one or as ranges, and after five of them only the number of the others", () => {
  const machine = live();
  const said = new Map([
    [1, "1 event of 2 is missing: number 1"],
    [10, "6 events of 11 are missing: number 1, 3 to 4, 6, 8, 10"],
    [14, "8 events of 15 are missing: number 1, 3 to 4, 6, 8, 10 and 2 more gaps"],
  ]);
  for (const [place, index] of [1, 4, 6, 8, 10, 12, 14].entries()) {
    take(machine, index, place % 2 ? "open close closed" : "closed open open");
    const words = said.get(index);
    if (words) equal(machine.loss, `${words}. The app, the inspector and this page store only the latest events.`);
  }
  equal(machine.missing, [[0, 0], [2, 3], [5, 5], [7, 7], [9, 9], [11, 11], [13, 13]]);
});

Deno.test("a moment without a number is no event, so nothing is missing because of it", () => {
  const machine = live();
  take(machine, 0, "closed open open");
  // The machine was in another state before the event, which is a moment of its own.
  take(machine, 1, "locked unlock(1) closed");
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
  take(machine, 0, "closed lock(7) locked", { entered: ["bolt(7)"] });
  take(machine, 1, "locked lock(1) locked", { outcome: "rejected" });
  take(machine, 2, "locked unlock(7) closed", { exited: ["bolt(7)"] });
  const activities = machine.timeline.line.map((moment) => moment.activities?.join(" "));
  equal(activities, ["lamp", "lamp bolt(7)", "lamp bolt(7)", "lamp"]);
  // An activity that is entered again is another span.
  for (const [index, exited] of [[], ["bolt"]].entries()) {
    take(machine, 3 + index, "closed lock(1) locked", { entered: ["bolt"], exited });
  }
  equal(machine.spans, [
    { name: "lamp", start: 1.5 },
    { name: "bolt(7)", start: 2, end: 4 },
    { name: "bolt", start: 5, end: 6 },
    { name: "bolt", start: 6 },
  ]);
});

Deno.test("a machine that runs already has its activities, which end with it or when it is stopped", () => {
  equal(live({ isRunning: true, activities: ["bolt"] }).spans, [{ name: "bolt", start: 1 }]);
  equal(live({ isRunning: false, activities: [] }).spans, []);
  for (const kind of ["stopped", "ended"]) {
    const machine = live({ isRunning: true, activities: ["bolt", "lamp"] });
    machine.take(kind, { session: "s", machine: 3, time: 9 });
    equal([machine.spans.map((span) => span.end), machine.latest, machine.hasEnded], [[9, 9], 9, kind === "ended"]);
  }
});

Deno.test("broken properties are kept with their reasons", () => {
  const machine = live({ unwatched: ["later"] });
  machine.take("failure", { session: "s", machine: 3, time: 2, property: "it closes", reason: "it is open", index: 0 });
  equal(machine.failures, [{ property: "it closes", reason: "it is open", index: 0 }]);
  equal(machine.unwatched, ["later"]);
});

Deno.test("5000 activities are stored, and the latest 2500 of them when there is one more, and those that still run", () => {
  const [machine, lit] = [live(), live({ isRunning: true, activities: ["lamp"] })];
  const takeMany = (/** @type {LiveMachine} */ live, /** @type {number} */ count) => {
    for (let index = 0; index < count; index++) {
      take(live, index, "closed lock(1) locked", { exited: ["a"], entered: ["a"] });
    }
  };
  takeMany(machine, 5000);
  equal([machine.spans.length, machine.spans[0].start], [5000, 2]);
  take(machine, 5000, "closed lock(1) locked", { exited: ["a"], entered: ["a"] });
  equal([machine.spans.length, machine.spans[0].start], [2500, 2503]);
  equal(machine.spans.at(-1), { name: "a", start: 5002 });
  takeMany(lit, 6000);
  equal([lit.spans[0], lit.spans.length <= 5000], [{ name: "lamp", start: 1 }, true]);
});
