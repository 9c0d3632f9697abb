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
  "HTMLElement",
  "KeyboardEvent",
  "MouseEvent",
  "Node",
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
  for (const name of names) {
    const value = typeof window[name] === "function" && !window[name].prototype
      ? window[name].bind(window)
      : window[name];
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return window.document;
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

/** Clicks on an element, as a user does. @param {string} selector */
export function click(selector) {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}
