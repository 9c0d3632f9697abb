// The sample events as buttons, with a note on each.

/** @import { MachineDocument } from "page/machine.js" */
import { deepStrictEqual as equal } from "node:assert";
import { EventsPanel } from "page/events-panel.js";
import { door, event, state, step } from "./door.js";
import { all, element, isHidden, openPage, text, texts } from "./page-without-browser.js";

/**
 * Opens the panel of a door.
 * @param {Partial<MachineDocument>} [changes]
 * @param {{ isPhone?: boolean, onSend?: () => void }} [options]
 */
function opened(changes, { isPhone = false, onSend } = {}) {
  openPage();
  /** @type {number[]} */
  const sent = [];
  /** @type {[number, number][]} */
  const scrolled = [];
  Object.assign(globalThis, {
    matchMedia: (/** @type {string} */ query) => ({ matches: isPhone && query === "(max-width: 60rem)" }),
    scrollBy: (/** @type {number} */ x, /** @type {number} */ y) => scrolled.push([x, y]),
  });
  const panel = new EventsPanel(door(changes), (event) => {
    sent.push(event);
    onSend?.();
  });
  return { panel, sent, scrolled };
}

/** The button of an event. @param {string} name */
function button(name) {
  const found = buttons().find((button) => button.textContent === name);
  if (!found) throw new Error(`there is no button ${name}`);
  return found;
}

function buttons() {
  return all("#events li > button");
}

/** What is said of an event; for a screen reader, this describes its button. @param {string} name */
function note(name) {
  return document.getElementById(button(name).getAttribute("aria-describedby") ?? "")?.textContent;
}

/** The names of the events that are dimmed. */
function dimmed() {
  return texts("#events li > button.rejected");
}

/** A transition. @param {string} source @param {string} name @param {string} target @param {string} [output] */
function transition(source, name, target, output) {
  return step(state(source), event(name), state(target), { output });
}

Deno.test("there is a button for each sample event, with the comment on the event as its title", () => {
  const { events } = door().document;
  opened({ events: events.map((known) => known.name === "open" ? { ...known, comment: "Opens the door." } : known) })
    .panel.show(state("closed"));
  equal(texts("#events li > button").sort(), events.map((known) => known.name).sort());
  equal([button("open").getAttribute("title"), button("close").getAttribute("title")], ["Opens the door.", null]);
});

Deno.test("the note of a possible event says where it leads, and what it returns", () => {
  const { panel } = opened();
  panel.show(state("closed"));
  equal([note("open"), note("lock(1)"), note("smash")], ["→ open", "→ locked", "→ broken"]);
  panel.show(state("open"));
  equal([note("close"), note("smash")], ["→ closed", "→ broken"]);
  const changes = {
    transitions: [
      transition("closed", "open", "open", ".creak"),
      transition("closed", "close", "closed", "false"),
      transition("closed", "smash", "closed"),
    ],
  };
  opened(changes).panel.show(state("closed"));
  equal([note("open"), note("close"), note("smash")], ["→ open / .creak", "stays / false", "stays"]);
});

Deno.test("an event that the state rejects is folded, and its note says which states handle it", () => {
  const { panel } = opened();
  const folded = () => [text("#impossible-events summary"), ...texts("#impossible-events button")];
  panel.show(state("closed"));
  equal(dimmed(), ["close", "lock(2)", "unlock(1)"]);
  equal(note("close"), "rejected; handled in open");
  equal(note("lock(2)"), "rejected; handled in no state");
  panel.show(state("broken"));
  equal(note("smash"), "rejected; handled in closed; open; locked");
  equal(folded(), ["6 events are impossible now", ...door().document.events.map(({ name }) => name)]);
  panel.show(state("open"));
  equal(folded(), ["4 events are impossible now", "open", "lock(1)", "lock(2)", "unlock(1)"]);
  equal(texts("#possible-events button"), ["close", "smash"]);
});

Deno.test("the focus stays at an event, or if the event is folded, comes to the list of those that are possible", () => {
  const { panel } = opened();
  panel.show(state("closed"));
  const focused = (/** @type {string} */ name) => {
    button(name).focus();
    panel.show(state("open"));
    const found = document.activeElement;
    panel.show(state("closed"));
    return found;
  };
  equal(focused("smash") === button("smash"), true);
  equal(focused("open") === element("#possible-events"), true);
  element("#impossible-events").setAttribute("open", "");
  for (const name of ["open", "close"]) equal(focused(name) === button(name), true);
});

Deno.test("the note of a rejected event says why", () => {
  const rejections = [{ source: state("closed"), event: event("lock(2)"), reason: "jammed(turns: 2)" }];
  const { panel } = opened({ rejections });
  panel.show(state("closed"));
  equal(note("lock(2)"), "rejected: jammed(turns: 2); handled in no state");
  equal(note("close"), "rejected; handled in open");
});

Deno.test("an event was not tried in a state that is unknown, or at which the exploration stopped", () => {
  const states = door().document.states.map((known) => ({ ...known, isCut: known.name === "broken" }));
  const { panel } = opened({ states });
  for (const shown of [null, state("broken")]) {
    panel.show(shown);
    equal(note("open"), "not tried in this state");
    equal(isHidden("#impossible-events"), true);
    equal(dimmed().length, 6);
  }
  panel.show(state("closed"));
  equal(note("close"), "rejected; handled in open");
});

Deno.test("a sample that changes nothing says so, and which other samples of the event do", () => {
  const { events } = door().document;
  const more = [3, 4].map((value) => ({ id: `lock_${value}`, name: `lock(${value})`, path: ["lock"] }));
  const locks = (/** @type {[string, string][]} */ ...targets) => {
    const { panel } = opened({
      events: [...events, ...more],
      transitions: [
        // Another event moves, and the same event moves elsewhere.
        transition("closed", "open", "open"),
        transition("open", "lock(1)", "locked"),
        ...targets.map(([name, target]) => ({
          ...transition("closed", "lock(1)", target),
          event: [...events, ...more].findIndex((known) => known.name === name),
        })),
      ],
    });
    panel.show(state("closed"));
    return note("lock(2)");
  };
  const same = "no change with this sample";
  equal(locks(["lock(2)", "closed"]), same);
  equal(locks(["lock(1)", "closed"], ["lock(2)", "closed"]), same);
  equal(locks(["lock(1)", "locked"], ["lock(2)", "closed"]), `${same}, unlike lock(1)`);
  const three =
    /** @type {[string, string][]} */ ([["lock(2)", "closed"], ["lock(3)", "locked"], ["lock(4)", "broken"]]);
  equal(locks(...three), `${same}, unlike lock(3), and 1 more sample`);
  equal(locks(["lock(1)", "locked"], ...three), `${same}, unlike lock(1), and 2 more samples`);
});

Deno.test("the page says that payloads are samples if an event has a payload", () => {
  opened();
  equal(isHidden("#samples-note"), false);
  opened({ events: door().document.events.slice(0, 2), transitions: [] });
  equal(isHidden("#samples-note"), true);
});

Deno.test("a button stays under the finger on a phone, and a wide page does not scroll", () => {
  for (const [isPhone, moves] of /** @type {[boolean, [number, number][]][]} */ ([[true, [[0, 36]]], [false, []]])) {
    let top = 200;
    // The text above the buttons needs more lines after the event.
    const { panel, scrolled, sent } = opened({}, { isPhone, onSend: () => top += 36 });
    panel.show(state("closed"));
    button("open").getBoundingClientRect = () => /** @type {DOMRect} */ ({ top });
    button("open").click();
    equal([sent, scrolled], [[event("open")], moves]);
  }
});
