// The fields of a form for a value of any shape, and the JSON of what is in them.

/** @import { Control, Field, Shape } from "page/live-event-fields.js" */
import { deepStrictEqual as equal, strictEqual as same, throws } from "node:assert";
import { choosing, field, Mistake } from "page/live-event-fields.js";
import { shape } from "./event-stream.js";
import * as page from "./page-without-browser.js";
import { all, openPage } from "./page-without-browser.js";

/** A shape with fields. @param {Record<string, Shape>} fields @param {Partial<Shape>} [more] */
function fields(fields, more) {
  return shape("fields", { fields: parts(fields), ...more });
}

/** An enum by the names of its cases. @param {Record<string, Shape>} cases @param {Partial<Shape>} [more] */
function cases(cases, more) {
  return shape("cases", { fields: parts(cases), ...more });
}

/** @param {Record<string, Shape>} fields */
function parts(fields) {
  return Object.entries(fields).map(([name, shape]) => ({ name, shape }));
}

/** Opens a page with a field on it. @param {Shape} shape @param {unknown} [sample] @param {string} [name] */
function shown(shape, sample, name = "price") {
  return onPage(() => field(name, shape, sample));
}

/** @param {() => Field} make */
function onPage(make) {
  openPage("");
  const made = make();
  document.body.append(made.element);
  return made;
}

