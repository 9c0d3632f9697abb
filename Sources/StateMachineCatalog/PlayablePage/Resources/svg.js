// Shapes of a picture in SVG.

/** @import { Point, Size } from "./view-box.js" */

/** The length and half of the width of the head of an arrow. */
const [headLength, headWidth] = [9, 4];

/** How many parts of an arrow are tried to find where it enters a box. */
const parts = 40;

/** @param {string} name @param {Record<string, string | number>} attributes */
export function shape(name, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", name));
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Where a shape is, in units of its picture. @param {Element} drawn @returns {Point & Size} */
export function place(drawn) {
  const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (drawn).getBBox();
  return { x, y, width, height };
}

/** @param {Point & Size} box @param {Point} point */
export function contains({ x, y, width, height }, point) {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}

/** The head of an arrow that ends inside a box, drawn where it enters the box. @param {SVGPathElement} line @param {Point & Size} box */
export function entryHead(line, box) {
  const length = line.getTotalLength();
  let [outside, inside] = [0, length];
  for (let part = parts - 1; part > 0 && outside === 0; part--) {
    const at = length * part / parts;
    if (contains(box, line.getPointAtLength(at))) inside = at;
    else outside = at;
  }
  while (inside - outside > 0.5) {
    const middle = (inside + outside) / 2;
    if (contains(box, line.getPointAtLength(middle))) inside = middle;
    else outside = middle;
  }
  const tip = line.getPointAtLength(outside);
  return head(tip, line.getPointAtLength(Math.max(0, outside - headLength)));
}

/** The head of an arrow. @param {Point} tip @param {Point} before A point from which the arrow comes. */
export function head(tip, before) {
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const corner = (/** @type {number} */ side) => [
    tip.x - headLength * Math.cos(angle) + side * headWidth * Math.sin(angle),
    tip.y - headLength * Math.sin(angle) - side * headWidth * Math.cos(angle),
  ];
  const points = [[tip.x, tip.y], corner(1), corner(-1)].map((point) => point.join(",")).join(" ");
  return shape("polygon", { points, class: "entry", fill: "#52606d" });
}
