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

/** A door of two events, of which closed handles some. @param {number} count */
function handling(count) {
  const { events, transitions: [open] } = door().document;
  const stays = { ...open, event: event("close"), target: state("closed") };
  return { events: events.slice(0, 2), transitions: [open, stays].slice(0, count) };
}

/** What is shown of a state: the state, the present one, changes of the door, and the texts of elements. */
const panels = /** @type {[string, string | null, Partial<MachineDocument>, Record<string, string[]>][]} */ ([
  // The heading.
  ["open", "open", {}, { h3: ["open (the current state)"], code: [".open"], "ul:not(.effects)": [] }],
  ["open", "closed", {}, { h3: ["open"] }],
  ["open", null, {}, { h3: ["open"] }],
  // A Swift expression, if there is one.
  ["open", "open", states({ open: { swift: undefined } }), { code: [] }],
  // Activities with their comments.
  ["locked", "locked", { activities: [{ name: "bolt", comment: "Holds the `door`." }] }, {
    "ul:not(.effects) li": ["bolt Holds the door."],
    "ul:not(.effects) li code": ["door"],
  }],
  ["locked", "locked", {}, { "ul:not(.effects) li": ["bolt"] }],
  ["locked", "locked", states({ locked: { activities: ["bolt", "lamp"] } }), {
    "ul:not(.effects) li": ["bolt", "lamp"],
  }],
  // Events that the state handles, with their effects, and those that it rejects.
  ["closed", "closed", {}, {
    ".effects li": ["open → open", "lock(1) → locked enters bolt.", "smash → broken"],
    ".effects li b": ["open", "lock(1)", "smash"],
  }],
  ["locked", "locked", {}, {
    ".effects li": ["unlock(1) → closed exits bolt.", "smash → broken exits bolt."],
    ".quiet": ["Rejects open, close, lock(1), lock(2)"],
  }],
  ["closed", "closed", handling(1), { ".quiet": ["Rejects close"] }],
  ["closed", "closed", handling(2), { ".quiet": [], ".effects li": ["open → open", "close stays"] }],
  ["broken", "broken", states({ broken: { isCut: true } }), { ".effects": [], ".quiet": [] }],
]);

Deno.test("the panel has the name of the state, its expression, its activities, and what it handles and rejects", () => {
  for (const [name, present, changes, shown] of panels) {
    show(name, present, changes);
    for (const [selector, found] of Object.entries(shown)) equal(texts(selector), found);
  }
});

Deno.test("the panel says whether the state has activities, is final, or is not known", () => {
  for (
    const [name, changes, words, isSaid] of /** @type {[string, Partial<MachineDocument>, string, boolean][]} */ ([
      ["locked", {}, "Activities:", true],
      ["open", {}, "Activities: none", true],
      ["broken", states({ broken: { isFinal: true } }), "This is a final state.", true],
      ["open", states({ broken: { isFinal: true } }), "This is a final state.", false],
      [
        "broken",
        states({ broken: { isCut: true } }),
        "The exploration stopped at this state, so its events are not known.",
        true,
      ],
    ])
  ) {
    show(name, name, changes);
    equal(texts("p").includes(words), isSaid);
  }
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
  equal([text("#go"), texts(".quiet").at(-1)], [null, "No events lead from the current state to this state."]);
});

Deno.test("nothing is said of a way to the current state, or from an unknown one", () => {
  for (const present of ["closed", null]) {
    show("closed", present);
    equal([text("#go"), texts(".quiet")], [null, ["Rejects close, lock(2), unlock(1)"]]);
  }
});
