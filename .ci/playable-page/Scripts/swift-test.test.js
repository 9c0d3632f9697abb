import { deepStrictEqual as equal, match } from "node:assert";
import { canBegin, swiftTest, swiftTests } from "page/swift-test.js";
import { timelineAt } from "page/address.js";
import { door } from "./door.js";

/** @param {string} text @param {Parameters<typeof door>[0]} [changes] */
function test(text, changes) {
  const machine = door(changes);
  return swiftTest(machine, timelineAt(machine, text).timeline.line);
}

Deno.test("the title of a test has the cases of its events, without payloads", () => {
  match(test("events=lock_1,unlock_1"), /^@Test\("Door: lock, unlock"\)$/m);
});

Deno.test("a run keeps its name with or without notes, and a different run has a different name", () => {
  const name = (/** @type {string} */ address) => test(address).match(/^func (\w+)/m)?.[1];
  const runs = ["", "start=open", "events=open", "events=open,open", "events=lock_1", "events=smash"];
  equal(new Set(runs.map(name)).size, runs.length);
  equal(name("events=open&note1=it%20creaks"), name("events=open"));
});

Deno.test("notes are comments", () => {
  const machine = door();
  const { timeline } = timelineAt(machine, "events=open&note0=new&note1=it%20creaks%0A*/exit()");
  const lines = swiftTest(machine, timeline.line).split("\n").filter((line) => line.includes("//"));
  equal(lines, ["    // new", "    // it creaks", "    // * /exit()"]);
});

Deno.test("several tests in one file have names of their own, and import once", () => {
  const machine = door();
  const sequences = ["events=open", "events=smash"].map((text) => timelineAt(machine, text).timeline.line);
  const text = swiftTests(machine, sequences);
  equal(text.match(/^import Testing$/gm)?.length, 1);
  equal(text.match(/^func .*$/gm), ["func doorScenariob37a4e88() {", "func doorScenario3c73ba2b() {"]);
  equal(text.match(/^@Test.*$/gm), ['@Test("Door: open")', '@Test("Door: smash")']);
  match(text, /}\n\n@Test/);
  match(text, /\n}\n$/);
  equal(swiftTests(machine, []), "");
});

/** Texts that end a literal, a comment or a line, or that a reader does not see. */
const hostile = ['"', "\\(exit(1))", '"""', "\n", "\r\n", "\0", "\u2028", "\u202E", "\u200B", "*/", "/*", "*/*", "//"];

Deno.test("a test sends the events, and expects what the page shows", () => {
  equal(
    test("start=closed&events=open,open,smash"),
    `import StateMachineGraphs
import StateMachines
import Testing

@testable import Doors

@Test("Door: open, open, smash")
func doorScenarioe4bf400c() {
    let machine = StateMachine(Door.closed)
    #expect(machine.send(.open).isHandled)
    #expect(ValueName(of: machine.state).path == ["open"])
    #expect(!machine.send(.open).isHandled)
    #expect(machine.send(.smash).isHandled)
    #expect(ValueName(of: machine.state).path == ["broken"])
}
`,
  );
});

Deno.test("a type is written without its module, and with the types around it", () => {
  match(test("events=open", { name: "Front door", type: "Doors.House.Door" }), /StateMachine\(House\.Door\.closed\)/);
  match(test("events=open", { type: "Gates.Door" }), /StateMachine\(Gates\.Door\.closed\)/);
  match(test("events=open", { type: undefined, name: "Door" }), /StateMachine\(Door\.closed\)/);
  // A machine without a module is not imported.
  equal(test("events=open", { module: undefined, type: undefined }).includes("@testable"), false);
});

Deno.test("a test without events expects nothing", () => {
  const lines = test("start=open").split("\n").slice(7);
  equal(lines, ["func doorScenariocc332eab() {", "    let machine = StateMachine(Door.open)", "}", ""]);
});

