// Elements that the page makes, and the words in them.

import { deepStrictEqual as equal, throws } from "node:assert";
import { byID, counted, element, isCommand, isOrAre, list, prose, replaceChildren } from "page/elements.js";
import { openPage } from "./page-without-browser.js";

Deno.test("a name with HTML in it stays text", () => {
  openPage("");
  const made = element("p", { title: '"><b>' }, "<img src=x>", element("b", {}, "&amp;"), "!");
  equal(made.outerHTML, '<p title="&quot;><b>">&lt;img src=x&gt;<b>&amp;amp;</b>!</p>');
  equal([made.textContent, made.children.length], ["<img src=x>&amp;!", 1]);
});

Deno.test("an element has its attributes as text, without those that are off", () => {
  openPage("");
  const made = element("input", { id: "a", max: 3, min: 0, value: "", hidden: true, required: false, name: undefined });
  equal(made.outerHTML, '<input id="a" max="3" min="0" value="" hidden="">');
});

Deno.test("a function is a listener, and not an attribute", () => {
  openPage("");
  let clicks = 0;
  const made = element("p", { click: () => clicks++, "aria-label": "Count" });
  made.click();
  equal([clicks, made.outerHTML], [1, '<p aria-label="Count"></p>']);
});

Deno.test("a button in a form does not send the form, and other elements have no type", () => {
  openPage("");
  equal(element("button", {}, "Play").outerHTML, '<button type="button">Play</button>');
  equal(element("button", { type: "submit" }).type, "submit");
  equal(element("ol").outerHTML, "<ol></ol>");
});

Deno.test("an element that the page does not have is named", () => {
  openPage('<p id="here">found</p>');
  equal(byID("here").textContent, "found");
  throws(() => byID("nowhere"), new Error("The page has no element nowhere."));
});

Deno.test("the focus stays near a button that is replaced, and the page does not scroll", () => {
  openPage('<div id="list" tabindex="-1"><button>one</button></div><button id="other">other</button>');
  /** @type {unknown[]} */
  const focused = [];
  const parent = byID("list");
  const focus = parent.focus.bind(parent);
  parent.focus = (options) => {
    focused.push(options);
    focus(options);
  };
  parent.querySelector("button")?.focus();
  replaceChildren(parent, element("button", {}, "two"), " and ", "three");
  equal(parent.textContent, "two and three");
  equal([document.activeElement, focused], [parent, [{ preventScroll: true }]]);
  // It stays where it is when something else is replaced.
  byID("other").focus();
  replaceChildren(parent, "two");
  equal([parent.textContent, document.activeElement, focused.length], ["two", byID("other"), 1]);
});

Deno.test("a list has commas between its items, and says if there are none", () => {
  equal([list(["a"]), list(["a", "b", "c"])], ["a", "a, b, c"]);
  equal([list([]), list([], "nothing"), list([], "")], ["none", "nothing", ""]);
});

Deno.test("one is counted in the singular, and any other number in the plural", () => {
  equal([0, 1, 2, 11].map((count) => counted(count, "event")), ["0 events", "1 event", "2 events", "11 events"]);
  equal([0, 1, 2].map(isOrAre), ["are", "is", "are"]);
});

Deno.test("what stands between backquotes is code, and other Markdown stays as it is written", () => {
  openPage("<p></p>");
  const html = (/** @type {string} */ text) => element("p", {}, ...prose(text)).innerHTML;
  equal(html("Sends `open` to *it*, and `<b>`."), "Sends <code>open</code> to *it*, and <code>&lt;b&gt;</code>.");
  equal(html("Uses ``a()`` alone"), "Uses <code>a()</code> alone");
  equal(html("No code"), "No code");
});

Deno.test("a key with Alt, Ctrl or Meta is a command to the browser, and one with Shift is not", () => {
  openPage("");
  const keys = ["altKey", "ctrlKey", "metaKey", "shiftKey"].map((name) =>
    new KeyboardEvent("keydown", { [name]: true })
  );
  equal(keys.map(isCommand), [true, true, true, false]);
});
