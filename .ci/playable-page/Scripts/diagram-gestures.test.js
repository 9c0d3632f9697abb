// What wheel, keys and pointers do with a diagram.

import { deepStrictEqual as equal } from "node:assert";
import { moveByGestures, zoomStep } from "page/diagram-gestures.js";
import { openPage } from "./page-without-browser.js";

/** A frame at (100, 50), and what is done with the diagram in it. @param {{ isFitted?: boolean, isFixed?: boolean }} [options] */
function opened({ isFitted = false, isFixed = false } = {}) {
  const frame = openPage('<div id="frame"><b>diagram</b></div>').querySelector("div");
  if (!frame) throw new Error("there is no frame");
  /** @type {unknown[]} */
  const done = [];
  frame.getBoundingClientRect = () => /** @type {DOMRect} */ ({ left: 100, top: 50 });
  frame.setPointerCapture = (id) => done.push(["capture", id]);
  moveByGestures(frame, {
    isFitted,
    zoom: (factor, at) => done.push(at ? ["zoom", factor, at.x, at.y] : ["zoom", factor]),
    pan(x, y) {
      done.push(["pan", x, y]);
      return !isFixed;
    },
    fit: () => done.push(["fit"]),
  });
  /** Sends an event. Returns whether the browser may still handle it. @param {Event} event */
  const send = (event, target = /** @type {Element} */ (frame)) => target.dispatchEvent(event);
  return { frame, done, send };
}

/** @param {string} key @param {object} [more] */
function press(key, more) {
  return new KeyboardEvent("keydown", { key, cancelable: true, bubbles: true, ...more });
}

/** @param {number} deltaX @param {number} deltaY @param {object} [more] */
function wheel(deltaX, deltaY, more) {
  return new WheelEvent("wheel", { deltaX, deltaY, cancelable: true, clientX: 130, clientY: 70, ...more });
}

/** @param {string} type @param {number} x From the left of the frame. @param {number} y From its top. @param {number} [id] */
function pointer(type, x, y, id = 1, button = 0) {
  return Object.assign(new MouseEvent(type, { button, clientX: 100 + x, clientY: 50 + y }), { pointerId: id });
}

/** Clicks on what is in the frame; returns how many clicks arrive. @param {Element} frame */
function click(frame) {
  let clicks = 0;
  const count = () => clicks++;
  frame.firstElementChild?.addEventListener("click", count);
  frame.firstElementChild?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  frame.firstElementChild?.removeEventListener("click", count);
  return clicks;
}

Deno.test("a key moves the diagram, and nothing else", () => {
  for (
    const [key, ...what] of [
      ["+", "zoom", zoomStep],
      ["=", "zoom", zoomStep],
      ["-", "zoom", 1 / zoomStep],
      ["0", "fit"],
      ["ArrowLeft", "pan", -60, 0],
      ["ArrowRight", "pan", 60, 0],
      ["ArrowUp", "pan", 0, -60],
      ["ArrowDown", "pan", 0, 60],
    ]
  ) {
    const { done, send } = opened();
    equal([send(press(String(key))), done], [false, [what]]);
  }
});

Deno.test("a key that moves nothing is left to the page", () => {
  const fixed = opened({ isFixed: true });
  equal([fixed.send(press("ArrowLeft")), fixed.send(press("ArrowDown"))], [true, true]);
  const { frame, done, send } = opened();
  equal(send(press("a")), true);
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) equal(send(press("+", more)), true);
  // A key in a field of the frame is meant for the field.
  equal(send(press("+"), /** @type {Element} */ (frame.firstElementChild)), true);
  equal(done, []);
});

Deno.test("the wheel moves by pixels or by lines of 16 pixels", () => {
  const { done, send } = opened();
  equal(send(wheel(3, -4)), false);
  equal(send(wheel(3, -4, { deltaMode: WheelEvent.DOM_DELTA_LINE })), false);
  equal(done, [["pan", 3, -4], ["pan", 48, -64]]);
  equal(opened({ isFixed: true }).send(wheel(3, 4)), true);
});

