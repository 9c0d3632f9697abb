// One machine of a fleet: its state, its jobs and its last events. Its name is the fragment of the page's address.

/** @import { Job } from "./fleet-items.js" */
import { byID, element } from "./elements.js";
import { clock, jobItem, payload, update, visible } from "./fleet-items.js";
import { connectionWords } from "./server-events.js";

/**
 * @typedef {{ number: number, date: string, kind: string, event?: string, output?: string, id?: string, reason?: string }} Entry
 * @typedef {{ time: string, machine: { name: string, version: number, shape: number, state: string }, jobs: Job[], history: Entry[], pauses: string[] }} Machine
 */

const panel = byID("machine-panel");

async function showMachine() {
  const name = chosen();
  panel.hidden = name === "";
  if (name === "") return;
  const title = visible(name);
  if (byID("machine-title").textContent !== title) fill({ reason: "Reading the machine." });
  byID("machine-title").textContent = title;
  /** @type {Machine | { reason: string }} */
  let answer;
  try {
    const response = await fetch(`/machine?${new URLSearchParams({ name })}`);
    answer = response.ok ? await response.json() : { reason: await response.text() };
  } catch {
    answer = { reason: connectionWords.lost };
  }
  // Meanwhile, another one may have been chosen.
  if (chosen() === name) fill(answer);
}

/** @param {Machine | { reason: string }} answer The machine, or the reason why it is not shown. */
function fill(answer) {
  const found = "machine" in answer ? answer : undefined;
  byID("machine-reason").textContent = "reason" in answer ? visible(answer.reason) : "";
  byID("machine-time").textContent = found ? `as of ${clock(found.time)}` : "";
  byID("machine-pause").textContent = found?.pauses.map(visible).join(" ") ?? "";
  byID("machine-state").replaceChildren(...(found ? state(found.machine) : []));
  update(byID("machine-jobs"), found?.jobs ?? [], (job) => jobItem(job).slice(1));
  update(byID("history"), found?.history.toReversed() ?? [], entry);
  for (const heading of panel.querySelectorAll("h3")) heading.hidden = !found;
}

/** Shows the chosen machine, and goes there. */
async function visit() {
  await showMachine();
  if (panel.hidden) return;
  panel.focus({ preventScroll: true });
  panel.scrollIntoView();
}

/** @param {Machine["machine"]} machine */
function state({ name, version, shape, state }) {
  return [
    element(
      "div",
      { class: "item" },
      element("b", {}, visible(name)),
      payload(state),
      element("small", {}, `version ${version}, shape ${shape}`),
    ),
  ];
}

/** @param {Entry} entry */
function entry({ number, date, kind, event, output, id, reason }) {
  return [
    element(
      "small",
      {},
      `${number}, ${date.replace("T", " ").replace("Z", " UTC")}, ${kind}${id ? `, from ${visible(id)}` : ""}`,
    ),
    ...(event ? [payload(event)] : []),
    ...(output ? [payload(output)] : []),
    ...(reason ? [element("span", { class: "error" }, visible(reason))] : []),
  ];
}

/** The name of the chosen machine; empty if there is none, or if somebody has written a fragment by hand. */
function chosen() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}

/** Shows the machine that the address names, now and from now on. */
export function showChosenMachine() {
  byID("again").addEventListener("click", showMachine);
  byID("find").addEventListener("submit", (submission) => {
    submission.preventDefault();
    location.hash = encodeURIComponent(/** @type {HTMLInputElement} */ (byID("name")).value);
  });
  addEventListener("hashchange", visit);
  // A link to the machine that is shown already changes no address.
  document.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLAnchorElement && target.hash !== "" && target.hash === location.hash) visit();
  });
  showMachine();
}
