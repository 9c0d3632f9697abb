// The story of several machines as a test in Swift.

import { deepStrictEqual as equal, match } from "node:assert";
import { expression, swiftTest } from "page/together-test.js";
import { incident, machine, receive, storyOf } from "./machines-together.js";

Deno.test("a test creates each machine, sends what no hook has sent, and expects the last states", () => {
  const machines = incident();
  machines[0].events[2].note = "the card */ is empty";
  const lines = swiftTest(storyOf(machines), new Map()).split("\n");
  equal(lines.slice(0, 8).map((line) => line.replace(/[0-9a-f]{8}\(/, "…(")), [
    "import StateMachineGraphs",
    "import StateMachines",
    "import Testing",
    "",
    "@testable import Shop",
    "",
    '@Test("session, refresh: signIn, begin, signOut, pay, finished, re…")',
    "func sessionRefreshScenario…() {",
  ]);
  equal(lines.slice(8), [
    "    let session = StateMachine(Session.signedOut)",
    "    let refresh = StateMachine(Refresh.idle)",
    "    // Connect the machines here as the app does, so that their hooks send the events named below.",
    '    #expect(session.send(.signIn(user: "ann")).isHandled)',
    "    // A hook of session sends begin to refresh: handled.",
    "    #expect(session.send(.signOut).isHandled)",
    "    #expect(!session.send(.pay(3)).isHandled)",
    "    // the card * / is empty",
    "    #expect(refresh.send(.finished).isHandled)",
    "    // A hook of refresh sends renewed to session: handled.",
    "    // Broken: nobody is signed in by a refresh",
    '    #expect(ValueName(of: session.state).path == ["signedIn"])',
    '    #expect(ValueName(of: refresh.state).path == ["idle"])',
    "}",
    "",
  ]);
});

Deno.test("machines of the same name have variables of their own, and words of the language are none", () => {
  const machines = ["cart", "cart", "class", "7 up", "a b"].map((name, number) => machine(name, number));
  machines.forEach((one, time) => receive(one, time + 1, "go"));
  const variables = [...swiftTest(storyOf(machines), new Map()).matchAll(/let (\S+) = /g)].map(([, name]) => name);
  equal(variables, ["cart", "cart2", "classMachine", "machine7Up", "aB"]);
});

Deno.test("what has no code of its own is looked for among the initial states and the samples", () => {
  const cart = machine("cart", 1, { type: "Shop.Outer.Cart", state: "Store(x: 1)" });
  receive(cart, 1, "add(Item(1))", { after: "b" });
  const text = swiftTest(storyOf([cart]), new Map());
  match(
    text,
    /let cart = StateMachine\(try #require\(Outer\.Cart\.initialStates\.first \{ .*\.path == \["Store"\] \}\)\)/,
  );
  match(
    text,
    /#expect\(cart\.send\(try #require\(cart\.state\.sampleEvents\.first \{ .* == "add\(Item\(1\)\)" \}\)\)\.isHandled\)/,
  );
  match(text, /\(\) throws \{/);
  // A machine that had received events before is not in an initial state.
  const late = machine("late", 1, { state: "Store(x: 1)" });
  late.take("entry", { ...cart.record, time: 1, index: 7, entry: cart.events[0].entry });
  match(swiftTest(storyOf([late]), new Map()), /initialStates\[0\] {2}\/\* Store\(x: 1\) has no Swift expression/);
});

Deno.test("the code of a value is its name, if it has only cases, numbers and texts", () => {
  for (
    const [name, code] of /** @type {[string, string | undefined][]} */ ([
      ["idle", ".idle"],
      ["open(total: -3, note: nil)", ".open(total: -3, note: nil)"],
      ["open(closing(4.5), [a, b])", ".open(.closing(4.5), [.a, .b])"],
      [String.raw`say("a \"b\" (\n")`, String.raw`.say("a \"b\" (\n")`],
      ["isOn(true)", ".isOn(true)"],
      ["add(Item(1))", undefined],
      ["add(1", undefined],
      ["add)1(", undefined],
      ["Store", undefined],
      ["7", undefined],
      ["a.b", undefined],
      ['say("a\nb")', undefined],
      ["a; exit(1)", undefined],
      ["", undefined],
    ])
  ) equal(expression(name), code, name);
});

Deno.test("what the page of a machine knows is written as it says", () => {
  const known = new Map([["Shop.Session", {
    states: [{ name: "signedOut", path: ["signedOut"], isInitial: true, swift: ".signedOut(url)" }],
    events: [
      { name: 'signIn(user: "ann")', path: ["signIn"], swift: ".signIn(.ann)" },
      { name: "signOut", path: ["signOut"] },
    ],
  }], ["Shop.Refresh", {
    states: [],
    events: [{ name: "finished(1)", path: ["finished"], swift: ".finished(1)" }],
  }]]);
  const text = swiftTest(storyOf(incident()), known);
  for (
    const line of [
      "let session = StateMachine(Session.signedOut(url))",
      // A name without a payload may leave it out, so it is no code.
      'let refresh = StateMachine(try #require(Refresh.initialStates.first { ValueName(of: $0).path == ["idle"] }))',
      "#expect(session.send(.signIn(.ann)).isHandled)",
      '#expect(session.send(try #require(session.state.sampleEvents.first { "\\(ValueName(of: $0))" == "signOut" })).isHandled)',
      "#expect(!session.send(.pay(3)).isHandled)",
      "// Recorded as finished.\n    #expect(refresh.send(.finished(1)).isHandled)",
    ]
  ) equal(text.includes(`    ${line}\n`), true, line);
});

Deno.test("an event of a hook is sent by the test if the story does not contain the event that the hook was called for", () => {
  const [session] = incident();
  const text = swiftTest(storyOf([session]), new Map());
  match(text, /#expect\(session\.send\(.*renewed.*\)\.isHandled\)/);
  equal(text.includes("A hook of"), false);
});

Deno.test("no word of the language is a variable", () => {
  const machines = ["guard", "struct", "throws"].map((name, number) => machine(name, number));
  machines.forEach((one, time) => receive(one, time + 1, "go"));
  const variables = [...swiftTest(storyOf(machines), new Map()).matchAll(/let (\S+) = /g)].map(([, name]) => name);
  equal(variables, ["guardMachine", "structMachine", "throwsMachine"]);
});
