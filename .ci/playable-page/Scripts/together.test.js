// The events of several machines in the order of their causes.

import { ordered, TogetherMachine } from "page/together-machine.js";

/** @param {boolean} condition @param {string} text */
function expect(condition, text) {
  if (!condition) throw new Error(text);
}

/** @param {string} name @param {number} number */
function machine(name, number) {
  return new TogetherMachine({
    session: "s",
    machine: number,
    sequence: number,
    time: 0,
    name,
    state: "a",
    path: ["a"],
  }, 0);
}

/**
 * @param {TogetherMachine} live
 * @param {number} sequence
 * @param {string} event
 * @param {import("page/together-machine.js").Sender} [sender]
 */
function receive(live, sequence, event, sender) {
  const entry = { event, outcome: "handled", state: live.state, after: event, path: { after: [event] } };
  const index = live.events.length + live.missing;
  live.take("entry", { session: "s", machine: live.number, sequence, time: sequence, index, entry, sender });
}

/** @param {TogetherMachine[]} machines */
function names(machines) {
  return ordered(machines, 0, Infinity, 100).map(({ event }) => event).join(" ");
}

Deno.test("an event that a hook has sent comes after the event of the hook, which was reported later", () => {
  const [cart, store, van] = [machine("cart", 0), machine("store", 1), machine("van", 2)];
  receive(cart, 10, "add");
  receive(van, 11, "load", { machine: 1, index: 0, within: "turn" });
  receive(store, 12, "pack", { machine: 0, index: 1, within: "turn" });
  receive(store, 13, "count", { machine: 0, index: 1, within: "turn" });
  receive(cart, 14, "pay");
  expect(names([cart, store, van]) === "add pay pack load count", names([cart, store, van]));
  expect(names([store, van]) === "pack load count", names([store, van]));
});

Deno.test("a turn with events of other machines in it is as old as its beginning", () => {
  const cart = machine("cart", 0);
  const entry = { event: "pay", outcome: "handled", state: "a", after: "paid", path: { after: ["paid"] } };
  cart.take("entry", { session: "s", machine: 0, sequence: 5, time: 6.002, began: 6, index: 0, entry });
  expect(
    cart.events[0].time === 6 && cart.stateAt(6.001) === "paid" && cart.latest === 6.002,
    `${cart.events[0].time}`,
  );
});

Deno.test("what a record says of its sender cannot hide events or make a circle", () => {
  const [one, other] = [machine("one", 0), machine("other", 1)];
  receive(one, 10, "a", { machine: 1, index: 0, within: "turn" });
  receive(other, 11, "b", { machine: 0, index: 0, within: "turn" });
  receive(one, 12, "c", { machine: 0, index: 1, within: "turn" });
  expect(names([one, other]).split(" ").sort().join(" ") === "a b c", names([one, other]));
});

Deno.test("the state at a time, and how many events are missing", () => {
  const live = machine("one", 0);
  for (let index = 0; index < 3000; index++) receive(live, 10 + index, `e${index}`);
  expect(live.stateAt(3009) === "e2999" && live.stateAt(2500.5) === "e2490", `${live.stateAt(2500.5)}`);
  expect(live.missing + live.events.length === 3000 && live.events.length <= 2000, `${live.missing}`);
  expect(live.stays.length <= 2001 && live.stateAt(-1) === undefined, "states before the machine began");
});
