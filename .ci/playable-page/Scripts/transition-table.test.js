// The matrix of states and events: its texts, the search, clicks and marks.

/** @import { Machine, Transition } from "page/machine.js" */
import { deepStrictEqual as equal } from "node:assert";
import { TransitionTable } from "page/transition-table.js";
import { door, event, state } from "./door.js";
import { all, click, element, enter, openPage, text, texts } from "./page-without-browser.js";

/** The table of a machine, and what was clicked in it. @param {Machine} [machine] */
function opened(machine = door()) {
  openPage();
  /** @type {unknown[]} */
  const clicked = [];
  const table = new TransitionTable(machine, {
    onState: (state) => clicked.push(state),
    onTransition: (transition) => clicked.push(transition),
  });
  return { table, clicked, machine };
}

/** The texts of the rows, with a line between the cells. */
function rows() {
  return all("#table-body tr").map((row) => texts(":scope > *", row).join("|"));
}

/** The row of a state. @param {string} name @returns {Element} */
function row(name) {
  const found = all("#table-body tr").find((row) => row.querySelector("th")?.textContent === name);
  if (!found) throw new Error(`there is no row of ${name}`);
  return found;
}

/** The cell of a state and an event. @param {string} name @param {string} sent */
function cell(name, sent) {
  return row(name).children[1 + event(sent)];
}

/** The cells with a mark, such as "closed open". @param {string} mark */
function marked(mark) {
  const heads = texts("#table-head th");
  return all("#table-body tr").flatMap((row) =>
    [...row.children].flatMap((cell, index) =>
      cell.classList.contains(mark) ? [`${row.children[0].textContent} ${heads[index]}`] : []
    )
  );
}

/** The names of the present rows, and of the selected ones. */
function markedRows() {
  return ["present", "selected"].map((mark) => texts(`#table-body tr.${mark} th`));
}

/** Types a text into the search; returns the names of the states that are shown then, and their number. @param {string} query */
function search(query) {
  enter("#search", query, "input");
  return [texts("#table-body th").join(), text("#found")];
}

Deno.test("the table has a row for each state and a column for each event, and says where events lead", () => {
  opened();
  equal(texts("#table-head th").join(), "State,open,close,lock(1),lock(2),unlock(1),smash");
  equal(rows(), [
    "closed|→ open|–|→ locked|–|–|→ broken",
    "open|–|→ closed|–|–|–|→ broken",
    "locked|–|–|–|–|→ closed|→ broken",
    "broken|–|–|–|–|–|–",
  ]);
  equal([all('#table-head th[scope="col"]').length, all('#table-body tr > th[scope="row"]').length], [7, 4]);
  equal([marked("rejected").length, text("#found")], [24 - 7, ""]);
});

Deno.test("the cell of a rejected event shows the reason, and whether events were tried at all", () => {
  const rejections = [{ source: state("closed"), event: event("close"), reason: "late" }];
  opened(door({ rejections, states: door().states.map((one) => ({ ...one, isCut: one.name === "broken" })) }));
  equal(rows(), [
    "closed|→ open|– late|→ locked|–|–|→ broken",
    "open|–|→ closed|–|–|–|→ broken",
    "locked|–|–|–|–|→ closed|→ broken",
    "broken|?|?|?|?|?|?",
  ]);
});

Deno.test("the search finds states by words in their names, and counts them", () => {
  const { clicked } = opened();
  equal(search("O"), ["closed,open,locked,broken", "4 states"]);
  equal([search("o  CK"), rows()], [["locked", "1 state"], ["locked|–|–|–|–|→ closed|→ broken"]]);
  click("#table-body th button");
  equal(clicked, [state("locked")]);
  equal(search("window"), ["", "0 states"]);
  equal(search(" "), ["closed,open,locked,broken", ""]);
});

Deno.test("a long table shows the first 150 states, and says so", () => {
  const { states } = door();
  const many = (/** @type {number} */ count) =>
    door({
      states: Array.from({ length: count }, (_, index) => ({ ...states[0], name: `room ${index}` })),
      transitions: [],
    });
  opened(many(150));
  equal([rows().length, text("#found")], [150, ""]);
  opened(many(151));
  equal([rows().length, text("#found")], [150, "151 states; only the first 150 are shown"]);
  equal(rows()[149].split("|")[0], "room 149");
  equal(search("room 15"), ["room 15,room 115,room 150", "3 states"]);
});

Deno.test("the marks stay when the search shows other states", () => {
  const { table, machine } = opened();
  const [open, close] = machine.document.transitions;
  table.show({
    present: state("open"),
    selected: state("closed"),
    transitions: [open],
    taken: new Set([close]),
    counts: new Map([[close, 3]]),
    covered: new Set([open]),
  });
  search("broken");
  equal([markedRows()[0], marked("taken"), marked("missed")], [[], [], []]);
  search("o");
  equal(markedRows(), [["open"], ["closed"]]);
  equal([marked("selected"), marked("taken")], [["closed open"], ["open close"]]);
  equal([cell("open", "close").getAttribute("data-count"), marked("missed").length], ["× 3", 6]);
});

Deno.test("the table scrolls to a state, one row below its upper edge, if the search has found the state", () => {
  const { table } = opened();
  const box = element("#table");
  search("o");
  Object.defineProperties(row("locked"), { offsetTop: { value: 300 }, offsetHeight: { value: 40 } });
  table.scrollTo(state("locked"));
  equal(box.scrollTop, 260);
  search("closed");
  box.scrollTop = 7;
  table.scrollTo(state("locked"));
  equal(box.scrollTop, 7);
});
