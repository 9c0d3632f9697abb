// What the diagram shows of the machine, and what clicks on it do.

/** @import { ChartState } from "page/machine.js" */
/** @import { Happening } from "page/timeline.js" */
import { deepStrictEqual as equal, match, ok } from "node:assert";
import { Diagram } from "page/diagram.js";
import { beginning, happening, Timeline } from "page/timeline.js";
import { door, stateOf, step } from "./door.js";
import {
  all as every,
  boxIn,
  click,
  Clock,
  element,
  enter,
  observeSizes,
  openPage,
  press,
  text,
  viewBox,
} from "./page-without-browser.js";

/** @param {number} id @param {string} name @param {...ChartState[]} regions @returns {ChartState} */
function chartState(id, name, ...regions) {
  return { id: `state_${id}`, name, regions: regions.map((states) => ({ states })) };
}

/** A lamp that is off or on, or whose color and brightness change. One state and one arrow are not drawn. */
const chart = [
  chartState(0, "off"),
  chartState(1, "on", [chartState(2, "low"), chartState(3, "high")]),
  chartState(4, "both", [chartState(5, "red"), chartState(6, "blue")], [chartState(7, "dim"), chartState(8, "bright")]),
  chartState(99, "not drawn"),
];

/** The states of the machine: those of the chart that each is in. */
const states = { off: [0], low: [1, 2], high: [1, 3], dim: [4, 5, 7], bright: [4, 5, 8] };

/** Source, event, target and arrow. Both states in which the lamp is on have the same arrow to off. */
const transitions = /** @type {const} */ ([
  ["off", "start", "low", 0],
  ["low", "up", "high", 1],
  ["high", "down", "low", 2],
  ["low", "stop", "off", 3],
  ["high", "stop", "off", 3],
  ["off", "color", "dim", 4],
  ["dim", "up", "bright", 5],
  ["bright", "stop", "off", 99],
]);

const [names, events] = [Object.keys(states), ["start", "up", "down", "stop", "color"]];

/** Where a state is in the diagram, in which the states stand beside each other. @param {number} id */
function place(id) {
  return { x: 500 + 100 * id, y: 200, width: 40, height: 20 };
}

/**
 * The diagram of a lamp, of 2000 × 500 in a frame of 500 × 250.
 * @param {object} [options]
 * @param {number} [options.others] How many more states there are.
 * @param {boolean} [options.isStill] Whether the user wants no motion.
 */
function opened({ others = 0, isStill = true } = {}) {
  openPage();
  clock.timers.clear();
  began = clock.now;
  const more = Array.from({ length: others }, (_, index) => chartState(100 + index, `other ${index}`));
  const machine = door({
    name: "Lamp",
    states: Object.entries(states).map(([name, ids], index) =>
      stateOf(name, { isInitial: index === 0, chartStates: ids.map((id) => `state_${id}`) })
    ),
    events: events.map((name) => ({ id: name, name, path: [name] })),
    transitions: transitions.map(([source, event, target, arrow]) =>
      step(names.indexOf(source), events.indexOf(event), names.indexOf(target), { arrows: [`arrow_${arrow}`] })
    ),
    chart: {
      regions: [{ states: [...chart, ...more] }],
      arrows: [0, 1, 2, 3, 4, 5, 99].map((id) => ({ id: `arrow_${id}`, labels: [] })),
    },
  });
  element("#picture").innerHTML = `<svg viewBox="0 0 2000 500"><g id="graph0"><title>Lamp</title>${
    [...Array(9).keys(), ...more.keys()].map((id, index) =>
      `<g id="state_${index < 9 ? id : 100 + id}" class="node"><title>s${id}</title><path d="M0,0"/></g>`
    ).join("")
  }${
    [0, 1, 2, 3, 4].map((id) =>
      `<g id="arrow_${id}" class="edge"><title>s0</title><path d="M${id},0"/><polygon/><text>event</text></g>`
    ).join("")
  }<g id="arrow_5" class="edge"><text>an arrow without a line</text></g></g></svg>`;
  setGeometry(isStill);
  /** @type {unknown[]} */
  const told = [];
  const diagram = new Diagram(/** @type {SVGSVGElement} */ (/** @type {unknown} */ (picture())), machine, {
    onState: (id) => told.push(["state", id]),
    onArrow: (id, click) => told.push(["arrow", id, click.type]),
  });
  const timeline = new Timeline(beginning(machine, 0));
  return {
    diagram,
    machine,
    told,
    timeline,
    /** Sends events, and shows where the machine came. @param {...string} sent */
    send(...sent) {
      for (const name of sent) timeline.add(happening(machine, timeline.current, events.indexOf(name)));
      diagram.show(timeline.current, { isNew: true });
    },
    /** The transitions up to the current moment. */
    taken: () =>
      new Set(timeline.past.flatMap(({ previous, event }) => machine.transition(previous?.state ?? null, event) ?? [])),
  };
}

