// The page of several machines: which of them are shown, the moment that is looked at, and what was sent between them.

/** @import { Connection } from "./server-events.js" */
/** @import { Happened, TogetherRecord } from "./together-machine.js" */
import { byID, counted, isCommand, isOrAre } from "./elements.js";
import { connectionWords, ServerEvents } from "./server-events.js";
import { lanes } from "./together-lanes.js";
import { ordered, TogetherMachine } from "./together-machine.js";
import { columnLimit, heads, rows, shortType } from "./together-sequence.js";
import { finder } from "./word-search.js";

/** @typedef {{ app: string, process: number, date: number, status: "live" | "silent" | "gone" }} App */

/** How many machines have a lane, how many events the sequence has, and how many machines are stored. */
const [laneLimit, eventLimit, machineLimit] = [40, 150, 5000];

/** The addresses of the pages of types. @type {Record<string, string>} */
const pages = JSON.parse(byID("pages").textContent ?? "{}");

/** @type {Map<string, App>} */
const apps = new Map();
/** @type {Map<string, TogetherMachine>} */
const machines = new Map();
/** @type {Connection} */
let connection = "connecting";
/** The time that is looked at; `null` for the latest. @type {number | null} */
let moment = null;
/** The event that is looked at. @type {Happened | null} */
let present = null;
/** Seconds since 1970 at the beginning of the axis. @type {number | null} */
let origin = null;
/** The last axis. */
let axis = { start: 0, end: 1, moment: 1 };
let isScheduled = false;
let forgotten = 0;

const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byID(id));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byID(id));
const wanted = new URLSearchParams(location.search).get("session") ?? "";

new ServerEvents("/events", {
  reload: () => location.reload(),
  hello: () => {
    apps.clear();
    machines.clear();
    [present, origin, forgotten] = [null, null, 0];
    setConnection("connecting");
  },
  ready: () => setConnection("connected"),
  app: (app) => {
    apps.set(app.session, app);
    origin ??= app.date;
    schedule();
  },
  machine: (record) => {
    const live = new TogetherMachine(record, (apps.get(record.session)?.date ?? origin ?? 0) - (origin ?? 0));
    machines.set(TogetherMachine.key(live), live);
    forget();
    schedule();
  },
  ...Object.fromEntries(["entry", "failure", "ended"].map((kind) => [kind, (/** @type {TogetherRecord} */ record) => {
    machines.get(TogetherMachine.key({ session: record.session, number: record.machine }))?.take(kind, record);
    schedule();
  }])),
}, setConnection);

/** @param {Connection} next */
function setConnection(next) {
  connection = next;
  byID("connection").textContent = connectionWords[next];
  schedule();
}

/** Forgets a machine that has ended if there are too many, or else the first one. */
function forget() {
  if (machines.size <= machineLimit) return;
  const [key] = [...machines].find(([, machine]) => isOver(machine)) ?? [...machines][0];
  machines.delete(key);
  forgotten++;
}

/** @param {TogetherMachine} machine */
function isOver(machine) {
  return machine.end !== null || apps.get(machine.session)?.status === "gone";
}

/** Shows what is new, at most ten times a second. */
function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  setTimeout(() =>
    requestAnimationFrame(() => {
      isScheduled = false;
      show();
    }), 100);
}

/** The machines that the filters let through. */
function shown() {
  const has = finder(input("find").value);
  const [session, type, state] = [select("app").value, select("type").value, select("in-state").value];
  return [...machines.values()].filter((machine) =>
    (!session || machine.session === session) && (!type || machine.type === type) &&
    (!state || machine.caseName === state) && (!input("broken").checked || machine.isBroken()) &&
    (input("ended").checked || !isOver(machine)) && has(machine.name)
  );
}

function show() {
  // Until all machines are there again; without a connection, what is there can still be looked at.
  if (connection === "connecting") return;
  showFilters();
  const found = shown();
  const listed = found.slice(0, laneLimit);
  const more = found.length > laneLimit ? `; only the first ${laneLimit} are shown` : "";
  const lost = forgotten > 0 ? `; ${counted(forgotten, "earlier machine")} ${isOrAre(forgotten)} no longer stored` : "";
  byID("found").textContent = `${found.length} of ${counted(machines.size, "machine")}${more}${lost}`;
  axis = axisOf(listed);
  byID("moment-name").textContent = moment === null ? "latest" : `at ${axis.moment.toFixed(3)} s`;
  const range = input("moment");
  range.value = String(Math.round(1000 * (axis.moment - axis.start) / (axis.end - axis.start)));
  range.setAttribute("aria-valuetext", `${axis.moment.toFixed(3)} s`);
  const focused = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.href : null;
  byID("lanes").replaceChildren(...lanes(listed, axis, { address, status }));
  if (focused) [...byID("lanes").querySelectorAll("a")].find(({ href }) => href === focused)?.focus();
  showSequence(listed);
}

/** What is on the axis: the last seconds up to the latest record, or up to the moment that is looked at. @param {TogetherMachine[]} listed */
function axisOf(listed) {
  const last = listed.reduce((time, machine) => Math.max(time, machine.latest), 0);
  const first = listed.reduce((time, machine) => Math.min(time, machine.start), last);
  const width = Number(select("window").value);
  const isLate = moment !== null && last - moment > width;
  const end = isLate ? Math.max(/** @type {number} */ (moment) + width / 2, first + width) : last;
  const start = Math.max(first, end - width);
  return { start, end: Math.max(end, start + 0.001), moment: Math.max(start, Math.min(moment ?? end, end)) };
}

