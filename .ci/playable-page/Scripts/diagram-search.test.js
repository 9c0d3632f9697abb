// The search for states in a large diagram.

import { deepStrictEqual as equal } from "node:assert";
import { DiagramSearch } from "page/diagram-search.js";
import { door } from "./door.js";
import * as page from "./page-without-browser.js";
import { openPage, text } from "./page-without-browser.js";

/** The names of the states of the chart; the last one has no name of its own. */
const names = ["closed", "half open", "open", "Open wide", ""];

/** A search for what is drawn, and what the page is told. */
function opened() {
  openPage();
  const states = names.map((name, index) => ({ id: `state_${index}`, name, regions: [] }));
  const machine = door({ chart: { regions: [{ states }], arrows: [] } });
  /** @type {unknown[]} */
  const told = [];
  // The chart has no state with the last id.
  new DiagramSearch(machine, [...states.map(({ id }) => id), "state_9"], {
    onFound: (ids) => told.push(["found", ...ids]),
    onGo: (id) => told.push(["go", id]),
  });
  return {
    told,
    /** @param {string} query */
    enter(query) {
      page.enter("#diagram-search", query, "input");
      return text("#diagram-found");
    },
    /** Presses a key, and tells whether the browser still has it. @param {string} key */
    press: (key) => page.press(page.element("#diagram-search"), key),
  };
}

Deno.test("the search finds states by words of their names, in any case", () => {
  const { told, enter } = opened();
  equal(enter("OPEN"), "3 states found");
  equal(enter("wide open"), "1 state found");
  equal(enter("shut"), "0 states found");
  equal(told, [["found", "state_1", "state_2", "state_3"], ["found", "state_3"], ["found"]]);
});

Deno.test("an empty search finds nothing and says nothing", () => {
  const { told, enter } = opened();
  enter("open");
  equal([enter(""), enter("  ")], ["", ""]);
  equal(told.slice(1), [["found"], ["found"]]);
});

Deno.test("Enter leads from one result to the next, and from the last to the first", () => {
  const { told, enter, press } = opened();
  enter("open");
  const said = [];
  for (let count = 0; count < 4; count++) {
    equal(press("Enter"), false);
    said.push(text("#diagram-found"));
  }
  equal(said, ["1 of 3 states", "2 of 3 states", "3 of 3 states", "1 of 3 states"]);
  equal(told.slice(1), [["go", "state_1"], ["go", "state_2"], ["go", "state_3"], ["go", "state_1"]]);
});

Deno.test("Enter begins with the first result of another search, and leads to the only one", () => {
  const { told, enter, press } = opened();
  press("Enter");
  enter("open");
  press("Enter");
  press("Enter");
  enter("half");
  press("Enter");
  equal([text("#diagram-found"), told.at(-1)], ["1 of 1 state", ["go", "state_1"]]);
  enter("open");
  press("Enter");
  equal([text("#diagram-found"), told.at(-1)], ["1 of 3 states", ["go", "state_1"]]);
});

Deno.test("another key, and Enter without a result, are left to the browser", () => {
  const { told, enter, press } = opened();
  equal(press("Enter"), true);
  enter("open");
  equal(press("a"), true);
  enter("shut");
  equal(press("Enter"), true);
  equal([text("#diagram-found"), told.length], ["0 states found", 2]);
});
