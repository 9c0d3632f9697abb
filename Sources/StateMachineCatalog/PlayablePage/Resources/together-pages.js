// The pages of machines that the page of several machines leads to.

/** @import { TogetherMachine } from "./together-machine.js" */
/** @import { KnownMachine } from "./together-test.js" */
import { byID } from "./elements.js";

/** @typedef {{ pages: Record<string, string>, machines: Record<string, KnownMachine>, isLive: boolean }} Contents */

/** What was read, and where. @type {{ element: Element, contents: Contents } | null} */
let read = null;

/** What the page says of the pages of machines. */
function contents() {
  const element = byID("pages");
  if (read?.element !== element) read = { element, contents: JSON.parse(element.textContent ?? "") };
  return read.contents;
}

/** Whether an inspector serves the page. */
export function isServed() {
  return contents().isLive;
}

/** The address of a machine's page. @param {TogetherMachine} machine @param {boolean} isLive Whether the page is to show the live machine. */
export function address({ type, session, number }, isLive) {
  const page = contents().pages[type];
  return page && isLive ? `${page}?${new URLSearchParams({ session, machine: String(number) })}` : page;
}

/** What the page of a type says of it, for a test in Swift. @param {string} type @returns {Promise<KnownMachine | undefined>} */
export async function knownOf(type) {
  const { pages, machines, isLive } = contents();
  if (machines[type] || !isLive || !pages[type]) return machines[type];
  const answer = await fetch(`${pages[type]}.json`).catch(() => null);
  return answer?.ok ? await answer.json() : undefined;
}
