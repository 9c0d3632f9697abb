// One of several machines: its states and events, and the events of all machines in the order of their causes.

import { deepStrictEqual as equal } from "node:assert";
import { Log, ordered, range } from "page/together-log.js";
import { TogetherMachine } from "page/together-machine.js";
import { entryOf, machine, receive, violate } from "./machines-together.js";

/** A sender of an event. @param {number} machine @param {number} index */
function by(machine, index) {
  return { sender: { machine, index, within: /** @type {const} */ ("turn") } };
}

/** @param {TogetherMachine[]} machines */
function names(machines, start = 0, end = Infinity, count = 100) {
  const log = new Log();
  for (const happened of machines.flatMap(({ events }) => events)) log.add(happened);
  const { first, last } = range(log.events, start, end);
  return ordered(log.events.slice(Math.max(first, last + 1 - count), last + 1)).map(({ event }) => event).join(" ");
}

Deno.test("an event that a hook has sent comes after the event of the hook, which was reported later", () => {
  const [cart, store, van] = [machine("cart", 0), machine("store", 1), machine("van", 2)];
  receive(cart, 10, "add");
  receive(van, 11, "load", by(1, 0));
  receive(store, 12, "pack", by(0, 1));
  receive(store, 13, "count", by(0, 1));
  receive(cart, 14, "pay");
  equal(names([cart, store, van]), "add pay pack load count");
  equal(names([store, van]), "pack load count");
});

Deno.test("a turn with events of other machines in it is as old as its beginning", () => {
  const cart = machine("cart", 0);
  const entry = entryOf("pay", { after: "paid" });
  cart.take("entry", { session: "s", machine: 0, sequence: 5, time: 6.002, began: 6, index: 0, entry });
  equal([cart.events[0].time, cart.stateAt(6.001), cart.latest], [6, "paid", 6.002]);
});

Deno.test("what a record says of its sender cannot hide events or make a circle", () => {
  const [one, other] = [machine("one", 0), machine("other", 1)];
  receive(one, 10, "a", by(1, 0));
  receive(other, 11, "b", by(0, 0));
  receive(one, 12, "c", by(0, 1));
  equal(names([one, other]).split(" ").sort(), ["a", "b", "c"]);
});

Deno.test("the events of an app come as it has reported them, and those of several apps by their times", () => {
  const [one, other] = [machine("one", 0), machine("other", 1)];
  receive(one, 5, "first", { sequence: 10 });
  receive(other, 4.9, "second", { sequence: 11 });
  equal([names([one, other]), names([other, one])], ["first second", "first second"]);
  const elsewhere = machine("elsewhere", 0, { session: "t" });
  receive(elsewhere, 6, "later", { sequence: 3 });
  receive(elsewhere, 7, "latest", { sequence: 99 });
  receive(one, 8, "after that", { sequence: 12 });
  equal(names([elsewhere, one]), "first later latest after that");
});

Deno.test("the events of a stretch of time are found, those at both of its ends too", () => {
  const [one, other] = [machine("one", 0), machine("other", 1)];
  for (const time of [1, 3, 5, 7]) receive(one, time, `e${time}`);
  for (const time of [2, 4, 6]) receive(other, time, `e${time}`);
  equal(names([one, other], 3, 6), "e3 e4 e5 e6");
  equal(names([one, other], 0.5, 1.5), "e1");
  equal(names([one, other], 8, 9), "");
});

Deno.test("of many events, the last ones are found, whatever machines have received them", () => {
  const [one, other] = [machine("one", 0), machine("other", 1)];
  for (const time of [1, 4, 5]) receive(one, time, `e${time}`);
  for (const time of [2, 3, 6]) receive(other, time, `e${time}`);
  equal([names([one, other], 0, 9, 3), names([one, other], 0, 4, 2)], ["e4 e5 e6", "e3 e4"]);
});

Deno.test("the times of a machine are those of its app, from the beginning of the axis", () => {
  const live = machine("store", 3, { time: 2, state: "open(4)", origin: 100 });
  equal([live.name, live.type, live.start, live.latest, live.end], ["store", "Shop.Store", 102, 102, null]);
  equal([live.stateAt(101.9), live.stateAt(102), live.state], [undefined, "open(4)", "open(4)"]);
  receive(live, 5, "close");
  equal([live.events[0].time, live.stateAt(104.9), live.stateAt(105), live.latest], [105, "open(4)", "close", 105]);
  violate(live, 6, "nobody is locked in");
  equal([live.failures[0].time, live.latest, live.end], [106, 106, null]);
  live.take("ended", { session: "s", machine: 3, sequence: 9, time: 7 });
  equal([live.end, live.latest, live.events.length, live.failures.length], [107, 107, 1, 1]);
});

Deno.test("a machine that says little of itself is there without a name", () => {
  const live = new TogetherMachine({ session: "s", machine: 0, sequence: 1, time: 0 }, 0);
  equal([live.name, live.type, live.state, live.caseName], ["", "", "", ""]);
});

