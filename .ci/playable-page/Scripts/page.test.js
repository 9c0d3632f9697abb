// The whole page: what a user sees of a machine, and what comes of what the user does.

/** @import { ChartState, Machine, MachineDocument } from "page/machine.js" */
/** @import { LiveHandlers } from "page/page.js" */
import { deepStrictEqual as equal, match } from "node:assert";
import { happenings, readRecording } from "page/recording.js";
import { chartState, door, entry, event, state, step, timelineOf } from "./door.js";
import {
  all,
  click as clickOn,
  Clock,
  element,
  enter,
  isHidden,
  observeSizes,
  openCanvas,
  openClipboard,
  openDownloads,
  openPage,
  press as pressIn,
  text,
  texts,
} from "./page-without-browser.js";

const names = ["closed", "open", "locked", "broken"];

/** Source, event, target and arrow. The arrow of lock stands for two samples. */
const steps = /** @type {[string, string, string, string][]} */ ([
  ["closed", "open", "open", "arrow_open"],
  ["open", "close", "closed", "arrow_close"],
  ["closed", "lock(1)", "locked", "arrow_lock"],
  ["closed", "lock(2)", "locked", "arrow_lock"],
  ["locked", "unlock(1)", "closed", "arrow_unlock"],
  ["closed", "smash", "broken", "arrow_smash_closed"],
  ["open", "smash", "broken", "arrow_smash_open"],
  ["locked", "smash", "broken", "arrow_smash_locked"],
]);
const arrows = [...new Set(steps.map(([, , , arrow]) => arrow)), "arrow_spare"];

/** @param {string} name @param {...string} inside @returns {ChartState} */
function drawn(name, ...inside) {
  return { ...chartState(name, ...inside.map((one) => drawn(one))), id: `state_${name}` };
}

/** A door that is closed and locked within the composite state "shut". @param {Partial<MachineDocument>} [changes] */
function machineWith(changes) {
  return door({
    comment: "A door with `bolt`.\n\nMore of it.",
    states: door().states.map((one) => ({
      ...one,
      chartStates: [...["closed", "locked"].includes(one.name) ? ["state_shut"] : [], `state_${one.name}`],
    })),
    transitions: steps.map(([source, sent, target, arrow]) => {
      const [exited, entered] = [source, target].map((end) => end === "locked" ? ["bolt"] : []);
      return step(state(source), event(sent), state(target), { exited, entered, arrows: [arrow] });
    }),
    chart: {
      regions: [{
        states: [drawn("shut", "closed", "locked"), ...["open", "broken", "spare"].map((id) => drawn(id))],
      }],
      arrows: arrows.map((id) => ({ id, labels: [id.replace("arrow_", "")] })),
    },
    ...changes,
  });
}

/** The picture of the door, as Graphviz draws it. */
const svg = `<svg width="400pt" height="300pt" viewBox="0 0 400 300"><g class="graph">${
  [
    ...["shut", ...names, "spare"].map((id) =>
      `<g id="state_${id}" class="node"><title>${id}</title><path d="M0,0"/></g>`
    ),
    ...arrows.map((id) => `<g id="${id}" class="edge"><path d="M0,0"/><polygon points="0,0"/></g>`),
  ].join("")
}</g></svg>`;

const clock = new Clock();

/** Lets time pass. @param {number} milliseconds */
const pass = (milliseconds) => clock.wait(milliseconds);

/** What was copied since the page was opened. @type {string[]} */
let copied = [];
/** What was saved. @type {ReturnType<typeof openDownloads>} */
let saved = [];
/** @type {unknown[]} What went wrong in the page. */
const errors = [];
let pageCount = 0;

/**
 * Opens the page of a machine. The address is given from its path on.
 * @param {{ machine?: Machine, address?: string, hasPicture?: boolean }} [options]
 * @returns {Promise<typeof import("page/page.js")>}
 */
async function opened({ machine = machineWith(), address = "/page", hasPicture = true } = {}) {
  const document = openPage();
  observeSizes();
  const window = /** @type {any} */ (document.defaultView);
  history.replaceState(null, "", address);
  const data = document.createElement("script");
  [data.id, data.type, data.textContent] = ["machine", "application/json", JSON.stringify(machine.document)];
  document.body.append(data);
  errors.length = 0;
  clock.timers.clear();
  window.addEventListener("error", (/** @type {ErrorEvent} */ failed) => errors.push(failed.error));
  [copied, saved] = [openClipboard(), openDownloads()];
  openCanvas();
  // jsdom lays nothing out. The rows of the table are 20 pixels high.
  Object.defineProperties(window.HTMLTableRowElement.prototype, {
    offsetHeight: { value: 20 },
    offsetTop: {
      get() {
        return 20 * this.rowIndex;
      },
    },
  });
  Object.assign(window.SVGElement.prototype, { getBBox: () => ({ x: 0, y: 0, width: 40, height: 30 }) });
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
  if (hasPicture) {
    const frame = /** @type {HTMLElement} */ (document.getElementById("picture"));
    frame.innerHTML = svg;
    const size = { x: 0, y: 0, width: 400, height: 300 };
    Object.defineProperty(frame.firstChild, "viewBox", { value: { baseVal: size } });
    Object.defineProperty(frame.firstChild, "width", { value: { baseVal: { value: 400 } } });
  }
  // With another query, the module runs again.
  return await import(`page/page.js?${++pageCount}`);
}

/**
 * A test of a page that has just been opened.
 * @param {string} title
 * @param {(page: Awaited<ReturnType<typeof opened>>) => void | Promise<void>} steps
 */
function test(title, steps) {
  Deno.test(title, async () => await steps(await opened()));
}

/** Fails if something has gone wrong in the page. */
function check() {
  if (errors.length > 0) throw errors[0];
}

/** An element of any kind. @type {(selector: string) => any} */
const find = element;

/** Clicks on an element. @param {string} selector */
function click(selector) {
  clickOn(selector);
  check();
}

/** Clicks on the buttons of sample events. @param {string[]} events */
function send(...events) {
  for (const name of events) click(`#events [data-event="${event(name)}"]`);
}

