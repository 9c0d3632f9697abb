// Pictures as text. What a browser draws of them is tested in one.

import { deepStrictEqual as equal, match } from "node:assert";
import { drawnShapes, escaped, movingPicture, plainColor, png, svgFile } from "page/picture-export.js";
import { fileName } from "page/saving.js";
import { openPage } from "./page-without-browser.js";

const part = { x: -10, y: 0.123, width: 400, height: 200.456 };

Deno.test("a file shows a part of a picture on a background", () => {
  equal(
    svgFile("<g/>", part, "white"),
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200.46" viewBox="-10 0.12 400 200.46">' +
      '<rect x="-10" y="0.123" width="400" height="200.456" fill="white"/><g/></svg>\n',
  );
});

/** @param {string[]} captions */
function moving(...captions) {
  const frames = captions.map((caption, index) => ({ shapes: `<path id="${index}"/>`, caption }));
  return movingPicture(frames, { width: 100, height: 50 }, { background: "white", ink: "black" });
}

Deno.test("a moving picture shows each frame for two seconds, and the last one for four", () => {
  const text = moving("one", "two", "three");
  match(text, / viewBox="0 0 100 84">/);
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

Deno.test("a long caption has small letters, and a short one has letters of 16", () => {
  const sizes = (/** @type {string[]} */ ...captions) => moving(...captions).match(/font-size="[^"]*"/g);
  equal(sizes("a", "b"), ['font-size="16"', 'font-size="16"']);
  equal(sizes("a".repeat(20), "b"), ['font-size="8.5"', 'font-size="8.5"']);
});

Deno.test("captions stay text", () => {
  match(moving('<b>&"\n\u2028'), />&#60;b&#62;&#38;&#34; <\/text>/);
  equal(escaped("plain"), "plain");
});

Deno.test("mixed colors are written as every reader knows them", () => {
  equal(plainColor("rgb(1, 2, 3)"), "rgb(1, 2, 3)");
  equal(plainColor("color(srgb 0 0.5 1)"), "rgb(0, 128, 255)");
  equal(plainColor("color(srgb 0.2 4e-1 1 / 0.25)"), "rgba(51, 102, 255, 0.25)");
});

Deno.test("a name of a machine makes a name of a file", () => {
  equal(fileName("Order"), "Order");
  equal(fileName('<script>alert("x")/../..'), "script-alert-x");
  equal(fileName("漢字 é"), "漢字-é");
  equal(fileName("//"), "machine");
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
 * @param {string} [rules] What the style sheet of the page says.
 */
function drawn(shapes, rules = "") {
  const picture = openPage(`${styles(rules)}<svg><g>${shapes}</g></svg>`).querySelector("svg");
  if (!picture) throw new Error("there is no picture");
  const text = drawnShapes(picture).replaceAll(' xmlns="http://www.w3.org/2000/svg"', "");
  equal(picture.getAttribute("class") ?? "", "");
  return text.replace(/^<g>(.*)<\/g>$/, "$1");
}

Deno.test("a shape in a file has the colors and lines that it has on the page", () => {
  equal(
    drawn('<path d="M0,0" fill="white" stroke="#9fb3c8"/>', "path { fill: ivory; stroke: navy; stroke-width: 3px }"),
    '<path d="M0,0" fill="ivory" stroke="navy" stroke-width="3px"/>',
  );
  equal(
    drawn("<path/>", "path { stroke: color(srgb 0 0.5 1 / 0.25); stroke-dasharray: 5 4; opacity: 0.5 }"),
    '<path fill="rgb(0, 0, 0)" stroke="rgba(0, 128, 255, 0.25)" stroke-dasharray="5 4" opacity="0.5"/>',
  );
});

Deno.test("what is usual for any shape is not written", () => {
  equal(drawn('<path stroke="red" stroke-width="4" opacity="0.1"/>'), '<path fill="rgb(0, 0, 0)"/>');
});

Deno.test("what only the page's scripts and styles need is not in a file", () => {
  equal(
    drawn('<path class="a" id="b" data-state="c" data-heat="4" transform="scale(2)"/>'),
    '<path transform="scale(2)" fill="rgb(0, 0, 0)"/>',
  );
});

Deno.test("texts are in a file, and stay text", () => {
  equal(
    drawn('<text x="1">open &lt;b&gt;</text><text/>'),
    '<text x="1" fill="rgb(0, 0, 0)">open &lt;b&gt;</text><text fill="rgb(0, 0, 0)"/>',
  );
});

Deno.test("a group of a state or of an arrow keeps its opacity, and another group has no colors", () => {
  const rules = ".dim { opacity: 0.55 }";
  equal(
    drawn('<g class="edge dim"><path/><path/></g>', rules),
    '<g fill="rgb(0, 0, 0)" opacity="0.55"><path fill="rgb(0, 0, 0)"/><path fill="rgb(0, 0, 0)"/></g>',
  );
  for (const name of ["node", "cluster"]) {
    equal(
      drawn(`<g class="${name} dim"><path/></g>`, rules),
      '<g fill="rgb(0, 0, 0)" opacity="0.55"><path fill="rgb(0, 0, 0)"/></g>',
    );
  }
  equal(
    drawn('<g class="frame"><path/>\n<path/></g>'),
    '<g><path fill="rgb(0, 0, 0)"/><path fill="rgb(0, 0, 0)"/></g>',
  );
});

Deno.test("what is not seen is not in a file", () => {
  const rules =
    ".closed { display: none } .area { fill: none; stroke: rgba(0, 0, 0, 0) } .line { fill: none; stroke: navy }";
  equal(
    drawn(
      '<title>G</title><g class="closed"><text>x</text></g><path class="area"/><path class="line"/><text>y</text>',
      rules,
    ),
    '<path fill="none" stroke="navy"/><text fill="rgb(0, 0, 0)">y</text>',
  );
  // A surface without a border is seen.
  equal(
    drawn('<path class="surface"/>', ".surface { fill: ivory; stroke: rgba(0, 0, 0, 0) }"),
    [
      '<path fill="ivory" stroke="rgba(0, 0, 0, 0)"/>',
    ].join(""),
  );
  const picture = openPage(`${styles("g { display: none }")}<svg><g><path/></g></svg>`).querySelector("svg");
  equal(picture && drawnShapes(picture), "");
});

Deno.test("a file has the colors at the end of a change, and not those on the way", () => {
  const rules = "path { fill: gray } svg.still path { fill: navy }";
  equal(drawn("<path/>", rules), '<path fill="navy"/>');
});

/** Draws a PNG in a browser that writes down what it does. @param {{ width: number, height: number }} size */
async function pixels(size) {
  /** @type {unknown[]} */
  const done = [];
  openPage("");
  class Picture {
    src = "";
    async decode() {
      await Promise.resolve();
      done.push(["decode", this.src]);
    }
  }
  Object.assign(globalThis, { Image: Picture });
  const { HTMLCanvasElement } = /** @type {typeof globalThis} */ (/** @type {unknown} */ (document.defaultView));
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: (/** @type {string} */ kind) => ({
      drawImage: (/** @type {unknown} */ image, /** @type {number[]} */ ...place) =>
        done.push(["draw", kind, image instanceof Picture, ...place]),
    }),
    toBlob(/** @type {(made: Blob) => void} */ made, /** @type {string} */ type) {
      const { width, height } = /** @type {HTMLCanvasElement} */ (/** @type {unknown} */ (this));
      made(new Blob([`${width} × ${height}`], { type }));
    },
  });
  const file = await png("<svg>é #</svg>", size);
  return { done, type: file?.type, text: await file?.text() };
}

Deno.test("a PNG has two pixels for each unit of the picture, and all of the picture", async () => {
  const { done, type, text } = await pixels({ width: 100.2, height: 50 });
  equal([type, text], ["image/png", "201 × 100"]);
  equal(done, [
    ["decode", "data:image/svg+xml,%3Csvg%3E%C3%A9%20%23%3C%2Fsvg%3E"],
    ["draw", "2d", true, 0, 0, 201, 100],
  ]);
});

Deno.test("a PNG has at most 8000 pixels on each side, and keeps its shape", async () => {
  equal((await pixels({ width: 16000, height: 4000 })).text, "8000 × 2000");
  equal((await pixels({ width: 1000, height: 10000 })).text, "800 × 8000");
  equal((await pixels({ width: 4000, height: 4000 })).text, "8000 × 8000");
});
