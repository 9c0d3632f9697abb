// The small map of a diagram that its frame cuts.

import { deepStrictEqual as equal } from "node:assert";
import { DiagramMap } from "page/diagram-map.js";
import { ViewBox } from "page/view-box.js";
import { all, numbers, openPage } from "./page-without-browser.js";

/** A diagram of 400 × 200 and its frame of 100 × 100, with a map of 160 × 80 at (10, 20). */
function opened({ width, height } = { width: 400, height: 200 }) {
  openPage();
  const view = new ViewBox({ width, height }, 1);
  view.fit({ width: 100, height: 100 });
  const boxes = new Map([
    ["state_0", { x: 5, y: 6, width: 70, height: 30 }],
    ["state_1", { x: 105, y: 16, width: 80, height: 40 }],
  ]);
  /** @type {unknown[]} */
  const moves = [];
  const map = new DiagramMap({ width, height }, boxes, ({ x, y }) => moves.push([x, y]));
  const drawn = /** @type {SVGElement} */ (document.querySelector("#map > svg"));
  /** @type {number | undefined} */
  let captured;
  Object.assign(drawn, {
    getBoundingClientRect: () => ({ left: 10, top: 20, width: 160, height: 80 }),
    setPointerCapture: (/** @type {number} */ id) => captured = id,
    hasPointerCapture: (/** @type {number} */ id) => captured === id,
  });
  return {
    map,
    view,
    moves,
    drawn,
    /**
     * Sends what a pointer does, and tells whether the browser still has it.
     * @param {string} type
     * @param {number} x
     * @param {number} y
     */
    point: (type, x, y, pointerId = 1) =>
      drawn.dispatchEvent(
        Object.assign(new MouseEvent(type, { clientX: x, clientY: y, cancelable: true }), { pointerId }),
      ),
  };
}

/** Where rectangles are. @param {string} selector */
function places(selector) {
  return all(selector).map((found) => numbers(found, "x", "y", "width", "height"));
}

Deno.test("the map shows each state where it is in the diagram, and is no text for a screen reader", () => {
  const { drawn } = opened();
  equal([drawn.getAttribute("viewBox"), drawn.getAttribute("aria-hidden")], ["0 0 400 200", "true"]);
  equal(places("#map rect:not(.part)"), [[5, 6, 70, 30], [105, 16, 80, 40]]);
});

Deno.test("the map has the shape of the diagram, and is at most 160 pixels wide and 112 pixels high", () => {
  for (const [width, height, widest] of [[400, 200, "160px"], [200, 400, "56px"], [112, 112, "112px"]]) {
    const { style } = opened({ width: Number(width), height: Number(height) }).drawn;
    equal([style.aspectRatio, style.width], [`${width} / ${height}`, widest]);
  }
});

Deno.test("there is a map as long as the frame cuts the diagram", () => {
  const { map, view } = opened();
  const panel = /** @type {HTMLElement} */ (document.querySelector("#map"));
  map.show(view);
  equal(panel.hidden, true);
  view.zoom(4);
  map.show(view);
  equal(panel.hidden, false);
});

Deno.test("the map shows the part of the diagram that the frame shows", () => {
  const { map, view } = opened();
  view.zoom(4);
  view.centre({ x: 170, y: 90 });
  map.show(view);
  equal(places("#map .part"), [[120, 40, 100, 100]]);
  view.centre({ x: 0, y: 0 });
  map.show(view);
  equal(places("#map .part"), [[0, 0, 100, 100]]);
});

Deno.test("the part on the map ends where the diagram ends, though the frame shows more", () => {
  const { map, view } = opened();
  map.show(view);
  equal(places("#map .part"), [[0, 0, 400, 200]]);
  const high = opened({ width: 200, height: 400 });
  high.map.show(high.view);
  equal(places("#map .part"), [[0, 0, 200, 400]]);
});

Deno.test("a click on the map moves the diagram there, and selects no text", () => {
  const { moves, point } = opened();
  equal(point("pointerdown", 50, 80), false);
  equal(moves, [[100, 150]]);
});

Deno.test("a pointer that went down on the map moves the diagram, and no other one does", () => {
  const { moves, point } = opened();
  equal(point("pointermove", 50, 80), true);
  equal(moves, []);
  point("pointerdown", 10, 20);
  point("pointermove", 90, 60);
  point("pointermove", 170, 100, 2);
  equal(moves, [[0, 0], [200, 100]]);
});

Deno.test("states are marked on the map until others are", () => {
  const { map } = opened();
  map.mark("active", ["state_1", "state_9"]);
  equal(places("#map .active"), [[105, 16, 80, 40]]);
  map.mark("active", ["state_0"]);
  equal(places("#map .active"), [[5, 6, 70, 30]]);
});
