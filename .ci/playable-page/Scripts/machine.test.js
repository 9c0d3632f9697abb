import { deepStrictEqual as equal } from "node:assert";
import { door, event, state, stateOf, step } from "./door.js";

const machine = door();

Deno.test("a machine may begin in each of its initial states", () => {
  equal(machine.initialStates, [state("closed")]);
  const states = machine.states.map((one, index) => ({ ...one, isInitial: index % 2 === 1 }));
  equal(door({ states }).initialStates, [state("open"), state("broken")]);
});

Deno.test("the shortest path has the fewest events", () => {
  equal(machine.shortestPath(state("open"), state("locked")), [event("close"), event("lock(1)")]);
  equal(machine.shortestPath(state("open"), state("broken")), [event("smash")]);
  equal(machine.shortestPath(state("open"), state("open")), []);
  equal(machine.shortestPath(state("broken"), state("closed")), undefined);
});

Deno.test("a path leads where every transition says", () => {
  for (const from of machine.states.keys()) {
    for (const to of machine.states.keys()) {
      const path = machine.shortestPath(from, to);
      const end = path?.reduce((present, sent) => machine.transition(present, sent)?.target ?? NaN, from);
      if (path) equal(end, to);
    }
  }
});

Deno.test("what is not known has no transition", () => {
  equal(machine.transition(null, 0), undefined);
  equal(machine.transition(0, null), undefined);
  equal(machine.transition(state("open"), event("open")), undefined);
  equal(machine.transitionsFrom(null), []);
});

