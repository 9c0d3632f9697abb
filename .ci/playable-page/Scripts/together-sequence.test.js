// The sequence diagram of several machines.

/** @import { Sender } from "page/recording-file.js" */
/** @import { Happened, TogetherMachine } from "page/together-machine.js" */
import { deepStrictEqual as equal } from "node:assert";
import { columnsOf, heads, rows, shortType } from "page/together-sequence.js";
import { entryOf, machine, receive } from "./machines-together.js";
import { openPage } from "./page-without-browser.js";

openPage("");

/** @param {string} name @param {number} number */
function idle(name, number, session = "s") {
  return machine(name, number, { session, type: `Shop.${name}.State`, state: "idle" });
}

/** A machine takes an event, which leaves it where it is if nothing else is said. @type {typeof receive} */
const take = (live, time, event, more) => receive(live, time, event, { after: live.state, ...more });

/**
 * The rows of events.
 * @param {TogetherMachine[]} machines
 * @param {Happened[]} events
 * @param {Happened | null} [present]
 */
function drawn(machines, events, present = null) {
  /** @type {Happened[]} */
  const selected = [];
  const known = [...machines, idle("hidden", 9)];
  const items = rows(machines, events, present, {
    onSelect: (happened) => selected.push(happened),
    nameOf: (session, number) => known.find((one) => one.session === session && one.number === number)?.name,
    dateOf: () => null,
    isInRange: ({ note }) => note === "in the range",
  });
  const buttons = items.flatMap((item) => item.querySelector("button") ?? []);
  /** How many columns a share of the width is. @param {string} share */
  const columns = (share) => Math.round(parseFloat(share) / 100 * machines.length * 1000) / 1000;
  return {
    items,
    buttons,
    selected,
    sentences: buttons.map((button) => button.getAttribute("aria-label")),
    labels: buttons.map((button) => button.querySelector(".label")?.textContent),
    /** The direction of each arrow, its leftmost column, its width in columns, and the column of its label. */
    arrows: buttons.map((button) => {
      const arrow = /** @type {HTMLElement} */ (button.querySelector(".arrow"));
      const label = /** @type {HTMLElement} */ (button.querySelector(".label"));
      const [left, middle] = [arrow, label].map(({ style }) => columns(style.left) - 0.5);
      return [arrow.className.split(" ").slice(1).join(" "), left, columns(arrow.style.width), middle];
    }),
    lines: buttons.map((button) =>
      [.../** @type {NodeListOf<HTMLElement>} */ (button.querySelectorAll(".lifeline"))]
        .map(({ style }) => columns(style.left) - 0.5)
    ),
  };
}

Deno.test("a row says when a machine received what, and what that has done", () => {
  const cart = idle("cart", 0);
  const events = [
    take(cart, 1.5, "add(2)", { after: "open" }),
    take(cart, 2, "look"),
    take(cart, 3, "refund", { outcome: "rejected" }),
    take(cart, 4, "pay", { outcome: "dropped", reason: "stale" }),
  ];
  const { sentences, labels, buttons } = drawn([cart], events);
  equal(sentences, [
    "1.500 s: cart receives add(2): idle to open",
    "2.000 s: cart receives look: handled, stays in open",
    "3.000 s: cart receives refund: rejected in open",
    "4.000 s: cart receives pay: stale in open",
  ]);
  equal(labels, ["add(2) → open", "look no change", "refund rejected", "pay stale"]);
  equal(buttons.map((button) => button.title), sentences.map((sentence, at) => `${sentence}; step ${at + 1} of cart`));
  equal(buttons.map((button) => button.querySelector("time")?.textContent), ["1.500", "2.000", "3.000", "4.000"]);
});

Deno.test("a row says which machine has sent the event, also one without a column, or one that is not known", () => {
  const [cart, store] = [idle("cart", 0), idle("store", 1)];
  const sent = (/** @type {number} */ number, /** @type {"turn" | "work"} */ within) =>
    take(store, 1, "pack", { sender: { machine: number, within } });
  const { sentences } = drawn([cart, store], [sent(0, "turn"), sent(0, "work"), sent(9, "turn"), sent(4, "work")]);
  equal(sentences.map((sentence) => sentence?.match(/, (.*):/)?.[1]), [
    "sent in a turn of cart",
    "sent by work of cart",
    "sent in a turn of hidden",
    "sent by work of machine 4",
  ]);
});

