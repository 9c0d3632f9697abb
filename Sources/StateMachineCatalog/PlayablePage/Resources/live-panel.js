// Watches live machines: shows one of them on the page, and sends it events where its app allows that.

/** @import { LiveMachine, LiveRecord } from "./live-machine.js" */
import { activitySpans } from "./activity-spans.js";
import { byID, counted, element, isOrAre } from "./elements.js";
import { EventForm } from "./live-event-form.js";
import { LiveFeed } from "./live-feed.js";
import { markBroken } from "./properties-panel.js";
import { attach, detach, machine, show } from "./page.js";
import { connectionWords } from "./server-events.js";
import { foundByTitle } from "./word-search.js";

/** How many machines are listed. */
const limit = 200;

/** Where the browser keeps which machine is shown, for a page that is loaded again. */
const storageKey = `shown machine of ${machine.document.type}`;

/**
 * @typedef {object} Run A machine that is shown, or was.
 * @property {string} session
 * @property {number} number
 * @property {string} [name]
 * @property {string} [app]
 * @property {number} [date] When its app began to be inspected.
 */

const feed = new LiveFeed(machine, schedule, (live) => live === shown);
const form = new EventForm((live) => asking(live, '"describe":true'), async (json) => {
  const live = selectedMachine();
  if (!live || feed.isOver(live)) {
    return { reason: "The event was not sent, because the machine is no longer running." };
  }
  return await asking(live, `"value":${json}`);
});
/**
 * `selected` is the machine that is shown, `null` to play on the page. The user `hasChosen` it, or the page takes the first that comes.
 * The page `follows` it to its next run, unless the user has chosen one that was over.
 * @type {{ selected: Run | null, hasChosen: boolean, follows: boolean }}
 */
let { selected, hasChosen, follows } = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") ??
  { selected: null, hasChosen: false, follows: true };
/** @type {LiveMachine | null} What is shown of it: the feed makes another one after a reconnection. */
let shown = null;
let isScheduled = false;
/**
 * The time of the last record of a machine, and when it came, so that bars go on between records.
 * @type {WeakMap<LiveMachine, { time: number, date: number }>}
 */
const lastRecords = new WeakMap();

const asked = new URLSearchParams(location.search);
if (asked.has("session")) {
  selected = { session: asked.get("session") ?? "", number: Number(asked.get("machine")) };
  // One that is over, or not known, is what the user wants to see.
  [hasChosen, follows] = [true, false];
  history.replaceState(null, "", location.pathname + location.hash);
}

const choice = /** @type {HTMLSelectElement} */ (byID("live-machine"));
const search = /** @type {HTMLInputElement} */ (byID("live-search"));
choice.addEventListener("change", () => {
  hasChosen = true;
  select(feed.machines.get(choice.value) ?? null);
});
search.addEventListener("input", schedule);
byID("follow").addEventListener("click", () => {
  if (!shown) return;
  shown.timeline.goTo(shown.timeline.end);
  schedule();
});
byID("remove-ended").addEventListener("click", () => {
  const live = selectedMachine();
  if (!live || !feed.isOver(live)) return;
  const title = choice.selectedOptions[0]?.text ?? live.name;
  feed.remove(live);
  hasChosen = true;
  select(null);
  byID("live-outcome").textContent = `Removed: ${title}`;
  choice.focus();
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

/** @param {LiveMachine | null} live */
function select(live) {
  [selected, shown, follows] = [live && run(live), null, live === null || !feed.isOver(live)];
  if (live === null) detach();
  byID("live-outcome").textContent = "";
  update();
}

/** @param {LiveMachine} live @returns {Run} */
function run({ session, number, name }) {
  const { app, date } = feed.apps.get(session) ?? {};
  return { session, number, name, app, date };
}

/** The machine that is shown, if the inspector knows it. */
function selectedMachine() {
  return selected === null ? undefined : feed.machines.get(LiveFeed.key(selected));
}

function update() {
  if (feed.connection !== "connected") return showStatus(selectedMachine());
  const all = [...feed.machines.values()];
  const next = successor(all);
  if (next) [selected, follows] = [run(next), true];
  const live = selectedMachine();
  if (live) {
    selected = run(live);
    follows ||= !feed.isOver(live);
    if (live !== shown) view(live);
    else show();
  }
  if (hasChosen) sessionStorage.setItem(storageKey, JSON.stringify({ selected, hasChosen, follows }));
  showList(all);
  showStatus(live);
  if (live) showSpans(live);
  else byID("spans").replaceChildren();
}

/**
 * The machine that is to be shown instead: any, or after one that is over or is not known any more, its next run.
 * @param {LiveMachine[]} all
 */
function successor(all) {
  if (selected === null) return hasChosen ? undefined : all.find((live) => !feed.isOver(live)) ?? all.at(-1);
  const live = selectedMachine();
  if (!follows || live && !feed.isOver(live) || shown && isBehind(shown)) return undefined;
  const { session, number, name, app, date = Infinity } = selected;
  return all.find((other) => {
    const next = run(other);
    const isLater = next.session === session ? next.number > number : (next.date ?? 0) > date;
    return isLater && !feed.isOver(other) && (!hasChosen || next.name === name && next.app === app);
  });
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
    onLeave: () => {
      [selected, shown, hasChosen] = [null, null, true];
      schedule();
    },
  });
}

