// The machines of all apps or of a recording file side by side: on one time axis, and with the events between them.

/** @import { Connection } from "./server-events.js" */
/** @import { Failure, Happened } from "./together-machine.js" */
import { byID, counted, element, isCommand, isOrAre } from "./elements.js";
import { say, warn } from "./messages.js";
import { whenOpened } from "./opening.js";
import { readRecordingFiles, RecordingError } from "./recording-file.js";
import { fileName, save } from "./saving.js";
import { connectionWords, ServerEvents } from "./server-events.js";
import { Content, failuresByEvent, failuresOf } from "./together-content.js";
import { appName, clearFilters, filtered, showFilters, whenFiltered } from "./together-filters.js";
import { keepFocus } from "./together-focus.js";
import { lanes } from "./together-lanes.js";
import { neighbour, ordered, range } from "./together-log.js";
import { placeOf, TogetherMachine } from "./together-machine.js";
import { address, isServed, knownOf } from "./together-pages.js";
import { recordingText } from "./together-recording.js";
import { columnsOf, gapRow, heads, rows, shortType } from "./together-sequence.js";
import { StoryPanel } from "./together-story.js";
import { localDate, seconds } from "./together-times.js";

/** How many machines have a lane, and how many more get one at a time; how many rows the sequence has. */
const [laneStep, eventLimit] = [40, 150];

/** The width of the lanes if it is not known, in pixels. */
const usualWidth = 800;

const content = new Content();
const isLive = isServed();
/** @type {Connection} */
let connection = "connecting";
/** The name of the file that is shown. @type {string | null} */
let file = null;
/** The time that is looked at; `null` for the latest. @type {number | null} */
let moment = null;
/** The event that is looked at. @type {Happened | null} */
let present = null;
/** The machine whose violation is looked at, if its event is missing. @type {TogetherMachine | null} */
let broken = null;
/** The last axis. */
let axis = { start: 0, end: 1, moment: 1, width: usualWidth };
let isScheduled = false;
let laneLimit = laneStep;
/** The machine and the step that the address asks for. */
let wanted = placeIn(new URLSearchParams(location.hash?.slice(1) ?? ""));

const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byID(id));
const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (byID(id));

/** @param {URLSearchParams} words */
function placeIn(words) {
  const [machine, step] = [words.get("machine"), words.get("step")];
  return machine && step ? { number: Number(machine), index: Number(step) - 1 } : null;
}

const events = isLive
  ? new ServerEvents("/events", {
    reload: () => location.reload(),
    hello: () => {
      content.renew();
      setConnection("connecting");
    },
    ready: () => {
      content.settle();
      const { machine, index } = present ?? {};
      present = machine ? content.machines.get(TogetherMachine.key(machine))?.eventAt(index) ?? null : null;
      setConnection("connected");
    },
    app: (app) => {
      content.takeApp(app);
      schedule();
    },
    ...Object.fromEntries(["machine", "entry", "failure", "ended"].map((kind) => [kind, takeInto(kind)])),
  }, setConnection)
  : null;
if (!isLive) setConnection("connected");

/** @param {string} kind @returns {(record: any, text: string) => void} */
function takeInto(kind) {
  return (record, text) => {
    content.take(kind, record, text);
    schedule();
  };
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
  clearFilters();
  content.fill(read, name);
  file = name;
  [present, moment, laneLimit] = [null, null, laneStep];
  setConnection("connected");
  byID("source").textContent = name;
  byID("live-again").hidden = !isLive;
  story.clear();
  warn(read.problem);
  const [first, ...others] = failuresOf(all());
  if (first && !wanted) lookAtFailure(first.machine, first.failure);
  else show();
  const violations = first ? counted(others.length + 1, "violation") : "no violation";
  say(`${name}: ${counted(content.log.events.length, "event")} of ${counted(all().length, "machine")}, ${violations}.`);
}

/** All machines. */
function all() {
  return [...content.machines.values()];
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
  return filtered(all(), content.isOver);
}

/** The machines that have lanes, with that of the event or the violation that is looked at. @param {TogetherMachine[]} found */
function listedOf(found) {
  const listed = found.slice(0, laneLimit);
  const machine = present?.machine ?? broken;
  if (machine && found.includes(machine) && !listed.includes(machine)) listed[laneLimit - 1] = machine;
  return listed;
}

