// The outermost states of a large chart alone, in a grid.

/** @import { ChartState, MachineDocument } from "page/machine.js" */
import { deepStrictEqual as equal, ok } from "node:assert";
import { DiagramOverview } from "page/diagram-overview.js";
import { chartState, door, stateOf, step } from "./door.js";
import { all, element, numbers, openPage, resizable, text, texts } from "./page-without-browser.js";

const longName = "waitingForTheInspectorToday";

/** The outermost states in the order of the chart, with the states inside. */
const chart = [
  chartState("done"),
  chartState("idle"),
  chartState("work", chartState("fast"), chartState("slow", chartState("slowest"))),
  chartState("a", chartState("inner")),
  chartState("b"),
  chartState("c"),
  chartState(longName),
];

/** The states of the machine: those of the chart that each is in. It begins in the first one. */
const states = [
  ["idle"],
  ["work", "fast"],
  ["work", "slow", "slowest"],
  ["a", "inner"],
  ["b"],
  ["c"],
  [longName],
  ["done"],
];

/** Source and target. An outermost state has no arrow to itself, and one to each other. */
const transitions = [[0, 0], [0, 1], [0, 4], [1, 2], [1, 0], [2, 3], [2, 0], [4, 5], [5, 6], [5, 3], [6, 7], [7, 6]];

/** The arrows between the outermost states. */
const arrows = [
  "b > c",
  "c > a",
  `c > ${longName}`,
  `done > ${longName}`,
  "idle > b",
  "idle > work",
  `${longName} > done`,
  "work > a",
  "work > idle",
];

/**
 * @typedef {object} Options The size of the frame, and what is in another chart.
 * @property {number} [width]
 * @property {number} [height]
 * @property {ChartState[][]} [regions]
 * @property {string[][]} [states]
 * @property {number[][]} [transitions] Source and target; the events follow each other.
 * @property {MachineDocument["events"]} [events]
 */

/** An overview in a frame. @param {Options} [options] */
function opened({ width = 800, height = 200, events = door().events, ...other } = {}) {
  openPage();
  const frame = element("#frame");
  const { observed, resize } = resizable(frame, width, height);
  const machine = door({
    states: (other.states ?? states).map((chartStates, index) => stateOf("", { isInitial: index === 0, chartStates })),
    events,
    transitions: (other.transitions ?? transitions).map(([source, target], index) =>
      step(source, index % events.length, target)
    ),
    chart: { regions: (other.regions ?? [chart]).map((states) => ({ states })), arrows: [] },
  });
  /** @type {string[]} */
  const clicked = [];
  const overview = new DiagramOverview(machine, (id) => clicked.push(id));
  equal(observed.seen, frame);
  return { overview, clicked, resize };
}

/** The boxes of the overview. */
function boxes() {
  return all("#overview .cover").map((box) => {
    const [x, y, width, height] = numbers(box.querySelector("rect"), "x", "y", "width", "height");
    const texts = all("text", box);
    const [name, inside, now] = texts.map((line) => line.textContent);
    return { box, id: box.getAttribute("data-state") ?? "", name, inside, now, texts, x, y, width, height };
  });
}

/** The rows of boxes, from the top, by their names from the left. */
function grid() {
  const rows = Map.groupBy(boxes().sort((one, other) => one.x - other.x), ({ y }) => y);
  return [...rows].sort(([one], [other]) => one - other).map(([, row]) => row.map(({ name }) => name));
}

/** The arrows of the overview, with the boxes whose borders they begin and end at. */
function drawnArrows() {
  const known = boxes();
  return all("#overview .edge").map((drawn) => {
    const [beginX, beginY, controlX, controlY, tipX, tipY] = numbers(drawn.querySelector("path"), "d");
    const at = (/** @type {number} */ x, /** @type {number} */ y) => {
      const found = known.filter((box) => {
        const [across, down] = [Math.abs(x - box.x - box.width / 2), Math.abs(y - box.y - box.height / 2)];
        const [beside, above] = [Math.abs(across - box.width / 2), Math.abs(down - box.height / 2)];
        return across < box.width / 2 + 1e-6 && down < box.height / 2 + 1e-6 && Math.min(beside, above) < 1e-6;
      });
      equal(found.length, 1);
      return found[0];
    };
    const [from, to] = [at(beginX, beginY), at(tipX, tipY)];
    const begin = { x: beginX, y: beginY };
    const [control, tip] = [{ x: controlX, y: controlY }, { x: tipX, y: tipY }];
    return { drawn, from, to, name: `${from.id} > ${to.id}`, begin, control, tip };
  });
}

/** @typedef {{ x: number, y: number }} Point */

