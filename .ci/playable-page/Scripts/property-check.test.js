// What a run says of properties, by tables as Swift writes them.

/** @import { Property, PropertyTables } from "page/machine.js" */
/** @import { Happening } from "page/timeline.js" */
import { deepStrictEqual as equal } from "node:assert";
import { PropertyCheck } from "page/property-check.js";
import { happenings } from "page/recording.js";
import { door, entry, played, timelineOf } from "./door.js";

/** The states by their places: closed, open, locked, broken. The events: open, close, lock(1), lock(2), unlock(1), smash. */
const states = door().states.map((one) => one.name === "locked" ? { ...one, values: ["locked(1)"] } : one);

/** A property. @param {string} kind @param {PropertyTables} [check] @param {string} [unchecked] @returns {Property} */
function property(kind, check, unchecked) {
  return { name: kind, kind, verdict: "holds", check, unchecked };
}

const never = property("never", { states: { broken: "3", unsure: "" } });
/** No door is opened twice, and none is smashed while it is open. */
const everyEvent = property("every event", { steps: { broken: "1 0 1 5", unsure: "" } });
const everyTransition = property("every transition", { steps: { broken: "1 0 1 5", unsure: "" } });
/** The door is closed at most once: the memory counts. */
const once = property("at all times", {
  memory: { starts: "0 0", moves: "0 1 1 1", broken: "1 1 1", unsure: "0 2 5" },
});
const leadsTo = property("leads to", { promise: { begins: "1", goals: "0", unsure: "3" } });
const eventually = property("eventually", { promise: { starts: "0", begins: "", goals: "2", unsure: "" } });

/** What the happenings say of a property. @param {Property} property @param {Happening[]} happened */
function judged(property, happened) {
  const machine = door({ states, properties: [property] });
  const { line } = timelineOf(happened);
  const [{ kind, moment, reason }] = new PropertyCheck(machine).judgements(line);
  return moment ? `${kind} ${moment.step}` : reason ? `${kind}: ${reason}` : kind;
}

/** The same for events that are sent on the page. @param {Property} property @param {string[]} events */
function sent(property, ...events) {
  return judged(property, played(door({ states }), "closed", ...events).line);
}

/** The same for a recording. @param {Property} property @param {(string | [string, object])[]} entries */
function recorded(property, ...entries) {
  const read = entries.map((one) => typeof one === "string" ? entry(one) : entry(...one));
  return judged(property, happenings(door({ states }), read));
}

/** An entry of a rejected event. @param {string} words @returns {[string, object]} */
const rejected = (words) => [words, { outcome: "rejected" }];

const untried = "has a state or a payload that was not tried for this page";
const otherwise = "has an event or a payload that was not tried for this page, or another outcome than on this page";
const missing = "events are missing before step";
const middle = "the run begins after events that are missing, or in no initial state";

Deno.test("a property of states is broken by the first state that violates it", () => {
  equal(sent(never), "kept");
  equal(sent(never, "open", "close"), "kept");
  equal(sent(never, "open", "smash", "smash"), "broken 2");
  equal(judged(never, played(door({ states }), "broken").line), "broken 0");
  equal(recorded(never, "closed open open", "broken close broken"), "broken 1");
});

Deno.test("a state with a payload that was not tried is not decided, and later ones still are", () => {
  equal(recorded(never, "closed lock(1) locked(1)"), "kept");
  equal(recorded(never, "closed lock(1) locked(7)"), `undecided: step 1 ${untried}`);
  equal(recorded(never, "closed lock(1) locked(7)", "locked(7) smash broken"), "broken 2");
  equal(recorded(never, "ajar push open"), `undecided: the beginning ${untried}`);
  const merged = property("never", { states: { broken: "3", unsure: "1" } });
  equal(sent(merged, "open"), "undecided: step 1 is in a state that stands for several on this page");
  equal(sent(merged, "open", "smash"), "broken 2");
});