/** Presses a key in the timeline; tells whether the page leaves it to the browser. @param {string} key */
function press(key) {
  const isLeft = pressIn(find("#timeline"), key);
  check();
  return isLeft;
}

/** Changes a field or a choice. @param {string} selector @param {string} value @param {string} [type] */
function change(selector, value, type) {
  enter(selector, value, type);
  check();
}

/** Lets the browser show an address of its history. @param {string} hash */
function pop(hash) {
  history.replaceState(null, "", location.pathname + location.search + hash);
  document.defaultView?.dispatchEvent(new Event("popstate"));
  check();
}

/** Drops files, or else a text, on the page. @param {Record<string, string> | string} dropped */
async function drop(dropped) {
  const dataTransfer = typeof dropped === "string" ? { files: [], getData: () => dropped } : {
    files: Object.entries(dropped).map(([name, content]) => ({ name, text: () => Promise.resolve(content) })),
  };
  document.dispatchEvent(Object.assign(new Event("drop", { cancelable: true }), { dataTransfer }));
  await settled();
}

/** Waits for what needs no time. */
async function settled() {
  for (let round = 0; round < 30; round++) await Promise.resolve();
  check();
}

/** A recording, one second for each event: its states and events alternate. @param {string[]} parts */
function recording(...parts) {
  return Array.from({ length: (parts.length - 1) / 2 }, (_, index) => {
    const words = parts.slice(2 * index, 2 * index + 3).join(" ");
    return JSON.stringify(entry(words, { version: 2, time: index + 1 }));
  }).join("\n");
}

/** The ids of elements of the diagram with a class. @param {string} name */
function marked(name) {
  return all(`#picture svg .${name}[id]`).map(({ id }) => id.replace(/^(state|arrow)_/, ""));
}

/** What the timeline lists. */
function listed() {
  return all("#timeline li").map((item) => item.firstChild?.textContent);
}

/** The cells of the table with a class, as state and event. @param {string} name */
function cells(name) {
  return all(`#table-body td.${name}`).map((cell) => {
    const { cellIndex, parentElement } = /** @type {HTMLTableCellElement} */ (cell);
    return `${parentElement?.firstChild?.textContent} ${text(`#table-head th:nth-child(${cellIndex + 1})`)}`;
  });
}

/** The cell of a state and an event. @param {string} from @param {string} sent */
function cell(from, sent) {
  return `#table-body tr[data-state="${state(from)}"] td:nth-child(${event(sent) + 2})`;
}

/** Whether a button is on. @param {string} id */
function isOn(id) {
  return find(`#${id}`).getAttribute("aria-disabled") === "false";
}

// What the page shows

test("a page shows the machine in its initial state", () => {
  equal([text("#summary"), text("#summary code")], ["A door with bolt.", "bolt"]);
  equal([text("#state"), text("#now"), text("#last"), text("#position")], ["closed", "closed", "", "0 of 0"]);
  equal([listed(), text("#about h3")], [["begins in closed"], "closed (the current state)"]);
  equal(find("#state").classList.contains("unknown"), false);
  equal(text("#coverage"), "0 of 8 transitions taken.");
  equal([marked("active"), marked("possible")], [["shut", "closed"], ["open", "lock", "smash_closed"]]);
  equal([marked("selected"), marked("walked"), marked("missed")], [[], [], []]);
  equal(find("#picture svg").getAttribute("aria-label"), "Diagram of Door, in closed");
  equal(["back", "forward", "reset", "play"].map(isOn), [false, false, false, false]);
  equal([isHidden("#start-panel"), text("#play")], [true, "Play"]);
  equal(isHidden(".for-pictures"), false);
  // Nothing is announced that nobody has done, and nothing is wrong.
  equal([text("#announcement"), text("#warning")], ["", ""]);
});

Deno.test("a machine without a comment has no summary", async () => {
  await opened({ machine: machineWith({ comment: undefined }) });
  equal(text("#summary"), "");
});

test("an event is shown everywhere, and announced", () => {
  send("lock(1)");
  equal([text("#state"), text("#now"), text("#last")], ["locked", "locked", "lock(1) → locked"]);
  equal([text("#position"), listed()], ["1 of 1", ["begins in closed", "lock(1) → locked"]]);
  equal(text("#announcement"), "lock(1): closed to locked. Entered bolt.");
  equal([text("#activities"), text("#about h3")], ["bolt entered", "locked (the current state)"]);
  equal(text(`#note_${event("open")}`), "rejected; handled in closed");
  equal(text(`#note_${event("unlock(1)")}`), "→ closed");
  equal([marked("active"), marked("possible")], [["shut", "locked"], ["unlock", "smash_locked"]]);
  equal([marked("taken"), marked("walked")], [["lock"], ["shut", "closed", "locked", "lock"]]);
  equal([cells("taken"), text("#table-body tr.present th")], [["closed lock(1)"], "locked"]);
  equal(text("#coverage"), "1 of 8 transitions taken.");
  equal(["back", "forward", "reset", "play"].map(isOn), [true, false, true, true]);
});

test("exits and entries of an event are shown one after the other, and those of no other step", () => {
  send("open");
  const animated = () => [marked("exiting"), marked("entering"), marked("coming")];
  equal(animated(), [[], [], ["open"]]);
  pass(0);
  equal(animated(), [["closed"], [], ["open"]]);
  pass(280);
  equal(animated(), [["shut", "closed"], ["open"], []]);
  pass(1000);
  equal(animated(), [[], [], []]);
  send("close");
  click("#back");
  pass(0);
  equal(animated(), [[], [], []]);
  click("#forward");
  pass(0);
  equal(animated(), [["open"], [], ["shut", "closed"]]);
  // The same moment is not shown as a new one.
  pass(1000);
  click("#table-body tr:nth-child(4) th button");
  pass(0);
  equal(animated(), [[], [], []]);
});

