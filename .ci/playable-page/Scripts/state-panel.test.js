// What the page says of one state.

/** @import { ChartState, MachineDocument } from "page/machine.js" */
import { deepStrictEqual as equal } from "node:assert";
import { statePanel } from "page/state-panel.js";
import { door, event, state } from "./door.js";
import * as page from "./page-without-browser.js";
import { click, openPage, text } from "./page-without-browser.js";

/**
 * Shows a state of a door, and returns what is sent.
 * @param {string} name
 * @param {string | null} [present] The present state; otherwise, the same one.
 * @param {Partial<MachineDocument>} [changes]
 */
function show(name, present = name, changes) {
  /** @type {number[][]} */
  const sent = [];
  const about = openPage().querySelector("#about");
  const nodes = statePanel(door(changes), state(name), present === null ? null : state(present), (events) => {
    sent.push(events);
  });
  about?.append(...nodes);
  return sent;
}

/** A door with changed states. @param {Record<string, object>} changes By their names. */
function states(changes) {
  return { states: door().document.states.map((known) => ({ ...known, ...changes[known.name] })) };
}

/** The texts of elements in the panel. @param {string} selector */
function texts(selector) {
  return page.texts(`#about ${selector}`);
}

Deno.test("the heading names the state, and says whether it is the current one", () => {
  show("open");
  equal(text("#about h3"), "open (the current state)");
  show("open", "closed");
  equal(text("#about h3"), "open");
  show("open", null);
  equal(text("#about h3"), "open");
});

Deno.test("comments on the state are shown, outer ones first, with code as code", () => {
  /** @type {ChartState} */
  const inner = { id: "inner", name: "locked", comment: "The `bolt` is in.", regions: [] };
  /** @type {ChartState} */
  const outer = { id: "outer", name: "shut", comment: "Nobody gets in.", regions: [{ states: [inner] }] };
  show("locked", "locked", {
    ...states({ locked: { chartStates: ["outer", "inner"] } }),
    chart: { regions: [{ states: [outer] }], arrows: [] },
  });
  equal(texts("p").slice(0, 2), ["shut: Nobody gets in.", "locked: The bolt is in."]);
  equal(texts("p b"), ["shut", "locked"]);
  equal(texts("p code"), ["bolt", ".locked"]);
});

Deno.test("a state is shown as a Swift expression, if there is one", () => {
  show("open");
  equal(texts("code"), [".open"]);
  show("open", "open", states({ open: { swift: undefined } }));
  equal(texts("code"), []);
});

Deno.test("activities are listed with their comments", () => {
  show("locked", "locked", { activities: [{ name: "bolt", comment: "Holds the `door`." }] });
  equal(texts("p").includes("Activities:"), true);
  equal(texts("ul:not(.effects) li"), ["bolt Holds the door."]);
  equal(texts("ul:not(.effects) li code"), ["door"]);
  show("locked");
  equal(texts("ul:not(.effects) li"), ["bolt"]);
  show("locked", "locked", states({ locked: { activities: ["bolt", "lamp"] } }));
  equal(texts("ul:not(.effects) li"), ["bolt", "lamp"]);
});

Deno.test("a state without activities says so", () => {
  show("open");
  equal(texts("p").includes("Activities: none"), true);
  equal(texts("ul:not(.effects)"), []);
});

Deno.test("only a final state is called final", () => {
  const isFinal = () => texts("p").includes("This is a final state.");
  show("broken", "broken", states({ broken: { isFinal: true } }));
  equal(isFinal(), true);
  show("open", "open", states({ broken: { isFinal: true } }));
  equal(isFinal(), false);
});

Deno.test("each event that the state handles is listed with its effect", () => {
  show("closed");
  equal(texts(".effects li"), ["open → open", "lock(1) → locked enters bolt.", "smash → broken"]);
  equal(texts(".effects li b"), ["open", "lock(1)", "smash"]);
  show("locked");
  equal(texts(".effects li"), ["unlock(1) → closed exits bolt.", "smash → broken exits bolt."]);
});

Deno.test("an effect has its exits, its entries, what it returns, and the comment on the event", () => {
  const { events, transitions } = door().document;
  show("locked", "locked", {
    events: events.map((known) => known.name === "smash" ? { ...known, comment: "With `force`." } : known),
    transitions: [
      { ...transitions[3], target: state("locked"), exited: [], output: "false" },
      { ...transitions[6], exited: ["lamp", "bolt"], entered: ["alarm"], output: ".loud" },
    ],
  });
  equal(texts(".effects li"), [
    "unlock(1) stays returns false.",
    "smash → broken exits lamp, bolt; enters alarm; returns .loud. With force.",
  ]);
  equal(texts(".effects code"), ["force"]);
});

Deno.test("events that the state rejects are listed", () => {
  show("locked");
  equal(texts(".quiet"), ["Rejects open, close, lock(1), lock(2)"]);
});

Deno.test("a single rejected event is listed, and nothing is said if all are handled", () => {
  const [open, close] = door().document.events;
  const some = (/** @type {number} */ count) => ({
    events: [open, close],
    transitions: door().document.transitions.slice(0, 1).concat({
      source: state("closed"),
      event: event("close"),
      target: state("closed"),
      exited: [],
      entered: [],
      arrows: [],
    }).slice(0, count),
  });
  show("closed", "closed", some(1));
  equal(texts(".quiet"), ["Rejects close"]);
  show("closed", "closed", some(2));
  equal([texts(".quiet"), texts(".effects li")], [[], ["open → open", "close stays"]]);
});

Deno.test("a state at which the exploration stopped says that its events are not known, and rejects none", () => {
  show("broken", "broken", states({ broken: { isCut: true } }));
  equal(texts("p").includes("The exploration stopped at this state, so its events are not known."), true);
  equal([texts(".effects"), texts(".quiet")], [[], []]);
});

Deno.test("a button sends the fewest events that lead from the current state to the state", () => {
  const sent = show("locked", "open");
  equal([text("#go"), texts("#go + .quiet")], ["Go there with 2 events", ["close, lock(1)"]]);
  equal(sent, []);
  click("#go");
  equal(sent, [[event("close"), event("lock(1)")]]);
  show("locked", "closed");
  equal([text("#go"), texts("#go + .quiet")], ["Go there with 1 event", ["lock(1)"]]);
});

Deno.test("a state that no events lead to has no such button, and says so", () => {
  show("open", "broken");
  equal([text("#go"), texts(".quiet").slice(-1)], [
    null,
    ["No events lead from the current state to this state."],
  ]);
});

Deno.test("nothing is said of a way to the current state, or from an unknown one", () => {
  for (const present of ["closed", null]) {
    show("closed", present);
    equal([text("#go"), texts(".quiet")], [null, ["Rejects close, lock(2), unlock(1)"]]);
  }
});
