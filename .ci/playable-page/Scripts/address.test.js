import { deepStrictEqual as equal } from "node:assert";
import { address, isAddressable, timelineAt } from "page/address.js";
import { beginning, Timeline } from "page/timeline.js";
import { door, timelineOf } from "./door.js";

const machine = door();

Deno.test("an address leads to the sequence that it names", () => {
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
    const { timeline, problem } = timelineAt(machine, text);
    equal([address(machine, timeline), problem], [text, ""]);
  }
});

Deno.test("an unknown start or event is named, and the sequence ends before it", () => {
  const noState = (/** @type {string} */ id) => `The address begins in "${id}", which is not a state of this machine.`;
  const noEvent = (/** @type {string} */ id) =>
    `The address has the event "${id}", which this machine does not have. The page stops before this event.`;
  for (
    const [text, problem, stateName, count] of /** @type {[string, string, string, number][]} */ ([
      ["start=<b>&events=open", noState("<b>"), "closed", 1],
      ["start=closed&events=open,shut,close", noEvent("shut"), "open", 2],
      // Names that JavaScript reserves are not states or events.
      ["start=constructor", noState("constructor"), "closed", 1],
      ["events=__proto__", noEvent("__proto__"), "closed", 1],
    ])
  ) {
    const found = timelineAt(machine, text);
    equal([found.problem, found.timeline.current.stateName, found.timeline.line.length], [problem, stateName, count]);
  }
});

Deno.test("no position is a reason to fail", () => {
  for (const at of ["", "x", "-1", "1.5", "99", "1e9", "NaN"]) {
    const { timeline } = timelineAt(machine, `events=open,close&at=${at}`);
    equal([timeline.line.length, timeline.past.length], [3, at === "" ? 1 : 3]);
  }
});

Deno.test("an event that the page does not know ends the address", () => {
  const { timeline } = timelineAt(machine, "events=open,close");
  timeline.add({ ...timeline.current, outcome: "dropped", reason: "stale" });
  equal(address(machine, timeline), "start=closed&events=open,close");
  timeline.add({ ...timeline.current, event: null, outcome: "handled" });
  equal(address(machine, timeline), "start=closed&events=open,close");
  // Even if it is the first one. A state that the page does not know has no address.
  const { timeline: other } = timelineAt(machine, "");
  other.add({ ...beginning(machine, 0), outcome: "handled", eventName: "knock" });
  equal(address(machine, other), "");
  other.start.remark = "before";
  equal(address(machine, other), "start=closed&note0=before");
  equal(address(machine, new Timeline({ ...beginning(machine, 0), state: null })), "");
});

Deno.test("the notes of moments that the address does not hold are not in it", () => {
  const { timeline } = timelineAt(machine, "events=open");
  timeline.add({ ...timeline.current, outcome: "dropped", reason: "stale", remark: "lost" });
  timeline.line[1].remark = "kept";
  equal(address(machine, timeline), "start=closed&events=open&note1=kept");
  // Half of a character.
  timeline.line[1].remark = "a\ud83d";
  equal(address(machine, timeline), "start=closed&events=open&note1=a%EF%BF%BD");
});

Deno.test("the notes of an address are those of its moments", () => {
  const { timeline } = timelineAt(machine, "events=open,close&note0=first&note2=%3Cb%3E+last&note7=none");
  equal(timeline.line.map(({ remark }) => remark), ["first", undefined, "<b> last"]);
});

Deno.test("a timeline fits into the address if the page knows all of it", () => {
  const { timeline } = timelineAt(machine, "events=open,close");
  equal([isAddressable(timeline), isAddressable(timelineAt(machine, "").timeline)], [true, true]);
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

Deno.test("an address of a part of a timeline keeps the numbers of its steps", () => {
  const text = "start=open&from=80&events=close,lock_1,unlock_1&at=82&note81=quiet";
  const { timeline } = timelineAt(machine, text);
  equal([timeline.start.step, timeline.current.step, timeline.end.step], [80, 82, 83]);
  equal([timeline.line[1].remark, address(machine, timeline)], ["quiet", text]);
  for (const from of ["-1", "x", "1.5", "1e3", "99999999999", ""]) {
    equal(timelineAt(machine, `from=${from}&events=open`).timeline.end.step, 1);
  }
});

Deno.test("a part of a timeline has an address of its own", () => {
  const { timeline } = timelineAt(machine, "events=open,close,lock_1,unlock_1&note1=a&note2=b&note4=c");
  timeline.goTo(timeline.line[3]);
  equal(
    address(machine, timeline, { first: 2, last: 4 }),
    "start=closed&from=2&events=lock_1,unlock_1&at=3&note2=b&note4=c",
  );
  equal(address(machine, timeline, { first: 1, last: 2 }), "start=open&from=1&events=close&note1=a&note2=b");
  // The current step is before it.
  timeline.goTo(timeline.start);
  equal(address(machine, timeline, { first: 1, last: 2 }), "start=open&from=1&events=close&note1=a&note2=b");
  Object.assign(timeline.line[4], { outcome: "dropped" });
  equal([{ first: 0, last: 3 }, { first: 3, last: 4 }].map((range) => isAddressable(timeline, range)), [true, false]);
});

Deno.test("the address of a long timeline has the steps that led to the current one", () => {
  const { timeline } = timelineAt(machine, `events=${Array(1000).fill("close").join(",")}`);
  timeline.goTo(timeline.line[70]);
  equal(address(machine, timeline), `start=closed&from=20&events=${Array(50).fill("close").join(",")}`);
  timeline.goTo(timeline.line[7]);
  equal(address(machine, timeline), `start=closed&events=${Array(7).fill("close").join(",")}`);
  const { timeline: shorter } = timelineAt(machine, `events=${Array(999).fill("close").join(",")}&at=7`);
  equal(address(machine, shorter).endsWith(",close&at=7"), true);
});

Deno.test("an event after others that are missing ends the address", () => {
  const { timeline } = timelineAt(machine, "events=open,close,open");
  const counted = timeline.line.map((moment, place) => ({ ...moment, index: [undefined, 0, 5, 6][place] }));
  equal(address(machine, timelineOf(counted)), "start=closed&events=open");
});