Deno.test("the reason of a rejection belongs to a state and an event", () => {
  const known = door({ rejections: [{ source: state("closed"), event: event("close"), reason: "late" }] });
  equal(known.reason(state("closed"), event("close")), "late");
  equal(known.reason(state("open"), event("close")), undefined);
  equal(known.reason(state("closed"), event("open")), undefined);
  equal([known.reason(null, 0), known.reason(0, null)], [undefined, undefined]);
  // An older page has no reasons.
  equal(machine.reason(state("closed"), event("close")), undefined);
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

Deno.test("a machine with more states than events does not mix up its transitions", () => {
  const [event] = machine.events;
  const states = [..."abcde"].map((name) => stateOf(name));
  const chain = door({
    states,
    events: [event, { ...event, id: "other", name: "other" }],
    transitions: [0, 2, 3].map((source) => step(source, source % 2, source + 1)),
  });
  const targets = states.map((_, source) => [0, 1].map((sent) => chain.transition(source, sent)?.target ?? null));
  equal(targets, [[1, null], [null, null], [3, null], [null, 4], [null, null]]);
});

Deno.test("the comments on a state are those of the chart's states around it, outer ones first", () => {
  const inner = { id: "state_2", name: "ajar", comment: "A hand fits in.", regions: [] };
  const plain = { id: "state_1", name: "moving", regions: [{ states: [inner] }] };
  const outer = { id: "state_0", name: "open", comment: "Nobody is kept out.", regions: [{ states: [plain] }] };
  const [closed, open] = machine.states;
  const charted = door({
    states: [closed, { ...open, chartStates: ["state_0", "state_1", "state_2"] }],
    transitions: [],
    chart: { regions: [{ states: [outer] }], arrows: [] },
  });
  const comments = charted.comments(1).map(({ name, comment }) => `${name}: ${comment}`);
  equal(comments, ["open: Nobody is kept out.", "ajar: A hand fits in."]);
  equal(machine.comments(0), []);
});

Deno.test("the states that handle an event are named, and many of them counted", () => {
  equal(machine.handlingStates(event("unlock(1)")), "locked");
  equal(machine.handlingStates(event("smash")), "closed; open; locked");
  equal(machine.handlingStates(event("lock(2)")), "no state");
  const states = [..."abcdefg"].map((name) => stateOf(name));
  const transitions = [...states.keys()].map((source) => step(source, 0, 0));
  const from = (/** @type {number} */ first) =>
    door({ states, transitions: transitions.slice(first) }).handlingStates(0);
  // Naming the fifth state is as short as counting it.
  equal([0, 1, 2].map(from), ["all states", "b; c; d; e; and 2 more", "c; d; e; f; g"]);
});

/** Two lamps side by side. */
function lamps() {
  const states = ["on", "off"].flatMap((left) =>
    ["on", "off"].map((right) =>
      stateOf(`${left}, ${right}`, { regions: [{ name: "left", path: [left] }, { name: "right", path: [right] }] })
    )
  );
  const transitions = [0, 1].map((source) => step(source, 0, source + 2));
  return door({ states, transitions });
}

Deno.test("of regions, those are named that move or decide", () => {
  equal(lamps().move(0, 2), "→ left: off");
  equal(lamps().move(0, 3), "→ left: off, right: off");
  equal(lamps().move(1, 1), "stays");
  equal(machine.move(0, 1), "→ open");
  equal(lamps().handlingStates(0), "left: on");
});

/**
 * A machine with three regions, whose event is handled where a condition on them holds.
 * @param {(regions: string[]) => boolean} isHandled
 */
function regions(isHandled) {
  const all = ["a", "b"].flatMap((one) => ["c", "d"].flatMap((two) => ["e", "f"].map((three) => [one, two, three])));
  const states = all.map((names) =>
    stateOf(names.join(", "), { regions: names.map((name, index) => ({ name: `region${index + 1}`, path: [name] })) })
  );
  const transitions = all.flatMap((names, source) => isHandled(names) ? [step(source, 0, source)] : []);
  return door({ states, transitions }).handlingStates(0);
}

Deno.test("only the regions are named that matter to an event", () => {
  equal(regions(([one]) => one === "a"), "region1: a");
  equal(regions(([one, , three]) => one === "a" && three === "f"), "region1: a and region3: f");
  equal(regions(([, two, three]) => two === "c" || three === "e"), "region2: c or region3: e");
  equal(regions((names) => names.join("") === "bde"), "region1: b and region2: d and region3: e");
  equal(regions(() => true), "all states");
  equal(regions(() => false), "no state");
  // If no regions decide about an event, its states are named.
  equal(regions(([one, two]) => (one === "a") === (two === "c")), "a, c, e; a, c, f; b, d, e; b, d, f");
});

/** Where an event is handled that depends on one of nine regions. @param {number} deciding */
function nine(deciding) {
  const states = ["on", "off"].map((lamp) => ({
    ...machine.states[0],
    name: lamp,
    regions: [...Array(9).keys()].map((index) => ({ name: `${index + 1}`, path: [index === deciding ? lamp : "on"] })),
  }));
  const transitions = [step(1, 0, 0)];
  return door({ states, transitions }).handlingStates(0);
}

Deno.test("only the first eight regions are tried, so that a machine with many regions is shown at once", () => {
  equal([7, 8].map(nine), ["8: off", "off"]);
});

Deno.test("a payload is what a name has beside its cases", () => {
  const named = (/** @type {string} */ name, /** @type {string[]} */ path) =>
    door({ events: [{ ...machine.events[0], name, path }], transitions: [] }).hasPayload(0);
  equal(named("stop", ["stop"]), false);
  equal(named("stream(stop)", ["stream", "stop"]), false);
  equal(named("volume(3)", ["volume"]), true);
  equal(named('stream(failed("x"))', ["stream", "failed"]), true);
});

Deno.test("states are named if only some of those that handle an event have regions", () => {
  const region = (/** @type {string} */ name, /** @type {string} */ state) => ({ name, path: [state] });
  const [closed] = machine.states;
  const states = [
    { ...closed, id: "both", name: "playing(a, c)", regions: [region("video", "a"), region("sound", "c")] },
    { ...closed, id: "other", name: "playing(b, c)", regions: [region("video", "b"), region("sound", "c")] },
    { ...closed, id: "off", name: "off" },
  ];
  const transitions = [0, 2].map((source) => step(source, 0, 1));
  equal(door({ states, transitions }).handlingStates(0), "playing(a, c); off");
});