/** What jsdom does not know. @param {boolean} isStill Whether the user wants no motion. */
function setGeometry(isStill) {
  observeSizes();
  Object.assign(globalThis, {
    matchMedia: (/** @type {string} */ query) => ({ matches: isStill && query === "(prefers-reduced-motion: reduce)" }),
  });
  const frame = { clientWidth: 500, clientHeight: 250 };
  for (const [side, value] of Object.entries(frame)) Object.defineProperty(element("#picture"), side, { value });
  Object.defineProperty(Object.getPrototypeOf(picture()), "viewBox", {
    /** @this {Element} */
    get() {
      return { baseVal: viewBox(this) };
    },
  });
  Object.assign(picture(), { width: { baseVal: { value: 2000 } } });
  Object.assign(SVGElement.prototype, {
    getBBox: () => ({ x: 0, y: 0, width: 100, height: 100 }),
    getTotalLength: () => 10,
    getPointAtLength: () => ({ x: 500, y: 500 }),
    /** @this {Element} */
    getBoundingClientRect() {
      if (!this.id.startsWith("state_")) return { left: 0, top: 0 };
      return boxIn(shown(), 500, place(Number(this.id.replace("state_", ""))));
    },
  });
}

function picture() {
  return element("#picture > svg");
}

/** The part of the diagram in the frame. */
function shown() {
  return viewBox(picture());
}

/** What has a class in the diagram, apart from closed boxes: numbers of states, or of arrows. @param {string} name */
function marked(name, kind = "state") {
  return every(`#picture [id^=${kind}_].${name}`).map(({ id }) => Number(id.replace(`${kind}_`, "")));
}

/** The state in the middle of the frame. */
function middle() {
  const { x, y, width, height } = shown();
  equal(Math.round(y + height / 2), 210);
  return (x + width / 2 - 520) / 100;
}

const clock = new Clock();
let began = 0;

/** Lets time pass. @param {number} until Milliseconds since the diagram was opened. */
function wait(until) {
  clock.wait(began + until - clock.now);
}

/** What lights up. */
function lit() {
  return [marked("exiting"), marked("coming"), marked("entering")];
}

Deno.test("the diagram is an image that says where the machine is, without the names of Graphviz", () => {
  const { send } = opened();
  send();
  equal([picture().getAttribute("role"), picture().getAttribute("aria-label")], ["img", "Diagram of Lamp, in off"]);
  equal(document.querySelectorAll("#picture title").length, 0);
  send("start");
  equal(picture().getAttribute("aria-label"), "Diagram of Lamp, in low");
});

Deno.test("nothing is marked in a state that the page does not know", () => {
  const { send, diagram, timeline } = opened();
  send("start");
  /** @type {Happening} */
  const unknown = { ...timeline.current, state: null, stateName: "strange", outcome: "unknown" };
  timeline.add(unknown);
  diagram.show(timeline.current, { isNew: true });
  equal([marked("active"), marked("possible", "arrow"), marked("taken", "arrow")], [[], [], []]);
  equal(picture().getAttribute("aria-label"), "Diagram of Lamp, in strange");
});

Deno.test("an arrow is easy to hit: it has its line twice, once as an area below", () => {
  opened();
  const parts = [...element("#arrow_1").children].map((part) => [part.tagName, part.getAttribute("class")]);
  equal(parts, [["path", "area"], ["path", null], ["polygon", null], ["text", null]]);
  equal(element("#arrow_1 .area").getAttribute("d"), "M1,0");
});

