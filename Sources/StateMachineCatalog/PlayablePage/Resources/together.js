// The machines of all apps or of a recording file side by side: on one time axis, and with the events between them.

/** @import { Connection } from "./server-events.js" */
/** @import { App } from "./together-file.js" */
/** @import { Failure, Happened, TogetherRecord } from "./together-machine.js" */
import { byID, counted, element, isCommand, isOrAre } from "./elements.js";
import { say, warn } from "./messages.js";
import { whenOpened } from "./opening.js";
import { readRecordingFiles, RecordingError } from "./recording-file.js";
import { fileName, save } from "./saving.js";
import { connectionWords, ServerEvents } from "./server-events.js";
import { contentsOf } from "./together-file.js";
import { appName, clearFilters, filtered, showFilters, whenFiltered } from "./together-filters.js";
import { lanes } from "./together-lanes.js";
import { Log, neighbour, ordered, range } from "./together-log.js";
import { placeOf, TogetherMachine } from "./together-machine.js";
import { columnsOf, gapRow, heads, rows, shortType } from "./together-sequence.js";
import { recordingText } from "./together-recording.js";
import { StoryPanel } from "./together-story.js";
import { localDate, seconds } from "./together-times.js";

/** How many machines have a lane, and how many more get one at a time; how many rows the sequence has; how many machines are stored. */
const [laneStep, eventLimit, machineLimit] = [40, 150, 5000];

/** The width of the lanes if it is not known, in pixels. */
const usualWidth = 800;

/** The addresses of the pages of types, and whether an inspector serves this page. @type {{ pages: Record<string, string>, isLive: boolean }} */
const { pages, isLive } = JSON.parse(byID("pages").textContent ?? "");

/** @type {Map<string, App>} */
const apps = new Map();
/** @type {Map<string, TogetherMachine>} */
const machines = new Map();
const log = new Log();
/** @type {Connection} */
let connection = "connecting";
/** The name of the file that is shown. @type {string | null} */
let file = null;
/** The time that is looked at; `null` for the latest. @type {number | null} */
let moment = null;
/** The event that is looked at. @type {Happened | null} */
let present = null;
/** Seconds since 1970 at the beginning of the axis. @type {number | null} */
let origin = null;
/** The last axis. */
let axis = { start: 0, end: 1, moment: 1, width: usualWidth };
let isScheduled = false;
let forgotten = 0;
let laneLimit = laneStep;
/** The machine and the step that the address asks for. @type {{ machine: number, step: number } | null} */
let wanted = place(new URLSearchParams(location.hash?.slice(1) ?? ""));

const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byID(id));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byID(id));

/** @param {URLSearchParams} words */
function place(words) {
  const [machine, step] = [Number(words.get("machine")), Number(words.get("step"))];
  return words.has("machine") && Number.isInteger(machine) && Number.isInteger(step) ? { machine, step } : null;
}

