// The fields of a form for a value of any shape: a control for each part, and its JSON.

import { element, list } from "./elements.js";

/**
 * @typedef {object} Shape What the app says of a part of an event.
 * @property {"boolean" | "integer" | "number" | "text" | "choice" | "fields" | "cases" | "list" | "json"} kind
 * @property {string} [type] The name of the Swift type.
 * @property {boolean} isOptional
 * @property {{ name: string, json: string }[]} choices
 * @property {{ name: string, shape: Shape }[]} fields
 * @property {Shape[]} element The shape of an element of a list, if it is known.
 *
 * @typedef {object} Field A part of a form.
 * @property {HTMLElement} element
 * @property {() => string | undefined} json Its JSON, or nothing for a value that is left out. It throws a `Mistake`.
 * @property {(place: string[]) => Control} find The control of a part, or the nearest one outside it.
 *
 * @typedef {{ input: HTMLElement, error: HTMLElement }} Control
 */

/** A text that is no JSON of its kind; the app decides about everything else. */
export class Mistake extends Error {
  /** @param {Control} control @param {string} message */
  constructor(control, message) {
    super(message);
    this.control = control;
  }
}

/** How many elements a list has at most. */
const elementLimit = 100;

/** The numbers of JSON. */
const numbers = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** What the JSON of some types means, because it cannot be guessed. */
const meanings = new Map([
  ["Date", "seconds since the beginning of 2001, UTC"],
  ["Data", "Base64"],
]);

let count = 0;

/**
 * Makes the fields of a shape.
 * @param {string} name What the label says.
 * @param {Shape} shape
 * @param {unknown} sample A value to begin with, as parsed JSON.
 * @returns {Field}
 */
export function field(name, shape, sample) {
  return shape.isOptional ? optional(name, shape, sample) : required(name, shape, sample);
}

/** @param {string} name @param {Shape} shape @param {unknown} sample @returns {Field} */
function required(name, shape, sample) {
  switch (shape.kind) {
    case "boolean":
      return choice(name, { ...shape, choices: booleans }, sample);
    case "choice":
      return choice(name, shape, sample);
    case "fields":
      return object(name, shape, sample);
    case "cases":
      return cases(name, shape, sample);
    case "list":
      return elements(name, shape, sample);
    case "integer":
    case "number":
    case "text":
    case "json":
      return written(name, shape, sample);
  }
}

const booleans = [{ name: "true", json: "true" }, { name: "false", json: "false" }];

/**
 * A control with its label and the place of its error.
 * @param {string} name
 * @param {Shape} shape
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 */
function labelled(name, { type = "", isOptional }, input) {
  const id = `payload_${count++}`;
  const error = element("small", { id: `${id}_error`, class: "error" });
  input.id = id;
  input.setAttribute("aria-describedby", error.id);
  if (isOptional) input.setAttribute("aria-label", name);
  const words = [type === name ? "" : type, meanings.get(type) ?? ""].filter((word) => word).join(", ");
  const label = isOptional
    ? element("small", { class: "quiet" }, words)
    : element("label", { for: id }, name, " ", element("small", {}, words));
  return { control: { input, error }, element: element("div", { class: "field" }, label, input, error) };
}

/** A value that is written. @param {string} name @param {Shape} shape @param {unknown} sample @returns {Field} */
function written(name, shape, sample) {
  const { kind } = shape;
  const text = beginning(kind, sample);
  const isLong = kind === "json" || kind === "text" && text.includes("\n");
  const input = isLong ? element("textarea", { rows: 3, spellcheck: "false" }) : element("input", {
    inputmode: kind === "text" ? undefined : "decimal",
    autocomplete: "off",
    spellcheck: "false",
  });
  input.value = text;
  const { control, element: whole } = labelled(name, shape, input);
  return { element: whole, find: () => control, json: () => writtenJSON(kind, input.value, control) };
}

