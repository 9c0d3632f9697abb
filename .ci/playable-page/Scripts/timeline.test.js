import { deepStrictEqual as equal } from "node:assert";
import { beginning, happening, isRecorded, placeOfStep, takenTransition, Timeline } from "page/timeline.js";
import { door, event, played, state } from "./door.js";

const machine = door();

/** @param {string[]} names */
function timeline(...names) {
  return played(machine, "closed", ...names);
}

/** @param {Timeline} timeline @param {string[]} names */
function send(timeline, ...names) {
  for (const name of names) timeline.add(happening(machine, timeline.current, event(name)));
}

/** @param {Timeline} timeline */
function names(timeline) {
  return timeline.line.slice(1).map((moment) => moment.eventName);
}

Deno.test("an event is handled or rejected as the machine says", () => {
  const made = timeline("open", "open", "close", "lock(1)");
  equal(made.line.map((moment) => moment.outcome), ["start", "handled", "rejected", "handled", "handled"]);
  equal(made.line.map((moment) => moment.stateName), ["closed", "open", "open", "closed", "locked"]);
  equal(made.line.map((moment) => moment.statePath), [["closed"], ["open"], ["open"], ["closed"], ["locked"]]);
  equal([made.current.exited, made.current.entered], [[], ["bolt"]]);
});

Deno.test("an event at an earlier point begins a branch, and the former one stays", () => {
  const made = timeline("open", "close", "lock(1)");
  made.back();
  made.back();
  send(made, "smash");
  equal(names(made), ["open", "smash"]);
  const fork = made.line[1];
  equal(fork.branches.map((moment) => moment.eventName), ["close", "smash"]);
  made.goTo(fork.branches[0].branches[0]);
  equal(names(made), ["open", "close", "lock(1)"]);
  equal(made.past.length, 4);
});

Deno.test("an event that was sent there before goes along its branch", () => {
  const made = timeline("open", "close");
  made.back();
  send(made, "close");
  equal(made.line[1].branches.length, 1);
});

Deno.test("a step back and forth stays within the line, and takes the branch that was taken last", () => {
  const made = timeline("open", "smash");
  made.forward();
  equal(made.current.stateName, "broken");
  made.back();
  made.back();
  made.back();
  equal([made.current.stateName, made.past.length], ["closed", 1]);
  made.forward();
  made.forward();
  equal(made.current.stateName, "broken");
});

Deno.test("what is put behind the current moment is not shown yet", () => {
  const made = timeline("open");
  made.append([happening(machine, made.current, event("smash"))]);
  equal([made.current.stateName, names(made)], ["open", ["open", "smash"]]);
});

Deno.test("nothing is known of an event in a state that is cut, or unknown", () => {
  const states = machine.states.map((known) => ({ ...known, isCut: known.name === "locked" }));
  const cut = door({ states });
  const locked = beginning(cut, state("locked"));
  equal(happening(cut, locked, event("open")).outcome, "unknown");
  equal(happening(machine, { ...locked, state: null }, event("open")).outcome, "unknown");
  equal(happening(machine, locked, event("open")).outcome, "rejected");
});

Deno.test("a transition is taken where it led to the moment's state", () => {
  const { current } = timeline("open");
  equal(takenTransition(machine, current), machine.document.transitions[0]);
  equal(takenTransition(machine, { ...current, state: state("broken") }), undefined);
  equal(takenTransition(machine, timeline("close").current), undefined);
  equal(takenTransition(machine, timeline().current), undefined);
});

Deno.test("an event with another outcome than before begins a branch of its own", () => {
  const made = timeline("open");
  const known = made.current;
  made.back();
  made.add({ ...known, outcome: "rejected" });
  made.back();
  made.add({ ...known, eventName: "open(2)" });
  made.back();
  made.add({ ...known, state: state("broken") });
  equal(made.start.branches.length, 4);
  made.back();
  made.add({ ...known, outcome: "dropped", eventName: "close", event: event("close") });
  equal(made.start.branches.length, 5);
});

Deno.test("an event that a recording continues with goes along the recording", () => {
  const made = timeline();
  made.append(timeline("open", "close").line.slice(1));
  made.forward();
  made.back();
  send(made, "open");
  equal([made.start.branches.length, made.current.branches.length, names(made)], [1, 1, ["open", "close"]]);
});

Deno.test("a moment is found on any branch by the events that lead to it", () => {
  const made = timeline("open", "close", "lock(1)");
  const locked = made.current;
  made.goTo(made.start);
  send(made, "smash");
  equal(made.find(timeline("open", "close", "lock(1)").line), locked);
  equal(made.find(timeline("smash").line), made.current);
  equal(made.find(timeline().line), made.start);
  equal(made.find(timeline("open", "smash").line), undefined);
  equal(made.find(timeline("close", "smash").line), undefined);
  const elsewhere = timeline("open").line;
  elsewhere[1].state = state("broken");
  equal(made.find(elsewhere), undefined);
});

