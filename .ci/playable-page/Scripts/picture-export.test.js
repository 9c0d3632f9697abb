// Pictures as text. What a browser draws of them is tested in one.

import { deepStrictEqual as equal, match } from "node:assert";
import {
  captionedPicture,
  drawnShapes,
  escaped,
  movingPicture,
  plainColor,
  png,
  svgFile,
  wrapped,
} from "page/picture-export.js";
import { openCanvas, openPage } from "./page-without-browser.js";

const part = { x: -10, y: 0.123, width: 400, height: 200.456 };

const colors = { background: "white", ink: "black" };

Deno.test("a file shows a part of a picture on a background", () => {
  const file = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200.46" viewBox="-10 0.12 400 200.46">' +
    '<rect x="-10" y="0.123" width="400" height="200.456" fill="white"/><g/></svg>\n';
  equal(svgFile("<g/>", part, "white"), file);
  equal(captionedPicture("<g/>", part, colors, ""), { svg: file, size: part });
});

Deno.test("a file with a caption has room for it below the picture", () => {
  const { svg, size } = captionedPicture("<g/>", { x: 10, y: 20, width: 400, height: 100 }, colors, "one < two");
  equal(size, { x: 10, y: 20, width: 400, height: 132 });
  match(svg, / viewBox="10 20 400 132">.*<tspan x="210" y="140.8">one &#60; two<\/tspan>/);
});

/** @param {string[]} captions */
function moving(...captions) {
  const frames = captions.map((caption, index) => ({ shapes: `<path id="${index}"/>`, caption }));
  return movingPicture(frames, { width: 100, height: 50 }, colors);
}

Deno.test("a moving picture shows each frame for two seconds, and the last one for four", () => {
  const text = moving("one", "two", "three");
  match(text, / viewBox="-55.6 0 211.2 82">/);
  match(text, /@keyframes shown{0%{visibility:visible}25%,100%{visibility:hidden}}/);
  match(text, /@keyframes end{0%{visibility:visible}50%,100%{visibility:hidden}}/);
  match(text, /animation:shown 8s step-end infinite}/);
  equal(text.match(/animation-delay:\d+s/g), ["animation-delay:0s", "animation-delay:2s", "animation-delay:4s"]);
  equal(text.match(/<g class="[^"]*"[^>]*>/g), [
    '<g class="frame" visibility="hidden">',
    '<g class="frame" visibility="hidden">',
    '<g class="frame last">',
  ]);
  match(text, /@media\(prefers-reduced-motion:no-preference\){\.frame{visibility:hidden/);
});

Deno.test("a caption has letters that can be read, in as many lines as it needs", () => {
  const text = moving("a", "opened by a visitor and closed");
  equal(text.match(/font-size="[^"]*"/g), ['font-size="16"', 'font-size="16"']);
  equal([...text.matchAll(/y="([^"]*)">([^<]*)<\/tspan>/g)].map((found) => found.slice(1)), [
    ["70.8", "a"],
    ["70.8", "opened by a visitor and"],
    ["91.6", "closed"],
  ]);
  // A narrow picture is in the middle of a wider one.
  match(text, / viewBox="-55.6 0 211.2 102.8"><style>.*<rect x="-55.6" width="211.2" height="102.8" /);
  // A picture that pages show smaller has larger letters: a wide one, and a high one.
  const letters = (/** @type {number} */ width, /** @type {number} */ height) =>
    movingPicture([{ shapes: "", caption: "a" }], { width, height }, colors).match(/font-size="([^"]*)"/)?.[1];
  equal([letters(1440, 50), letters(400, 1800), letters(720, 900)], ["32", "32", "16"]);
  equal(wrapped("a".repeat(25), 10), ["a".repeat(10), "a".repeat(10), "a".repeat(5)]);
  equal(wrapped("one two three four five", 5), ["one", "two", "three", "four…"]);
});

Deno.test("a note stands below all captions of a moving picture", () => {
  const frames = ["a", "opened by a visitor and closed"].map((caption) => ({ shapes: "", caption }));
  const text = movingPicture(frames, { width: 100, height: 50 }, colors, "Shortened.");
  match(text, / viewBox="-55.6 0 211.2 123.6">/);
  match(text, /<\/g><text [^>]*><tspan x="50" y="112.4">Shortened\.<\/tspan><\/text><\/svg>/);
});

