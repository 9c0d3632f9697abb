// Composite states of a large diagram, which open and close.

/** @import { ChartState } from "page/machine.js" */
import { deepStrictEqual as equal, ok } from "node:assert";
import { DiagramFolds } from "page/diagram-folds.js";
import { chartState, door } from "./door.js";
import { all, click, element, isHidden, numbers, observeSizes, openPage, text } from "./page-without-browser.js";

/** The states of the chart: seven in storage and packing, and as many others as a test wants. */
const composites = [
  chartState("storage", chartState("shelf", chartState("high"), chartState("low")), chartState("floor")),
  chartState("packing", chartState("sealed")),
];

/** Where the frames and boxes of states are: left, top, right and bottom. @type {Record<string, number[]>} */
const places = {
  storage: [0, 0, 200, 100],
  shelf: [10, 10, 90, 90],
  high: [20, 20, 50, 40],
  low: [20, 60, 50, 80],
  floor: [120, 20, 180, 80],
  packing: [300, 0, 600, 200],
  sealed: [320, 20, 380, 80],
  idle: [0, 300, 80, 340],
};

/** The lines of arrows, by their corners. @type {Record<string, number[]>} */
const lines = {
  "idle to floor": [40, 300, 150, 80],
  "floor to idle": [150, 80, 40, 300],
  "high to floor": [50, 30, 120, 30],
  "low to sealed": [50, 70, 320, 70],
  // It begins and ends at the frame, and its head is outside.
  "storage to storage": [200, 20, 240, 30, 200, 40],
};

/**
 * A diagram with composites.
 * @param {object} [options]
 * @param {number} [options.count] How many states are drawn.
 * @param {ChartState[]} [options.chart] What the chart begins with.
 * @param {string[]} [options.undrawn] The states that the diagram does not show.
 */
function opened({ count = 31, chart = composites, undrawn = [] } = {}) {
  openPage();
  setGeometry();
  observeSizes();
  const others = Array.from({ length: 40 }, (_, index) => chartState(index === 0 ? "idle" : `other ${index}`));
  const machine = door({ chart: { regions: [{ states: [...chart, ...others] }], arrows: [] } });
  const known = [...machine.chartStates.keys()].filter((id) => !undrawn.includes(id)).slice(0, count);
  const path = (/** @type {number[]} */ corners) => `<path d="M${corners.join(",")}"/>`;
  const frame = (/** @type {number[]} */ [left, top, right, bottom]) =>
    path([left, top, right, top, right, bottom, left, bottom]);
  element("#picture").innerHTML = `<svg><g id="graph0">${
    known.map((id) => `<g class="node" data-id="${id}">${frame(places[id] ?? [900, 900, 910, 910])}</g>`).join("")
  }${
    Object.entries(lines).map(([name, corners]) =>
      `<g class="edge" data-name="${name}">${path(corners).replace(" ", ' class="area" ')}${path(corners)}</g>`
    ).join("")
  }</g></svg>`;
  const states = new Map(known.map((id) => [id, element(`[data-id="${id}"]`)]));
  /** @type {string[]} */
  const opens = [];
  const picture = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (element("#picture svg")));
  return { folds: new DiagramFolds(picture, machine, states, (id) => opens.push(id)), opens, states };
}