Deno.test("exited states light up first, the innermost before the outer one, and then the entered ones", () => {
  const { send } = opened({ isStill: false });
  send("start");
  wait(10_000);
  send("stop");
  equal([marked("active"), marked("coming")], [[0], [0]]);
  for (
    const [time, found] of /** @type {[number, number[][]][]} */ ([
      [0, [[2], [0], []]],
      [139, [[2], [0], []]],
      [140, [[1, 2], [0], []]],
      [280, [[1, 2], [], [0]]],
      [420, [[1], [], [0]]],
      [560, [[], [], [0]]],
      [700, [[], [], []]],
    ])
  ) {
    wait(10_000 + time);
    equal(lit(), found);
  }
});

Deno.test("what stays active when the machine moves lights up neither as exited nor as entered", () => {
  const { send } = opened({ isStill: false });
  send("start");
  // The outer state is entered first.
  wait(0);
  equal([marked("exiting"), marked("entering")], [[0], []]);
  wait(140);
  equal([marked("coming"), marked("entering")], [[2], [1]]);
  wait(10_000);
  send("up");
  wait(10_140);
  equal([marked("exiting"), marked("entering")], [[2], [3]]);
});

Deno.test("what else is marked does not end what is lighting up", () => {
  const { diagram, send, taken } = opened({ isStill: false });
  send("start", "stop");
  diagram.showPath(taken());
  diagram.select(0, []);
  equal(marked("coming"), [0]);
  wait(0);
  equal([marked("exiting"), marked("coming")], [[2], [0]]);
});

Deno.test("another moment ends what is still lighting up", () => {
  const { send, diagram, timeline } = opened({ isStill: false });
  send("start", "stop");
  wait(0);
  equal([marked("exiting"), marked("coming")], [[2], [0]]);
  timeline.back();
  diagram.show(timeline.current, { isNew: false });
  for (const time of [0, 140, 280, 10_000]) {
    wait(time);
    equal(lit(), [[], [], []]);
  }
});

Deno.test("nothing lights up at the beginning, at an earlier moment, or for a user who wants no motion", () => {
  opened().send("start");
  wait(300);
  equal(lit(), [[], [], []]);
  opened({ isStill: false }).send();
  wait(0);
  equal(lit(), [[], [], []]);
  const { diagram, machine, timeline } = opened({ isStill: false });
  timeline.add(happening(machine, timeline.current, events.indexOf("start")));
  diagram.show(timeline.current, { isNew: false });
  wait(300);
  equal(lit(), [[], [], []]);
});

/** The heat of states or arrows that have any, from the first one on. @param {string} kind */
function heats(kind) {
  return every(`#picture [id^=${kind}_]`).map((found) => found.getAttribute("data-heat"));
}

Deno.test("states and arrows are the hotter the more often recordings took them", () => {
  const { diagram, machine } = opened();
  const counts = [16, 1, 0, 2, 2, 0, 0, 0];
  const transitions = new Map(machine.document.transitions.map((one, index) => [one, counts[index]]));
  for (const [one, count] of transitions) if (count === 0) transitions.delete(one);
  diagram.showHeat({ states: [1, 2, 14, 0, 0], transitions, rejected: 0, unknown: 0 });
  equal(picture().classList.contains("heated"), true);
  // Both transitions of an arrow are counted together. One of 16 is the least heat, and 4 of 16 is in the middle.
  equal(heats("arrow"), ["4", "1", "0", "3", "0", "0"]);
  // Both states in which the lamp is on are in the outer state.
  equal(heats("state"), ["1", "4", "2", "4", "0", "0", "0", "0", "0"]);
  diagram.showHeat(null);
  const all = () => new Set([...heats("arrow"), ...heats("state")]);
  equal([picture().classList.contains("heated"), all()], [false, new Set([null])]);
  // Before any recording, nothing is hot.
  diagram.showHeat({ states: [0, 0, 0, 0, 0], transitions: new Map(), rejected: 0, unknown: 0 });
  equal(all(), new Set(["0"]));
});

Deno.test("the button shows the innermost state to which the machine came", () => {
  const { send } = opened();
  for (
    const [sent, id] of /** @type {[string[], number][]} */ ([
      [[], 0],
      [["start"], 2],
      [["up"], 3],
      // A rejected event changes nothing.
      [["up"], 3],
      [["stop", "color"], 5],
      // Only the second region moves.
      [["up"], 8],
      [["color"], 5],
    ])
  ) {
    send(...sent);
    click("#zoom-state");
    equal([text("#zoom-level"), middle()], ["100 %", id]);
  }
});