Deno.test("a test ends where events of a recording are missing, and says where the machine was later", () => {
  const machine = door();
  const { timeline } = timelineAt(machine, "start=closed");
  timeline.add({ ...timeline.current, outcome: "start", state: 1, stateName: "open", statePath: ["open"] });
  const late = timelineAt(machine, "start=open&events=close").timeline.line;
  equal(swiftTest(machine, [...timeline.line, late[1]]).split("\n").slice(6), [
    '@Test("Door: the beginning")',
    "func doorScenario7b367ea3() {",
    "    let machine = StateMachine(Door.closed)",
    "    // Events are missing. Later the machine was in open.",
    "}",
    "",
  ]);
});

Deno.test("an event that was dropped, or of which nothing is known, is not sent, and one sent after an exit is left out", () => {
  const machine = door();
  const { timeline } = timelineAt(machine, "events=open");
  const expected = swiftTest(machine, timeline.line);
  timeline.add({ ...timeline.current, outcome: "dropped", reason: "stale" });
  equal(swiftTest(machine, timeline.line), expected);
  timeline.add({ ...timeline.current, outcome: "dropped", reason: "the door was gone" });
  timeline.add({ ...timeline.current, outcome: "unknown", reason: undefined });
  const lines = swiftTest(machine, timeline.line).split("\n");
  equal(lines.filter((line) => line.includes("send")), ["    #expect(machine.send(.open).isHandled)"]);
  equal(lines.flatMap((line) => line.split("// ")[1] ?? []), ["open: dropped (the door was gone)", "open: unknown"]);
});

Deno.test("a start that the page does not know is to be written by hand", () => {
  const machine = door();
  const { timeline } = timelineAt(machine, "");
  Object.assign(timeline.current, { state: null, stateName: "half*/open", statePath: ["half"] });
  equal(
    swiftTest(machine, timeline.line).match(/StateMachine\((.*)\)/)?.[1],
    "Door.initialStates[0]  /* half* /open has no Swift expression. Write the state here. */",
  );
});

Deno.test("quotes and backslashes in a literal are written as usual, and invisible characters by their numbers", () => {
  match(test("events=open", { name: 'a "b" \\ c\u200B' }), /@Test\("a \\"b\\" \\\\ c\\u\{200b\}: open"\)/);
});

