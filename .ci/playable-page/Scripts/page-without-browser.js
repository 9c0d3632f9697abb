// The elements of a page for tests that need no browser: jsdom, as Debian packages it. It draws nothing, so sizes and places are
// what a test says. PAGE_TEST_MODULES is a folder with the package.

import { createRequire } from "node:module";

const modules = Deno.env.get("PAGE_TEST_MODULES");
if (!modules) throw new Error("PAGE_TEST_MODULES is not set; .ci/check-pages sets it");
const { JSDOM } = createRequire(`${modules}/`)("jsdom");

/** What scripts use of the browser beside JavaScript. */
const names = [
  "document",
  "location",
  "history",
  "localStorage",
  "sessionStorage",
  "getComputedStyle",
  "requestAnimationFrame",
  "addEventListener",
  "Element",
  "Event",
  "HTMLAnchorElement",
  "HTMLCanvasElement",
  "HTMLElement",
  "HTMLInputElement",
  "HTMLTextAreaElement",
  "KeyboardEvent",
  "MouseEvent",
  "Node",
  "Option",
  "SVGElement",
  "WheelEvent",
  "XMLSerializer",
];

/**
 * Opens a page, whose elements the scripts find from then on.
 * @param {string} [body] What is in the page; otherwise, all that is in the page of a machine.
 * @returns {Document}
 */
export function openPage(body) {
  const html = body === undefined ? whole() : `<!doctype html><body>${body}`;
  const { window } = new JSDOM(html, { url: "http://127.0.0.1/page", pretendToBeVisual: true });
  // jsdom has no dialogs yet.
  const dialog = window.HTMLDialogElement.prototype;
  for (const [name, isOpen] of Object.entries({ showModal: true, close: false })) {
    dialog[name] = function () {
      this.open = isOpen;
    };
  }
  const own = names.map((name) => [name, window[name]]).map(([name, value]) => [
    name,
    typeof value === "function" && !value.prototype ? value.bind(window) : value,
  ]);
  replace(Object.fromEntries(own));
  return window.document;
}

/** Puts something in the place of what scripts use of the browser. @param {Record<string, unknown>} values By their names. */
export function replace(values) {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** Gives the page a clipboard. @returns {string[]} What is copied. */
export function openClipboard() {
  /** @type {string[]} */
  const copied = [];
  const writeText = (/** @type {string} */ written) => Promise.resolve(copied.push(written));
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  return copied;
}

/** Has the browser keep the files that the page saves. */
export function openDownloads() {
  /** @type {{ name: string, file?: Blob }[]} */
  const saved = [];
  /** @type {Map<string, Blob>} */
  const files = new Map();
  URL.createObjectURL = (file) => {
    const address = `blob:page/${files.size}`;
    files.set(address, /** @type {Blob} */ (file));
    return address;
  };
  HTMLAnchorElement.prototype.click = function () {
    saved.push({ name: this.download, file: files.get(this.href) });
  };
  return saved;
}

/**
 * Lets the browser draw pictures on a canvas. The files that it makes of them say how large they are.
 * @param {{ isAble?: boolean }} [options]
 * @returns {unknown[]} What is done.
 */
export function openCanvas({ isAble = true } = {}) {
  /** @type {unknown[]} */
  const done = [];
  class Picture {
    src = "";
    async decode() {
      await Promise.resolve();
      done.push(["decode", decodeURIComponent(this.src)]);
    }
  }
  Object.assign(globalThis, { Image: Picture });
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: (/** @type {string} */ kind) => ({
      drawImage: (/** @type {unknown} */ image, /** @type {number[]} */ ...place) =>
        done.push(["draw", kind, image instanceof Picture, ...place]),
    }),
    /** @this {HTMLCanvasElement} @param {(made: Blob | null) => void} made @param {string} type */
    toBlob(made, type) {
      made(isAble ? new Blob([`${this.width} × ${this.height}`], { type }) : null);
    },
  });
  return done;
}

/** The page of a machine, without its scripts. */
function whole() {
  const [page, live] = ["page.html", "live.html"].map((name) =>
    Deno.readTextFileSync(new URL(import.meta.resolve(`page/${name}`)))
  );
  return page.replace("{{live}}", live).replace(/\{\{\w+\}\}/g, "").replace(/<script[^]*?<\/script>/g, "");
}