Deno.test("an arrow leads from the column of the sender to that of the machine that has received the event", () => {
  const machines = [idle("cart", 0), idle("store", 1), idle("van", 2)];
  const [cart, store, van] = machines;
  const by = (/** @type {number} */ number) => ({
    sender: /** @type {Sender} */ ({ machine: number, within: "turn" }),
  });
  const { arrows, lines } = drawn(machines, [
    take(van, 1, "load", by(0)),
    take(cart, 2, "deliver", by(2)),
    take(store, 3, "count", by(1)),
    take(store, 4, "pack"),
    take(van, 5, "stop", by(9)),
    take(cart, 6, "look", { ...by(1), outcome: "rejected" }),
  ]);
  equal(arrows, [
    ["handled right", 0, 2, 1],
    ["handled left", 0, 2, 1],
    ["handled itself", 1, 0, 1],
    ["handled outside", 1, 0, 1],
    ["handled outside", 2, 0, 2],
    ["rejected left", 0, 1, 0.5],
  ]);
  equal(lines, arrows.map(() => [0, 1, 2]));
});

Deno.test("a machine of another app is not the sender, even if it has the same number", () => {
  const machines = [idle("other cart", 0, "t"), idle("cart", 0), idle("store", 1), idle("van", 1, "t")];
  const sender = /** @type {Sender} */ ({ machine: 0, within: "turn" });
  const { arrows, sentences } = drawn(machines, [
    take(machines[2], 1, "pack", { sender }),
    take(machines[3], 2, "load", { sender }),
  ]);
  equal(arrows, [["handled right", 1, 1, 1.5], ["handled right", 0, 3, 1.5]]);
  equal(sentences, [
    "1.000 s: store receives pack, sent in a turn of cart: handled, stays in idle",
    "2.000 s: van receives load, sent in a turn of other cart: handled, stays in idle",
  ]);
});

Deno.test("one row is reached by Tab: the event that is looked at, which is the current step, or else the last one", () => {
  const cart = idle("cart", 0);
  const events = [1, 2, 3].map((time) => take(cart, time, `e${time}`));
  const tabs = (/** @type {Happened | null} */ present) =>
    drawn([cart], events, present).buttons.map((button) => [button.tabIndex, button.getAttribute("aria-current")]);
  equal(tabs(null), [[-1, null], [-1, null], [0, null]]);
  equal(tabs(events[1]), [[-1, null], [0, "step"], [-1, null]]);
  equal(tabs(events[2]), [[-1, null], [-1, null], [0, "step"]]);
});

Deno.test("each column has the name of its machine, and its type without the module", () => {
  equal(heads([idle("cart", 0), idle("van", 1)]).map(({ textContent }) => textContent), [
    "cart cart.State",
    "van van.State",
  ]);
  equal(["Shop.Cart", "Shop.Cart.State", "Cart"].map(shortType), ["Cart", "Cart.State", "Cart"]);
});

Deno.test("what is missing, and what has no column, is said where it would be", () => {
  const [cart, store, van] = [idle("cart", 0), idle("store", 1), idle("van", 2)];
  const first = take(cart, 1, "add");
  const others = [take(store, 2, "pack"), take(van, 3, "load"), take(store, 4, "count")];
  cart.take("entry", {
    session: "s",
    machine: 0,
    sequence: 5,
    time: 5,
    index: 4,
    entry: entryOf("pay", { state: "idle" }),
  });
  const last = cart.events[1];
  equal(cart.missing, 3);
  last.note = "in the range";
  const { items } = drawn([cart], [first, ...others, last]);
  equal(items.map(({ className, textContent }) => [className, textContent]), [
    ["", "1.000add no change"],
    ["gap", "3 events of store, van, without a column"],
    ["gap", "cart: 3 events missing here"],
    ["in-range", "5.000pay → payin the range"],
  ]);
});

Deno.test("the machines of the events that are nearest to the moment have columns", () => {
  const machines = Array.from({ length: 12 }, (_, number) => idle(`m${number}`, number));
  const events = machines.map((one, time) => take(one, time, "go"));
  const names = (/** @type {number} */ place) =>
    columnsOf(machines, events, place).columns.map(({ name }) => name).join(" ");
  equal(names(0), "m0 m1 m2 m3 m4 m5 m6 m7");
  equal(names(11), "m4 m5 m6 m7 m8 m9 m10 m11");
  equal(columnsOf(machines, events, 0).count, 12);
  // A sender has a column, too.
  const sent = take(machines[3], 20, "go", { sender: { machine: 9, within: "turn" } });
  equal(columnsOf(machines, [sent], 0).columns.map(({ name }) => name), ["m3", "m9"]);
});