/** @param {Shape["kind"]} kind @param {unknown} sample */
function beginning(kind, sample) {
  if (sample === undefined || sample === null) return "";
  // A number that JavaScript cannot represent would have other digits.
  if (kind === "json") return hasExactNumbers(sample) ? JSON.stringify(sample) : "";
  return kind === "integer" && !Number.isSafeInteger(sample) ? "" : String(sample);
}

/** @param {unknown} value @returns {boolean} */
function hasExactNumbers(value) {
  if (typeof value === "number") return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== "object" || value === null || Object.values(value).every(hasExactNumbers);
}

/** @param {Shape["kind"]} kind @param {string} text @param {Control} control */
function writtenJSON(kind, text, control) {
  if (kind === "text") return JSON.stringify(text);
  const trimmed = text.trim();
  if (kind !== "json") {
    if (!numbers.test(trimmed)) throw new Mistake(control, "A number is required here, such as 12 or -0.5.");
    return trimmed;
  }
  try {
    JSON.parse(trimmed);
  } catch {
    throw new Mistake(control, 'JSON is required here, such as 12, "text" or {"key": [true, null]}.');
  }
  // Line ends in JSON are white space; a command is one line. The digits of large numbers stay.
  return trimmed.replace(/[\r\n]+/g, " ");
}

/** A value from a list. @param {string} name @param {Shape} shape @param {unknown} sample @returns {Field} */
function choice(name, shape, sample) {
  const input = element("select", {}, ...shape.choices.map(({ name, json }) => new Option(name, json)));
  const chosen = shape.choices.find(({ json }) => JSON.stringify(JSON.parse(json)) === JSON.stringify(sample));
  if (chosen) input.value = chosen.json;
  const { control, element: whole } = labelled(name, shape, input);
  return { element: whole, find: () => control, json: () => input.value };
}

/** A value that may be missing. @param {string} name @param {Shape} shape @param {unknown} sample @returns {Field} */
function optional(name, shape, sample) {
  const isSet = sample !== undefined && sample !== null;
  const input = element("input", { type: "checkbox", change: () => show() });
  input.checked = isSet;
  const error = element("small", { class: "error", id: `payload_${count++}_error` });
  input.setAttribute("aria-describedby", error.id);
  const inner = required(name, shape, sample);
  const show = () => inner.element.hidden = !input.checked;
  show();
  return {
    element: element(
      "div",
      { class: "field" },
      element("label", {}, input, ` ${name} `, element("small", {}, "optional")),
      inner.element,
      error,
    ),
    json: () => input.checked ? inner.json() : undefined,
    find: (place) => input.checked ? inner.find(place) : { input, error },
  };
}

/**
 * A group of fields.
 * @param {string} name
 * @param {string} words What the group is.
 * @param {...Node} children
 */
function group(name, words, ...children) {
  const error = element("small", { class: "error", id: `payload_${count++}_error` });
  const whole = element(
    "fieldset",
    { "aria-describedby": error.id, tabindex: -1 },
    element("legend", {}, name, " ", element("small", {}, words)),
    ...children,
    error,
  );
  return { element: whole, control: { input: whole, error } };
}

/** An object with a value for each field. @param {string} name @param {Shape} shape @param {any} sample @returns {Field} */
function object(name, shape, sample) {
  const parts = shape.fields.map((part) => ({
    name: part.name,
    field: field(title(part.name, shape.fields.length), part.shape, sample?.[part.name]),
  }));
  const { element: whole, control } = group(name, shape.type ?? "", ...parts.map((part) => part.field.element));
  return { element: whole, json: () => objectJSON(parts), find: inside(parts, control) };
}

