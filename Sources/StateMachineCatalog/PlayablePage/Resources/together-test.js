// The story of several machines as a test in Swift, which compiles against their modules.

/** @import { Machine } from "./machine.js" */
/** @import { Happened, TogetherMachine } from "./together-machine.js" */
/** @import { Story } from "./together-story.js" */
import {
  comment,
  digest,
  functionName,
  imports,
  literal,
  pathExpectation,
  sendLines,
  shortened,
  startExpression,
  unqualified,
} from "./swift-test.js";

/**
 * @typedef {object} KnownMachine What the page of a machine says of its values.
 * @property {{ name: string, path: string[], isInitial: boolean, swift?: string }[]} states
 * @property {{ name: string, path: string[], swift?: string }[]} events
 */

/**
 * A test that sends the events that no hook has sent, and expects the last states.
 *
 * A value that is not among those that the machine's page knows is written as it is named.
 * @param {Story} story
 * @param {Map<string, KnownMachine>} known What is known of the types.
 */
export function swiftTest(story, known) {
  const { events, machines, names } = story;
  const variables = variablesOf(story);
  const body = [
    ...machines.map((machine) => creation(story, machine, variables.get(machine) ?? "", known.get(machine.type))),
    ...(machines.length > 1
      ? ["// Connect the machines here as the app does, so that their hooks send the events named below."]
      : []),
    ...events.flatMap((happened) => eventLines(story, happened, variables, known.get(happened.machine.type))),
    ...machines.flatMap((machine) => {
      const last = events.findLast((happened) => happened.machine === machine);
      return last ? [pathExpectation(variables.get(machine) ?? "", last.entry.path.after)] : [];
    }),
  ];
  const needsThrows = body.some((line) => line.includes("try "));
  const title = machines.map((machine) => names.get(machine)).join(", ");
  const name = functionName(machines.map(({ type, name }) => type.replace(/^.*\./, "") || name).slice(0, 3).join(" "));
  const lines = body.filter((line) => !line.startsWith("//")).join("\n");
  return [
    ...imports(machines.map(moduleOf)),
    "",
    `@Test(${literal(shortened(`${title}: ${events.map(({ entry }) => entry.path.event.join(".")).join(", ")}`))})`,
    `func ${name}${digest(lines)}()${needsThrows ? " throws" : ""} {`,
    ...body.map((line) => `    ${line}`),
    "}",
    "",
  ].join("\n");
}

/** @param {TogetherMachine} machine */
function moduleOf({ type }) {
  return type.includes(".") ? type.slice(0, type.indexOf(".")) : undefined;
}

/** A variable for each machine. @param {Story} story */
function variablesOf({ machines, names }) {
  const used = new Set();
  /** @type {Map<TogetherMachine, string>} */
  const variables = new Map();
  for (const machine of machines) {
    const words = (names.get(machine) ?? "").replace(/[^\p{L}\p{N}]+(.)?/gu, (_, next) => (next ?? "").toUpperCase());
    const plain = /^\p{L}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : `machine${words}`;
    // A word of the language is no name.
    const base =
      /^(as|break|case|catch|class|continue|default|defer|deinit|do|else|enum|extension|fallthrough|false|fileprivate|for|func|guard|if|import|in|init|inout|internal|is|let|nil|operator|private|protocol|public|repeat|rethrows|return|self|static|struct|subscript|super|switch|throw|throws|true|try|typealias|var|where|while)$/
          .test(plain)
        ? `${plain}Machine`
        : plain;
    let name = base;
    for (let number = 2; used.has(name); number++) name = `${base}${number}`;
    used.add(name);
    variables.set(machine, name);
  }
  return variables;
}

/** @param {Story} story @param {TogetherMachine} machine @param {string} variable @param {KnownMachine} [known] */
function creation({ events }, machine, variable, known) {
  const first = events.find((happened) => happened.machine === machine);
  const stateName = first?.before ?? machine.record.state ?? "";
  const isInitial = first?.index === 0 && !machine.record.handled;
  const path = first?.entry.path.state.join();
  const state = known?.states.find(({ name }) => name === stateName) ??
    known?.states.find((state) => !stateName.includes("(") && state.path.join() === path) ??
    { isInitial, path: first?.entry.path.state ?? [], swift: written(stateName, known) };
  const one = /** @type {Pick<Machine, "states">} */ (/** @type {unknown} */ ({ states: [state] }));
  const type = unqualified(machine.type || "Definition", moduleOf(machine));
  return `let ${variable} = StateMachine(${startExpression(one, { state: 0, stateName }, type)})`;
}

/** @param {Story} story @param {Happened} happened @param {Map<TogetherMachine, string>} variables @param {KnownMachine} [known] */
function eventLines({ events, failures, nameOf }, happened, variables, known) {
  const { machine, sender, event, entry, note, outcome } = happened;
  const remarks = [
    ...(failures.get(happened) ?? []).map(({ property }) => `// Broken: ${comment(property)}`),
    ...(note ? note.split(/\r?\n/).map((line) => `// ${comment(line)}`) : []),
  ];
  const variable = variables.get(machine) ?? "";
  // If the story does not contain the event of the hook, the test must send what the hook has sent.
  const isTold = events.some(({ machine: { session, number }, index }) =>
    session === machine.session && number === sender?.machine && index === sender.index
  );
  if (sender?.within === "turn" && isTold) {
    const from = nameOf(machine.session, sender.machine) ?? `machine ${sender.machine}`;
    return [`// A hook of ${comment(from)} sends ${comment(event)} to ${variable}: ${outcome}.`, ...remarks];
  }
  const sample = known?.events.find(({ name }) => name === event) ??
    known?.events.find(({ path }) => !event.includes("(") && path.join() === entry.path.event.join());
  const one = /** @type {Pick<Machine, "events">} */ (/** @type {unknown} */ ({
    events: [sample ?? { name: event, swift: written(event, known) }],
  }));
  const moment = { event: 0, eventName: event, outcome: entry.outcome, reason: entry.reason };
  return [...sendLines(one, moment, variable), ...remarks];
}

/** The code of a value by its name. A name without a payload may leave out one that has no name. @param {string} name @param {KnownMachine} [known] */
function written(name, known) {
  return known && !name.includes("(") ? undefined : expression(name);
}

const [identifier, number, text] = [
  "[\\p{L}_][\\p{L}\\p{N}_]*",
  "-?\\d+(?:\\.\\d+)?",
  '"(?:[^"\\\\\\p{Cc}\\p{Cf}]|\\\\["\\\\nt0\'])*"',
];

/**
 * The Swift code of a value of an enum, if its name says it: a case with numbers, texts and other cases.
 * @param {string} name
 */
export function expression(name) {
  const token = new RegExp(`(${text})|(${number})(?![\\p{L}\\p{N}])|(${identifier})(:?)|([()[\\],])|( +)`, "uy");
  let code = "";
  while (token.lastIndex < name.length) {
    const match = token.exec(name);
    if (!match) return undefined;
    const [whole, , , word, colon] = match;
    if (word === undefined || colon || ["true", "false", "nil"].includes(word)) code += whole;
    else if (/^\p{Lu}/u.test(word)) return undefined;
    else code += `.${word}`;
  }
  return code.startsWith(".") && isBalanced(code) ? code : undefined;
}

/** @param {string} code */
function isBalanced(code) {
  let depth = 0;
  for (const [character] of code.replace(/"(?:[^"\\]|\\.)*"/g, "").matchAll(/[()[\]]/g)) {
    depth += "([".includes(character) ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
