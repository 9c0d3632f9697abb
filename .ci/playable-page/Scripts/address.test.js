import { deepStrictEqual as equal } from "node:assert";
import { address, timelineAt } from "page/address.js";
import { beginning, Timeline } from "page/timeline.js";
import { door } from "./door.js";

const machine = door();

for (
  const text of [
    "",
    "start=locked",
    "start=closed&events=open,close,lock_1",
    "start=closed&events=open,open,open&at=2",
    "start=locked&events=unlock_1,smash&at=0",
  ]
) {
  Deno.test(`the address "${text}" leads to the sequence that it names`, () => {
    const { timeline, problem } = timelineAt(machine, text);
    equal([address(machine, timeline), problem], [text, ""]);
  });
}

Deno.test("an address without a start begins in the first initial state", () => {
  equal(timelineAt(machine, "events=open").timeline.current.stateName, "open");
});

Deno.test("an unknown start is named, and the machine begins as always", () => {
  const { timeline, problem } = timelineAt(machine, "start=<b>&events=open");
  equal(problem, 'The address begins in "<b>", which is not a state of this machine.');
  equal([timeline.current.stateName, timeline.line.length], ["closed", 1]);
});

Deno.test("an unknown event is named, and ends the sequence", () => {
  const { timeline, problem } = timelineAt(machine, "start=closed&events=open,shut,close");
  equal(
    problem,
    'The address has the event "shut", which this machine does not have. The page stops before this event.',
  );
  equal([timeline.current.stateName, timeline.line.length], ["open", 2]);
});

for (const at of ["", "x", "-1", "1.5", "99", "1e9", "NaN"]) {
  Deno.test(`the position "${at}" is no reason to fail`, () => {
    const { timeline } = timelineAt(machine, `events=open,close&at=${at}`);
    equal([timeline.line.length, timeline.past.length], [3, at === "" ? 1 : 3]);
  });
}

Deno.test("names that JavaScript reserves are not states or events", () => {
  equal(timelineAt(machine, "start=constructor").problem.includes('"constructor"'), true);
  equal(timelineAt(machine, "events=__proto__").problem.includes('"__proto__"'), true);
});

Deno.test("an event that the page does not know ends the address", () => {
  const { timeline } = timelineAt(machine, "events=open,close");
  timeline.add({ ...timeline.current, outcome: "dropped", reason: "stale" });
  equal(address(machine, timeline), "start=closed&events=open,close");
  timeline.add({ ...timeline.current, event: null, outcome: "handled" });
  equal(address(machine, timeline), "start=closed&events=open,close");
});

Deno.test("a state that the page does not know has no address", () => {
  equal(address(machine, new Timeline({ ...beginning(machine, 0), state: null })), "");
});