Deno.test("a zoomed diagram moves to the state that the machine came to", () => {
  const { send, diagram } = opened();
  send();
  click("#zoom-state");
  ok(shown().x + shown().width < place(8).x);
  send("color", "up");
  ok(shown().x + shown().width > place(8).x + place(8).width);
  equal(diagram.parts, { whole: { width: 2000, height: 500 }, shown: shown() });
});

/** Closed boxes with a class, in the diagram. @param {string} name */
function markedBoxes(name) {
  return [...document.querySelectorAll(`#picture .cover.${name}`)].map((cover) => cover.getAttribute("data-state"));
}

Deno.test("in a large diagram, the overview says where the machine is, and where it can go", () => {
  const { diagram, send, taken } = opened({ others: 25 });
  send();
  equal(element("#overview").getAttribute("aria-label"), "Diagram of Lamp, in off");
  equal(document.querySelectorAll("#overview .edge.possible").length, 2);
  send("start");
  equal(text("#overview .cover.active text:nth-of-type(3)"), "low");
  equal(markedBoxes("active"), ["state_1"]);
  // The path is marked on closed boxes, too.
  diagram.showPath(taken());
  equal(markedBoxes("walked"), ["state_1"]);
  diagram.showPath(new Set());
  equal(markedBoxes("walked"), []);
});

Deno.test("the button opens what is around the current state, and shows it in the diagram", () => {
  const { send } = opened({ others: 25 });
  send("start");
  equal(element("#overview").hasAttribute("hidden"), false);
  click("#zoom-state");
  equal([element("#overview").hasAttribute("hidden"), text("#zoom-level")], [true, "100 %"]);
  equal(element("[data-fold=state_1]").getAttribute("aria-expanded"), "true");
  equal(element("[data-fold=state_4]").getAttribute("aria-expanded"), "false");
  // A composite that the user opens is shown as large as it can be read.
  click("[data-fold=state_4]");
  equal([text("#zoom-level"), middle()], ["100 %", 4]);
});

Deno.test("the search marks states and closed boxes, and Enter opens and describes what it found", () => {
  const { told } = opened({ others: 25 });
  const found = () => [marked("found"), markedBoxes("found"), text("#diagram-found")];
  enter("#diagram-search", "dim", "input");
  equal(found(), [[7], ["state_4"], "1 state found"]);
  press(element("#diagram-search"), "Enter");
  equal(told, [["state", "state_7"]]);
  equal([element("[data-fold=state_4]").getAttribute("aria-expanded"), text("#zoom-level")], ["true", "100 %"]);
  // What is not drawn is not found.
  enter("#diagram-search", "not drawn", "input");
  equal(found(), [[], [], "0 states found"]);
});

Deno.test("the shapes of a moment have its marks, and nothing lights up", () => {
  const { diagram, send, taken, timeline } = opened({ isStill: false });
  document.head.append(Object.assign(document.createElement("style"), {
    textContent: ".walked { opacity: 0.75 } .active { opacity: 0.5 } .coming { opacity: 0.25 }",
  }));
  send("start", "stop", "start");
  const shapes = diagram.shapesAt(timeline.current, taken());
  // Two states are active, and a state and two arrows are only on the path.
  equal(["0.5", "0.75", "0.25"].map((value) => shapes.split(`opacity="${value}"`).length - 1), [2, 3, 0]);
  match(shapes, /^<g .*<text[^>]*>event<\/text>/);
  wait(10_000);
  equal([marked("exiting"), marked("entering")], [[], []]);
});

Deno.test("the overview is a picture of its own, with its own size", () => {
  const { diagram, send, taken, timeline } = opened({ others: 25 });
  send("start");
  const { whole, shown } = diagram.parts;
  const { x, y, width, height } = viewBox(element("#overview"));
  equal([whole, shown], [{ width, height }, { x, y, width, height }]);
  ok(!diagram.shapesAt(timeline.current, taken()).includes("event"));
  click("#unfold-all");
  equal(diagram.parts.whole, { width: 2000, height: 500 });
  match(diagram.shapesAt(timeline.current, taken()), />event</);
});
