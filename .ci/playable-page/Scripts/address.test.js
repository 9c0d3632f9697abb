import { deepStrictEqual as equal } from "node:assert";
import { address, isAddressable, timelineAt } from "page/address.js";
import { beginning, Timeline } from "page/timeline.js";
import { door } from "./door.js";

const machine = door();

for (
  const text of [
    "",
    "start=locked",
    "start=closed&events=open,close,lock_1",
    "start=closed&events=smash",
    "start=closed&events=open,open,open&at=2",
    "start=closed&note0=as%20delivered",
    "start=closed&events=open&note1=it%20creaks%20%26%20%23%2B%3D%25",
    "start=closed&events=open,close&at=1&note0=a&note2=b",
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

Deno.test("a note with half of a character has an address, too", () => {
  const { timeline } = timelineAt(machine, "events=open");
  timeline.current.remark = "a\ud83d";
  equal(address(machine, timeline), "start=closed&events=open&note1=a%EF%BF%BD");
});

Deno.test("a state that the page does not know has no address", () => {
  equal(address(machine, new Timeline({ ...beginning(machine, 0), state: null })), "");
});

Deno.test("an event that the page does not know ends the address even if it is the first one", () => {
  const { timeline } = timelineAt(machine, "");
  timeline.add({ ...beginning(machine, 0), outcome: "handled", eventName: "knock" });
  equal(address(machine, timeline), "");
  timeline.start.remark = "before";
  equal(address(machine, timeline), "start=closed&note0=before");
});

Deno.test("the notes of moments that the address does not hold are not in it", () => {
  const { timeline } = timelineAt(machine, "events=open");
  timeline.add({ ...timeline.current, outcome: "dropped", reason: "stale", remark: "lost" });
  timeline.line[1].remark = "kept";
  equal(address(machine, timeline), "start=closed&events=open&note1=kept");
});

Deno.test("the notes of an address are those of its moments", () => {
  const { timeline } = timelineAt(machine, "events=open,close&note0=first&note2=%3Cb%3E+last&note7=none");
  equal(timeline.line.map(({ remark }) => remark), ["first", undefined, "<b> last"]);
});

Deno.test("a timeline fits into the address if the page knows all of it", () => {
  const { timeline } = timelineAt(machine, "events=open,close");
  equal(isAddressable(timeline), true);
  equal(isAddressable(timelineAt(machine, "").timeline), true);
  timeline.add({ ...timeline.current, outcome: "dropped", reason: "stale" });
  equal(isAddressable(timeline), false);
  timeline.goTo(timeline.start);
  equal(isAddressable(timeline), false);
  for (const change of [{ event: null }, { notes: ["Events are missing before this event."] }]) {
    const other = timelineAt(machine, "events=open,close").timeline;
    Object.assign(other.line[2], change);
    equal(isAddressable(other), false);
  }
  equal(isAddressable(new Timeline({ ...beginning(machine, 0), state: null })), false);
});

/** The door, which begins in some states. @param {string[]} names */
function beginningIn(...names) {
  return door({ states: machine.states.map((one) => ({ ...one, isInitial: names.includes(one.name) })) });
}

Deno.test("an address without a start begins in the first of several initial states, or in the first state", () => {
  const start = (/** @type {string[]} */ ...names) => timelineAt(beginningIn(...names), "").timeline.start.stateName;
  equal([start("locked"), start("open", "broken"), start()], ["locked", "open", "closed"]);
});

Deno.test("an address has the start if it is not the first initial state", () => {
  for (const text of ["", "start=closed", "start=broken"]) {
    const machine = beginningIn("open", "broken");
    equal(address(machine, timelineAt(machine, text).timeline), text);
  }
});
