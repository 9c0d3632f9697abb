// A diagram in its frame: the whole of it, a part of it, and how the frame comes to a state.

import { deepStrictEqual as equal, ok } from "node:assert";
import { DiagramView } from "page/diagram-view.js";
import {
  all,
  boxIn,
  click,
  element,
  isHidden,
  numbers,
  openPage,
  press,
  resizable,
  text,
  viewBox,
} from "./page-without-browser.js";

/** Where the states are in the diagram. */
const places = {
  small: { x: 20, y: 30, width: 60, height: 20 },
  wide: { x: 150, y: 20, width: 200, height: 60 },
  high: { x: 300, y: 20, width: 20, height: 160 },
};

/**
 * A diagram of 400 × 200 in a frame, which is at (7, 9) in the window.
 * @param {{ natural?: number, width?: number, height?: number }} [options] The pixels for a unit, and the frame's size.
 */
function opened({ natural = 2, width = 200, height = 100 } = {}) {
  openPage();
  const frame = element("#picture");
  const { size: frameSize, observed, resize } = resizable(frame, width, height);
  frame.innerHTML = `<svg viewBox="0 0 400 200">${
    Object.keys(places).map((id) => `<g id="${id}"></g>`).join("")
  }</svg>`;
  const picture = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (element("#picture svg")));
  Object.assign(picture, {
    viewBox: { baseVal: { width: 400, height: 200 } },
    width: { baseVal: { value: 400 * natural } },
    getBoundingClientRect: () => ({ left: 7, top: 9 }),
  });
  /** @type {Map<string, Element>} */
  const states = new Map();
  for (const [id, place] of Object.entries(places)) {
    const state = element(`#${id}`);
    state.getBoundingClientRect = () => {
      const { left, top, ...size } = boxIn(part(), frameSize.clientWidth, place);
      return /** @type {DOMRect} */ ({ left: 7 + left, top: 9 + top, ...size });
    };
    states.set(id, state);
  }
  const view = new DiagramView(picture, states);
  equal(observed.seen, frame);
  return {
    view,
    frame,
    resize,
  };
}

/** The part of the diagram that the frame shows. */
function part() {
  return viewBox(element("#picture svg"));
}

/** Hundredths are exact enough, and there is no negative zero. @param {number} value */
function rounded(value) {
  return Math.round(100 * value) / 100 + 0;
}

/** The part of the diagram that the frame shows, rounded. */
function shown() {
  const { x, y, width, height } = part();
  return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) };
}

/** The whole diagram in a frame of the same shape. */
const whole = { x: 0, y: 0, width: 400, height: 200 };

/** The middle of what the frame shows. */
function middle() {
  const { x, y, width, height } = part();
  return [rounded(x + width / 2), rounded(y + height / 2)];
}

/** Which of the buttons for the zoom cannot do anything. */
function idleButtons() {
  return ["zoom-out", "zoom-in", "zoom-fit"].filter((id) => element(`#${id}`).getAttribute("aria-disabled") === "true");
}

Deno.test("the whole diagram is shown first, in its shape and at most in its natural size", () => {
  const { view, frame } = opened();
  equal(shown(), whole);
  equal([view.isFitted, view.size], [true, { width: 400, height: 200 }]);
  equal([frame.style.aspectRatio, frame.style.getPropertyValue("--natural-height")], ["400 / 200", "400px"]);
  equal([text("#zoom-level"), idleButtons()], ["25 %", ["zoom-out", "zoom-fit"]]);
  equal([isHidden("#zoom-tools"), isHidden("#map")], [false, true]);
  equal(frame.classList.contains("zoomed"), false);
  opened({ width: 200, height: 200 });
  equal(shown(), { x: 0, y: -100, width: 400, height: 400 });
});

Deno.test("the buttons zoom at the middle, and back", () => {
  const { view, frame } = opened();
  click("#zoom-in");
  equal([text("#zoom-level"), shown().width, middle()], ["33 %", 307.69, [200, 100]]);
  equal([view.isFitted, idleButtons(), isHidden("#map")], [false, [], false]);
  equal(frame.classList.contains("zoomed"), true);
  click("#zoom-in");
  click("#zoom-out");
  equal([text("#zoom-level"), shown().width], ["33 %", 307.69]);
  click("#zoom-in");
  click("#zoom-fit");
  equal([shown(), text("#zoom-level"), idleButtons()], [whole, "25 %", ["zoom-out", "zoom-fit"]]);
  equal([frame.classList.contains("zoomed"), isHidden("#map")], [false, true]);
});

