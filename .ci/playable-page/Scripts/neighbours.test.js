// The present state with its neighbours, where a page has no diagram.

/** @import { MachineDocument } from "page/machine.js" */
import { deepStrictEqual as equal } from "node:assert";
import { neighbours } from "page/neighbours.js";
import { beginning, Timeline } from "page/timeline.js";
import { door, event, state, stateOf, step } from "./door.js";
import { all, openPage, text, texts } from "./page-without-browser.js";

/** The columns, as selectors. */
const [before, after] = [".neighbours > div:first-child", ".neighbours > div:last-child"];

/**
 * Shows the neighbours of a state of a door, and returns what is done.
 * @param {number} present
 * @param {Partial<MachineDocument>} [changes]
 * @param {string} [stateName] What the state is called in the recording that is shown.
 */
function show(present, changes, stateName) {
  /** @type {[string, number][]} */
  const done = [];
  const machine = door(changes);
  const start = beginning(machine, present);
  const moment = new Timeline({ ...start, stateName: stateName ?? start.stateName }).current;
  openPage("").body.append(neighbours(machine, moment, {
    onSend: (event) => done.push(["send", event]),
    onSelect: (state) => done.push(["select", state]),
  }));
  return done;
}

/** State and event of each row of a column. @param {string} column */
function rows(column) {
  return all(`${column} li button`).map((button) => texts("*", button));
}

/** A door with many more states; events lead from the first one to some, and from some to it. @param {number} count */
function crowd(count) {
  const numbers = [...Array(count).keys()];
  return {
    states: [...numbers, count].map((index) => stateOf(`state ${index}`)),
    events: numbers.map((index) => ({ ...door().events[0], id: `e${index}`, name: `go(${index})` })),
    transitions: numbers.flatMap((index) => [step(0, index, index + 1), step(index + 1, 0, 0)]),
  };
}

Deno.test("the states before and after the present one are shown with the events between them", () => {
  show(state("closed"));
  equal(text(`${before} h3`), "Comes from");
  equal(rows(before), [["open", "close"], ["locked", "unlock(1)"]]);
  equal(text(".neighbours > .present"), "closed");
  equal(text(`${after} h3`), "Leads to");
  equal(rows(after), [["open", "open"], ["locked", "lock(1)"], ["broken", "smash"]]);
});

Deno.test("an event that leads nowhere is not among the neighbours", () => {
  const { transitions } = door().document;
  show(state("closed"), { transitions: [step(state("closed"), event("close"), state("closed")), ...transitions] });
  equal([rows(before).length, rows(after).length], [2, 3]);
});

Deno.test("a column without neighbours says so", () => {
  show(state("broken"));
  equal([rows(before).length, rows(after), text(`${after} .quiet`)], [3, [], "Nothing"]);
  const { transitions } = door().document;
  show(state("closed"), { transitions: transitions.slice(0, 1) });
  equal([rows(before), text(`${before} .quiet`)], [[], "Nothing"]);
  // A single neighbour is listed.
  equal([rows(after), text(`${after} .quiet`)], [[["open", "open"]], null]);
});

Deno.test("a column lists 30 neighbours, and says how many more there are", () => {
  const more = () => [before, after].map((column) => [rows(column).length, text(`${column} .quiet`)]);
  for (
    const [count, words] of /** @type {const} */ ([
      [30, null],
      [31, "and 1 more transition"],
      [35, "and 5 more transitions"],
    ])
  ) {
    show(0, crowd(count));
    equal(more(), [[30, words], [30, words]]);
  }
  equal([rows(before)[0], rows(after)[29]], [["state 1", "go(0)"], ["state 30", "go(29)"]]);
});

Deno.test("the present state has the name that was recorded", () => {
  show(state("locked"), {}, "locked(code: 7)");
  equal(text(".neighbours > .present"), "locked(code: 7)");
});

Deno.test("what leads on from a state at which the exploration stopped is not known", () => {
  const { states } = door().document;
  show(state("broken"), { states: states.map((known) => ({ ...known, isCut: known.name === "broken" })) });
  equal([rows(before).length > 0, text(`${after} .quiet`)], [true, "Not known"]);
});

Deno.test("what leads to and from a state that the page does not know is not known", () => {
  const unknown = new Timeline({ ...beginning(door(), 0), state: null, stateName: "stuck" }).current;
  openPage("").body.append(neighbours(door(), unknown, { onSend() {}, onSelect() {} }));
  equal([text(`${before} .quiet`), text(`${after} .quiet`)], ["Not known", "Not known"]);
});
