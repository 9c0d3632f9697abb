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

/** A machine with three regions, whose event is handled where a condition on them holds. @param {(regions: string[]) => boolean} isHandled */
function regions(isHandled) {
  const all = ["a", "b"].flatMap((one) => ["c", "d"].flatMap((two) => ["e", "f"].map((three) => [one, two, three])));
  const states = all.map((names) => ({
    ...machine.states[0],
    name: names.join(", "),
    regions: names.map((name, index) => ({ name: `region${index + 1}`, path: [name] })),
  }));
  const transitions = all.flatMap((names, source) =>
    isHandled(names) ? [{ ...machine.document.transitions[0], source, target: source }] : []
  );
  return new Machine({ ...machine.document, states, transitions }).handlingStates(0);
}

Deno.test("only the regions are named that matter to an event", () => {
  equal(regions(([one]) => one === "a"), "region1: a");
  equal(regions(([one, , three]) => one === "a" && three === "f"), "region1: a and region3: f");
  equal(regions(([, two, three]) => two === "c" || three === "e"), "region2: c or region3: e");
  equal(regions(() => true), "all states");
  equal(regions(() => false), "no state");
});

Deno.test("a payload is what a name has beside its cases", () => {
  const named = (/** @type {string} */ name, /** @type {string[]} */ path) =>
    new Machine({ ...machine.document, events: [{ ...machine.events[0], name, path }], transitions: [] }).hasPayload(0);
  equal(named("stop", ["stop"]), false);
  equal(named("stream(stop)", ["stream", "stop"]), false);
  equal(named("volume(3)", ["volume"]), true);
  equal(named('stream(failed("x"))', ["stream", "failed"]), true);
});