/** Whether an earlier moment is shown than the latest. @param {LiveMachine} live */
function isBehind({ timeline }) {
  return timeline.current !== timeline.end;
}

/** @param {LiveMachine} live @param {number} event */
async function send(live, event) {
  const { name, swift } = machine.events[event];
  const isOver = feed.isOver(live);
  byID("live-outcome").textContent = isOver ? "The event was not sent, because the machine is no longer running." : "";
  if (isOver) return;
  const problem = await feed.send(live, `"sample":${JSON.stringify(swift ?? name)}`, ({ outcome, reason }) => {
    // The user may look at another machine by now.
    if (!isSelected(live)) return;
    byID("live-outcome").textContent = `${name}: ${outcome}${reason ? ` (${reason})` : ""}`;
  });
  if (problem && isSelected(live)) byID("live-outcome").textContent = problem;
}

/** @param {LiveMachine} live */
function isSelected(live) {
  return selected !== null && LiveFeed.key(selected) === LiveFeed.key(live);
}

/**
 * Sends a command and waits for its outcome.
 * @param {LiveMachine} live
 * @param {string} content
 * @returns {Promise<LiveRecord>}
 */
function asking(live, content) {
  return new Promise((resolve) => {
    feed.send(live, content, resolve).then((reason) => {
      if (reason) {
        resolve({ session: live.session, machine: live.number, time: live.latest, outcome: "not sent", reason });
      }
    });
  });
}

/** Lists the machines that the search finds. @param {LiveMachine[]} all */
function showList(all) {
  const found = foundByTitle(all, search.value, (live) => ({ name: live.name, title: title(live) }));
  const listed = found.slice(0, limit);
  const live = selectedMachine();
  if (live && !listed.includes(live)) listed.unshift(live);
  const options = listed.map((live) => new Option(title(live), LiveFeed.key(live)));
  const isSame = options.length + 1 === choice.options.length &&
    options.every((option, index) => isEqual(option, choice.options[index + 1]));
  if (!isSame) choice.replaceChildren(new Option("none: play on this page", ""), ...options);
  choice.value = selected === null ? "" : LiveFeed.key(selected);
  const unlisted = found.length > limit ? `; only the first ${limit} are listed` : "";
  const forgotten = feed.forgotten > 0
    ? `; ${feed.forgotten} that ended earlier ${isOrAre(feed.forgotten)} no longer stored`
    : "";
  byID("live-count").textContent = counted(found.length, "machine") + unlisted + forgotten;
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
  byID("live-loss").textContent = live?.loss ?? "";
  const isOver = live !== undefined && feed.isOver(live);
  byID("remove-ended").hidden = !isOver;
  byID("together").setAttribute(
    "href",
    live ? `/together?${new URLSearchParams({ session: live.session })}` : "/together",
  );
  for (const button of byID("events").querySelectorAll("button")) {
    button.setAttribute("aria-disabled", String(isOver && live.accepts.includes("samples")));
  }
  form.show(live, isOver || feed.connection !== "connected");
  byID("follow").hidden = !shown || !isBehind(shown);
  byID("live-failures").replaceChildren(
    ...(live?.failures ?? []).map(({ property, reason }) => element("li", {}, `Broken: ${property}. ${reason ?? ""}`)),
  );
  markBroken(new Set((live?.failures ?? []).map(({ property }) => property)));
}

/** @param {LiveMachine | undefined} live @param {string | undefined} app */
function status(live, app) {
  if (feed.connection !== "connected") return connectionWords[feed.connection];
  const next = follows ? " The page continues with its next run." : "";
  if (!live && selected !== null) return `The selected machine is no longer known.${next}`;
  if (!live) return feed.machines.size === 0 ? "No live machine of this type yet." : "";
  if (live.hasEnded) return `This machine has ended.${next}`;
  if (app === "gone") return `The app has ended or lost the connection.${next}`;
  if (app === "silent") return "The app does not respond and may be suspended.";
  const isLate = isBehind(live) ? "; you see an earlier state" : "";
  return `Live${isLate}; ${
    live.accepts.includes("samples") ? "events go to the app" : "the app does not accept events from this page"
  }.`;
}

/** @param {LiveMachine} live */
function showSpans(live) {
  let lastRecord = lastRecords.get(live);
  if (lastRecord?.time !== live.latest) lastRecord = { time: live.latest, date: performance.now() };
  lastRecords.set(live, lastRecord);
  const isRunning = !feed.isOver(live) && feed.apps.get(live.session)?.status === "live";
  const now = live.latest + (isRunning ? (performance.now() - lastRecord.date) / 1000 : 0);
  byID("spans").replaceChildren(...activitySpans(live, now));
}