/** @param {TogetherMachine[]} listed */
function showSequence(listed) {
  // The machines that have sent or received events come first.
  const columns = listed.filter(({ events }) => events.length > 0).slice(0, columnLimit);
  const events = eventsOf(columns);
  byID("sequence-note").textContent = columns.length === 0
    ? "no events yet"
    : events.all === 0
    ? "no events in this time"
    : [
      ...(columns.length < listed.length ? [`${columns.length} of ${counted(listed.length, "machine")}`] : []),
      ...(events.all > eventLimit ? [`only ${eventLimit} events`] : []),
    ].join("; ");
  const panel = byID("sequence");
  const focused = document.activeElement instanceof HTMLElement && panel.contains(document.activeElement)
    ? document.activeElement.dataset.key
    : undefined;
  byID("sequence-frame").style.setProperty("--columns", String(Math.max(columns.length, 1)));
  byID("sequence-head").replaceChildren(...heads(columns));
  panel.replaceChildren(...rows(columns, events.listed, present, { onSelect: look, nameOf }));
  const current = /** @type {HTMLElement | null} */ (panel.querySelector('[aria-current="step"]'));
  if (focused !== undefined) {
    const again = [...panel.querySelectorAll("button")].find((row) => row.dataset.key === focused);
    (again ?? panel.querySelector('button[tabindex="0"]'))?.focus({ preventScroll: true });
  }
  const frame = byID("sequence-frame");
  if (current) frame.scrollTop = current.offsetTop - frame.clientHeight / 2;
  else if (moment === null && focused === undefined) frame.scrollTop = frame.scrollHeight;
}

/**
 * The events on the axis: the last ones, or those around the moment that is looked at; and how many there are, or too many.
 * @param {TogetherMachine[]} columns
 */
function eventsOf(columns) {
  const all = ordered(columns, axis.start, axis.end, moment === null ? eventLimit + 1 : Infinity);
  const at = moment === null ? all.length : all.findLastIndex(({ time }) => time <= axis.moment);
  const first = Math.max(0, Math.min(at - eventLimit / 2, all.length - eventLimit));
  return { listed: all.slice(first, first + eventLimit), all: all.length };
}

/** @param {string} session @param {number} number */
function nameOf(session, number) {
  return machines.get(TogetherMachine.key({ session, number }))?.name;
}

/** @param {TogetherMachine} machine */
function address({ type, session, number }) {
  const page = pages[type];
  return page && `${page}?${new URLSearchParams({ session, machine: String(number) })}`;
}

/** @param {TogetherMachine} machine */
function status(machine) {
  const app = apps.get(machine.session);
  const words = machine.end !== null ? "ended" : app?.status === "live" ? "" : app?.status ?? "";
  const name = apps.size > 1 ? `${app?.app} ${app?.process}` : "";
  const missing = machine.missing > 0 ? `${counted(machine.missing, "event")} missing` : "";
  return [shortType(machine.type), name, words, missing].filter((word) => word).join(" · ");
}

/** Offers what there is. */
function showFilters() {
  const all = [...machines.values()];
  const [type, session] = [select("type").value, select("app").value];
  offer(
    "app",
    "all apps",
    [...apps].map(([key, { app, process, status }]) => [key, `${app} ${process}${status === "gone" ? " (gone)" : ""}`]),
  );
  offer("type", "all types", [...new Set(all.map(({ type }) => type))].sort().map((name) => [name, shortType(name)]));
  const states = all.filter((machine) => (!type || machine.type === type) && (!session || machine.session === session));
  offer(
    "in-state",
    "any state",
    [...new Set(states.map(({ caseName }) => caseName))].sort().slice(0, 200).map((name) => [name, name]),
  );
}

/** @param {string} id @param {string} all @param {string[][]} options Values and texts. */
function offer(id, all, options) {
  const list = select(id);
  const chosen = list.dataset.isReady ? list.value : id === "app" ? wanted : "";
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

/** Looks at an event. @param {Happened} happened */
function look(happened) {
  [present, moment] = [happened, happened.time];
  show();
}

/** Looks at the next or the previous event of the machines that are shown. @param {number} step */
function move(step) {
  const events = ordered(shown().slice(0, laneLimit), -Infinity, Infinity, Infinity);
  const at = present ? events.indexOf(present) : -1;
  const before = events.findLastIndex(({ time }) => time <= axis.moment);
  const next = at >= 0 ? at + step : step > 0 ? before + 1 : moment === null ? events.length - 1 : before;
  if (events[next]) look(events[next]);
}

for (const id of ["app", "type", "in-state", "broken", "ended", "window"]) byID(id).addEventListener("change", show);
byID("find").addEventListener("input", show);
byID("moment").addEventListener("input", () => {
  const share = Number(input("moment").value) / 1000;
  present = null;
  moment = share === 1 ? null : axis.start + share * (axis.end - axis.start);
  show();
});
byID("previous").addEventListener("click", () => move(-1));
byID("next").addEventListener("click", () => move(1));
byID("latest").addEventListener("click", () => {
  [present, moment] = [null, null];
  show();
});
byID("sequence").addEventListener("keydown", (key) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[key.key];
  if (step === undefined || isCommand(key)) return;
  key.preventDefault();
  const rows = [...byID("sequence").querySelectorAll("button")];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[Math.max(0, Math.min(at + step, rows.length - 1))];
  next?.focus({ preventScroll: true });
  next?.click();
});