Deno.test("a property of steps is about rejected events only if it is about every event", () => {
  equal([sent(everyEvent, "open", "close"), sent(everyTransition, "open", "close")], ["kept", "kept"]);
  equal([sent(everyEvent, "open", "open"), sent(everyTransition, "open", "open")], ["broken 2", "kept"]);
  equal(sent(everyTransition, "open", "open", "smash"), "broken 3");
  equal(recorded(everyEvent, "closed open open", rejected("open open open")), "broken 2");
});

Deno.test("a step that the page's machine would not take is not decided", () => {
  const cases = /** @type {[string | [string, object], string][]} */ ([
    // Handled here and rejected there, the other way round, elsewhere, a payload of its own, and an event that nobody knows.
    [rejected("open smash open"), `undecided: step 2 ${otherwise}`],
    ["open lock(1) locked(1)", `undecided: step 2 ${otherwise}`],
    ["open close broken", `undecided: step 2 ${otherwise}`],
    [rejected("open lock(77) open"), `undecided: step 2 ${otherwise}`],
    [rejected("open knock open"), `undecided: step 2 ${otherwise}`],
    // What was dropped is not a step.
    [["open smash open", { outcome: "dropped", reason: "stale" }], "kept"],
  ]);
  for (const [second, words] of cases) equal(recorded(everyEvent, "closed open open", second), words);
  const cut = states.map((one) => ({ ...one, isCut: one.name === "open" }));
  const machine = door({ states: cut, properties: [everyEvent] });
  const { line } = timelineOf(happenings(machine, [entry("closed open open"), entry(...rejected("open open open"))]));
  equal(new PropertyCheck(machine).judgements(line)[0].reason, `step 2 ${otherwise}`);
});

Deno.test("a property with a memory is broken by what came before", () => {
  equal(sent(once, "open", "close", "open"), "kept");
  equal(sent(once, "open", "close", "open", "close", "open"), "broken 4");
  equal(sent(once, "open", "close", "close", "lock(1)", "unlock(1)"), "kept");
  equal(
    sent(once, "lock(1)", "smash", "open"),
    "undecided: step 2 is in a state that stands for several on this page",
  );
});

Deno.test("a memory is lost where events are missing, and where the page does not know a step", () => {
  const twice = ["closed open open", "open close closed", "closed open open", "open close closed"];
  equal(recorded(once, ...twice), "broken 4");
  equal(recorded(once, ...twice.slice(0, 3), "closed open open", "open close closed"), `undecided: ${missing} 4`);
  equal(recorded(once, "closed lock(7) locked(1)", ...twice), `undecided: step 1 ${otherwise}`);
  equal(recorded(once, ...twice.slice(1)), `undecided: ${middle}`);
  equal(recorded(once, "ajar push closed", ...twice), `undecided: ${middle}`);
  // Once it is broken, it stays so.
  equal(recorded(once, ...twice, "locked(1) smash broken"), "broken 4");
});

/** A recording of a door that is opened and closed twice, with changes of what happened. @param {Record<number, Partial<Happening>>} changes */
function changed(changes) {
  const twice = ["closed open open", "open close closed", "closed open open", "open close closed"];
  const all = happenings(door({ states }), twice.map((words) => entry(words)));
  return all.map((happened, place) => ({ ...happened, ...changes[place] }));
}

Deno.test("a recording can say that events are missing, although the states fit", () => {
  equal(judged(once, changed({ 0: { notes: ["The machine had handled events before."] } })), `undecided: ${middle}`);
  equal(judged(once, changed({ 0: { index: 5 } })), `undecided: ${middle}`);
  equal(judged(once, changed({ 1: { index: 0 }, 3: { index: 4 } })), `undecided: ${missing} 5`);
  equal(judged(once, changed({ 1: { index: 0 }, 2: { index: 1 } })), "broken 4");
  equal(judged(eventually, changed({ 0: { index: 5 } })), `undecided: ${middle}`);
});