/** Gives shapes what jsdom lacks, from the corners of paths. A group is larger than its frame, as with a label. */
function setGeometry() {
  /** @param {Element} path */
  const corners = (path) => {
    const values = (path.getAttribute("d") ?? "").match(/[\d.]+/g)?.map(Number) ?? [];
    return values.flatMap((x, index) => index % 2 === 0 ? [{ x, y: values[index + 1] }] : []);
  };
  const steps = (/** @type {{ x: number, y: number }[]} */ all) =>
    all.slice(1).map(({ x, y }, index) => Math.hypot(x - all[index].x, y - all[index].y));
  Object.assign(SVGElement.prototype, {
    /** @this {Element} */
    getBBox() {
      const points = corners(this.querySelector("path") ?? this);
      const wider = this.tagName === "g" ? 50 : 0;
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      return { x, y, width: Math.max(...xs) - x + wider, height: Math.max(...ys) - y };
    },
    /** @this {Element} */
    getTotalLength() {
      return steps(corners(this)).reduce((sum, length) => sum + length, 0);
    },
    /** @this {Element} @param {number} at */
    getPointAtLength(at) {
      const points = corners(this);
      let [index, left] = [0, at];
      for (const length of steps(points).slice(0, -1)) if (left > length && ++index) left -= length;
      const [from, to] = [points[index], points[index + 1]];
      const part = Math.min(1, Math.max(0, left) / Math.hypot(to.x - from.x, to.y - from.y));
      return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
    },
  });
}

/** The closed boxes that are drawn in the diagram. */
function closed() {
  return all("#picture .cover:not([hidden])").map((cover) => cover.getAttribute("data-state")).sort();
}

/** The buttons above the diagram, and whether what they are for is open. */
function buttons() {
  return all("#folds > li > button").map((button) => `${button.textContent}: ${button.getAttribute("aria-expanded")}`);
}

/** Whether the overview is shown in place of the diagram; `null` if there is none. */
function isOverview() {
  const overview = document.querySelector("#overview");
  return overview && !overview.hasAttribute("hidden");
}

/** The arrows that have a head at a closed box. */
function heads() {
  return all("#picture .entry").map((head) => head.closest(".edge")?.getAttribute("data-name"));
}

/** The closed boxes that have a class, in the diagram and in the overview. @param {string} name */
function marked(name) {
  return ["#picture", "#overview"].map((where) =>
    all(`${where} .cover.${name}`).map((cover) => cover.getAttribute("data-state")).sort()
  );
}

/** Which tools for composites are hidden: all of them, the button that closes all, and the one that opens all. */
function hiddenTools() {
  return ["#fold-tools", "#fold-all", "#unfold-all"].map(isHidden);
}

/** The line of a closed box that names the current states. @param {string} id @param {string} [where] */
function now(id, where = "#picture") {
  return text(`${where} .cover[data-state=${id}] text:nth-of-type(3)`);
}

Deno.test("a diagram of 30 states is shown whole, without tools for composites", () => {
  const { folds } = opened({ count: 30 });
  equal([folds.isLarge, folds.overview, isOverview()], [false, undefined, null]);
  equal([isHidden("#fold-tools"), closed(), heads()], [true, [], []]);
});

Deno.test("a diagram of more states has its composites closed, behind an overview", () => {
  const { folds } = opened();
  equal([folds.isLarge, folds.overview, isOverview()], [true, element("#overview"), true]);
  equal([hiddenTools(), closed()], [[false, false, false], ["packing", "shelf", "storage"]]);
});

Deno.test("there is a button for each composite, outer ones first, and for no other state", () => {
  opened();
  equal(buttons(), ["storage: false", "shelf: false", "packing: false"]);
  opened({ undrawn: ["packing", "shelf"] });
  equal(buttons(), ["storage: false"]);
});

Deno.test("a large diagram with one composite has an overview, and one without composites has no use for it", () => {
  opened({ chart: composites.slice(1) });
  equal([isOverview(), isHidden("#fold-all"), closed()], [true, false, ["packing"]]);
  const { folds } = opened({ chart: [] });
  equal([isOverview(), folds.overview, buttons()], [null, undefined, []]);
  equal(hiddenTools(), [false, true, true]);
});