Deno.test("captions stay text", () => {
  match(moving('<b>&"\n\u2028'), />&#60;b&#62;&#38;&#34;<\/tspan>/);
  equal(escaped("plain"), "plain");
});

Deno.test("mixed colors are written as every reader knows them", () => {
  equal(plainColor("rgb(1, 2, 3)"), "rgb(1, 2, 3)");
  equal(plainColor("color(srgb 0 0.5 1)"), "rgb(0, 128, 255)");
  equal(plainColor("color(srgb 0.2 4e-1 1 / 0.25)"), "rgba(51, 102, 255, 0.25)");
});

/** The usual values of shapes, which jsdom does not know, and a style sheet of the page. @param {string} rules */
const styles = (rules) =>
  `<style>
  svg * { fill: rgb(0, 0, 0); stroke: none; stroke-width: 1px; stroke-dasharray: none; opacity: 1 }
  ${rules}
  </style>`;

/**
 * The shapes of a picture for a file.
 * @param {string} shapes
 * @param {string} rules What the style sheet of the page says.
 */
function drawn(shapes, rules) {
  const picture = openPage(`${styles(rules)}<svg><g>${shapes}</g></svg>`).querySelector("svg");
  if (!picture) throw new Error("there is no picture");
  const text = drawnShapes(picture).replaceAll(' xmlns="http://www.w3.org/2000/svg"', "");
  equal(picture.getAttribute("class") ?? "", "");
  return text.replace(/^<g>(.*)<\/g>$/, "$1");
}

/** A path of the usual color in a file. */
const path = '<path fill="rgb(0, 0, 0)"/>';

/** What is drawn, the rules of the page, and what is in a file. @type {[string, string, string][]} */
const files = [
  // A shape has the colors and lines that it has on the page, at the end of a change.
  [
    '<path d="M0,0" fill="white" stroke="#9fb3c8"/>',
    "path { fill: ivory; stroke: navy; stroke-width: 3px }",
    '<path d="M0,0" fill="ivory" stroke="navy" stroke-width="3px"/>',
  ],
  [
    "<path/>",
    "path { stroke: color(srgb 0 0.5 1 / 0.25); stroke-dasharray: 5 4; opacity: 0.5 }",
    '<path fill="rgb(0, 0, 0)" stroke="rgba(0, 128, 255, 0.25)" stroke-dasharray="5 4" opacity="0.5"/>',
  ],
  ["<path/>", "path { fill: gray } svg.still path { fill: navy }", '<path fill="navy"/>'],
  // Neither what is usual for any shape, nor what only the page's scripts and styles need.
  ['<path stroke="red" stroke-width="4" opacity="0.1"/>', "", path],
  [
    '<path class="a" id="b" data-state="c" data-heat="4" transform="scale(2)"/>',
    "",
    '<path transform="scale(2)" fill="rgb(0, 0, 0)"/>',
  ],
  // Texts stay text.
  [
    '<text x="1">open &lt;b&gt;</text><text/>',
    "",
    '<text x="1" fill="rgb(0, 0, 0)">open &lt;b&gt;</text><text fill="rgb(0, 0, 0)"/>',
  ],
  // A group of a state or of an arrow keeps its opacity, and another group has no colors.
  ...["edge", "node", "cluster"].map((name) => /** @type {[string, string, string]} */ ([
    `<g class="${name} dim"><path/><path/></g>`,
    ".dim { opacity: 0.55 }",
    `<g fill="rgb(0, 0, 0)" opacity="0.55">${path}${path}</g>`,
  ])),
  ['<g class="frame"><path/>\n<path/></g>', "", `<g>${path}${path}</g>`],
  // What is not seen is not in a file, but a surface without a border is.
  [
    '<title>G</title><g class="closed"><text>x</text></g><path class="area"/><path class="line"/><text>y</text>',
    ".closed { display: none } .area { fill: none; stroke: rgba(0, 0, 0, 0) } .line { fill: none; stroke: navy }",
    '<path fill="none" stroke="navy"/><text fill="rgb(0, 0, 0)">y</text>',
  ],
  ["<path/>", "path { fill: ivory; stroke: rgba(0, 0, 0, 0) }", '<path fill="ivory" stroke="rgba(0, 0, 0, 0)"/>'],
  ["<path/>", "g { display: none }", ""],
];

Deno.test("a picture in a file looks as it does on the page, and has nothing else", () => {
  for (const [shapes, rules, file] of files) equal(drawn(shapes, rules), file);
});

/** Draws a PNG in a browser that writes down what it does. @param {{ width: number, height: number }} size */
async function pixels(size) {
  openPage("");
  const done = openCanvas();
  const file = await png("<svg>é #</svg>", size);
  return { done, type: file?.type, text: await file?.text() };
}

Deno.test("a PNG has two pixels for each unit of the picture, and all of the picture", async () => {
  const { done, type, text } = await pixels({ width: 100.2, height: 50 });
  equal([type, text], ["image/png", "201 × 100"]);
  equal(done, [
    ["decode", "data:image/svg+xml,<svg>é #</svg>"],
    ["draw", "2d", true, 0, 0, 201, 100],
  ]);
});

Deno.test("a PNG has at most 8000 pixels on each side, and keeps its shape", async () => {
  for (
    const [width, height, text] of /** @type {const} */ ([
      [16000, 4000, "8000 × 2000"],
      [1000, 10000, "800 × 8000"],
      [4000, 4000, "8000 × 8000"],
    ])
  ) equal((await pixels({ width, height })).text, text);
});
