// Elements of the page. Text is always set as text, so that no name and no payload is taken for HTML.

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number | boolean | ((event: any) => void) | undefined>} [attributes] A function is a listener;
 *   `false` and `undefined` leave an attribute out.
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  if (tag === "button") made.setAttribute("type", "button");
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

/**
 * The element of the page with an id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byID(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element ${id}.`);
  return found;
}

/**
 * Replaces what is in an element. If the focus was in there, the element itself gets it.
 * @param {HTMLElement} parent
 * @param {...(Node | string)} children
 */
export function replaceChildren(parent, ...children) {
  const hadFocus = parent.contains(document.activeElement);
  parent.replaceChildren(...children);
  if (hadFocus) parent.focus({ preventScroll: true });
}

/**
 * Items with commas between them.
 * @param {string[]} items
 * @param {string} [none] What stands there if there are none.
 */
export function list(items, none = "none") {
  return items.length === 0 ? none : items.join(", ");
}

/**
 * A number with its noun: 1 event, 2 events.
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The verb after a number of things. @param {number} count */
export function isOrAre(count) {
  return count === 1 ? "is" : "are";
}

/** Whether a key is pressed with another one that makes it a command to the browser. @param {KeyboardEvent} key */
export function isCommand({ altKey, ctrlKey, metaKey }) {
  return altKey || ctrlKey || metaKey;
}

/**
 * A doc comment, with what stands between backquotes as code. Other Markdown stays as it is written.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function prose(text) {
  return text.split(/`+/).map((part, index) => index % 2 === 1 ? element("code", {}, part) : part);
}
