import { deepStrictEqual as equal } from "node:assert";
import { beginning, happening, takenTransition, Timeline } from "page/timeline.js";
import { door, event, state } from "./door.js";

const machine = door();

/** @param {string[]} names */
function timeline(...names) {
  const made = new Timeline(beginning(machine, 0));
  send(made, ...names);
  return made;
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