/** The words of an element. @param {Element | null | undefined} item */
function words(item) {
  return (item?.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** The controls that a label names, in their order. @param {string} label */
function labelled(label) {
  const named = [...document.querySelectorAll("label")].filter((one) => words(one) === label).map((one) => one.control);
  const found = [...named, ...document.querySelectorAll(`[aria-label="${label}"]`)];
  return /** @type {HTMLInputElement[]} */ (found);
}

/** The control that a label names. @param {string} label */
function control(label) {
  const found = labelled(label);
  if (found.length !== 1) throw new Error(`${found.length} controls are labelled ${label}`);
  return found[0];
}

/** The labels of the page. */
function labels() {
  return all("label, legend").map(words);
}

/** Has the user choose or write something. @param {string} label @param {string | boolean} value */
function enter(label, value) {
  const found = control(label);
  if (typeof value === "string") found.value = value;
  else found.checked = value;
  found.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The buttons with some words. @param {string} name */
function buttons(name) {
  return all("button").filter((button) => words(button) === name);
}

/** Whether the user sees an element. @param {Element} item */
function isVisible(item) {
  return item.closest("[hidden]") === null;
}

/** Asserts that a field is refused. @param {Field} made @param {string} message @param {Element} input */
function refuses(made, message, input) {
  throws(() => made.json(), (error) => {
    equal([error instanceof Mistake, error instanceof Mistake && error.message], [true, message]);
    if (error instanceof Mistake) isAt(error.control, input);
    return true;
  });
}

const noNumber = "A number is required here, such as 12 or -0.5.";
const noJSON = 'JSON is required here, such as 12, "text" or {"key": [true, null]}.';

/** Asserts that an error is shown at a control, which refers to it. @param {Control} found @param {Element} input */
function isAt(found, input) {
  same(found.input, input);
  same(document.getElementById(input.getAttribute("aria-describedby") ?? ""), found.error);
}

Deno.test("a field has a label with its type, and begins with the value of the sample", () => {
  const made = shown(shape("integer", { type: "UInt8" }), 5);
  const input = control("price UInt8");
  equal([input.tagName, input.value, made.json()], ["INPUT", "5", "5"]);
  const attributes = ["inputmode", "autocomplete", "spellcheck"].map((name) => input.getAttribute(name));
  equal(attributes, ["decimal", "off", "false"]);
  isAt(made.find([]), input);
});

Deno.test("the label explains what cannot be guessed, and has no type that is unknown or already its name", () => {
  for (
    const [type, kind, label] of /** @type {[string | undefined, Shape["kind"], string][]} */ ([
      ["price", "integer", "price"],
      [undefined, "integer", "price"],
      ["Date", "number", "price Date, seconds since the beginning of 2001, UTC"],
      ["Data", "text", "price Data, Base64"],
    ])
  ) {
    shown(shape(kind, { type }));
    equal(labels(), [label]);
  }
});

Deno.test("a number is sent with the digits that were written", () => {
  for (const kind of /** @type {("integer" | "number")[]} */ (["integer", "number"])) {
    const made = shown(shape(kind));
    const input = control("price");
    equal(input.value, "");
    for (const text of ["0", "-0", "12", "-0.5", "0.25", "1e5", "1.5E+10", "2e-3", "12345678901234567890"]) {
      input.value = ` ${text} `;
      equal(made.json(), text);
    }
    for (const text of ["", " ", "many", "01", ".5", "1.", "+1", "1e", "0x1", "1 2", "NaN", "null"]) {
      input.value = text;
      refuses(made, noNumber, input);
    }
  }
});

Deno.test("a field begins empty if there is no sample, or if JavaScript would change its digits", () => {
  for (
    const [kind, sample, text] of /** @type {[Shape["kind"], unknown, string][]} */ ([
      ["integer", undefined, ""],
      ["integer", null, ""],
      ["integer", 0, "0"],
      ["integer", 9007199254740991, "9007199254740991"],
      ["integer", 9007199254740992, ""],
      ["number", 0.5, "0.5"],
      ["number", null, ""],
      ["text", undefined, ""],
      ["text", "", ""],
      ["text", "a b", "a b"],
      ["json", undefined, ""],
      ["json", null, ""],
      ["json", { a: [1, null] }, '{"a":[1,null]}'],
      ["json", "a", '"a"'],
      // JavaScript cannot represent this number.
      ["json", { a: [JSON.parse("9007199254740993")] }, ""],
    ])
  ) {
    shown(shape(kind), sample);
    equal(control("price").value, text, `${kind} ${sample}`);
  }
});

Deno.test("a text is sent as it is, and has several lines where the sample has some", () => {
  const made = shown(shape("text", { type: "String" }), "new", "note");
  const input = control("note String");
  equal([input.tagName, input.getAttribute("inputmode"), made.json()], ["INPUT", null, '"new"']);
  for (const text of ["", ' a "note" </script> ', "12"]) {
    input.value = text;
    equal(made.json(), JSON.stringify(text));
  }
  const long = shown(shape("text"), "two\nlines");
  equal([control("price").tagName, control("price").getAttribute("rows")], ["TEXTAREA", "3"]);
  equal(long.json(), '"two\\nlines"');
});

Deno.test("JSON is sent on one line, with the digits that were written", () => {
  const made = shown(shape("json", { type: "Box" }), { a: 1 });
  const input = control("price Box");
  equal([input.tagName, made.json()], ["TEXTAREA", '{"a":1}']);
  input.value = '\n{"a": 12345678901234567890,\n\n "b": "\\n"}\n';
  equal(made.json(), '{"a": 12345678901234567890,  "b": "\\n"}');
  for (const text of ["", "{", "open", "{a: 1}"]) {
    input.value = text;
    refuses(made, noJSON, input);
  }
});

Deno.test("a value is chosen from a list, which begins with the value of the sample", () => {
  const options = () => page.texts("option");
  const isGift = shown(shape("boolean", { type: "Bool" }), false, "gift");
  equal([control("gift Bool").tagName, options(), isGift.json()], ["SELECT", ["true", "false"], "false"]);
  enter("gift Bool", "true");
  equal(isGift.json(), "true");
  equal(shown(shape("boolean")).json(), "true");
  const choices = [{ name: "visa", json: '"visa"' }, { name: "amex", json: '{ "id" : 2 }' }];
  const brand = shown(shape("choice", { choices }), { id: 2 }, "brand");
  equal([options(), brand.json()], [["visa", "amex"], '{ "id" : 2 }']);
  enter("brand", '"visa"');
  equal(brand.json(), '"visa"');
  isAt(brand.find(["0"]), control("brand"));
  // A sample that is none of the choices.
  equal(shown(shape("choice", { choices }), "other").json(), '"visa"');
});

Deno.test("an optional value is left out until its box is checked", () => {
  for (const sample of [undefined, null]) {
    const made = shown(shape("text", { type: "String", isOptional: true }), sample, "note");
    const box = control("note optional");
    const input = control("note");
    equal([box.type, box.checked, isVisible(input), made.json()], ["checkbox", false, false, undefined]);
    // The app says that the value is missing.
    isAt(made.find([]), box);
    enter("note optional", true);
    input.value = "new";
    equal([isVisible(input), made.json()], [true, '"new"']);
    isAt(made.find([]), input);
    equal(words(input.parentElement), "String");
    enter("note optional", false);
    equal([isVisible(input), made.json()], [false, undefined]);
  }
});

Deno.test("an optional value of the sample is there", () => {
  for (const [kind, sample] of /** @type {const} */ ([["integer", 0], ["text", ""], ["boolean", false]])) {
    const made = shown(shape(kind, { isOptional: true }), sample);
    equal([control("price optional").checked, isVisible(control("price"))], [true, true]);
    equal(made.json(), JSON.stringify(sample));
  }
});

Deno.test("an object has a group of fields", () => {
  const made = shown(
    fields({ name: shape("text"), 'the "key"': shape("integer"), note: shape("text", { isOptional: true }) }, {
      type: "Article",
    }),
    { name: "book", 'the "key"': 5 },
    "article",
  );
  const group = document.querySelector("fieldset");
  equal(labels(), ["article Article", "name", 'the "key"', "note optional"]);
  equal([group?.tagName, group?.tabIndex], ["FIELDSET", -1]);
  equal(made.json(), '{"name":"book","the \\"key\\"":5}');
  enter("note optional", true);
  equal(made.json(), '{"name":"book","the \\"key\\"":5,"note":""}');
  isAt(made.find(["name"]), control("name"));
  isAt(made.find(["note"]), control("note"));
  enter("note optional", false);
  isAt(made.find(["note"]), control("note optional"));
  // What has no field is shown at the group.
  for (const place of [[], ["other"], ["other", "name"]]) isAt(made.find(place), /** @type {Element} */ (group));
  // Without a sample, and without a known type, it has empty fields.
  const empty = shown(
    fields({ name: shape("text"), at: fields({ x: shape("integer", { isOptional: true }) }) }),
    undefined,
    "article",
  );
  equal(labels(), ["article", "name", "at", "x optional"]);
  equal(empty.json(), '{"name":"","at":{}}');
  // An error is shown at the innermost field.
  const nested = shown(fields({ size: fields({ width: shape("integer"), height: shape("integer") }) }), {
    size: { width: 1, height: 2 },
  });
  isAt(nested.find(["size", "height"]), control("height"));
  const [, size] = document.querySelectorAll("fieldset");
  isAt(nested.find(["size"]), size);
  isAt(nested.find(["size", "depth"]), size);
});

Deno.test("a payload without a label is called a value, and numbered if there are several", () => {
  shown(fields({ _0: shape("integer") }));
  equal(labels(), ["price", "value"]);
  shown(fields(Object.fromEntries(["_0", "_1", "of", "_a", "a_1"].map((name) => [name, shape("integer")]))));
  equal(labels(), ["price", "value 1", "value 2", "of", "_a", "a_1"]);
});

Deno.test("each control has an error of its own", () => {
  const one = shape("integer", { isOptional: true });
  shown(fields({ a: one, b: one, c: shape("list", { element: [one] }) }), { a: 1, b: 2, c: [1, 2] });
  const ids = all("[id]").map(({ id }) => id);
  equal(new Set(ids).size, ids.length);
  const described = all("[aria-describedby]").map((item) => item.getAttribute("aria-describedby"));
  // Two fields and two elements, each with a box; the list, and the whole.
  equal([described.length, new Set(described).size], [10, 10]);
  for (const id of described) equal(document.getElementById(id ?? "")?.className, "error");
});

/** The events of a shop. */
const shop = cases({
  add: fields({ price: shape("integer"), note: shape("text", { isOptional: true }) }),
  pay: fields({ _0: shape("text") }),
  leave: fields({}),
}, { type: "Event", isOptional: false });

Deno.test("a case is chosen, and has the fields of its payload with the values of its sample", () => {
  const made = onPage(() =>
    choosing("Event", shop, [{ pay: { _0: "card" } }, { add: { price: 5 } }, { add: { price: 6 } }])
  );
  equal(page.texts("option"), ["add", "pay", "leave"]);
  equal([control("Event").value, labels(), made.json()], ["pay", ["Event", "value"], '{"pay":{"_0":"card"}}']);
  enter("Event", "add");
  equal([labels(), made.json()], [["Event", "price", "note optional"], '{"add":{"price":5}}']);
  enter("Event", "leave");
  equal([labels(), made.json()], [["Event"], '{"leave":{}}']);
  equal(words(document.querySelector(".cases small.quiet")), "This case has no payload.");
  enter("Event", "pay");
  equal(document.querySelector(".cases small.quiet"), null);
});

Deno.test("a case without a sample has empty fields", () => {
  const made = onPage(() => choosing("Event", shop, []));
  equal([control("Event").value, control("price").value, control("note optional").checked], ["add", "", false]);
  refuses(made, noNumber, control("price"));
  enter("Event", "pay");
  equal(made.json(), '{"pay":{"_0":""}}');
  // A sample of a case that the form does not have.
  equal(onPage(() => choosing("Event", shop, [{ smash: {} }, { leave: {} }])).json(), '{"leave":{}}');
  // An error is shown at its field, or at the list of cases.
  const one = onPage(() => choosing("Event", shop, [{ add: { price: 5 } }]));
  isAt(one.find(["add", "price"]), control("price"));
  for (const place of [[], ["add"], ["add", "color"], ["pay", "price"], ["price"]]) {
    isAt(one.find(place), control("Event"));
  }
});

Deno.test("an enum within a value has its cases, whatever the sample is", () => {
  const kind = cases({ circle: fields({ radius: shape("integer") }), dot: fields({}) });
  equal(shown(fields({ kind }), { kind: { dot: {} } }).json(), '{"kind":{"dot":{}}}');
  for (const sample of [undefined, null, "dot", 3]) {
    const made = shown(fields({ kind: { ...kind, isOptional: true } }), { kind: sample });
    enter("kind optional", true);
    enter("radius", "3");
    equal(made.json(), '{"kind":{"circle":{"radius":3}}}');
    isAt(made.find(["kind", "circle", "radius"]), control("radius"));
  }
});

/** A list of texts. */
const texts = shape("list", { type: "[String]", element: [shape("text")] });

Deno.test("a list has the elements of its sample, and says what it is", () => {
  const made = shown(texts, ["new", "blue"], "tags");
  equal(labels(), ["tags [String], a list", "tags element", "tags element"]);
  equal([labelled("tags element").map(({ value }) => value), made.json()], [["new", "blue"], '["new","blue"]']);
  equal(document.querySelectorAll("ol > li").length, 2);
  for (const sample of [undefined, null, "new", {}]) equal(shown(texts, sample).json(), "[]");
  shown(shape("list"), [], "tags");
  equal(labels(), ["tags a list"]);
  // A missing element is null.
  const counts = shown(shape("list", { element: [shape("integer", { isOptional: true })] }), [1, null, 2], "counts");
  equal(labelled("counts element optional").map(({ checked }) => checked), [true, false, true]);
  equal(counts.json(), "[1,null,2]");
});

Deno.test("an element is added at the end, and the focus is in its field", () => {
  const made = shown(texts, ["new"], "tags");
  const [add] = buttons("Add");
  add.focus();
  add.click();
  const last = labelled("tags element")[1];
  same(document.activeElement, last);
  last.value = "blue";
  equal(made.json(), '["new","blue"]');
  // One is removed by its own button, and the focus is on the one that adds another.
  const three = shown(texts, ["a", "b", "c"], "tags");
  const [, second] = buttons("Remove");
  second.focus();
  second.click();
  equal([three.json(), labelled("tags element").length, buttons("Remove").length], ['["a","c"]', 2, 2]);
  same(document.activeElement, buttons("Add")[0]);
  isAt(three.find(["1"]), labelled("tags element")[1]);
});

Deno.test("a list has 100 elements at most", () => {
  const made = shown(texts, Array.from({ length: 101 }, (_, index) => `${index}`), "tags");
  const [add] = buttons("Add");
  const isDisabled = () => add.getAttribute("aria-disabled");
  equal([JSON.parse(made.json() ?? "").length, isDisabled()], [100, "true"]);
  add.focus();
  add.click();
  equal(JSON.parse(made.json() ?? "").length, 100);
  same(document.activeElement, add);
  buttons("Remove")[0].click();
  equal(isDisabled(), "false");
  add.click();
  equal([JSON.parse(made.json() ?? "").length, isDisabled()], [100, "true"]);
});

Deno.test("a list of anything has a field for the JSON of each element", () => {
  const made = shown(shape("list"), [1, { a: true }], "tags");
  equal(labelled("tags element").map(({ tagName, value }) => `${tagName} ${value}`), [
    "TEXTAREA 1",
    'TEXTAREA {"a":true}',
  ]);
  equal(made.json(), '[1,{"a":true}]');
  buttons("Add")[0].click();
  refuses(made, noJSON, labelled("tags element")[2]);
  const objects = shape("list", { element: [fields({ x: shape("integer") })] });
  equal(shown(objects, [{ x: 1 }, { x: 2 }]).json(), '[{"x":1},{"x":2}]');
});

Deno.test("an error in a list is shown at its element, or at the list", () => {
  const made = shown(shape("list", { element: [fields({ x: shape("integer") })] }), [{ x: 1 }, { x: 2 }]);
  isAt(made.find(["1", "x"]), labelled("x")[1]);
  const [whole, , second] = document.querySelectorAll("fieldset");
  isAt(made.find(["1", "y"]), second);
  for (const place of [[], ["2"], ["2", "x"]]) isAt(made.find(place), whole);
});