Deno.test("the wheel zooms with a key, at the pointer, and at most so far", () => {
  for (const key of [{ ctrlKey: true }, { metaKey: true }]) {
    const { done, send } = opened();
    for (const delta of [20, -20, 500, -500]) equal(send(wheel(0, delta, key)), false);
    equal(done, [-20, 20, -30, 30].map((delta) => ["zoom", Math.exp(delta / 100), 30, 20]));
  }
  const { done, send } = opened();
  send(wheel(0, 1, { ctrlKey: true, deltaMode: WheelEvent.DOM_DELTA_LINE }));
  equal(done, [["zoom", Math.exp(-16 / 100), 30, 20]]);
});

Deno.test("a pointer drags once it has moved 5 pixels, and the click at its end has no effect", () => {
  const { frame, done, send } = opened();
  send(pointer("pointermove", 10, 10));
  send(pointer("pointerdown", 10, 10));
  // An unsteady hand moves to and fro.
  for (const x of [14, 9, 14, 10]) send(pointer("pointermove", x, 10));
  equal(done, []);
  send(pointer("pointermove", 14, 13));
  send(pointer("pointermove", 20, 14));
  equal(done, [["capture", 1], ["pan", -4, -3], ["pan", -6, -1]]);
  send(pointer("pointerup", 20, 14));
  send(pointer("pointermove", 30, 30));
  equal(done.length, 3);
  equal([click(frame), click(frame)], [0, 1]);
  // A click with an unsteady hand, after a drag.
  send(pointer("pointerdown", 10, 10));
  send(pointer("pointermove", 14, 10));
  send(pointer("pointerup", 14, 10));
  equal([click(frame), done.length], [1, 3]);
});

Deno.test("a pointer does not drag a diagram that is shown as a whole, and neither does another button", () => {
  const fitted = opened({ isFitted: true });
  fitted.send(pointer("pointerdown", 0, 0));
  fitted.send(pointer("pointermove", 50, 0));
  const { done, send } = opened();
  send(pointer("pointerdown", 0, 0, 1, 2));
  send(pointer("pointermove", 50, 0));
  equal([fitted.done, done], [[], []]);
});

Deno.test("a drag ends with its pointer", () => {
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    const { done, send } = opened();
    send(pointer("pointerdown", 0, 0));
    send(pointer(end, 0, 0));
    send(pointer("pointermove", 50, 0));
    equal(done, []);
  }
});

Deno.test("two pointers zoom by their distance, at their middle, and move the diagram with it", () => {
  const { frame, done, send } = opened();
  send(pointer("pointerdown", 10, 20, 1));
  send(pointer("pointerdown", 30, 20, 2));
  send(pointer("pointermove", 50, 20, 2));
  send(pointer("pointermove", 10, 50, 1));
  equal(done, [["zoom", 2, 30, 20], ["pan", -10, 0], ["zoom", 50 / 40, 30, 35], ["pan", 0, -15]]);
  equal(click(frame), 0);
});

Deno.test("two pointers at one place do not zoom without end", () => {
  const { done, send } = opened();
  send(pointer("pointerdown", 10, 20, 1));
  send(pointer("pointerdown", 10, 20, 2));
  send(pointer("pointermove", 13, 24, 2));
  equal(done[0], ["zoom", 5, 11.5, 22]);
});

Deno.test("a click arrives without a pointer, such as that of a screen reader, and after a drag that ended without one", () => {
  const { frame, done, send } = opened();
  equal(click(frame), 1);
  send(pointer("pointerdown", 10, 10));
  send(pointer("pointermove", 50, 10));
  send(pointer("pointercancel", 50, 10));
  equal(done, [["capture", 1], ["pan", -40, 0]]);
  send(pointer("pointerdown", 10, 10));
  send(pointer("pointerup", 10, 10));
  equal(click(frame), 1);
});
