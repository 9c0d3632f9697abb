// Shapes in SVG, and the heads of arrows.

import { deepStrictEqual as equal, ok } from "node:assert";
import { contains, entryHead, head, place, shape } from "page/svg.js";
import { openPage } from "./page-without-browser.js";

openPage("");

/** A line with corners; jsdom does not know its points. @param {...[number, number]} corners */
function line(...corners) {
  const steps = corners.slice(1).map(([x, y], index) => Math.hypot(x - corners[index][0], y - corners[index][1]));
  /** @param {number} at */
  const point = (at) => {
    let [step, left] = [0, Math.max(0, at)];
    while (step < steps.length - 1 && left > steps[step]) left -= steps[step++];
    const [[fromX, fromY], [toX, toY]] = [corners[step], corners[step + 1]];
    const part = Math.min(1, left / steps[step]);
    return { x: fromX + part * (toX - fromX), y: fromY + part * (toY - fromY) };
  };
  return /** @type {SVGPathElement} */ (Object.assign(shape("path", {}), {
    getTotalLength: () => steps.reduce((sum, length) => sum + length, 0),
    getPointAtLength: point,
  }));
}

/** The tip and the two other corners of a head. @param {SVGElement} drawn */
function corners(drawn) {
  return (drawn.getAttribute("points") ?? "").split(" ").map((point) =>
    // There is no negative zero.
    point.split(",").map((value) => Math.round(1000 * Number(value)) / 1000 + 0)
  );
}

/** Where the head of a line is, and the direction in which it points. @param {SVGElement} drawn */
function pointing(drawn) {
  const [tip, left, right] = corners(drawn);
  const [x, y] = [0, 1].map((axis) => tip[axis] - (left[axis] + right[axis]) / 2);
  return { tip, direction: [x, y].map((length) => Math.round(100 * length / 9) / 100 + 0) };
}

Deno.test("a shape is an element of SVG with attributes", () => {
  const made = shape("rect", { x: 1.5, class: "part" });
  equal([made.namespaceURI, made.outerHTML], ["http://www.w3.org/2000/svg", '<rect x="1.5" class="part"></rect>']);
});

Deno.test("the place of a shape is its box", () => {
  const getBBox = () => Object.assign(Object.create({ x: 1, y: 2, width: 3, height: 4 }), { bottom: 6 });
  equal(place(Object.assign(shape("g", {}), { getBBox })), { x: 1, y: 2, width: 3, height: 4 });
});

Deno.test("the edges of a box belong to it", () => {
  const box = { x: 10, y: 100, width: 30, height: 40 };
  for (const [x, y] of [[10, 100], [40, 140], [10, 140], [40, 100], [25, 120]]) equal(contains(box, { x, y }), true);
  for (const [x, y] of [[9, 120], [41, 120], [25, 99], [25, 141]]) equal(contains(box, { x, y }), false);
});

Deno.test("the head of an arrow is 9 long and 8 wide, and points where the arrow goes", () => {
  const drawn = head({ x: 100, y: 50 }, { x: 70, y: 10 });
  equal(corners(drawn), [[100, 50], [97.8, 40.4], [91.4, 45.2]]);
  equal([drawn.tagName, drawn.getAttribute("class")], ["polygon", "entry"]);
  equal(corners(head({ x: 0, y: 0 }, { x: 5, y: 0 })), [[0, 0], [9, 4], [9, -4]]);
});

Deno.test("an arrow has its head at most half a unit before the box that it enters", () => {
  const { tip, direction } = pointing(entryHead(line([0, 20], [100, 20]), { x: 60, y: 0, width: 80, height: 40 }));
  ok(tip[0] >= 59.5 && tip[0] <= 60, `the tip is at ${tip}`);
  equal([tip[1], direction], [20, [1, 0]]);
});

Deno.test("an arrow that enters a box twice has its head where it enters last", () => {
  const box = { x: 0, y: 0, width: 50, height: 50 };
  // Both lines end at 100. One is in the box from 40 to 60 and from 90 on, the other from 93 to 96 and from 98 on.
  for (
    const twice of [
      line([-40, 10], [10, 10], [10, -15], [10, 10]),
      line([-93, 1.5], [1.5, 1.5], [1.5, -1], [1.5, 2]),
    ]
  ) {
    const { x } = twice.getPointAtLength(100);
    const { tip } = pointing(entryHead(twice, box));
    ok(tip[0] === x && tip[1] >= -0.5 && tip[1] <= 0, `the tip is at ${tip}`);
  }
});

Deno.test("the head points as the arrow does where it enters, and not as it began", () => {
  const bent = line([0, 0], [50, 0], [50, 100]);
  const { tip, direction } = pointing(entryHead(bent, { x: 0, y: 60, width: 100, height: 100 }));
  ok(tip[1] >= 59.5 && tip[1] <= 60, `the tip is at ${tip}`);
  equal([tip[0], direction], [50, [0, 1]]);
});

Deno.test("the head of an arrow that begins close to a box points into the box", () => {
  const { direction } = pointing(entryHead(line([10, -1], [10, 9]), { x: 0, y: 0, width: 20, height: 20 }));
  equal(direction, [0, 1]);
});