/** The text of an element of the page. @param {string} selector */
export function text(selector) {
  return document.querySelector(selector)?.textContent ?? null;
}

/** The first element that a selector finds. @param {string} selector */
export function element(selector) {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/** The elements that a selector finds. @param {string} selector @param {ParentNode} [parent] */
export function all(selector, parent = document) {
  return /** @type {HTMLElement[]} */ ([...parent.querySelectorAll(selector)]);
}

/** The texts of the elements that a selector finds. @param {string} selector @param {ParentNode} [parent] */
export function texts(selector, parent) {
  return all(selector, parent).map(({ textContent }) => textContent);
}

/** The numbers in attributes of an element. @param {Element | null} drawn @param {...string} names */
export function numbers(drawn, ...names) {
  return names.flatMap((name) => (drawn?.getAttribute(name) ?? "").match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
}

/** Whether an element has the attribute `hidden`. @param {string} selector */
export function isHidden(selector) {
  return element(selector).hidden;
}

/** Has the user write something or choose it. @param {string} selector @param {string} value @param {string} [type] */
export function enter(selector, value, type = "change") {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (element(selector));
  field.value = value;
  field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Presses a key in an element and returns whether the browser still handles the key. @param {Element} target @param {string} key */
export function press(target, key) {
  return target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

/** Clicks on an element, as a user does. @param {string} selector */
export function click(selector) {
  element(selector).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/**
 * Gives an element a size. Whoever observes sizes is told of a new one.
 * @param {HTMLElement} sized
 * @param {number} clientWidth
 * @param {number} clientHeight
 */
export function resizable(sized, clientWidth, clientHeight) {
  const size = { clientWidth, clientHeight };
  for (const side of /** @type {const} */ (["clientWidth", "clientHeight"])) {
    Object.defineProperty(sized, side, { get: () => size[side] });
  }
  const observed = observeSizes();
  return {
    size,
    observed,
    /** @param {number} clientWidth @param {number} clientHeight */
    resize(clientWidth, clientHeight) {
      Object.assign(size, { clientWidth, clientHeight });
      observed.tell();
    },
  };
}

/** Takes the place of the browser in observing sizes; it tells of a new one when the test says so. */
export function observeSizes() {
  /** @type {{ seen?: Element, tell: () => void }} */
  const observed = { tell: () => {} };
  Object.assign(globalThis, {
    ResizeObserver: class {
      /** @param {() => void} tell */
      constructor(tell) {
        observed.tell = tell;
      }
      /** @param {Element} seen */
      observe(seen) {
        observed.seen = seen;
      }
    },
  });
  return observed;
}

/** The part of a picture that is shown, by its attribute. @param {Element} picture */
export function viewBox(picture) {
  const [x, y, width, height] = (picture.getAttribute("viewBox") ?? "").split(" ").map(Number);
  return { x, y, width, height };
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** Where a box of a picture is in a frame. @param {Box} part What is shown. @param {number} frameWidth @param {Box} box */
export function boxIn(part, frameWidth, box) {
  const scale = frameWidth / part.width;
  return /** @type {DOMRect} */ ({
    left: (box.x - part.x) * scale,
    top: (box.y - part.y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  });
}

/** A clock in the place of the browser's, which stands still until a test moves it, with the timers that wait for it. */
export class Clock {
  now = 5000;
  /** @type {Map<number, { action: () => void, delay: number, at: number }>} */
  timers = new Map();
  #last = 0;

  constructor() {
    Object.assign(globalThis, {
      setTimeout: (/** @type {() => void} */ action, /** @type {number} */ delay) => {
        this.timers.set(++this.#last, { action, delay, at: this.now + delay });
        return this.#last;
      },
      clearTimeout: (/** @type {number} */ id) => this.timers.delete(id),
    });
    performance.now = () => this.now;
  }

  /** Lets time pass. @param {number} milliseconds */
  wait(milliseconds) {
    const end = this.now + milliseconds;
    for (let count = 0;; count++) {
      const due = [...this.timers].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (due.length === 0) break;
      if (count > 100) throw new Error("timers follow each other without end");
      const [id, { at, action }] = due[0];
      this.timers.delete(id);
      this.now = Math.max(this.now, at);
      action();
    }
    this.now = Math.max(this.now, end);
  }
}

/** Has all promises resolved that wait for nothing more. */
export async function settle() {
  for (let turn = 0; turn < 20; turn++) await null;
}