/** A live timeline that keeps at most 4 events. @param {Timeline} made @param {number} count How many events come. */
function come(made, count) {
  for (let index = 0; index < count; index++) {
    made.extend(happening(machine, made.end, event(made.end.stateName === "open" ? "close" : "open")), 4);
  }
}

Deno.test("a live timeline shows what comes, unless an earlier moment is shown", () => {
  const made = timeline();
  come(made, 2);
  equal([made.current === made.end, made.current.stateName, names(made)], [true, "closed", ["open", "close"]]);
  made.back();
  come(made, 1);
  equal([made.current.index, made.past.length, names(made)], [undefined, 2, ["open", "close", "open"]]);
  equal(made.end.previous?.branches, [made.end]);
});

Deno.test("a live timeline forgets its first half when it has too many events", () => {
  const made = timeline();
  come(made, 4);
  equal(names(made).length, 4);
  come(made, 1);
  equal([made.line.length, made.start.previous, made.start.stateName], [4, null, "closed"]);
  equal(names(made), ["open", "close", "open"]);
  come(made, 1);
  equal(made.line.length, 5);
  come(made, 1);
  equal(made.line.length, 4);
});

Deno.test("a live timeline does not forget the moment that is shown", () => {
  const made = timeline();
  come(made, 1);
  made.goTo(made.start);
  come(made, 6);
  equal([made.line.length, made.current], [8, made.start]);
  made.forward();
  come(made, 1);
  equal([made.start === made.current, made.current.stateName, made.line.length], [true, "open", 8]);
});

Deno.test("an event exits and enters the activities of its transition, and a rejected one none", () => {
  const made = timeline("lock(1)", "open", "unlock(1)");
  equal(made.line.map(({ exited }) => exited.join()), ["", "", "", "bolt"]);
  equal(made.line.map(({ entered }) => entered.join()), ["", "bolt", "", ""]);
});

Deno.test("what has a time, or a place for one, was recorded", () => {
  const { current } = timeline("open");
  equal([undefined, 0, null].map((time) => isRecorded({ ...current, time })), [false, true, true]);
});

Deno.test("an event that was not handled takes no transition, even where the machine would stay", () => {
  const known = machine.document.transitions;
  const bell = door({ transitions: [...known, { ...known[0], target: 0, event: event("close"), arrows: [] }] });
  const made = new Timeline(beginning(bell, 0));
  made.add(happening(bell, made.current, event("close")));
  equal(takenTransition(bell, made.current)?.event, event("close"));
  for (const outcome of /** @type {const} */ (["rejected", "dropped"])) {
    equal(takenTransition(bell, { ...made.current, outcome }), undefined);
  }
});

Deno.test("no transition is known that led to the first moment of a live timeline", () => {
  const made = timeline();
  come(made, 5);
  equal([made.start.outcome, takenTransition(machine, made.start)], ["handled", undefined]);
});

Deno.test("each moment has the number of its event, and a gap that of the event before it", () => {
  const [start, open, close] = timeline("open", "close").line;
  /** @type {import("page/timeline.js").Happening} */
  const gap = { ...start, eventName: "…" };
  const made = new Timeline(start);
  made.append([open, gap, close, { ...open, index: 41 }, close, gap]);
  equal(made.line.map(({ step }) => step), [0, 1, 1, 2, 42, 43, 43]);
  equal(new Timeline({ ...start, index: 79 }).start.step, 80);
  const places = [-1, 0, 1, 2, 3, 42, 43, 44].map((step) => placeOfStep(made.line, step));
  equal(places, [0, 0, 1, 3, 4, 4, 5, 6]);
});

Deno.test("a list of moments only grows, or is replaced", () => {
  const made = timeline("open", "close");
  const { line } = made;
  made.extend(happening(machine, made.end, event("open")), 100);
  equal([made.line === line, line.length], [true, 4]);
  made.back();
  made.goTo(made.line[3]);
  send(made, "close");
  equal([made.line === line, line.length], [true, 5]);
  made.goTo(line[1]);
  equal([made.line === line, made.has(line[3])], [true, true]);
  send(made, "smash");
  equal([made.line === line, line.length, names(made)], [false, 5, ["open", "smash"]]);
  equal([made.has(line[3]), made.has(line[1]), made.place(made.current)], [false, true, 2]);
  made.goTo(line[1]);
  made.append([happening(machine, made.current, event("close"))]);
  equal(names(made), ["open", "close"]);
});