Deno.test("a promise is open at the end, or not", () => {
  equal(sent(leadsTo), "kept");
  equal(sent(leadsTo, "open"), "open");
  equal(sent(leadsTo, "open", "open"), "open");
  equal(sent(leadsTo, "open", "close"), "kept");
  equal(sent(leadsTo, "open", "smash"), "undecided: step 2 is in a state that stands for several on this page");
  equal(sent(eventually, "open"), "open");
  equal(sent(eventually, "lock(1)", "unlock(1)"), "kept");
  const always = property("eventually always", { promise: { begins: "0 1", goals: "2 3", unsure: "" } });
  equal([sent(always), sent(always, "lock(1)"), sent(always, "lock(1)", "unlock(1)")], ["open", "kept", "open"]);
});

Deno.test("a promise is not decided where events are missing, until a state decides it again", () => {
  equal(recorded(leadsTo, "closed open open", "locked(1) close locked(1)"), `undecided: ${missing} 2`);
  equal(recorded(leadsTo, "closed open open", "closed lock(1) locked(1)"), "kept");
  equal(
    recorded(leadsTo, "closed lock(1) locked(1)", "open close broken"),
    "undecided: step 2 is in a state that stands for several on this page",
  );
  equal(recorded(leadsTo, "closed lock(1) locked(9)"), `undecided: step 1 ${untried}`);
  equal(recorded(leadsTo, "closed lock(1) locked(9)", "locked(9) unlock(1) closed"), "kept");
  equal(recorded(eventually, "open close closed"), `undecided: ${middle}`);
  equal(recorded(eventually, "open close closed", "closed lock(1) locked(1)"), "kept");
});

Deno.test("a property without a table is not decided, and says why", () => {
  equal(sent(property("reachable", undefined, "it is about others")), "undecided: it is about others");
  equal(sent(property("reachable")), "undecided: this page has no table for it");
});

Deno.test("the violations of a timeline are in the order of their steps, also while it grows", () => {
  const machine = door({ states, properties: [never, everyEvent] });
  const check = new PropertyCheck(machine);
  const timeline = played(machine, "closed", "open", "open");
  const broken = () => check.broken(timeline.line).map(({ name, moment }) => `${name} ${moment.step}`);
  equal(broken(), ["every event 2"]);
  timeline.add(played(machine, "open", "smash").current);
  equal(broken(), ["every event 2", "never 3"]);
  timeline.goTo(timeline.start);
  timeline.add(played(machine, "closed", "smash").current);
  equal(broken(), ["never 1"]);
});

Deno.test("a name that several states have, or that is shortened, is not certain", () => {
  for (const values of [["closed"], ["locked(…)", "locked(aaaa… (90 characters))"]]) {
    const machine = door({
      states: door().states.map((one) => one.name === "locked" ? { ...one, values } : one),
      properties: [never],
    });
    const name = values[values.length - 1];
    const { line } = timelineOf(happenings(machine, [entry("open close open", { after: name })]));
    equal(new PropertyCheck(machine).judgements(line)[0].kind, "undecided");
  }
});

Deno.test("what the app has found violated is violated, also if the page cannot tell", () => {
  const unknown = property("reachable");
  equal(
    judged(unknown, changed({ 2: { broken: ["another", "reachable"] }, 4: { broken: ["reachable"] } })),
    "broken 2",
  );
  // The page's own judgement is of the same run.
  equal(judged(never, changed({ 3: { broken: ["never"] } })), "broken 3");
  equal(judged(once, changed({ 1: { broken: ["at all times"] } })), "broken 4");
  const machine = door({ states, properties: [never] });
  const { line } = timelineOf(changed({ 2: { broken: ["another"] }, 3: { broken: ["never"] } }));
  const broken = new PropertyCheck(machine).broken(line).map(({ name, moment }) => `${name} ${moment.step}`);
  equal(broken, ["another 2", "never 3"]);
});
