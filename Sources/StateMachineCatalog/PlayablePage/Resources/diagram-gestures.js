// Wheel, pointers and keys, which move a diagram in its frame.

/** @import { Point } from "./view-box.js" */
import { isCommand } from "./elements.js";

/**
 * @typedef {object} Movable
 * @property {boolean} isFitted Whether the whole diagram is shown.
 * @property {(factor: number, at?: Point) => void} zoom
 * @property {(x: number, y: number) => boolean} pan Returns whether there was anything to move.
 * @property {() => void} fit
 */

/** How far a pointer moves before it drags, in pixels, so that a click with an unsteady hand is a click. */
const steadiness = 5;

/** How far an arrow key moves, in pixels. */
const keyStep = 60;

/** How much a key or a button zooms. */
export const zoomStep = 1.3;

/** @param {HTMLElement} frame @param {Movable} view */
export function moveByGestures(frame, view) {
  frame.addEventListener("wheel", (wheel) => {
    const unit = wheel.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16;
    // A pinch on a trackpad arrives as a wheel with the control key.
    if (wheel.ctrlKey || wheel.metaKey) {
      view.zoom(Math.exp(-Math.max(-30, Math.min(30, wheel.deltaY * unit)) / 100), place(frame, wheel));
    } else if (!view.pan(wheel.deltaX * unit, wheel.deltaY * unit)) {
      return;
    }
    wheel.preventDefault();
  }, { passive: false });
  frame.addEventListener("keydown", (key) => {
    if (isCommand(key) || key.target !== frame) return;
    if (pressed(key.key, view)) key.preventDefault();
  });
  moveByPointers(frame, view);
}

/** Returns whether the key did anything, so that other keys still scroll the page. @param {string} key @param {Movable} view */
function pressed(key, view) {
  switch (key) {
    case "+":
    case "=":
      view.zoom(zoomStep);
      return true;
    case "-":
      view.zoom(1 / zoomStep);
      return true;
    case "0":
      view.fit();
      return true;
    case "ArrowLeft":
      return view.pan(-keyStep, 0);
    case "ArrowRight":
      return view.pan(keyStep, 0);
    case "ArrowUp":
      return view.pan(0, -keyStep);
    case "ArrowDown":
      return view.pan(0, keyStep);
    default:
      return false;
  }
}

/** One pointer drags, and two pinch. @param {HTMLElement} frame @param {Movable} view */
function moveByPointers(frame, view) {
  /** @type {Map<number, Point>} */
  const pointers = new Map();
  let isDragging = false;

  frame.addEventListener("pointerdown", (pointer) => {
    if (pointer.button !== 0) return;
    if (pointers.size === 0) isDragging = false;
    pointers.set(pointer.pointerId, place(frame, pointer));
  });
  frame.addEventListener("pointermove", (pointer) => {
    const before = pointers.get(pointer.pointerId);
    if (!before) return;
    const now = place(frame, pointer);
    const other = [...pointers].find(([id]) => id !== pointer.pointerId)?.[1];
    if (other) {
      isDragging = true;
      view.zoom(distance(now, other) / Math.max(1, distance(before, other)), middle(now, other));
      view.pan((before.x - now.x) / 2, (before.y - now.y) / 2);
    } else {
      // Until it drags, a pointer stays where it went down.
      if (!isDragging && (view.isFitted || distance(before, now) < steadiness)) return;
      if (!isDragging) frame.setPointerCapture(pointer.pointerId);
      isDragging = true;
      view.pan(before.x - now.x, before.y - now.y);
    }
    pointers.set(pointer.pointerId, now);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
    frame.addEventListener(end, (pointer) => pointers.delete(pointer.pointerId));
  }
  // The click at the end of a drag is not meant for the state or the arrow under it.
  frame.addEventListener("click", (click) => {
    if (isDragging) click.stopPropagation();
    isDragging = false;
  }, { capture: true });
}

/** @param {HTMLElement} frame @param {MouseEvent} event */
function place(frame, event) {
  const { left, top } = frame.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

/** @param {Point} one @param {Point} other */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** @param {Point} one @param {Point} other */
function middle(one, other) {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