/** @param {Point & { width: number, height: number }} box @returns {Point} */
function middle({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * How far a point is to the right of the line from one point to another one.
 * @param {Point} one
 * @param {Point} other
 * @param {Point} point
 */
function aside(one, other, point) {
  const [x, y] = [other.x - one.x, other.y - one.y];
  return (x * (point.y - one.y) - y * (point.x - one.x)) / Math.hypot(x, y);
}

Deno.test("each outermost state has a box with its name and the number of states inside it", () => {
  opened();
  equal(boxes().map(({ id, name }) => [id, name]).filter(([id, name]) => id !== name), []);
  const inside = boxes().map(({ name, inside }) => `${name}: ${inside}`).sort();
  equal(inside, ["a: 1 state", "b: ", "c: ", "done: ", "idle: ", `${longName}: `, "work: 3 states"]);
  equal(element("#overview").getAttribute("role"), "img");
});

Deno.test("the boxes come in the order in which the machine reaches them, like a snake", () => {
  opened();
  equal(grid(), [["idle", "work", "b", "c"], ["done", longName, "a"]]);
  const [first, second, last] = [boxes()[0], boxes()[1], boxes()[4]];
  equal([second.x - first.x - first.width, last.y - first.y - first.height], [52, 48]);
  equal(last.x, first.x + 3 * 212);
});

Deno.test("the grid has the shape of the frame", () => {
  opened({ width: 300, height: 600 });
  equal(grid(), [["idle"], ["work"], ["b"], ["c"], ["a"], [longName], ["done"]]);
  opened({ width: 700, height: 400 });
  equal(grid(), [["idle", "work", "b"], [longName, "a", "c"], ["done"]]);
  // The frame has no size yet.
  opened({ width: 0, height: 0 });
  equal(grid(), [["idle", "work"], ["c", "b"], ["a", longName], ["done"]]);
});

Deno.test("the picture is as large as the boxes, with a margin", () => {
  for (const [width, height] of [[800, 200], [300, 600], [700, 400]]) {
    opened({ width, height });
    const right = Math.max(...boxes().map((box) => box.x + box.width));
    const bottom = Math.max(...boxes().map((box) => box.y + box.height));
    equal(numbers(element("#overview"), "viewBox"), [0, 0, right + 14, bottom + 14]);
    equal([Math.min(...boxes().map(({ x }) => x)), Math.min(...boxes().map(({ y }) => y))], [14, 14]);
  }
});

Deno.test("a few boxes do not leave the rest of a wide frame empty", () => {
  opened({ width: 4000, height: 200, regions: [[chart[1], chart[4]]] });
  equal([grid(), numbers(element("#overview"), "viewBox")], [[["idle", "b"]], [0, 0, 400, 104]]);
});

Deno.test("the lines of a box are in it, one below the other, and a long name has small letters", () => {
  opened();
  for (const { name, x, y, width, height, texts } of boxes()) {
    const downs = texts.map((line) => numbers(line, "y")[0] - y);
    equal(downs.map((down, index) => down > (downs[index - 1] ?? 0) && down < height), [true, true, true]);
    for (const line of texts) {
      equal([numbers(line, "x"), line.getAttribute("text-anchor")], [[x + width / 2], "middle"]);
    }
    const [size] = numbers(texts[0], "font-size");
    equal(size, name === longName ? 20 * 13 / longName.length : 20);
  }
});

Deno.test("an arrow leads from a box to each other one that the machine goes to, whatever is inside", () => {
  opened();
  equal(drawnArrows().map(({ name }) => name).sort(), arrows.sort());
});

Deno.test("a state of two regions has arrows in each region that moves, and none between them", () => {
  for (
    const [states, transitions, names] of /** @type {[string[][], number[][], string[]][]} */ ([
      [
        [["open", "dark"], ["open", "lit"], ["shut", "lit"]],
        [[0, 1], [1, 2], [2, 1], [1, 0]],
        ["dark > lit", "lit > dark", "open > shut", "shut > open"],
      ],
      [[["open", "dark"], ["shut", "lit"]], [[0, 1]], ["dark > lit", "open > shut"]],
    ])
  ) {
    const regions = [["open", "shut"], ["dark", "lit"]].map((names) => names.map((name) => chartState(name)));
    opened({ width: 400, regions, states, transitions });
    equal(drawnArrows().map(({ name }) => name).sort(), names);
  }
});

Deno.test("an arrow names up to eight of its events, once each, and the number of the others", () => {
  opened({ transitions: [[0, 4], [4, 5], [0, 4], [0, 4]] });
  // lock has two payloads.
  equal(texts("#overview .edge title"), ["idle → b: open, lock", "b → c: close"]);
  for (const [count, end] of /** @type {[number, string][]} */ ([[8, ""], [9, " and 1 more event"]])) {
    const events = Array.from({ length: count }, (_, index) => ({ ...door().events[0], path: [`e${index}`] }));
    opened({ events, transitions: events.map(() => [4, 5]) });
    equal(text("#overview .edge title"), `b → c: e0, e1, e2, e3, e4, e5, e6, e7${end}`);
  }
});

Deno.test("an arrow bends to its right, so that the one back is beside it, and far around boxes between", () => {
  opened();
  for (const { from, to, name, begin, control, tip } of drawnArrows()) {
    const [start, end] = [middle(from), middle(to)];
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const isFar = ["idle > b", "work > a"].includes(name);
    const bend = aside(start, end, control);
    ok(Math.abs(bend - (isFar ? 0.22 * length : 14)) < 1e-6, `${name} bends by ${bend}`);
    // It bends in its middle.
    const distances = [start, end].map((one) => Math.hypot(control.x - one.x, control.y - one.y));
    ok(Math.abs(distances[0] - distances[1]) < 1e-6, `${name} bends at ${distances}`);
    // It leaves its box and comes to the other one towards where it bends.
    for (const [point, one] of [[begin, start], [tip, end]]) {
      ok(Math.abs(aside(one, control, point)) < 1e-6, `${name} is not smooth`);
    }
  }
});

Deno.test("an arrow has its head at its end", () => {
  opened();
  for (const { drawn, from, to, tip } of drawnArrows()) {
    const [x, y, oneX, oneY, otherX, otherY] = numbers(drawn.querySelector("polygon"), "points");
    equal([x, y], [tip.x, tip.y]);
    const [start, end] = [middle(from), middle(to)];
    const along = (x - (oneX + otherX) / 2) * (end.x - start.x) + (y - (oneY + otherY) / 2) * (end.y - start.y);
    ok(along > 0, "the head points back");
  }
});

Deno.test("the overview is in the frame and replaces the diagram while it is shown; a click opens a state", () => {
  const { overview, clicked } = opened();
  for (const { box } of boxes().slice(0, 2)) box.dispatchEvent(new MouseEvent("click"));
  equal(clicked, ["idle", "work"]);
  const picture = element("#frame > #overview");
  equal(overview.picture, picture);
  for (const isShown of [true, false, true]) {
    overview.toggle(isShown);
    equal(
      [overview.isShown, picture.hasAttribute("hidden"), element("#picture-panel").classList.contains("closed")],
      [isShown, !isShown, isShown],
    );
  }
});

/** Shows a state inside work, from which the machine can go to idle and a. @param {DiagramOverview} overview */
function showWork(overview) {
  const inside = (/** @type {ChartState} */ { name }) => `somewhere in ${name}`;
  overview.show("Diagram of Parcel", ["work", "slow", "slowest"], inside, new Set(["idle", "a", "inner", "b"]));
}

/** What is marked as the current state, and where the machine can go. */
function marked() {
  return [
    boxes().filter(({ box }) => box.classList.contains("active")).map(({ id }) => id),
    boxes().flatMap(({ now }) => now === "" ? [] : [now]),
    drawnArrows().filter(({ drawn }) => drawn.classList.contains("possible")).map(({ name }) => name).sort(),
  ];
}

Deno.test("the box of the current state names it, and the arrows to where the machine can go are lit", () => {
  const { overview, resize } = opened();
  showWork(overview);
  equal(element("#overview").getAttribute("aria-label"), "Diagram of Parcel");
  const before = [["work"], ["somewhere in work"], ["work > a", "work > idle"]];
  equal(marked(), before);
  // It is still shown when the frame has another shape.
  resize(300, 600);
  equal([marked(), grid().length, boxes().length, drawnArrows().length], [before, 7, 7, arrows.length]);
  overview.show("Diagram of Parcel", ["done"], () => "", new Set([longName]));
  equal(marked(), [["done"], [], [`done > ${longName}`]]);
});

Deno.test("boxes are marked until others are, also when the frame has another size or another shape", () => {
  const { overview, resize } = opened();
  const found = () => boxes().filter(({ box }) => box.classList.contains("found")).map(({ id }) => id);
  overview.mark("found", (id) => id === "work" || id === "done");
  equal(found(), ["work", "done"]);
  resize(810, 200);
  equal(found(), ["work", "done"]);
  overview.mark("found", (id) => id === "idle");
  equal(found(), ["idle"]);
  resize(300, 600);
  equal(found(), ["idle"]);
});
