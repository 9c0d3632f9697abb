import { deepStrictEqual as equal } from "node:assert";
import { Machine } from "page/machine.js";
import { door, event, state } from "./door.js";

const machine = door();

Deno.test("the shortest path has the fewest events", () => {
  equal(machine.shortestPath(state("open"), state("locked")), [event("close"), event("lock(1)")]);
  equal(machine.shortestPath(state("open"), state("broken")), [event("smash")]);
  equal(machine.shortestPath(state("open"), state("open")), []);
});

Deno.test("no path leads out of a state without transitions", () => {
  equal(machine.shortestPath(state("broken"), state("closed")), undefined);
});

Deno.test("a path leads where every transition says", () => {
  for (const from of machine.states.keys()) {
    for (const to of machine.states.keys()) {
      let present = from;
      for (const step of machine.shortestPath(from, to) ?? []) {
        present = machine.transition(present, step)?.target ?? NaN;
      }
      if (machine.shortestPath(from, to)) equal(present, to);
    }
  }
});

Deno.test("what is not known has no transition", () => {
  equal(machine.transition(null, 0), undefined);
  equal(machine.transition(0, null), undefined);
  equal(machine.transition(state("open"), event("open")), undefined);
  equal(machine.transitionsFrom(null), []);
});

Deno.test("a transition is found by its own state and event alone", () => {
  const known = machine.document.transitions;
  for (const source of machine.states.keys()) {
    for (const sent of machine.events.keys()) {
      const expected = known.find((transition) => transition.source === source && transition.event === sent);
      equal(machine.transition(source, sent), expected);
    }
  }
});

Deno.test("the states that handle an event are named, and many of them counted", () => {
  equal(machine.handlingStates(event("unlock(1)")), "locked");
  equal(machine.handlingStates(event("smash")), "closed; open; locked");
  equal(machine.handlingStates(event("lock(2)")), "no state");
  const states = [..."abcdefg"].map((name) => ({ ...machine.states[0], id: name, name }));
  const transitions = [...states.keys()].map((source) => ({ ...machine.document.transitions[0], source, target: 0 }));
  equal(new Machine({ ...machine.document, states, transitions }).handlingStates(0), "all states");
  equal(
    new Machine({ ...machine.document, states, transitions: transitions.slice(1) }).handlingStates(0),
    "b; c; d; e; and 2 more",
  );
});

/** Two lamps side by side. */
function lamps() {
  const states = ["on", "off"].flatMap((left) =>
    ["on", "off"].map((right) => ({
      ...machine.states[0],
      id: `${left}_${right}`,
      name: `${left}, ${right}`,
      regions: [{ name: "left", path: [left] }, { name: "right", path: [right] }],
    }))
  );
  const transitions = [0, 1].map((source) => ({ ...machine.document.transitions[0], source, target: source + 2 }));
  return new Machine({ ...machine.document, states, transitions });
}

Deno.test("of regions, those are named that move or decide", () => {
  equal(lamps().move(0, 2), "→ left: off");
  equal(lamps().move(0, 3), "→ left: off, right: off");
  equal(lamps().move(1, 1), "stays");
  equal(machine.move(0, 1), "→ open");
  equal(lamps().handlingStates(0), "left: on");
});