Deno.test("regions of a state are shown with their names, and a recorded state as it was recorded", async () => {
  const regions = [{ name: "leaf", path: ["closed"] }, { name: "lamp", path: ["on", "bright"] }];
  const { states } = machineWith();
  await opened({
    machine: machineWith({ states: states.map((one, index) => index === 0 ? { ...one, regions } : one) }),
  });
  equal(texts("#state span"), ["leaf closed", "lamp on.bright"]);
  equal([text("#state small"), text("#now")], ["leaf ", "closed"]);
  await drop(recording("closed", "open", "open"));
  equal(find("#state").innerHTML, "closed");
});

Deno.test("a page without a picture shows the neighbors of the state, and buttons lead to them", async () => {
  await opened({ hasPicture: false });
  equal(text("#picture .present"), "closed");
  equal(texts(".neighbours b"), ["open", "locked", "open", "locked", "locked", "broken"]);
  equal(isHidden(".for-pictures"), true);
  click(".neighbours div:first-child li:nth-child(2) button");
  equal([text("#about h3"), text("#state")], ["locked", "closed"]);
  click(".neighbours div:last-child li:nth-child(4) button");
  equal([text("#state"), text("#picture .present")], ["broken", "broken"]);
  // There is no picture to save.
  for (const id of ["save-svg", "save-png", "save-moving"]) click(`#${id}`);
  await settled();
  equal(saved, []);
});

// The selected state

test("a state in the table is described and marked, and the table scrolls to it", () => {
  click(`#table-body tr[data-state="${state("broken")}"] button`);
  equal([text("#about h3"), text("#state")], ["broken", "closed"]);
  equal([marked("selected"), text("#table-body tr.selected th")], [["broken"], "broken"]);
  equal(find("#table").scrollTop, 20 * 4 - 20);
  // An event is about the current state again.
  find("#table").scrollTop = 7;
  send("open");
  equal([text("#about h3"), marked("selected"), find("#table").scrollTop], ["open (the current state)", [], 7]);
});

test("the way to a described state is sent by one click", () => {
  send("lock(1)");
  click(`#table-body tr[data-state="${state("open")}"] button`);
  click("#go");
  equal([text("#state"), text("#position")], ["open", "3 of 3"]);
});

test("a cell of the table sends the event, or describes the state that handles it", () => {
  click(`${cell("closed", "lock(2)")} button`);
  equal([text("#state"), text("#last")], ["locked", "lock(2) → locked"]);
  click(`${cell("closed", "lock(2)")} button`);
  equal([text("#state"), text("#about h3"), text("#position")], ["locked", "closed", "1 of 1"]);
  equal([cells("selected"), marked("selected")], [["closed lock(2)"], ["shut", "closed", "lock"]]);
});

test("a state in the diagram is described: the current one if it is inside, or else the first", () => {
  send("lock(1)");
  click("#state_shut");
  equal(text("#about h3"), "locked (the current state)");
  click("#state_open");
  equal(text("#about h3"), "open");
  click("#state_closed");
  equal(text("#about h3"), "closed");
  send("smash");
  click("#state_shut");
  equal(text("#about h3"), "closed");
});

test("a state in the diagram that the machine never comes to is not described", () => {
  click("#state_open");
  find("#table").scrollTop = 7;
  click("#state_spare");
  equal([text("#about h3"), marked("selected"), find("#table").scrollTop], ["closed (the current state)", [], 7]);
});

test("an arrow of the current state sends its event", () => {
  click("#arrow_open");
  equal([text("#state"), text("#last")], ["open", "open → open"]);
});

test("an arrow with several samples asks for one", () => {
  click("#arrow_lock");
  equal([text("#state"), find("#chooser").open], ["closed", true]);
  equal(texts("#choices button"), ["lock(1)", "lock(2)"]);
  click("#choices li:nth-child(2) button");
  equal([find("#chooser").open, text("#last")], [false, "lock(2) → locked"]);
});

test("an arrow of another state is described, and it is said that it is not possible", () => {
  click("#arrow_unlock");
  equal([text("#state"), text("#about h3")], ["closed", "locked"]);
  equal(text("#announcement"), "unlock: not possible in closed.");
  equal([cells("selected"), marked("selected")], [["locked unlock(1)"], ["shut", "locked", "unlock"]]);
  send("open");
  click("#arrow_lock");
  equal([text("#about h3"), cells("selected")], ["closed", ["closed lock(1)", "closed lock(2)"]]);
  click("#arrow_spare");
  equal([text("#about h3"), cells("selected")], ["open (the current state)", []]);
  equal(text("#announcement"), "spare: not possible in open.");
});

// The timeline

test("the buttons step through the timeline, and go back to its beginning", () => {
  send("open", "close", "lock(1)");
  click("#back");
  click("#back");
  equal([text("#state"), text("#position"), text("#announcement")], ["open", "1 of 3", "open: closed to open."]);
  equal(["back", "forward", "reset", "play"].map(isOn), [true, true, true, true]);
  click("#forward");
  equal([text("#state"), text("#position")], ["closed", "2 of 3"]);
  click("#reset");
  equal([text("#state"), text("#position"), text("#last")], ["closed", "0 of 3", ""]);
  equal(["back", "forward", "reset", "play"].map(isOn), [false, true, false, true]);
  // The transitions up to this moment.
  equal([marked("walked"), text("#coverage")], [[], "0 of 8 transitions taken."]);
});

test("keys step through the timeline as the buttons do, and other keys are left to the browser", () => {
  send("open", "close");
  const pressed = (/** @type {string} */ key) => [press(key), text("#position")];
  equal(["ArrowLeft", "ArrowUp", "ArrowUp"].map(pressed), [[false, "1 of 2"], [false, "0 of 2"], [false, "0 of 2"]]);
  equal(["ArrowRight", "ArrowDown", "ArrowDown"].map(pressed), [[false, "1 of 2"], [false, "2 of 2"], [
    false,
    "2 of 2",
  ]]);
  equal(pressed("Home"), [true, "2 of 2"]);
  // With these keys, the arrow keys are the browser's.
  for (const more of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
    const key = new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true, ...more });
    equal([find("#timeline").dispatchEvent(key), text("#position")], [true, "2 of 2"]);
  }
});

