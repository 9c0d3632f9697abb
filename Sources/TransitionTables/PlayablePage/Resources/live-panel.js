// Watches live machines: shows one of them on the page, and sends it events where its app allows that.

/** @import { LiveMachine } from "./live-machine.js" */
import { activitySpans } from "./activity-spans.js";
import { byID, counted, element } from "./elements.js";
import { LiveFeed } from "./live-feed.js";
import { markBroken } from "./properties-panel.js";
import { attach, detach, machine, show } from "./page.js";

/** How many machines are listed. */
const limit = 200;

const feed = new LiveFeed(machine, schedule, (record) => {
  byID("live-outcome").textContent = `The app: ${record.outcome}${record.reason ? ` (${record.reason})` : ""}`;
});
/** @type {string | null} The machine that is shown; `null` to play on the page. */
let selected = null;
/** @type {LiveMachine | null} What is shown of it: the feed makes another one after a reconnection. */
let shown = null;
/** Whether the user has chosen, so that the first machine is not taken. */
let hasChosen = false;
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
  [selected, shown] = [key, null];
  if (key === null) detach();
  update();
}

function update() {
  if (selected === null && !hasChosen) selected = feed.machines.keys().next().value ?? null;
  const live = selected === null ? undefined : feed.machines.get(selected);
  if (live && live !== shown) {
    shown = live;
    live.timeline.goTo(live.timeline.end);
    attach(live.timeline, {
      send: live.accepts.includes("samples") ? (event) => send(live, event) : null,
      onLeave: () => [selected, shown, hasChosen] = [null, null, true],
    });
  } else if (live) show();
  showList();
  showStatus(live);
  if (live) showSpans(live);
}

/** @param {LiveMachine} live @param {number} event */
async function send(live, event) {
  const { swift, name } = machine.events[event];
  const problem = await feed.send(live, swift ?? name);
  byID("live-outcome").textContent = problem;
}

/** Lists the machines that the search finds. */
function showList() {
  const words = search.value.toLowerCase().split(/\s+/);
  const found = [...feed.machines].filter(([, live]) =>
    words.every((word) => title(live).toLowerCase().includes(word))
  );
  const options = found.slice(0, limit).map(([key, live]) => new Option(title(live), key));
  if (selected !== null && !found.slice(0, limit).some(([key]) => key === selected)) {
    const live = feed.machines.get(selected);
    if (live) options.unshift(new Option(title(live), selected));
  }
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
  byID("live-status").classList.toggle("warning", feed.connection === "lost" || app?.status === "silent");
  const isBehind = live !== undefined && live.timeline.current !== live.timeline.end;
  byID("follow").hidden = !isBehind;
  byID("live-failures").replaceChildren(
    ...(live?.failures ?? []).map(({ property, reason }) => element("li", {}, `Broken: ${property}. ${reason ?? ""}`)),
  );
  markBroken(new Set((live?.failures ?? []).map(({ property }) => property)));
}

/** @param {LiveMachine | undefined} live @param {string | undefined} app */
function status(live, app) {
  if (feed.connection === "lost") return "The inspector does not answer; the page tries again.";
  if (!live && selected !== null) return "The machine that was shown is not known any more.";
  if (!live) return feed.machines.size === 0 ? "No live machine of this kind yet." : "";
  if (live.hasEnded) return "This machine has ended.";
  if (app === "gone") return "The app has ended, or has lost the connection.";
  if (app === "silent") return "The app says nothing: it may be suspended.";
  return live.accepts.includes("samples") ? "Live; events go to the app." : "Live; the app takes no events from here.";
}

/** @param {LiveMachine} live */
function showSpans(live) {
  if (live.latest !== lastRecord.time) lastRecord = { time: live.latest, date: performance.now() };
  const isRunning = !live.hasEnded && feed.apps.get(live.session)?.status === "live";
  const now = live.latest + (isRunning ? (performance.now() - lastRecord.date) / 1000 : 0);
  byID("spans").replaceChildren(...activitySpans(live.spans, now));
}