Deno.test("values without an expression are found among the samples", () => {
  const { states, events } = door().document;
  const text = test("events=open", {
    states: states.map(({ swift: _, ...state }) => state),
    events: events.map(({ swift: _, ...event }) => event),
  });
  match(text, /func doorScenario[0-9a-f]{8}\(\) throws \{/);
  match(text, /initialStates\.first \{ ValueName\(of: \$0\)\.path == \["closed"\] \}/);
  match(text, /sampleEvents\.first \{ "\\\(ValueName\(of: \$0\)\)" == "open" \}/);
});

Deno.test("an initial state that no case is written for is found among the initial states", () => {
  const { states } = door().document;
  const structs = states.map((state) => ({ ...state, swift: `Door(${state.name})` }));
  match(test("events=open", { states: structs }), /StateMachine\(try #require\(Door\.initialStates\.first/);
  match(test("start=open&events=close", { states: structs }), /StateMachine\(Door\(open\)\)/);
});

Deno.test("what the page does not know is a comment", () => {
  const machine = door();
  const { timeline } = timelineAt(machine, "events=open");
  for (const name of hostile) {
    timeline.add({ ...timeline.current, event: null, eventName: name, outcome: "dropped", reason: name });
  }
  timeline.add({ ...timeline.current, outcome: "start", event: null, stateName: "*/\n" });
  const lines = swiftTest(machine, timeline.line).split("\n");
  const comments = lines.filter((line) => line.startsWith("    // "));
  equal(comments.length, hostile.length + 1);
  equal(comments.filter((line) => /[\p{Cc}\p{Cf}\u2028]|\*\/|\/\*/u.test(line)), []);
  equal(lines.length, test("events=open").split("\n").length + comments.length);
});

Deno.test("a recorded payload that no sample has is named beside the sample's", () => {
  const machine = door();
  const { timeline } = timelineAt(machine, "events=lock_1");
  timeline.current.eventName = "lock(77)\n";
  match(
    swiftTest(machine, timeline.line),
    /\n {4}\/\/ Recorded as lock\(77\) \.\n {4}#expect\(machine\.send\(\.lock\(1\)\)/,
  );
});

Deno.test("a name stays inside a literal", () => {
  for (const text of hostile) {
    const { states } = door().document;
    const changed = states.map((state) => ({ ...state, path: [text] }));
    const title = test("events=open", { name: text, states: changed }).match(/^@Test\((".*")\)$/m)?.[1] ?? "";
    const path = test("events=open", { states: changed }).match(/path == \[(".*")\]\)/)?.[1] ?? "";
    for (const literal of [title, path]) {
      match(literal, /^"(?:[^"\\\p{Cc}\p{Cf}\u2028\u2029]|\\[\\"]|\\u\{[0-9a-f]+\})*"$/u);
    }
  }
});

Deno.test("any name makes the name of a function", () => {
  /** @param {string} name */
  const name = (name) => test("events=open", { name }).match(/^func (.*)[0-9a-f]{8}\(\) \{$/m)?.[1];
  equal(["Two words", "404", '"{}', "漢字"].map(name), ["twoWordsScenario", "scenario404", "scenario", "漢字Scenario"]);
});

/** The title of the test of some events. @param {string} events @param {string} [name] */
const titleOf = (events, name = "Door") => test(`events=${events}`, { name }).match(/^@Test\("(.*)"\)$/m)?.[1];

Deno.test("the title of a long test says how many events there are, and where they lead", () => {
  const many = Array.from({ length: 37 }, (_, index) => index % 2 ? "close" : "open");
  equal(titleOf(many.slice(0, 7).join()), "Door: open, close, open, close, open, close, open");
  equal(titleOf(many.join()), "Door: 37 events to open");
  equal(titleOf([...many, "open"].join()), "Door: 38 events to rejected open");
  const long = titleOf(many.join(), "A door with a name that is so long that nothing else fits 😀😀") ?? "";
  equal([[...long].length <= 60, long.endsWith("…"), long.isWellFormed()], [true, true, true]);
  const functions = [many, many.slice(2)].map((events) => test(`events=${events}`).match(/^func .*$/m)?.[0]);
  equal(functions[0] === functions[1], false);
});

Deno.test("a test has the steps and the times of a recording as comments", () => {
  const machine = door();
  const { timeline } = timelineAt(machine, "events=open,close");
  Object.assign(timeline.line[1], { time: 1.5, date: 0 });
  const lines = swiftTest(machine, timeline.line).split("\n").filter((line) => line.includes("//"));
  equal(lines, ["    // Step 1, 1.500 s, 1970-01-01 00:00:00.000 UTC"]);
});

Deno.test("a test can begin in a state that Swift can write, with just its payload", () => {
  const swift = [".closed", ".open(.wide)", "Door(locked)", undefined];
  const states = door().document.states.map((state, index) => ({ ...state, swift: swift[index] }));
  const machine = door({ states });
  const start = (/** @type {string} */ name, /** @type {object} */ changes = {}) => ({
    ...timelineAt(machine, `start=${name}`).timeline.start,
    ...changes,
  });
  equal(["closed", "open", "locked", "broken"].map((name) => canBegin(machine, start(name))), [
    true,
    true,
    false,
    false,
  ]);
  // A recorded payload may be another one than the sample's.
  const recorded = (/** @type {string} */ stateName) => canBegin(machine, start("open", { time: 1, stateName }));
  equal(["open(wide)", "open(narrow)", "open"].map(recorded), [true, false, false]);
  equal(canBegin(machine, start("closed", { state: null })), false);
});