test("a click on a moment shows it, and an event there begins a branch", () => {
  send("open", "close");
  click('#timeline [data-index="1"] button');
  equal([text("#state"), text("#position")], ["open", "1 of 2"]);
  send("smash");
  equal([text("#state"), text("#position"), text("#timeline .branch")], ["broken", "2 of 2", "or close → closed"]);
  click("#timeline .branch");
  equal([text("#state"), text("#position")], ["closed", "2 of 2"]);
});

Deno.test("clearing begins anew in the same initial state", async () => {
  await opened({ address: "/page#start=locked&events=smash" });
  equal([text("#state"), text("#position")], ["broken", "1 of 1"]);
  click("#clear");
  equal([text("#state"), text("#position"), listed()], ["locked", "0 of 0", ["begins in locked"]]);
});

Deno.test("clearing after a recording from an unknown state begins in the first initial state", async () => {
  const states = machineWith().states.map((one) => ({ ...one, isInitial: ["open", "broken"].includes(one.name) }));
  await opened({ machine: machineWith({ states }) });
  equal(text("#state"), "open");
  await drop(recording("ajar", "open", "open"));
  equal([text("#state"), find("#state").classList.contains("unknown")], ["ajar", true]);
  equal(text("#about"), "ajar is not a state of this page's machine.");
  click("#state_closed");
  equal(text("#about h3"), "closed");
  click("#clear");
  equal([text("#state"), find("#state").classList.contains("unknown")], ["open", false]);
});

Deno.test("a machine without an initial state begins in its first state, and is cleared to it", async () => {
  const [closed] = machineWith().states;
  const changes = { states: [{ ...closed, isInitial: false }], transitions: [] };
  await opened({ machine: machineWith(changes) });
  equal(text("#state"), "closed");
  await drop(recording("ajar", "open", "closed"));
  click("#clear");
  equal(text("#state"), "closed");
});

Deno.test("of several initial states, the user chooses one", async () => {
  const states = machineWith().states.map((one) => ({ ...one, isInitial: ["closed", "open"].includes(one.name) }));
  await opened({ machine: machineWith({ states }) });
  const shown = () => [isHidden("#start-panel"), find("#start").selectedOptions[0].text, text("#state")];
  equal([shown(), find("#start").options.length], [[false, "closed", "closed"], 2]);
  send("lock(1)");
  change("#start", String(state("open")));
  equal([shown(), text("#position")], [[false, "open", "open"], "0 of 0"]);
  // A list that the user has opened stays open when the machine moves.
  const [option] = find("#start").options;
  send("close");
  equal([find("#start").options[0] === option, shown()], [true, [false, "open", "closed"]]);
  // Another beginning is in the list as long as it is shown.
  pop("#start=locked");
  equal([shown(), find("#start").options.length], [[false, "locked", "locked"], 3]);
});

Deno.test("the only initial state is no choice, unless an address begins elsewhere", async () => {
  await opened({ address: "/page#start=locked" });
  equal([isHidden("#start-panel"), texts("#start option")], [false, ["closed", "locked"]]);
  equal(find("#start").selectedOptions[0].text, "locked");
  pop("#start=open");
  equal(texts("#start option"), ["closed", "open"]);
  equal(find("#start").selectedOptions[0].text, "open");
  change("#start", String(state("closed")));
  equal([isHidden("#start-panel"), text("#state")], [true, "closed"]);
});

// Playing

test("playing moves from moment to moment and stops at the end", () => {
  send("open", "close", "lock(1)");
  click("#play");
  // At the end, it begins anew.
  equal([text("#play"), text("#position"), isOn("play")], ["Pause", "0 of 3", true]);
  pass(800);
  equal([text("#play"), text("#position"), text("#state")], ["Pause", "1 of 3", "open"]);
  pass(800);
  click("#play");
  equal([text("#play"), text("#position")], ["Play", "2 of 3"]);
  pass(5000);
  equal(text("#position"), "2 of 3");
  // It goes on where it has stopped.
  click("#play");
  equal([text("#play"), text("#position")], ["Pause", "2 of 3"]);
  pass(800);
  equal([text("#play"), text("#position"), text("#state")], ["Play", "3 of 3", "locked"]);
});

test("another speed applies immediately and starts nothing", () => {
  send("open", "close");
  click("#reset");
  change("#speed", "4");
  equal(text("#play"), "Play");
  pass(5000);
  equal(text("#position"), "0 of 2");
  click("#play");
  pass(200);
  equal(text("#position"), "1 of 2");
  change("#speed", "0.25");
  pass(800);
  equal(text("#position"), "1 of 2");
  change("#speed", "Infinity");
  pass(0);
  equal(text("#position"), "2 of 2");
});

Deno.test("an event, a moment that is chosen, and clearing end playing", async () => {
  for (const act of [() => send("smash"), () => click('#timeline [data-index="2"] button'), () => click("#clear")]) {
    await opened();
    send("open", "close", "lock(1)");
    click("#play");
    pass(800);
    act();
    const position = text("#position");
    equal(text("#play"), "Play");
    pass(5000);
    equal(text("#position"), position);
  }
});

test("a button that is off does nothing", () => {
  send("open", "close");
  click("#play");
  equal(isOn("back"), false);
  click("#back");
  equal(text("#play"), "Pause");
  pass(800);
  equal(text("#position"), "1 of 2");
});

Deno.test("a counterexample is played", async () => {
  /** @type {MachineDocument["properties"]} */
  const properties = [{
    name: "never broken",
    kind: "invariant",
    verdict: "refuted",
    counterexample: {
      trace: [
        { state: 0, name: "closed" },
        { event: event("open"), state: state("open"), name: "open" },
        { event: event("smash"), state: state("broken"), name: "broken" },
      ],
    },
  }];
  await opened({ machine: machineWith({ properties }) });
  send("lock(1)");
  click("#properties button");
  equal([text("#position"), text("#play"), text("#state")], ["0 of 2", "Pause", "closed"]);
  pass(1600);
  equal([text("#position"), text("#play"), text("#state")], ["2 of 2", "Play", "broken"]);
  // It is not a recording.
  equal(text("#coverage"), "2 of 8 transitions taken.");
});