Deno.test("a closed box covers the frame of its state, and an outer one covers the inner ones", () => {
  const { states } = opened();
  for (const id of ["storage", "shelf", "packing"]) {
    const rect = element(`#graph0 > .cover[data-state=${id}] rect`);
    const [left, top, right, bottom] = places[id];
    equal(numbers(rect, "x", "y", "width", "height"), [left, top, right - left, bottom - top]);
  }
  const drawn = all("#graph0 > *");
  const covers = ["shelf", "storage"].map((id) => drawn.indexOf(element(`.cover[data-state=${id}]`)));
  ok(Math.max(...[...states.values()].map((state) => drawn.indexOf(state))) < covers[0] && covers[0] < covers[1]);
});

Deno.test("a closed box names its state in large letters that fit, and says how many states are inside", () => {
  for (
    const [name, place, letters] of /** @type {[string, number[], number][]} */ ([
      // At most 90.
      ["in", [0, 0, 2000, 2000], 90],
      // At most a quarter of the height.
      ["in", [0, 0, 400, 100], 25],
      // At most the width for 10 letters, of which each is two thirds as wide as high.
      ["warehouses", [0, 0, 100, 400], 15],
      // A short name has no larger letters than one of 6.
      ["in", [0, 0, 100, 400], 25],
    ])
  ) {
    places[name] = place;
    opened({ chart: [chartState(name, chartState("one"), chartState("two", chartState("three")))] });
    const [, , right, bottom] = place;
    const [title, inside] = all(`.cover[data-state=${name}] text`);
    equal([title.textContent, inside.textContent], [name, "3 states"]);
    equal(numbers(title, "x", "y", "font-size"), [right / 2, bottom / 2, letters]);
  }
});

Deno.test("the lines of a closed box are smaller than its name, in its middle, and do not touch each other", () => {
  const { folds } = opened();
  folds.show("Diagram", ["packing", "sealed"], new Set());
  const drawn = all("#picture .cover[data-state=packing] text");
  equal(drawn.map((line) => line.textContent), ["packing", "1 state", "sealed"]);
  const [sizes, downs] = ["font-size", "y"].map((key) => drawn.map((line) => Number(line.getAttribute(key))));
  for (const [index, line] of drawn.entries()) {
    equal([line.getAttribute("x"), line.getAttribute("text-anchor")], ["450", "middle"]);
    if (index === 0) continue;
    ok(sizes[index] < 0.6 * sizes[0] && sizes[index] > 0.3 * sizes[0], `line ${index} is ${sizes[index]} high`);
    ok(downs[index] - 0.75 * sizes[index] > downs[index - 1], `line ${index} is too high`);
  }
  ok(downs[2] < 200);
});

for (const [what, selector] of [["button", "[data-fold=packing]"], ["closed box", "#picture [data-state=packing]"]]) {
  Deno.test(`the ${what} of a composite opens it in the diagram, and leaves the others closed`, () => {
    const { opens, folds } = opened();
    click(selector);
    equal([opens, closed()], [["packing"], ["shelf", "storage"]]);
    equal(buttons(), ["storage: false", "shelf: false", "packing: true"]);
    equal([isOverview(), folds.overview], [false, undefined]);
    click("[data-fold=packing]");
    equal([opens, closed().length], [["packing"], 3]);
    equal(buttons(), ["storage: false", "shelf: false", "packing: false"]);
    equal(isOverview(), true);
  });
}

Deno.test("the button of an inner composite opens what is around it too, and two buttons close and open all", () => {
  const { opens } = opened();
  click("[data-fold=shelf]");
  equal([opens, closed()], [["shelf"], ["packing"]]);
  click("[data-fold=shelf]");
  equal([opens, closed()], [["shelf"], ["packing", "shelf"]]);
  click("#unfold-all");
  equal([closed(), isOverview()], [[], false]);
  equal(buttons(), ["storage: true", "shelf: true", "packing: true"]);
  click("#fold-all");
  equal([closed().length, isOverview(), opens.length], [3, true, 1]);
});