Deno.test("the button to zoom in says when there is no larger size", () => {
  opened();
  while (text("#zoom-level") !== "400 %") {
    equal(idleButtons().includes("zoom-in"), false);
    click("#zoom-in");
  }
  equal(idleButtons(), ["zoom-in"]);
});

Deno.test("the frame obeys keys, and the map", () => {
  const { frame } = opened();
  equal(press(frame, "ArrowRight"), true);
  press(frame, "+");
  equal(text("#zoom-level"), "33 %");
  const { x } = shown();
  equal([press(frame, "ArrowLeft"), shown().x < x], [false, true]);
  const map = element("#map svg");
  Object.assign(map, {
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 40, height: 20 }),
    setPointerCapture: () => {},
  });
  map.dispatchEvent(new MouseEvent("pointerdown", { clientX: 22, clientY: 11 }));
  equal(middle(), [220, 110]);
});

Deno.test("the whole diagram is shown again when the frame has another size, and only then", () => {
  const { view, resize } = opened();
  click("#zoom-in");
  resize(200, 100);
  equal([view.isFitted, text("#zoom-level")], [false, "33 %"]);
  resize(100, 100);
  equal([view.isFitted, shown()], [true, { x: 0, y: -100, width: 400, height: 400 }]);
  click("#zoom-in");
  resize(100, 50);
  equal([view.isFitted, shown()], [true, whole]);
});

Deno.test("the current state is shown first if the labels of the whole diagram could not be read, and again in another size", () => {
  const { view, frame, resize } = opened();
  equal(frame.style.getPropertyValue("--readable-height"), "288px");
  view.follow(["high"], "high");
  equal([text("#zoom-level"), middle()], ["72 %", [310, 100]]);
  // The whole picture is saved, unless the user has chosen a part.
  equal(view.part, whole);
  resize(100, 100);
  equal([text("#zoom-level"), middle()], ["72 %", [310, 100]]);
  click("#zoom-fit");
  equal([view.isFitted, view.part.height], [true, 400]);
  view.zoom(2);
  equal(view.part.width, shown().width);
  document.defaultView?.dispatchEvent(new Event("beforeprint"));
  equal(view.isFitted, true);
  const small = opened({ natural: 0.5 });
  small.view.follow(["high"], "high");
  equal([small.view.isFitted, text("#zoom-level")], [true, "100 %"]);
});

Deno.test("the diagram moves to the state that the machine came to, if it is zoomed and the state is not seen", () => {
  const { view } = opened();
  view.zoom(4);
  view.follow(["small"], "small");
  const before = shown();
  // The state has a margin of 8 % of the frame.
  equal(before, { x: 12, y: 26, width: 100, height: 50 });
  for (const nowhere of [undefined, "unknown"]) {
    view.follow([], nowhere);
    equal(shown(), before);
  }
  view.follow(["high"], "high");
  equal([shown().x, middle()[1]], [228, 100]);
});

Deno.test("the map shows the states where they are in the diagram and marks the active ones", () => {
  const { view } = opened();
  const shown = (/** @type {string} */ selector) =>
    all(`#map ${selector}`).map((state) => numbers(state, "x", "y", "width", "height"));
  const [small, wide, high] = Object.values(places).map(({ x, y, width, height }) => [x, y, width, height]);
  equal(shown("rect:not(.part)"), [small, wide, high]);
  view.follow(["small", "wide"], "small");
  equal(shown(".active"), [small, wide]);
  view.follow(["high"], undefined);
  equal(shown(".active"), [high]);
});

Deno.test("a button shows the current state in the middle and in its natural size", () => {
  const { view } = opened();
  click("#zoom-state");
  equal(shown(), whole);
  view.follow(["high"], "unknown");
  click("#zoom-state");
  equal(shown(), whole);
  view.follow(["small"], "small");
  click("#zoom-state");
  equal([text("#zoom-level"), shown()], ["100 %", { x: 0, y: 15, width: 100, height: 50 }]);
});

Deno.test("a large state is shown as a whole, with a little of what is around it", () => {
  for (const id of /** @type {const} */ (["wide", "high"])) {
    const { view } = opened();
    view.zoomTo(id);
    const [seen, { x, y, width, height }] = [shown(), places[id]];
    equal(text("#zoom-level"), id === "wide" ? "48 %" : "30 %");
    if (id === "wide") equal(middle()[0], 250);
    ok(seen.x < x && seen.x + seen.width > x + width && seen.y < y && seen.y + seen.height > y + height);
  }
  // It is larger than before, though the whole diagram is already in its natural size.
  const { view } = opened({ natural: 1, width: 400, height: 200 });
  equal(text("#zoom-level"), "100 %");
  view.zoomTo("small");
  equal(text("#zoom-level"), "130 %");
});
