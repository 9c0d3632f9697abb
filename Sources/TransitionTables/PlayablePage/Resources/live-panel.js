// Watches live machines: shows one of them on the page, and sends it events where its app allows that.

/** @import { LiveMachine } from "./live-machine.js" */
import { activitySpans } from "./activity-spans.js";
import { byID, counted, element } from "./elements.js";
import { LiveFeed } from "./live-feed.js";
import { markBroken } from "./properties-panel.js";
import { attach, detach, machine, show } from "./page.js";

/** How many machines are listed. */
const limit = 200;

/** Where the browser keeps which machine is shown, for a page that is loaded again. */
const storageKey = `live machine of ${machine.document.type}`;

const feed = new LiveFeed(machine, schedule, (event, { outcome, reason }) => {
  byID("live-outcome").textContent = `${event}: ${outcome}${reason ? ` (${reason})` : ""}`;
});
/** @type {string | null} The machine that is shown; `null` to play on the page. */
let selected = sessionStorage.getItem(storageKey) || null;
/** @type {LiveMachine | null} What is shown of it: the feed makes another one after a reconnection. */
let shown = null;
/** Whether the user has chosen, so that the first machine is not taken. */
let hasChosen = sessionStorage.getItem(storageKey) !== null;
/** Whether the machine went on when it was chosen, so that the page goes on to its successor. */
let wasLive = false;
let isScheduled = false;
/** The time of the last record, and when it came, so that bars go on between records. */
let lastRecord = { time: 0, date: 0 };

const choice = /** @type {HTMLSelectElement} */ (byID("live-machine"));
const search = /** @type {HTMLInputElement} */ (byID("live-search"));
choice.addEventListener("change", () => {
  hasChosen = true;
  select(choice.value === "" ? null : choice.value);
});
search.addEventListener("input", schedule);
byID("follow").addEventListener("click", () => {
  if (!shown) return;
  shown.timeline.goTo(shown.timeline.end);
  schedule();
});
setInterval(() => {
  if (shown && !document.hidden) showSpans(shown);
}, 1000);

/** Shows what is new with the next frame, however much has come. */
function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    update();
  });
}

/** @param {string | null} key */
function select(key) {
  [selected, shown, wasLive] = [key, null, false];
  if (key === null) detach();
  update();
}

function update() {
  if (feed.connection !== "connected") return showStatus(selected === null ? undefined : feed.machines.get(selected));
  const all = [...feed.machines.values()];
  const next = successor(all);
  if (next) [selected, wasLive] = [LiveFeed.key(next), false];
  const live = selected === null ? undefined : feed.machines.get(selected);
  if (live && live !== shown) view(live);
  else if (live) show();
  wasLive ||= live !== undefined && !feed.isOver(live);
  if (hasChosen) sessionStorage.setItem(storageKey, selected ?? "");
  showList(all);
  showStatus(live);
  if (live) showSpans(live);
}

/**
 * The machine that is to be shown instead: any, or after one that went on and is over, the next of its name and app.
 * @param {LiveMachine[]} all
 */
function successor(all) {
  if (selected === null) return hasChosen ? undefined : all.find((live) => !feed.isOver(live)) ?? all.at(-1);
  const live = feed.machines.get(selected);
  if (!live || !wasLive || !feed.isOver(live) || isBehind(live)) return undefined;
  const app = (/** @type {LiveMachine} */ { session }) => feed.apps.get(session)?.app;
  return all.slice(all.indexOf(live) + 1).find((other) =>
    !feed.isOver(other) && (!hasChosen || other.name === live.name && app(other) === app(live))
  );
}

/** Shows a machine: its latest moment, or after a reconnection that which was shown. @param {LiveMachine} live */
function view(live) {
  const former = shown?.session === live.session && shown.number === live.number && isBehind(shown)
    ? shown.timeline.current
    : null;
  shown = live;
  const same = live.timeline.line.find(({ time, eventName }) =>
    former && time === former.time && eventName === former.eventName
  );
  live.timeline.goTo(live.timeline.end);
  if (same) live.timeline.goTo(same);
  attach(live.timeline, {
    send: live.accepts.includes("samples") ? (event) => send(live, event) : null,
    onShow: () => showStatus(live),
    onLeave: () => [selected, shown, hasChosen] = [null, null, true],
  });
}

