// What recordings cover, and the ways to what they missed.

import { deepStrictEqual as equal } from "node:assert";
import { timelineAt } from "page/address.js";
import { coverage, heat, runsThrough, wayTo } from "page/coverage.js";
import { door, event, state } from "./door.js";

const machine = door();
const all = machine.document.transitions;

/** @param {string} text */
const line = (text) => timelineAt(machine, text).timeline.line;

/** @param {string} from @param {string} sent */
function transition(from, sent) {
  const found = machine.transition(state(from), event(sent));
  if (!found) throw new Error(`${from} rejects ${sent}`);
  return found;
}

Deno.test("recordings are counted together", () => {
  const found = coverage(machine, [line("events=open,open,close,open"), line("events=lock_1"), line("start=open")]);
  equal(found.states, [3, 3, 1, 0]);
  equal([...found.transitions].map(([{ source, event }, count]) => [source, event, count]), [
    [state("closed"), event("open"), 2],
    [state("open"), event("close"), 1],
    [state("closed"), event("lock(1)"), 1],
  ]);
  equal([found.rejected, found.unknown], [1, 0]);
});

Deno.test("a step that the page's machine would not take is not counted", () => {
  const moments = line("events=open");
  moments[1].state = state("locked");
  const found = coverage(machine, [moments]);
  equal([found.transitions.size, found.unknown], [0, 1]);
  moments[1].state = null;
  equal(coverage(machine, [moments]).states, [1, 0, 0, 0]);
});

Deno.test("an event that is dropped enters no state again", () => {
  const moments = line("events=open");
  moments.push({ ...moments[1], outcome: "dropped" }, { ...moments[1], outcome: "unknown" });
  equal(coverage(machine, [moments]).states, [1, 1, 0, 0]);
});

Deno.test("the way to a transition begins where it is shortest", () => {
  equal(wayTo(machine, transition("locked", "unlock(1)")), {
    start: state("closed"),
    events: [event("lock(1)"), event("unlock(1)")],
  });
  const states = machine.states.map((one, index) => ({ ...one, isInitial: index !== 1 }));
  const open = door({ states });
  equal(wayTo(open, transition("locked", "unlock(1)")), { start: state("locked"), events: [event("unlock(1)")] });
  equal(wayTo(machine, { ...transition("closed", "open"), source: state("broken") })?.events.length, 2);
  const none = door({ transitions: all.slice(0, 1) });
  equal(wayTo(none, transition("locked", "smash")), undefined);
});

Deno.test("runs take everything that is missing, and nothing is left out", () => {
  for (const missing of [all, all.slice(3), [transition("open", "smash"), transition("locked", "smash")], []]) {
    const runs = runsThrough(machine, missing);
    const left = new Set(missing);
    for (const { start, events } of runs) {
      equal(machine.states[start].isInitial, true);
      let at = start;
      for (const [index, sent] of events.entries()) {
        const step = machine.transition(at, sent);
        if (!step) throw new Error("an event is rejected");
        // A run ends with something that was missing.
        if (index === events.length - 1) equal(left.has(step), true);
        left.delete(step);
        at = step.target;
      }
    }
    equal(left.size, 0);
  }
  // A run continues after the first transition into a state.
  equal([runsThrough(machine, all).length, runsThrough(machine, []).length], [5, 0]);
});

Deno.test("what cannot be reached is not waited for", () => {
  const none = door({ transitions: all.slice(0, 2) });
  equal(runsThrough(none, [transition("locked", "smash")]), []);
  const runs = runsThrough(none, [transition("locked", "smash"), all[1]]);
  equal(runs, [{ start: 0, events: [event("open"), event("close")] }]);
});

Deno.test("heat grows with the logarithm of a count", () => {
  equal([0, 1, 10, 100, 1000].map((count) => heat(count, 1000)), [0, 1, 2, 3, 4]);
  equal([0, 1].map((count) => heat(count, 1)), [0, 1]);
  equal([1, 2].map((count) => heat(count, 2)), [1, 4]);
});

/**
 * A machine whose states are letters. Each transition has an event of its own.
 * @param {string} letters @param {string} initial @param {string[]} arrows Such as "ab" for a transition from a to b.
 */
function lettered(letters, initial, ...arrows) {
  const index = (/** @type {string} */ letter) => letters.indexOf(letter);
  const named = (/** @type {string} */ name) => ({ id: name, name, path: [name] });
  const states = [...letters].map((name) => ({
    ...machine.states[0],
    ...named(name),
    isInitial: initial.includes(name),
  }));
  const events = arrows.map(named);
  const transitions = arrows.map(([from, to], event) => ({ ...all[0], source: index(from), event, target: index(to) }));
  const made = door({ states, events, transitions });
  /** The runs that take some of the transitions. @param {string[]} missing */
  return (...missing) =>
    runsThrough(made, transitions.filter(({ event }) => missing.includes(arrows[event]))).map((run) =>
      [letters[run.start], ...run.events.map((event) => arrows[event])].join(" ")
    );
}

Deno.test("a run leads through what is not missing, the nearest comes first, and no state is entered first in two ways", () => {
  equal(lettered("abcd", "a", "ab", "bc", "cd")("cd"), ["a ab bc cd"]);
  for (const letters of ["abcde", "deabc"]) {
    equal(lettered(letters, "ad", "ab", "bc", "de")("bc", "de"), ["d de", "a ab bc"]);
  }
  // With another payload, d may reject what leads to e, so the run that comes from c ends in d.
  equal(lettered("abcde", "a", "ab", "ac", "bd", "cd", "de")("cd", "de"), ["a ac cd", "a ab bd de"]);
});