const story = new StoryPanel({
  content,
  events: () => content.log.of(shown()),
  present: () => present,
  moment: () => moment,
  file: () => file,
  knownOf,
  onChange: () => show(),
});

function show() {
  // Until all machines are there again; without a connection, what is there can still be looked at.
  if (connection === "connecting") return;
  document.querySelector("main")?.classList.toggle("no-file", !isLive && file === null);
  showFilters(all(), content.apps);
  findWanted();
  const found = shown();
  const listed = listedOf(found);
  const more = found.length > listed.length ? `; only ${listed.length} are shown` : "";
  const { forgotten } = content;
  const lost = forgotten > 0 ? `; ${counted(forgotten, "earlier machine")} ${isOrAre(forgotten)} no longer stored` : "";
  byID("found").textContent = !isLive && file === null
    ? "no recording is open"
    : `${found.length} of ${counted(all().length, "machine")}${more}${lost}`;
  axis = axisOf(listed);
  byID("moment-name").textContent = moment === null ? "latest" : `at ${seconds(axis.moment)}`;
  const date = content.dateAt(axis.moment);
  byID("moment-date").textContent = date === null ? "" : `(${localDate(date)})`;
  const slider = input("moment");
  slider.value = String(Math.round(1000 * (axis.moment - axis.start) / (axis.end - axis.start)));
  slider.setAttribute("aria-valuetext", seconds(axis.moment));
  const about = {
    address: addressOf,
    status,
    onFailure: lookAtFailure,
    onTime: (/** @type {number} */ time) => lookAtTime(time),
  };
  keepFocus(
    byID("lanes"),
    () => byID("lanes").replaceChildren(...lanes(listed, axis, about), ...moreLanes(found, listed)),
  );
  const count = found.reduce((sum, { failures }) => sum + failures.length, 0);
  byID("next-violation").hidden = count === 0;
  byID("next-violation").textContent = `Next violation (${count} in all)`;
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
  const events = content.log.of(listed);
  const { first, last } = range(events, axis.start, axis.end);
  const known = present ? events.indexOf(present) : -1;
  const at = moment === null ? last + 1 : known >= 0 ? known : placeOf(events, axis.moment);
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
  const { nameOf, dateOf } = content;
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

/** The page of a machine, which has to be given a file, too. @param {TogetherMachine} machine */
function addressOf(machine) {
  return address(machine, file === null);
}

/** @param {TogetherMachine} machine */
function status(machine) {
  const app = content.appOf(machine);
  const words = machine.end !== null ? "ended" : !app || ["live", "file"].includes(app.status) ? "" : app.status;
  const name = app && content.apps.size > 1 ? appName(app) : "";
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
  if (happened) return look(happened);
  broken = machine;
  lookAtTime(failure.time);
}

/** Looks at the violation after the moment, or at the first one. */
function lookAtNextFailure() {
  const all = failuresOf(shown());
  const time = moment ?? Infinity;
  const at = all.findLastIndex(({ machine, failure }) =>
    present ? failure.time < time || machine.eventAt(failure.index) === present : failure.time <= time
  );
  const next = all[at + 1] ?? all[0];
  if (next) lookAtFailure(next.machine, next.failure);
}

/** Looks at the event that the address asks for, once it is there. */
function findWanted() {
  if (!wanted) return;
  const { number, index } = wanted;
  const session = file === null ? new URLSearchParams(location.search).get("session") : null;
  const found = all().find((machine) => machine.number === number && (!session || machine.session === session));
  const happened = found?.eventAt(index);
  if (happened) [present, moment, wanted] = [happened, happened.time, null];
}

/** Looks at the next or the previous event of the machines that are shown. @param {number} step */
function move(step) {
  const next = neighbour(content.log.of(listedOf(shown())), present, moment === null ? null : axis.moment, step);
  if (next) look(next);
}

whenFiltered(show);
whenOpened((text, name) => open([{ text, name }]), open);
byID("open").addEventListener("click", () => byID("file").click());
byID("save-all").addEventListener("click", () => {
  const machines = all();
  if (machines.length === 0) return say("There are no events to save yet.");
  const { appOf, apps, log } = content;
  const everything = { events: log.events, machines, failures: failuresByEvent(machines), appOf };
  const text = recordingText(everything, { isShort: true, isWhole: true });
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