Deno.test("a machine is in the case of its latest state, without payloads", () => {
  const live = machine("one", 0);
  const reach = (/** @type {string} */ after, /** @type {string[]} */ path) =>
    live.take("entry", {
      session: "s",
      machine: 0,
      sequence: 1,
      time: 1,
      entry: { ...entryOf("e", { state: live.state, after }), path: { state: [], event: [], after: path } },
    });
  equal(live.caseName, "a");
  reach("open(total: 3)", ["open"]);
  equal([live.state, live.caseName], ["open(total: 3)", "open"]);
  reach("open(closing(4))", ["open", "closing"]);
  equal([live.state, live.caseName], ["open(closing(4))", "open.closing"]);
  reach("7", []);
  equal([live.state, live.caseName], ["7", "7"]);
});

Deno.test("an event that leaves the state as it is begins no other stay", () => {
  const live = machine("one", 0);
  for (const [time, event] of /** @type {[number, string][]} */ ([[1, "a"], [2, "b"], [3, "b"]])) {
    receive(live, time, event);
  }
  equal(live.stays.map(({ time, state }) => [time, state]), [[0, "a"], [2, "b"]]);
  equal(live.events.length, 3);
});

Deno.test("a property is broken from its first violation on", () => {
  const live = machine("one", 0);
  equal([live.isBroken(), live.isBroken(5)], [false, false]);
  violate(live, 3, "nobody is locked in", "somebody was");
  violate(live, 5, "nothing is free");
  equal([2.9, 3, 4, 6].map((time) => live.isBroken(time)), [false, true, true, true]);
  equal(live.isBroken(), true);
  equal(live.failures.map(({ time, property, reason }) => [time, property, reason]), [
    [3, "nobody is locked in", "somebody was"],
    [5, "nothing is free", undefined],
  ]);
});

Deno.test("events that were lost on the way are counted", () => {
  const live = machine("one", 0);
  const entry = entryOf("e", { after: "b" });
  const record = { session: "s", machine: 0, sequence: 1, time: 1, entry };
  live.take("entry", { ...record, index: 3 });
  equal(live.missing, 3);
  live.take("entry", { ...record, index: 4 });
  live.take("entry", { ...record, index: 7 });
  equal([live.missing, live.events.map(({ index }) => index)], [5, [3, 4, 7]]);
  // A record without an event says nothing.
  live.take("entry", { session: "s", machine: 0, sequence: 2, time: 2 });
  equal([live.missing, live.events.length], [5, 3]);
});

Deno.test("2,000 events of a machine are stored, and with one more the older half is forgotten, with how many they are", () => {
  const live = machine("one", 0);
  for (let index = 0; index < 2000; index++) receive(live, index, `e${index}`);
  equal([live.forget(), live.events.length, live.missing], [false, 2000, 0]);
  receive(live, 2000, "e2000");
  equal([live.forget(), live.events.length, live.missing, live.events[0].event], [true, 1000, 1001, "e1001"]);
  // The state at the first event that is left is the one to which that event has led.
  equal([live.stateAt(1001), live.stateAt(1001.5), live.state], ["e1001", "e1001", "e2000"]);
  equal([live.stayAt(500)?.missing, live.stateAt(500)], [1001, undefined]);
});

Deno.test("the events around a violation stay, of all machines, and what is missing beside them is known", () => {
  const [one, other] = [machine("one", 0), machine("other", 1)];
  const log = new Log();
  const go = (/** @type {number} */ from, /** @type {number} */ to) => {
    for (let time = from; time < to; time++) {
      log.add(receive(one, time, `e${time}`));
      if (time % 100 === 0) log.add(receive(other, time + 0.5, `o${time}`));
    }
  };
  go(0, 500);
  violate(one, 499, "it is never e499");
  log.keep(one, one.failures[0]);
  go(500, 9000);
  const kept = one.events.filter(({ time }) => time < 1000).map(({ time }) => time);
  // Of 200 events before, and 50 after, one each is that of the other machine.
  equal([kept[0], kept.length, kept[kept.length - 1]], [301, 248, 548]);
  equal(other.events.length, 90);
  equal(one.stays.filter(({ missing }) => missing > 0).map(({ time, missing }) => [Math.round(time), missing]), [
    [0, 301],
    [548, 9000 - 301 - kept.length - one.events.filter(({ time }) => time > 1000).length],
  ]);
  equal(log.events.length, one.events.length + other.events.length);
});

Deno.test("live events are bounded over all machines", () => {
  const log = new Log();
  const machines = Array.from({ length: 100 }, (_, number) => machine(`m${number}`, number));
  for (let time = 0; time < 110_000; time++) log.add(receive(machines[time % 100], time, "e"));
  equal(log.events.length <= 100_000, true);
  equal(log.events.length, machines.reduce((sum, { events }) => sum + events.length, 0));
  equal(log.events[log.events.length - 1].time, 109_999);
});

Deno.test("a machine that stays where it is has its state, however many events it has received", () => {
  const live = machine("one", 0);
  for (let index = 0; index <= 2000; index++) receive(live, index, "a");
  live.forget();
  equal([live.state, live.stateAt(1500), live.caseName, live.events.length], ["a", "a", "a", 1000]);
});

Deno.test("machines are told apart by their apps and their numbers", () => {
  const keys = [machine("one", 0), machine("one", 1), machine("one", 0, { session: "t" })].map(TogetherMachine.key);
  equal(new Set(keys).size, 3);
  equal(TogetherMachine.key({ session: "s", number: 1 }), keys[1]);
});
