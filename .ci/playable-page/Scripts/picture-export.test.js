// Pictures as text. What a browser draws of them is tested in one.

import { deepStrictEqual as equal, match } from "node:assert";
import { escaped, movingPicture, plainColor, svgFile } from "page/picture-export.js";
import { fileName } from "page/saving.js";

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