// The address

Deno.test("a page begins with what its address says, without a step in the history of the browser", async () => {
  await opened({ address: "/page#events=open,close&at=1" });
  equal([text("#state"), text("#position")], ["open", "1 of 2"]);
  equal([location.hash, history.length], ["#start=closed&events=open,close&at=1", 1]);
  pass(1000);
  equal([location.hash, history.length], ["#start=closed&events=open,close&at=1", 1]);
});

Deno.test("an address that the page does not understand is named until something happens", async () => {
  await opened({ address: "/page#events=open,knock" });
  match(text("#warning") ?? "", /the event "knock", which this machine does not have/);
  click("#state_broken");
  match(text("#warning") ?? "", /knock/);
  click("#clear");
  equal(text("#warning"), "");
  pop("#events=open,knock");
  equal([/knock/.test(text("#warning") ?? ""), text("#state")], [true, "open"]);
  click("#clear");
  await drop("nonsense");
  match(text("#warning") ?? "", /not readable/);
  send("open");
  equal(text("#warning"), "");
});

Deno.test("the address follows what the user does, after a while", async () => {
  await opened({ address: "/page?from=issue" });
  send("open");
  pass(150);
  send("close");
  pass(150);
  send("smash");
  pass(150);
  // Browsers refuse too many changes.
  equal([location.hash, history.length], ["", 1]);
  pass(50);
  equal([location.hash, history.length], ["#start=closed&events=open,close,smash", 2]);
  click("#back");
  pass(200);
  equal([location.hash, history.length], ["#start=closed&events=open,close,smash&at=2", 3]);
  // What is selected is not in the address.
  click("#state_broken");
  pass(200);
  equal(history.length, 3);
  click("#clear");
  pass(200);
  equal([location.href, history.length], ["http://127.0.0.1/page?from=issue", 4]);
});

test("what is played makes no steps in the history of the browser", async () => {
  send("open", "close", "lock(1)");
  pass(200);
  equal(history.length, 2);
  click("#play");
  pass(1100);
  equal([location.hash, history.length], ["#start=closed&events=open,close,lock_1&at=1", 2]);
  pass(500);
  click("#play");
  await drop(recording("closed", "open", "open", "close", "closed"));
  pass(1500);
  click("#play");
  pass(200);
  equal([location.hash, history.length], ["#start=closed&events=open,close&at=1", 2]);
  click("#back");
  pass(200);
  equal([location.hash, history.length], ["#start=closed&events=open,close&at=0", 2]);
});

test("back and forward in the browser lead to moments of the timeline, and what follows stays", () => {
  send("open");
  pass(200);
  send("close");
  pass(200);
  equal(history.length, 3);
  pop("#start=closed&events=open");
  equal([text("#state"), text("#position")], ["open", "1 of 2"]);
  equal([location.hash, history.length], ["#start=closed&events=open,close&at=1", 3]);
  pass(1000);
  equal(history.length, 3);
  pop("");
  equal([text("#state"), text("#position")], ["closed", "0 of 2"]);
});

test("an address of another sequence replaces the timeline", () => {
  send("open", "close");
  pass(200);
  pop("#start=closed&events=smash");
  equal([text("#state"), listed()], ["broken", ["begins in closed", "smash → broken"]]);
  pop("#start=locked&events=unlock_1,open");
  equal([text("#state"), listed()], ["open", ["begins in locked", "unlock(1) → closed", "open → open"]]);
  equal([location.hash, history.length], ["#start=locked&events=unlock_1,open", 2]);
});

test("an address that the page has written itself changes nothing", async () => {
  await drop(recording("closed", "open", "open", "knock", "open"));
  change("#speed", "Infinity");
  pass(200);
  equal([text("#position"), location.hash], ["2 of 2", "#start=closed&events=open"]);
  pop(location.hash);
  equal(text("#position"), "2 of 2");
  click("#reset");
  pass(200);
  equal(location.hash, "#start=closed&events=open&at=0");
  change("#speed", "1");
  click("#play");
  pop(location.hash);
  equal(text("#play"), "Pause");
});

test("a note belongs to its moment and is in the address immediately", () => {
  send("open");
  pass(200);
  change("#note", "It squeaks", "input");
  equal([text("#timeline .remark"), history.length], ["It squeaks", 2]);
  equal(location.hash, "#start=closed&events=open&note1=It%20squeaks");
  click("#back");
  equal(find("#note").value, "");
  click("#forward");
  equal([find("#note").value, text("#announcement")], ["It squeaks", "open: closed to open. Note: It squeaks"]);
});

// Copies and files

Deno.test("a link is copied: the address with the sequence", async () => {
  await opened({ address: "/page?from=issue" });
  click("#copy-link");
  await settled();
  equal(text("#copied"), "Link copied.");
  send("open", "close");
  // What was copied is another moment.
  equal(text("#copied"), "");
  click("#copy-link");
  const page = "http://127.0.0.1/page?from=issue";
  equal(copied, [page, `${page}#start=closed&events=open,close`]);
  await settled();
  pass(200);
  click("#copy-link");
  equal(copied[2], `${page}#start=closed&events=open,close`);
  await settled();
});

test("a link to a recording contains what the page knows and says so", async () => {
  await drop(recording("closed", "open", "open", "knock", "open"));
  click("#copy-link");
  await settled();
  equal(text("#copied"), "Link to the part of the timeline that fits copied.");
  equal(copied, ["http://127.0.0.1/page#start=closed&events=open&at=0"]);
});