/** Whether an earlier moment is shown than the latest. @param {LiveMachine} live */
function isBehind({ timeline }) {
  return timeline.current !== timeline.end;
}

/** @param {LiveMachine} live @param {number} event */
async function send(live, event) {
  const isOver = feed.isOver(live);
  byID("live-outcome").textContent = isOver ? "Nothing was sent: the machine does not run any more." : "";
  const problem = isOver ? "" : await feed.send(live, machine.events[event]);
  if (problem) byID("live-outcome").textContent = problem;
}

/** Lists the machines that the search finds. @param {LiveMachine[]} all */
function showList(all) {
  const words = search.value.toLowerCase().split(/\s+/);
  const found = all.filter((live) => {
    const text = title(live).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const listed = found.slice(0, limit);
  const live = selected === null ? undefined : feed.machines.get(selected);
  if (live && !listed.includes(live)) listed.unshift(live);
  const options = listed.map((live) => new Option(title(live), LiveFeed.key(live)));
  const isSame = options.length + 1 === choice.options.length &&
    options.every((option, index) => isEqual(option, choice.options[index + 1]));
  if (!isSame) choice.replaceChildren(new Option("none: play on this page", ""), ...options);
  choice.value = selected ?? "";
  byID("live-count").textContent = found.length > limit
    ? `${counted(found.length, "machine")}; the first ${limit} are listed`
    : counted(found.length, "machine");
}

/** @param {HTMLOptionElement} one @param {HTMLOptionElement} other */
function isEqual(one, other) {
  return one.value === other.value && one.text === other.text;
}

/** @param {LiveMachine} live */
function title(live) {
  const app = feed.apps.get(live.session);
  return `${live.name} · ${app?.app ?? "an app"} ${app?.process ?? ""} · ${
    live.hasEnded ? "ended" : app?.status ?? ""
  }`;
}

/** @param {LiveMachine | undefined} live */
function showStatus(live) {
  const app = live && feed.apps.get(live.session);
  byID("live-status").textContent = status(live, app?.status);
  const isTrouble = feed.connection === "lost" || feed.connection === "refused" || app?.status === "silent";
  byID("live-status").classList.toggle("warning", isTrouble);
  byID("follow").hidden = live === undefined || !isBehind(live);
  byID("live-failures").replaceChildren(
    ...(live?.failures ?? []).map(({ property, reason }) => element("li", {}, `Broken: ${property}. ${reason ?? ""}`)),
  );
  markBroken(new Set((live?.failures ?? []).map(({ property }) => property)));
}

/** @param {LiveMachine | undefined} live @param {string | undefined} app */
function status(live, app) {
  if (feed.connection === "lost") return "The inspector does not answer; the page tries again.";
  if (feed.connection === "refused") return "The inspector has another address now: open the one that it prints.";
  if (feed.connection === "connecting") return "Connecting to the inspector.";
  if (!live && selected !== null) return "The machine that was shown is not known any more.";
  if (!live) return feed.machines.size === 0 ? "No live machine of this kind yet." : "";
  if (live.hasEnded) return "This machine has ended.";
  if (app === "gone") return "The app has ended, or has lost the connection.";
  if (app === "silent") return "The app says nothing: it may be suspended.";
  const isLate = isBehind(live) ? "; this is an earlier moment" : "";
  return `Live${isLate}; ${
    live.accepts.includes("samples") ? "events go to the app" : "the app takes no events from here"
  }.`;
}

/** @param {LiveMachine} live */
function showSpans(live) {
  if (live.latest !== lastRecord.time) lastRecord = { time: live.latest, date: performance.now() };
  const isRunning = !feed.isOver(live) && feed.apps.get(live.session)?.status === "live";
  const now = live.latest + (isRunning ? (performance.now() - lastRecord.date) / 1000 : 0);
  byID("spans").replaceChildren(...activitySpans(live, now));
}
