// Machines as lanes on one time axis.

/** @import { TogetherMachine } from "page/together-machine.js" */
import { deepStrictEqual as equal } from "node:assert";
import { lanes } from "page/together-lanes.js";
import { entryOf, machine, receive, violate } from "./machines-together.js";
import { openPage } from "./page-without-browser.js";

openPage("");

/** A door that begins at a time, closed. */
function closed(time = 0, name = "door") {
  return machine(name, 0, { time, type: "Doors.Door", state: "closed" });
}

/** @param {TogetherMachine} live @param {number} time */
function end(live, time) {
  live.take("ended", { session: "s", machine: 0, sequence: time, time });
}

/** A door that was opened at 2 and closed at 6. */
function door() {
  const live = closed();
  receive(live, 2, "open");
  receive(live, 6, "close", { after: "closed" });
  return live;
}

/** @typedef {import("page/together-lanes.js").Axis} Axis */

/** What was clicked on. @type {(string | number)[]} */
const selected = [];

/**
 * What is drawn of machines.
 * @param {TogetherMachine[]} machines
 * @param {number} start
 * @param {number} end
 */
function drawn(machines, start, end, moment = end, address = /** @type {string | undefined} */ (undefined)) {
  const items = lanes(machines, { start, end, moment, width: 900 }, {
    address: () => address,
    status: ({ type }) => `a ${type}`,
    onFailure: (_, { property }) => selected.push(property),
    onTime: (time) => selected.push(time),
  });
  return items.map((item) => ({
    item,
    text: (/** @type {string} */ selector) => item.querySelector(selector)?.textContent,
    /** From when to when something goes, and what it says. @param {string} selector */
    spans: (selector) =>
      [.../** @type {NodeListOf<HTMLElement>} */ (item.querySelectorAll(selector))].map((span) => {
        const [left, width] = [span.style.left, span.style.width].map((share) =>
          parseFloat(share) / 100 * (end - start)
        );
        const [from, to] = [start + left, start + left + width].map((time) => Math.round(time * 1e6) / 1e6);
        return [from, to, span.textContent || span.title];
      }),
  }));
}

/** The times at the axis. @param {number} start @param {number} end */
function ticks(start, end) {
  const [scale] = drawn([], start, end);
  for (const [from, , text] of scale.spans("span")) equal(text, `${from} s`);
  return scale.spans("span").map(([time]) => time);
}

Deno.test("a lane has the state at the moment that is looked at", () => {
  const now = (/** @type {number} */ moment) => drawn([door()], 0, 10, moment)[0].text(".now");
  equal([0, 1.9, 2, 5, 6, 10].map(now), ["closed", "closed", "open", "open", "closed", "closed"]);
  equal(drawn([closed(5)], 0, 10, 4)[0].text(".now"), "not there yet");
  const lossy = closed();
  lossy.take("entry", { session: "s", machine: 0, sequence: 9, time: 6, index: 4, entry: entryOf("open") });
  equal(drawn([lossy], 0, 10, 1)[0].text(".now"), "4 events missing here");
  equal(drawn([lossy], 0, 10)[0].spans(".stay.gap"), [[0, 6, "4 events missing here"]]);
});

Deno.test("a lane names the properties that were violated up to the moment, with the reasons", () => {
  const live = closed();
  violate(live, 3, "nobody is locked in", "the door is locked");
  violate(live, 5, "the door is shut at night");
  const broken = (/** @type {number} */ moment) =>
    [...drawn([live], 0, 10, moment)[0].item.querySelectorAll(".failure[title], small.failure")]
      .filter((one) => one.localName === "small").map((one) => [one.textContent, one.getAttribute("title")]);
  const [first, second] = [
    ["Broken: nobody is locked in", "the door is locked"],
    ["Broken: the door is shut at night", null],
  ];
  equal([2.9, 3, 4, 5].map(broken), [[], [first], [first], [first, second]]);
});

Deno.test("the stretches of a lane are the states, from when to when the machine was in them", () => {
  const [lane] = drawn([door()], 0, 10);
  equal(lane.spans(".stay"), [[0, 2, "closed"], [2, 6, "open"], [6, 10, "closed"]]);
  // Two colors take turns, also where the first stretches are not shown.
  const colors = (/** @type {number} */ start) =>
    [...drawn([door()], start, 10)[0].item.querySelectorAll(".stay")].map(({ className }) => className.split(" ")[1]);
  equal([colors(0), colors(4)], [["even", "odd", "even"], ["odd", "even"]]);
});

Deno.test("the stretches are cut at the ends of the axis, and what is beyond is not drawn", () => {
  equal(drawn([door()], 3, 5)[0].spans(".stay"), [[3, 5, "open"]]);
  equal(drawn([door()], 1, 4)[0].spans(".stay"), [[1, 2, "closed"], [2, 4, "open"]]);
  equal(drawn([closed(20)], 3, 5)[0].spans(".stay"), []);
});

Deno.test("a machine stays in its last state up to the end of the axis, or up to its own end", () => {
  const live = closed();
  equal(drawn([live], 0, 10)[0].spans(".stay"), [[0, 10, "closed"]]);
  equal(drawn([live], 0, 10)[0].item.className, "");
  receive(live, 2, "open");
  end(live, 4);
  equal(drawn([live], 0, 10)[0].spans(".stay"), [[0, 2, "closed"], [2, 4, "open"]]);
  equal(drawn([live], 0, 10)[0].item.className, "over");
  equal(drawn([live], 5, 10)[0].spans(".stay"), []);
});