Deno.test("a click on a state in the overview shows it in the diagram and opens a composite state", () => {
  for (
    const [id, left]
      of /** @type {const} */ ([["storage", ["packing", "shelf"]], ["idle", ["packing", "shelf", "storage"]]])
  ) {
    const { opens } = opened();
    click(`#overview [data-state=${id}]`);
    equal([opens, closed(), isOverview(), heads().length > 0], [[id], left, false, true]);
  }
});

Deno.test("a state is revealed by opening what is around it, and not what is beside it or is itself", () => {
  for (
    const [id, left] of /** @type {[string, string[]][]} */ ([
      ["high", ["packing"]],
      ["shelf", ["packing", "shelf"]],
      ["idle", ["packing", "shelf", "storage"]],
    ])
  ) {
    const { folds, opens } = opened();
    folds.reveal(id);
    equal([closed(), isOverview(), opens], [left, false, []]);
  }
});

Deno.test("the outermost closed box around a state hides it", () => {
  const { folds } = opened();
  const visible = () => ["high", "floor", "storage", "idle"].map((id) => folds.visible(id));
  equal(visible(), ["storage", "storage", "storage", "idle"]);
  click("[data-fold=storage]");
  equal(visible(), ["shelf", "floor", "storage", "idle"]);
  click("#unfold-all");
  equal(visible(), ["high", "floor", "storage", "idle"]);
});

Deno.test("closed boxes and the overview name the current states inside", () => {
  const { folds } = opened();
  folds.show("Diagram of Parcel", ["storage", "shelf", "low", "unknown"], new Set());
  equal(marked("active"), [["shelf", "storage"], ["storage"]]);
  equal(["storage", "shelf", "packing"].map((id) => now(id)), ["low", "low", ""]);
  equal(["storage", "packing"].map((id) => now(id, "#overview")), ["low", ""]);
  equal(element("#overview").getAttribute("aria-label"), "Diagram of Parcel");
  // Two regions are in a state each.
  folds.show("Diagram of Parcel", ["storage", "shelf", "high", "floor"], new Set());
  equal([now("storage"), now("storage", "#overview"), now("shelf")], ["high, floor", "high, floor", "high"]);
  folds.show("Diagram of Parcel", ["idle"], new Set());
  equal([marked("active"), now("storage")], [[[], ["idle"]], ""]);
});

Deno.test("a closed box is marked if its state or one inside is, in the overview and in the diagram", () => {
  const { folds } = opened();
  folds.mark("found", ["low", "idle"]);
  equal(marked("found"), [["shelf", "storage"], ["idle", "storage"]]);
  folds.mark("found", ["packing"]);
  equal(marked("found"), [["packing"], ["packing"]]);
  folds.mark("found", []);
  equal(marked("found"), [[], []]);
});

Deno.test("an arrow that ends under a closed box has a head where it enters the box", () => {
  opened();
  click("[data-fold=packing]");
  // Not those that leave the box, that are under it, or that have a head outside.
  equal(heads(), ["idle to floor"]);
  const edge = element('[data-name="idle to floor"]');
  equal([...edge.children].map((part) => part.getAttribute("class")), ["area", null, "entry"]);
  const [, y] = numbers(edge.lastElementChild, "points");
  ok(y >= 100 && y < 101, `the tip is at ${y}`);
});

Deno.test("heads at closed boxes are there as long as the boxes are closed", () => {
  opened();
  click("#unfold-all");
  equal(heads(), []);
  click("[data-fold=packing]");
  equal(heads(), ["low to sealed"]);
  click("[data-fold=storage]");
  click("[data-fold=packing]");
  equal(heads(), ["idle to floor"]);
  click("[data-fold=storage]");
  // Only the shelf is left to be closed.
  click("[data-fold=shelf]");
  equal(heads(), []);
  // An arrow between two closed boxes has a head at the box that it enters.
  opened({ chart: [...composites, chartState("open", chartState("in the open"))] });
  click("[data-fold=open]");
  equal(heads(), ["idle to floor", "low to sealed"]);
});