test("a test, texts and a recording are copied up to the current moment", async () => {
  send("open", "close");
  click("#back");
  const what = /** @type {const} */ ([
    ["copy-test", "Swift test", /^import StateMachineGraphs[^]*@Test\("Door: open"\)/],
    ["copy-story", "Markdown", /^Machine `Door`:\n\n- Step 0: `begins in closed`\n- Step 1: `open`: `→ open`\n\n/],
    ["copy-sequence", "Mermaid", /^sequenceDiagram\n[^]*Sender->>Machine: open\n[^\n]*: → open$/],
    ["copy-recording", "JSON Lines", /^\{.*"version":3\}\n\{.*"kind":"machine".*\}\n\{"entry":\{"after":"open".*\}\n$/],
  ]);
  for (const [id, name, content] of what) {
    click(`#${id}`);
    await settled();
    equal(text("#copied"), `${name} copied.`);
    match(copied.pop() ?? "", content);
  }
});

test("pictures are saved, and the page shows the same moment as before", async () => {
  send("open", "close");
  pass(1000);
  const shown = () => [marked("active"), marked("walked"), marked("taken"), text("#position")];
  const before = shown();
  for (const id of ["save-svg", "save-png", "save-moving"]) {
    click(`#${id}`);
    await settled();
  }
  equal(saved.map(({ name, file }) => [name, file?.type]), [
    ["Door.svg", "image/svg+xml"],
    ["Door.png", "image/png"],
    ["Door-story.svg", "image/svg+xml"],
  ]);
  equal([text("#copied"), shown()], ["Door-story.svg saved.", before]);
});

// Recordings

test("a recording is played at its own speed and marks the transitions that it never took", async () => {
  send("smash");
  await drop({ "run.jsonl": recording("closed", "open", "open", "close", "closed") });
  equal([text("#play"), text("#position"), text("#state")], ["Pause", "0 of 2", "closed"]);
  equal(text("#recordings li b"), "run.jsonl");
  equal(
    text("#coverage"),
    "0 of 8 transitions taken. Not taken in the recording: lock(1) in closed; lock(2) in closed; " +
      "unlock(1) in locked; smash in closed; smash in open; smash in locked.",
  );
  equal(marked("missed"), ["lock", "unlock", "smash_closed", "smash_open", "smash_locked", "spare"]);
  equal(cells("missed").length, 6);
  pass(999);
  equal(text("#position"), "0 of 2");
  pass(1);
  equal([text("#position"), text("#state"), text("#announcement")], ["1 of 2", "open", "open: closed to open."]);
  match(text("#coverage") ?? "", /^1 of 8 transitions taken\. Not taken in the recording: lock\(1\)/);
  pass(1000);
  equal([text("#position"), text("#play")], ["2 of 2", "Play"]);
  // An event is not recorded, but what the recording took is still marked.
  send("lock(2)");
  equal(marked("missed").includes("lock"), false);
  click("#clear");
  equal([text("#coverage"), marked("missed"), cells("missed")], ["0 of 8 transitions taken.", [], []]);
});

Deno.test("at most twelve transitions are named that a recording never took", async () => {
  const events = Array.from({ length: 14 }, (_, index) => ({ ...door().events[0], name: `event-${index}` }));
  const [first] = machineWith().document.transitions;
  const named = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, index) => `event-${index + 1} in closed`).join("; ");
  for (
    const [count, words] of /** @type {[number, string][]} */ ([
      [14, `0 of 14 transitions taken. Not taken in the recording: ${named(12)}; and 1 more.`],
      [13, `0 of 13 transitions taken. Not taken in the recording: ${named(12)}.`],
      [2, `0 of 2 transitions taken. Not taken in the recording: ${named(1)}.`],
      [1, "0 of 1 transition taken."],
    ])
  ) {
    const transitions = Array.from({ length: count }, (_, event) => ({ ...first, event }));
    await opened({ machine: machineWith({ events, transitions }) });
    await drop(recording("closed", "event-0", "open"));
    equal(text("#coverage"), words);
  }
});

test("the file dialog opens by a button", () => {
  let clicks = 0;
  find("#file").addEventListener("click", () => clicks++);
  click("#open");
  equal(clicks, 1);
});

test("a text that is no recording, or one of another machine, is refused and changes nothing", async () => {
  send("open");
  await drop("nonsense");
  equal(
    text("#warning"),
    "The text: Line 1 of the recording is not readable: the line is not valid JSON or is truncated.",
  );
  await drop({ "other.jsonl": recording("waiting", "go", "gone") });
  equal(
    text("#warning"),
    "other.jsonl is of another machine (waiting), and not of Door (closed, open, locked, broken).",
  );
  equal([text("#position"), text("#recordings"), isHidden("#covered")], ["1 of 1", "", true]);
});

test("several recordings are put beside each other, and what they cover is announced and shown", async () => {
  send("open");
  await drop("nonsense");
  await drop({
    one: recording("closed", "open", "open", "close", "closed"),
    other: recording("closed", "open", "open"),
  });
  equal([text("#warning"), text("#position"), text("#play")], ["", "1 of 1", "Play"]);
  equal(texts("#recordings b"), ["one", "other"]);
  equal(text("#announcement"), `2 recordings added. ${text("#covered-summary")}`);
  match(text("#covered-summary") ?? "", /^2 of 8 transitions taken, 2 of 4 states entered, in 2 recordings/);
  const heat = () => ["open", "close", "lock"].map((id) => find(`#arrow_${id}`).getAttribute("data-heat"));
  const counts = () =>
    ["open", "close", "smash"].map((sent) =>
      find(cell(sent === "close" ? "open" : "closed", sent)).getAttribute("data-count")
    );
  equal([heat(), counts()], [["4", "1", "0"], ["× 2", "× 1", null]]);
  equal(marked("missed").includes("lock"), true);
  // What is missing is listed with the recordings.
  equal(text("#coverage"), "1 of 8 transitions taken.");
  click("#show-heat");
  equal([heat(), counts(), marked("missed")], [[null, null, null], [null, null, null], []]);
});

test("of several files, one that is no recording is named, and the others are added", async () => {
  await drop({ bad: "nonsense", good: recording("closed", "open", "open") });
  match(text("#warning") ?? "", /^bad: Line 1/);
  equal(texts("#recordings b"), ["good"]);
  match(text("#announcement") ?? "", /^1 recording added\. 1 of 8 transitions taken/);
  await drop({ bad: "nonsense", worse: recording("waiting", "go", "gone") });
  match(text("#warning") ?? "", /^bad: Line 1 .*\. worse is of another machine/);
  equal(texts("#recordings b"), ["good"]);
});

