// The filters of the page of several machines.

/** @import { App } from "./together-file.js" */
/** @import { TogetherMachine } from "./together-machine.js" */
import { byID } from "./elements.js";
import { shortType } from "./together-sequence.js";
import { finder } from "./word-search.js";

const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byID(id));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byID(id));

/** @param {() => void} onChange */
export function whenFiltered(onChange) {
  for (const id of ["app", "type", "in-state", "broken", "ended", "window"]) {
    byID(id).addEventListener("change", onChange);
  }
  byID("find").addEventListener("input", onChange);
}

/** Shows all machines again. */
export function clearFilters() {
  for (const id of ["app", "type", "in-state"]) select(id).value = "";
  [input("find").value, input("broken").checked, input("ended").checked] = ["", false, true];
}

/**
 * The machines that the filters let through.
 * @param {TogetherMachine[]} machines
 * @param {(machine: TogetherMachine) => boolean} isOver
 */
export function filtered(machines, isOver) {
  const has = finder(input("find").value);
  const [session, type, state] = [select("app").value, select("type").value, select("in-state").value];
  return machines.filter((machine) =>
    (!session || machine.session === session) && (!type || machine.type === type) &&
    (!state || machine.caseName === state) && (!input("broken").checked || machine.isBroken()) &&
    (input("ended").checked || !isOver(machine)) && has(machine.name)
  );
}

/** What an app is called. @param {App} app */
export function appName({ app, process }) {
  return process === undefined ? app : `${app} ${process}`;
}

/** Offers what there is. @param {TogetherMachine[]} machines @param {Map<string, App>} apps */
export function showFilters(machines, apps) {
  const [type, session] = [select("type").value, select("app").value];
  const gone = (/** @type {App} */ { status }) => status === "gone" ? " (gone)" : "";
  offer("app", "all apps", [...apps].map(([key, app]) => [key, appName(app) + gone(app)]));
  offer(
    "type",
    "all types",
    [...new Set(machines.map(({ type }) => type))].sort().map((name) => [name, shortType(name)]),
  );
  const states = machines.filter((machine) =>
    (!type || machine.type === type) && (!session || machine.session === session)
  );
  offer(
    "in-state",
    "any state",
    [...new Set(states.map(({ caseName }) => caseName))].sort().slice(0, 200).map((name) => [name, name]),
  );
}

/** @param {string} id @param {string} all @param {string[][]} options Values and texts. */
function offer(id, all, options) {
  const list = select(id);
  // At first, the address chooses the app.
  const wanted = id === "app" ? new URLSearchParams(location.search).get("session") ?? "" : "";
  const chosen = list.dataset.isReady ? list.value : wanted;
  const wantedOptions = [["", all], ...options];
  // What is chosen stays, even if nothing has it now.
  if (chosen && !options.some(([value]) => value === chosen)) {
    wantedOptions.push([chosen, id === "app" ? "an app that is not known" : chosen]);
  }
  const isSame = wantedOptions.length === list.options.length &&
    wantedOptions.every(([value, text], index) =>
      list.options[index].value === value && list.options[index].text === text
    );
  if (!isSame) list.replaceChildren(...wantedOptions.map(([value, text]) => new Option(text, value)));
  list.value = chosen;
  list.dataset.isReady = "true";
}