Deno.test("the stretch at the moment is lit, and no other one", () => {
  const lit = (/** @type {number} */ moment) => drawn([door()], 0, 10, moment)[0].spans(".stay.present");
  equal([0, 1, 2, 5.9, 6, 9, 10].map((moment) => lit(moment).map(([from]) => from)), [[0], [0], [2], [2], [6], [6], [
    6,
  ]]);
  const live = closed();
  end(live, 4);
  equal(drawn([live], 0, 10, 5)[0].spans(".stay.present"), []);
});

Deno.test("the events and the violations are marked at their times, those at the ends of the axis too", () => {
  const live = closed();
  for (const [time, outcome] of /** @type {[number, string][]} */ ([[1, "handled"], [2, "handled"], [4, "rejected"]])) {
    receive(live, time, `e${time}`, { after: "closed", outcome });
  }
  receive(live, 6, "e6", { after: "open" });
  receive(live, 7, "e7", { after: "open" });
  const [lane] = drawn([live], 2, 6);
  equal(lane.spans(".mark"), [[2, 2, "e2: handled"], [4, 4, "e4: rejected"], [6, 6, "e6: handled"]]);
  equal(lane.spans(".mark.rejected"), [[4, 4, "e4: rejected"]]);
  for (const time of [1, 2, 4, 6, 7]) violate(live, time, `p${time}`);
  const marks = drawn([live], 2, 6)[0].spans(".mark.failure");
  equal(marks, [[2, 2, "Broken: p2"], [4, 4, "Broken: p4"], [6, 6, "Broken: p6"]]);
});

Deno.test("states and events that are narrower than three pixels are drawn as one, with how many they are", () => {
  const live = closed();
  for (let index = 0; index < 1000; index++) receive(live, 2 + index / 1000, `e${index}`, { after: `s${index}` });
  receive(live, 5, "rest", { after: "resting", outcome: "rejected" });
  const [lane] = drawn([live], 0, 10);
  equal(lane.spans(".stay"), [[0, 2, "closed"], [2, 2.999, "999 states"], [2.999, 5, "s999"], [5, 10, "resting"]]);
  equal(lane.spans(".stay.many"), [[2, 2.999, "999 states"]]);
  const marks = lane.spans(".mark");
  const count = marks.slice(0, -1).reduce((sum, [, , title]) => sum + Number.parseInt(String(title)), 0);
  equal([marks.length < 35, count, marks.at(-1)], [true, 1000, [5, 5, "rest: rejected"]]);
  // Nearer, each of them is there.
  equal(drawn([live], 2, 2.1)[0].spans(".stay").length, 101);
});

Deno.test("a click on a violation leads to it, and one on a lane to its time", () => {
  const live = closed();
  violate(live, 3, "nobody is locked in");
  violate(live, 3.001, "nobody is locked out");
  const [{ item }] = drawn([live], 0, 10);
  const lane = /** @type {HTMLElement} */ (item.querySelector(".lane"));
  lane.getBoundingClientRect = () => /** @type {DOMRect} */ ({ left: 100, width: 500 });
  const [mark] = /** @type {NodeListOf<HTMLElement>} */ (item.querySelectorAll(".mark.failure"));
  equal(mark.title, "Broken: nobody is locked in and 1 more violation");
  mark.click();
  /** @type {HTMLElement} */ (item.querySelectorAll(".failure button")[1]).click();
  lane.dispatchEvent(new MouseEvent("click", { clientX: 300 }));
  equal(selected.splice(0), ["nobody is locked in", "nobody is locked out", 4]);
});

Deno.test("a line is in each lane at the moment that is looked at", () => {
  const all = drawn([door(), closed()], 2, 10, 7);
  equal(all.map(({ spans }) => spans(".cursor")), [[[7, 7, ""]], [[7, 7, ""]], []]);
});

Deno.test("the axis has marks at round times, at most seven steps apart", () => {
  equal(ticks(0, 7), [0, 1, 2, 3, 4, 5, 6, 7]);
  equal(ticks(0, 7.5), [0, 2, 4, 6]);
  equal(ticks(3.5, 6), [3.5, 4, 4.5, 5, 5.5, 6]);
  equal(ticks(0, 0.5), [0, 0.1, 0.2, 0.3, 0.4, 0.5]);
  equal(ticks(0, 0.05), [0, 0.01, 0.02, 0.03, 0.04, 0.05]);
  equal(ticks(2, 2.004), [2, 2.001, 2.002, 2.003, 2.004]);
  equal(ticks(61, 121), [70, 80, 90, 100, 110, 120]);
  equal(ticks(50_000, 250_000), [72_000, 108_000, 144_000, 180_000, 216_000]);
  // Many days.
  equal(ticks(0, 700_000).length, 8);
});

Deno.test("what a lane draws is not read to those who do not see it", () => {
  const [lane, scale] = drawn([door()], 0, 10);
  equal(lane.item.querySelector(".lane")?.getAttribute("aria-hidden"), "true");
  equal([lane.item.getAttribute("aria-hidden"), scale.item.getAttribute("aria-hidden")], [null, "true"]);
});