test("the timeline is added to the recordings, and played from there", () => {
  send("open", "close");
  click("#add-timeline");
  equal([text("#recordings b"), text("#state")], ["timeline", "closed"]);
  click("#clear");
  click('[aria-label="Play timeline"]');
  equal([text("#position"), text("#play")], ["0 of 2", "Pause"]);
  equal(text("#coverage"), "0 of 8 transitions taken.");
  pass(800);
  equal(text("#position"), "1 of 2");
});

test("a recording that continues with the page's events is still a recording", async () => {
  await drop(recording("closed", "open", "open"));
  pass(1000);
  send("close");
  click("#add-timeline");
  click("#clear");
  click('[aria-label="Play timeline"]');
  match(text("#coverage") ?? "", /^0 of 8 transitions taken\. Not taken in the recording: lock/);
});

test("a moment of a comparison is shown but not played", async () => {
  await drop({
    one: recording("closed", "open", "open", "close", "closed"),
    other: recording("closed", "open", "open", "smash", "broken"),
  });
  click('[aria-label$="show this moment of other"][aria-label^="smash"]');
  equal([text("#state"), text("#position"), text("#play")], ["broken", "2 of 2", "Play"]);
  match(listed()[2] ?? "", /smash → broken/);
});

test("the way to a missing transition is sent from its beginning", () => {
  send("smash");
  click("#add-timeline");
  click('[aria-label="Go to unlock(1) in locked"]');
  equal([text("#state"), listed()], ["closed", ["begins in closed", "lock(1) → locked", "unlock(1) → closed"]]);
});

// A live machine

/** What the app and the panel hear of the page. @param {Partial<LiveHandlers>} [changes] */
function handlers(changes) {
  /** @type {unknown[]} */
  const heard = [];
  return {
    heard,
    send: (/** @type {number} */ sent) => void heard.push(sent),
    onShow: () => void heard.push("show"),
    onLeave: () => void heard.push("leave"),
    ...changes,
  };
}

/** The timeline of a live machine. @param {string[]} parts */
function live(...parts) {
  return timelineOf(happenings(machineWith(), readRecording(recording(...parts))));
}

test("a live machine is shown with what it has not taken yet, and gets the events", ({ attach, show }) => {
  send("smash");
  pass(200);
  const address = location.hash;
  const timeline = live("closed", "open", "open");
  const told = handlers();
  attach(timeline, told);
  equal([text("#state"), text("#position")], ["open", "1 of 1"]);
  match(text("#coverage") ?? "", /^1 of 8 transitions taken\. Not taken yet: close in open; lock/);
  send("close");
  equal([text("#state"), told.heard], ["open", [event("close")]]);
  // The page is told of another moment, and not of another look at the same one.
  timeline.extend(live("open", "close", "closed").end, 100);
  show();
  equal([text("#state"), told.heard.at(-1)], ["closed", "show"]);
  click("#state_broken");
  equal(told.heard, [event("close"), "show"]);
  click("#back");
  equal(told.heard, [event("close"), "show", "show"]);
  // Others could not follow the address.
  pass(1000);
  equal(location.hash, address);
  click("#add-timeline");
  equal(text("#recordings b"), "live machine");
});

test("a machine that takes no events is played on the page from where it is", ({ attach }) => {
  const told = handlers({ send: null });
  attach(live("closed", "open", "open"), told);
  send("close");
  equal([told.heard, text("#state")], [["leave"], "closed"]);
  equal([text("#position"), listed()], ["1 of 1", ["begins in open", "close → closed"]]);
  equal(text("#coverage"), "1 of 8 transitions taken.");
  send("lock(1)");
  equal([text("#position"), told.heard], ["2 of 2", ["leave"]]);
  pass(200);
  equal(location.hash, "#start=open&events=close,lock_1");
});

test("no event is played from a state of a live machine that the page does not know", ({ attach }) => {
  const told = handlers({ send: null });
  attach(live("closed", "wedge", "stuck"), told);
  send("open");
  equal([text("#position"), text("#warning")], ["1 of 1", "stuck is not a state of this page's machine."]);
  equal(told.heard, []);
});

test("the page leaves a live machine once, and begins anew where it began", ({ attach, detach }) => {
  detach();
  const told = handlers();
  attach(live("open", "close", "closed"), told);
  equal(told.heard, []);
  detach();
  equal([told.heard, text("#state"), text("#position")], [["leave"], "open", "0 of 0"]);
  send("smash");
  detach();
  equal([told.heard, text("#position")], [["leave"], "1 of 1"]);
});

test("another live machine takes the place of one, which is not left by the user", ({ attach }) => {
  const [one, other] = [handlers(), handlers()];
  attach(live("open", "close", "closed"), one);
  attach(live("closed", "smash", "broken"), other);
  equal([text("#state"), one.heard, other.heard], ["broken", [], []]);
  click("#clear");
  equal([one.heard, other.heard], [[], ["leave"]]);
});

// Steps, the story, and properties

/** A door of which somebody claims things. */
const claimed = () =>
  machineWith({
    properties: [
      { name: "it stays <b>whole", kind: "never", verdict: "refuted", check: { states: { broken: "3", unsure: "" } } },
      { name: "it is opened", kind: "eventually", verdict: "refuted", check: { promise: opens } },
      { name: "it can be opened", kind: "reachable", verdict: "holds", unchecked: "a run shows only itself" },
    ],
  });

const opens = { starts: "0", begins: "", goals: "1", unsure: "" };