const events = isLive
  ? new ServerEvents("/events", {
    reload: () => location.reload(),
    hello: () => {
      clear();
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
    ...Object.fromEntries(["entry", "failure", "ended"].map((kind) => [kind, takeInto(kind)])),
  }, setConnection)
  : null;
if (!isLive) setConnection("connected");

/** @param {string} kind @returns {(record: TogetherRecord, text: string) => void} */
function takeInto(kind) {
  return (record, text) => {
    const live = machines.get(TogetherMachine.key({ session: record.session, number: record.machine }));
    const happened = live?.take(kind, record, text);
    if (happened) log.add(happened);
    if (live && kind === "failure") log.keep(live, live.failures[live.failures.length - 1]);
    schedule();
  };
}

function clear() {
  apps.clear();
  machines.clear();
  log.clear();
  [present, origin, forgotten] = [null, null, 0];
}

/** @param {Connection} next */
function setConnection(next) {
  connection = next;
  byID("connection").textContent = connectionWords[next];
  schedule();
}

/** Shows the machines of files in the place of all others. @param {{ text: string, name: string }[]} files */
function open(files) {
  const name = files.map(({ name }) => name).join(", ");
  let read;
  try {
    read = readRecordingFiles(files);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return warn(error.message);
  }
  events?.close();
  clear();
  clearFilters();
  const contents = contentsOf(read, name);
  for (const [key, app] of contents.apps) apps.set(key, app);
  for (const machine of contents.machines) machines.set(TogetherMachine.key(machine), machine);
  log.fill(contents.events);
  file = name;
  origin = contents.origin === null ? null : contents.origin / 1000;
  [moment, laneLimit] = [null, laneStep];
  setConnection("connected");
  byID("source").textContent = name;
  byID("live-again").hidden = !isLive;
  story.clear();
  warn(read.problem);
  const [first, ...others] = failuresOf(contents.machines);
  if (first && !wanted) lookAtFailure(first.machine, first.failure);
  else show();
  const broken = first ? counted(others.length + 1, "violation") : "no violation";
  say(`${name}: ${counted(log.events.length, "event")} of ${counted(machines.size, "machine")}, ${broken}.`);
}

/** The violations of some machines in the order of their times. @param {TogetherMachine[]} machines */
function failuresOf(machines) {
  return machines.flatMap((machine) => machine.failures.map((failure) => ({ machine, failure })))
    .sort((one, other) => one.failure.time - other.failure.time);
}

/** Forgets a machine that has ended if there are too many, or else the first one. */
function forget() {
  if (machines.size <= machineLimit) return;
  const [key, machine] = [...machines].find(([, machine]) => isOver(machine)) ?? [...machines][0];
  machines.delete(key);
  log.remove(machine);
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
  return filtered([...machines.values()], isOver);
}

/** The machines that have lanes, with that of the event that is looked at. @param {TogetherMachine[]} found */
function listedOf(found) {
  const listed = found.slice(0, laneLimit);
  if (present && found.includes(present.machine) && !listed.includes(present.machine)) {
    listed[laneLimit - 1] = present.machine;
  }
  return listed;
}

const story = new StoryPanel({
  events: () => log.of(shown()),
  present: () => present,
  axisMoment: () => moment,
  file: () => file,
  appOf: (machine) => apps.get(machine.session),
  dateOf,
  nameOf,
  onChange: () => show(),
});

function show() {
  // Until all machines are there again; without a connection, what is there can still be looked at.
  if (connection === "connecting") return;
  showFilters([...machines.values()], apps);
  findWanted();
  const found = shown();
  const listed = listedOf(found);
  const more = found.length > listed.length ? `; only ${listed.length} are shown` : "";
  const lost = forgotten > 0 ? `; ${counted(forgotten, "earlier machine")} ${isOrAre(forgotten)} no longer stored` : "";
  byID("found").textContent = `${found.length} of ${counted(machines.size, "machine")}${more}${lost}`;
  axis = axisOf(listed);
  byID("moment-name").textContent = moment === null ? "latest" : `at ${seconds(axis.moment)}`;
  const date = dateAt(axis.moment);
  byID("moment-date").textContent = date === null ? "" : localDate(date);
  const slider = input("moment");
  slider.value = String(Math.round(1000 * (axis.moment - axis.start) / (axis.end - axis.start)));
  slider.setAttribute("aria-valuetext", seconds(axis.moment));
  const about = { address, status, onFailure: lookAtFailure, onTime: (/** @type {number} */ time) => lookAtTime(time) };
  keepFocus(
    byID("lanes"),
    () => byID("lanes").replaceChildren(...lanes(listed, axis, about), ...moreLanes(found, listed)),
  );
  const broken = found.reduce((count, { failures }) => count + failures.length, 0);
  byID("next-violation").hidden = broken === 0;
  byID("next-violation").textContent = `Next violation (${broken} in all)`;
  showSequence(found, listed);
  story.show();
}

/** A line where lanes are not drawn. @param {TogetherMachine[]} found @param {TogetherMachine[]} listed */
function moreLanes(found, listed) {
  const count = found.length - listed.length;
  if (count === 0) return [];
  const click = () => {
    laneLimit += laneStep;
    show();
  };
  const text = `${counted(count, "more machine")} without a lane: show ${Math.min(count, laneStep)}`;
  return [element("li", { class: "gap" }, element("button", { class: "more", click, "data-key": "lanes" }, text))];
}

/** Changes what is in an element, and keeps the focus where it was. @param {HTMLElement} parent @param {() => void} change */
function keepFocus(parent, change) {
  const key = (/** @type {Element} */ one) =>
    one instanceof HTMLAnchorElement ? one.href : /** @type {HTMLElement} */ (one).dataset.key;
  const focused = document.activeElement && parent.contains(document.activeElement)
    ? key(document.activeElement)
    : undefined;
  change();
  if (focused === undefined) return false;
  const again = [.../** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll("a, button"))].find((one) =>
    key(one) === focused
  );
  (again ?? /** @type {HTMLElement | null} */ (parent.querySelector('button[tabindex="0"]')))?.focus({
    preventScroll: true,
  });
  return true;
}

/** What is on the axis: the last seconds up to the latest record, or up to the moment that is looked at. @param {TogetherMachine[]} listed */
function axisOf(listed) {
  const last = listed.reduce((time, machine) => Math.max(time, machine.latest), 0);
  const first = listed.reduce((time, machine) => Math.min(time, machine.start), last);
  const width = Number(select("window").value);
  const isLate = moment !== null && last - moment > width;
  const end = isLate ? Math.max(/** @type {number} */ (moment) + width / 2, first + width) : last;
  const start = Math.max(first, end - width);
  const pixels = byID("moment").clientWidth || usualWidth;
  const at = Math.max(start, Math.min(moment ?? end, end));
  return { start, end: Math.max(end, start + 0.001), moment: at, width: pixels };
}

/** @param {TogetherMachine[]} found @param {TogetherMachine[]} listed */
function showSequence(found, listed) {
  const events = log.of(listed);
  const { first, last } = range(events, axis.start, axis.end);
  const at = moment === null ? last + 1 : present ? events.indexOf(present) : placeOf(events, axis.moment);
  const begin = Math.max(first, Math.min(at - eventLimit / 2, last + 1 - eventLimit));
  const end = Math.min(begin + eventLimit, last + 1);
  const drawn = ordered(events.slice(begin, end));
  const { columns, count } = columnsOf(listed, drawn, at - begin);
  byID("sequence-note").textContent = events.length === 0
    ? "no events yet"
    : drawn.length === 0
    ? "no events in this time"
    : [
      ...(columns.length < found.length ? [`${columns.length} of ${counted(found.length, "machine")}`] : []),
      ...(count > columns.length ? ["those nearest to the moment"] : []),
      ...(drawn.length < events.length ? [`${drawn.length} of ${counted(events.length, "event")}`] : []),
    ].join("; ");
  const panel = byID("sequence");
  byID("sequence-frame").style.setProperty("--columns", String(Math.max(columns.length, 1)));
  byID("sequence-head").replaceChildren(...heads(columns));
  const go = (/** @type {number} */ place) => () => look(events[place]);
  const earlier = begin > 0 ? [gapRow(`${counted(begin, "earlier event")}`, go(begin - 1))] : [];
  const left = events.length - Math.max(begin, end);
  const later = left > 0 ? [gapRow(`${counted(left, "later event")}`, go(Math.max(begin, end)))] : [];
  const about = { onSelect: look, nameOf, dateOf, isInRange: story.isInRange };
  const hadFocus = keepFocus(
    panel,
    () => panel.replaceChildren(...earlier, ...rows(columns, drawn, present, about), ...later),
  );
  const frame = byID("sequence-frame");
  const current = /** @type {HTMLElement | null} */ (panel.querySelector('[aria-current="step"]'));
  if (current) frame.scrollTop = current.offsetTop - frame.clientHeight / 2;
  else if (moment === null && !hadFocus) frame.scrollTop = frame.scrollHeight;
}

/** @param {string} session @param {number} number */
function nameOf(session, number) {
  return machines.get(TogetherMachine.key({ session, number }))?.name;
}

/** Milliseconds since 1970 at a time of the axis, if known. @param {number} time */
function dateAt(time) {
  return origin === null || [...apps.values()].some(({ date }) => date === null) ? null : 1000 * (origin + time);
}

/** @param {Happened} happened */
function dateOf({ machine, time }) {
  const date = apps.get(machine.session)?.date ?? null;
  return date === null || origin === null ? null : 1000 * (origin + time);
}

/** @param {TogetherMachine} machine */
function address({ type, session, number }) {
  const page = pages[type];
  return page && (file ? page : `${page}?${new URLSearchParams({ session, machine: String(number) })}`);
}

/** @param {TogetherMachine} machine */
function status(machine) {
  const app = apps.get(machine.session);
  const words = machine.end !== null ? "ended" : !app || ["live", "file"].includes(app.status) ? "" : app.status;
  const name = app && apps.size > 1 ? appName(app) : "";
  const missing = machine.missing > 0 ? `${counted(machine.missing, "event")} missing` : "";
  const before = machine.record.handled || machine.firstIndex > 0 ? "began earlier" : "";
  return [shortType(machine.type), name, words, before, missing].filter((word) => word).join(" · ");
}

/** Looks at an event. @param {Happened} happened */
function look(happened) {
  [present, moment] = [happened, happened.time];
  show();
}

/** @param {number} time */
function lookAtTime(time) {
  [present, moment] = [null, time];
  show();
}

/** Looks at the event that violated a property, or at its time if the event is missing. @param {TogetherMachine} machine @param {Failure} failure */
function lookAtFailure(machine, failure) {
  const happened = machine.eventAt(failure.index);
  if (happened) look(happened);
  else lookAtTime(failure.time);
}

/** Looks at the violation after the moment, or at the first one. */
function lookAtNextFailure() {
  const all = failuresOf(shown());
  const sequence = present?.sequence ?? -1;
  const time = moment ?? Infinity;
  const next = all.find(({ failure }) => failure.time > time && failure.sequence > sequence) ?? all[0];
  if (next) lookAtFailure(next.machine, next.failure);
}

/** Looks at the event that the address asks for, once it is there. */
function findWanted() {
  if (!wanted) return;
  const { machine: number, step } = wanted;
  const happened = [...machines.values()].find((machine) => machine.number === number)?.eventAt(step - 1);
  if (!happened) return;
  [present, moment, wanted] = [happened, happened.time, null];
}

/** Looks at the next or the previous event of the machines that are shown. @param {number} step */
function move(step) {
  const next = neighbour(log.of(listedOf(shown())), present, moment === null ? null : axis.moment, step);
  if (next) look(next);
}

whenFiltered(show);
whenOpened((text, name) => open([{ text, name }]), open);
byID("open").addEventListener("click", () => byID("file").click());
byID("save-all").addEventListener("click", () => {
  const all = [...machines.values()];
  const failures = new Map(
    failuresOf(all).flatMap(({ machine, failure }) => {
      const happened = machine.eventAt(failure.index);
      return happened
        ? [/** @type {const} */ ([happened, machine.failures.filter(({ index }) => index === failure.index)])]
        : [];
    }),
  );
  const text = recordingText(
    { events: log.events, machines: all, failures, appOf: ({ session }) => apps.get(session) },
    { isShort: true },
  );
  save(text, `${fileName(file?.replace(/\.[^.]*$/, "") ?? [...apps.values()].map(({ app }) => app).join("-"))}.jsonl`);
});
byID("live-again").addEventListener("click", () => location.reload());
byID("moment").addEventListener("input", () => {
  const share = Number(input("moment").value) / 1000;
  present = null;
  moment = share === 1 ? null : axis.start + share * (axis.end - axis.start);
  show();
});
byID("previous").addEventListener("click", () => move(-1));
byID("next").addEventListener("click", () => move(1));
byID("next-violation").addEventListener("click", lookAtNextFailure);
byID("latest").addEventListener("click", () => {
  [present, moment] = [null, null];
  show();
});
byID("sequence").addEventListener("keydown", (key) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[key.key];
  if (step === undefined || isCommand(key)) return;
  key.preventDefault();
  const rows = /** @type {HTMLButtonElement[]} */ ([...byID("sequence").querySelectorAll("button:not(.more)")]);
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[Math.max(0, Math.min(at + step, rows.length - 1))];
  next?.focus({ preventScroll: true });
  next?.click();
});