/** The JSON of an object. @param {{ name: string, field: Field }[]} parts */
function objectJSON(parts) {
  const pairs = parts.map(({ name, field }) => [name, field.json()]).filter(([, json]) => json !== undefined);
  return `{${pairs.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

/** @param {{ name: string, field: Field }[]} parts @param {Control} control @returns {(place: string[]) => Control} */
function inside(parts, control) {
  return ([first, ...rest]) => parts.find(({ name }) => name === first)?.field.find(rest) ?? control;
}

/** Swift encodes a payload without a label as `_0`. @param {string} name @param {number} count */
function title(name, count) {
  const index = /^_(\d+)$/.exec(name)?.[1];
  return index === undefined ? name : count === 1 ? "value" : `value ${Number(index) + 1}`;
}

/** One of several cases, each with a payload. @param {string} name @param {Shape} shape @param {any} sample @returns {Field} */
function cases(name, shape, sample) {
  const samples = sample && typeof sample === "object" ? [sample] : [];
  return choosing(name, shape, samples);
}

/**
 * A case to choose, and the fields of its payload.
 * @param {string} name
 * @param {Shape} shape
 * @param {any[]} samples Values to begin with: the first one of a case is taken.
 * @returns {Field}
 */
export function choosing(name, shape, samples) {
  const input = element("select", { change: () => show() }, ...shape.fields.map(({ name }) => new Option(name)));
  const { control, element: chooser } = labelled(name, { ...shape, isOptional: false }, input);
  const first = samples.find((sample) => shape.fields.some(({ name }) => name in sample));
  if (first) input.value = Object.keys(first)[0];
  const body = element("div");
  /** @type {{ name: string, field: Field }[]} */
  let parts = [];
  const show = () => {
    const payload = shape.fields[input.selectedIndex]?.shape;
    const sample = samples.find((sample) => input.value in sample)?.[input.value];
    parts = (payload?.fields ?? []).map((part) => ({
      name: part.name,
      field: field(title(part.name, payload.fields.length), part.shape, sample?.[part.name]),
    }));
    body.replaceChildren(
      ...parts.length > 0
        ? parts.map((part) => part.field.element)
        : [element("small", { class: "quiet" }, "This case has no payload.")],
    );
  };
  show();
  return {
    element: element("div", { class: "cases" }, chooser, body),
    json: () => `{${JSON.stringify(input.value)}:${objectJSON(parts)}}`,
    find: ([first, ...rest]) => first === input.value ? inside(parts, control)(rest) : control,
  };
}

/** Moves the focus to the first control. @param {HTMLElement | null} item */
function focusIn(item) {
  const first = item?.querySelector("input, select, textarea");
  if (first instanceof HTMLElement) first.focus();
}

/** A list, whose elements are added and removed. @param {string} name @param {Shape} shape @param {unknown} sample @returns {Field} */
function elements(name, shape, sample) {
  const inner = shape.element[0] ?? { kind: "json", isOptional: false, choices: [], fields: [], element: [] };
  const items = element("ol");
  /** @type {{ field: Field, item: HTMLElement }[]} */
  let parts = [];
  const button = element("button", {
    click: () => focusIn(append(undefined)),
  }, "Add");
  const update = () => button.setAttribute("aria-disabled", String(parts.length >= elementLimit));
  const append = (/** @type {unknown} */ value) => {
    if (parts.length >= elementLimit) return null;
    const made = field(`${name} element`, inner, value);
    const remove = element("button", {
      click: () => {
        parts = parts.filter((part) => part.item !== item);
        item.remove();
        update();
        button.focus();
      },
    }, "Remove");
    const item = /** @type {HTMLElement} */ (element("li", {}, made.element, remove));
    parts.push({ field: made, item });
    items.append(item);
    update();
    return item;
  };
  const { element: whole, control } = group(
    name,
    list([shape.type ?? "", "a list"].filter((word) => word)),
    items,
    button,
  );
  for (const value of Array.isArray(sample) ? sample : []) append(value);
  return {
    element: whole,
    json: () => `[${parts.map(({ field }) => field.json() ?? "null").join(",")}]`,
    find: ([first, ...rest]) => parts[Number(first)]?.field.find(rest) ?? control,
  };
}