Deno.test("a recording that violates a property is shown at the step that does, and the other properties say what they can", async () => {
  await opened({ machine: claimed() });
  equal([texts("#properties .judgement"), texts("#broken-steps li")], [["", "", ""], []]);
  await drop(recording("closed", "lock(1)", "locked", "smash", "broken"));
  equal([text("#position"), text("#play")], ["2 of 2", "Play"]);
  equal(texts("#properties .judgement"), [
    "Broken at step 2. Go to step 2",
    "Still open at step 2, the last one.",
    "Not decided: a run shows only itself.",
  ]);
  equal(texts("#broken-steps li"), ["Broken at step 2: it stays <b>whole. Go to step 2"]);
  match(text("#announcement") ?? "", /^Broken at step 2: it stays <b>whole\. smash: locked to broken\./);
  click("#reset");
  equal(text("#position"), "0 of 2");
  click("#properties .judgement button");
  equal(text("#position"), "2 of 2");
  click("#reset");
  click("#broken-steps button");
  equal(text("#position"), "2 of 2");
  // What is played on the page is checked, too, up to the end of the timeline.
  click("#clear");
  equal([texts("#properties .judgement"), texts("#broken-steps li")], [["", "", ""], []]);
  send("open");
  equal(texts("#properties .judgement").slice(0, 2), ["Not broken in steps 0 to 1.", "Not broken in steps 0 to 1."]);
  click("#copy-story");
  await settled();
  equal(copied.pop()?.includes("Broken"), false);
});

Deno.test("Markdown names the violated properties of its steps", async () => {
  await opened({ machine: claimed() });
  send("open", "smash", "open");
  click("#copy-story");
  await settled();
  match(copied.pop() ?? "", /\n- Step 3: `open`: `rejected`\n\nBroken at step 2: `it stays <b>whole`\n\n\*\*Step 1/);
});

Deno.test("a button that leads to a step keeps the focus while the page is shown again", async () => {
  await opened({ machine: claimed() });
  await drop(recording("closed", "lock(1)", "locked", "smash", "broken"));
  find("#broken-steps button").focus();
  click("#broken-steps button");
  equal(document.activeElement, find("#broken-steps button"));
});

test("a story from one step to another is what the buttons copy and save", async () => {
  send("open", "close", "lock(1)", "unlock(1)", "open");
  equal([text("#story-range"), isHidden("#usual-range")], [
    "These buttons copy and save steps 0 to 5, up to the current step.",
    true,
  ]);
  find("#go-to").value = "2";
  find("#go-to-form").dispatchEvent(new Event("submit", { cancelable: true }));
  click("#begin-here");
  click("#forward");
  click("#forward");
  click("#end-here");
  click("#reset");
  equal([text("#story-range"), isHidden("#usual-range")], ["These buttons copy and save steps 2 to 4.", false]);
  const what = /** @type {const} */ ([
    ["copy-test", "Swift test", /@Test\("Door: lock, unlock"\)\n.*\n.*\(Door\.closed\)\n.*Step 2\n.*Step 3\n/],
    ["copy-story", "Markdown", /^Machine `Door`, steps 2 to 4:\n\n- Step 2: `begins in closed`\n- Step 3: `lock\(1\)`/],
    ["copy-sequence", "Mermaid", /Door\n {4}Note over Machine: Step 2: begins in closed\n/],
    ["copy-recording", "JSON Lines", /^.*\n.*\n.*"event":"lock\(1\)".*\n.*"event":"unlock\(1\)".*\n$/],
    ["copy-link", "Link", /#start=closed&from=2&events=lock_1,unlock_1$/],
  ]);
  for (const [id, name, content] of what) {
    click(`#${id}`);
    await settled();
    equal(text("#copied"), `${name} copied.`);
    match(copied.pop() ?? "", content);
  }
  click("#save-moving");
  await settled();
  match(await saved[0].file?.text() ?? "", /Step 2: begins in closed<[^]*Step 4: unlock\(1\) → closed</);
  // The page shows what it has shown.
  equal([text("#position"), marked("active")], ["0 of 5", ["shut", "closed"]]);
  click("#usual-range");
  equal([text("#story-range"), isHidden("#usual-range"), document.activeElement?.id], [
    "These buttons copy and save step 0, up to the current step.",
    true,
    "begin-here",
  ]);
});

Deno.test("a link to a part of a timeline keeps the numbers of its steps", async () => {
  await opened({ address: "/page#start=closed&from=80&events=lock_1,unlock_1&at=81&note82=quiet" });
  equal([text("#position"), text("#state")], ["81 of 82", "locked"]);
  click("#forward");
  equal(find("#note").value, "quiet");
  match(text("#story-range") ?? "", /steps 80 to 82/);
  pass(1000);
  equal(location.hash, "#start=closed&from=80&events=lock_1,unlock_1&note82=quiet");
  pop("#start=closed&from=80&events=lock_1");
  equal([text("#position"), text("#warning")], ["81 of 82", ""]);
  pop("#start=closed&from=7&events=lock_1");
  equal(text("#position"), "8 of 8");
});

Deno.test("a test of steps in the middle begins at the start if Swift cannot write the state, and the page says so", async () => {
  const { states } = machineWith();
  await opened({ machine: machineWith({ states: states.map((one) => ({ ...one, swift: `Door(${one.name})` })) }) });
  send("open", "close");
  click("#back");
  click("#begin-here");
  click("#forward");
  click("#copy-test");
  await settled();
  equal(
    text("#copied"),
    "Swift test copied. Its first step is 0: the state after step 1 cannot be written in Swift.",
  );
  match(copied.pop() ?? "", /"Door: open, close"/);
});

test("hidden steps are left out of the list, and numbers and buttons are those of the whole timeline", () => {
  send("open", "open", "close");
  change("#show-rejected", "hide");
  equal(listed(), ["begins in closed", "open → open", "close → closed"]);
  equal(text("#hidden-steps"), "1 step is hidden. The current step is always shown.");
  click("#back");
  equal([text("#position"), listed()[2]], ["2 of 3", "open rejected"]);
  change("#timeline-search", "close", "input");
  click("#find-next");
  equal([text("#position"), text("#timeline-found")], ["3 of 3", "2 of 2 steps"]);
  find("#note").value = "close the window";
  click("#back");
  change("#note", "the window is close", "input");
  equal(text("#timeline-found"), "2 steps found");
  change("#show-rejected", "all");
  equal(text("#timeline-found"), "2 of 3 steps");
});
