// The sequence as a test in Swift, which compiles against the machine's module.

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { shownOutcome } from "./outcome.js";

/**
 * Several tests in one file.
 * @param {Machine} machine
 * @param {Moment[][]} sequences For each test the start, and what followed.
 */
export function swiftTests(machine, sequences) {
  const functions = sequences.map((moments) => testFunction(machine, moments));
  return sequences.length === 0
    ? ""
    : [...imports(machine), ...functions.flatMap((lines) => ["", ...lines]), ""].join("\n");
}

/**
 * A test that sends the events and expects what the page shows. Moments that the page does not know the events of are comments.
 * @param {Machine} machine
 * @param {Moment[]} moments The start, and what followed.
 */
export function swiftTest(machine, moments) {
  return [...imports(machine), "", ...testFunction(machine, moments), ""].join("\n");
}

/** @param {Machine} machine */
function imports({ document: { module } }) {
  return [
    "import StateMachineGraphs",
    "import StateMachines",
    "import Testing",
    ...(module ? ["", `@testable import ${module}`] : []),
  ];
}

/** A function with a name that no other run of the machine has. @param {Machine} machine @param {Moment[]} moments */
function testFunction(machine, moments) {
  const { module, type, name } = machine.document;
  const typeName = unqualified(type ?? name, module);
  const gap = moments.findIndex((moment, index) => index > 0 && moment.outcome === "start");
  const [start, ...rest] = gap < 0 ? moments : moments.slice(0, gap);
  const told = rest.filter((moment) => shownOutcome(moment) !== "stale");
  const body = [
    `let machine = StateMachine(${startExpression(machine, start, typeName)})`,
    ...remarkLines(start),
    ...told.flatMap((moment) => [...lines(machine, moment), ...remarkLines(moment)]),
    ...(gap < 0 ? [] : [`// Events are missing. Later the machine was in ${comment(moments[gap].stateName)}.`]),
  ];
  const needsThrows = body.some((line) => line.includes("try "));
  const code = body.filter((line) => !line.startsWith("//"));
  const events = told.map((moment) => moment.eventPath.join(".") || moment.eventName).join(", ");
  return [
    `@Test(${literal(`${name}: ${events || "the beginning"}`)})`,
    `func ${functionName(name)}${digest(code.join("\n"))}()${needsThrows ? " throws" : ""} {`,
    ...body.map((line) => `    ${line}`),
    "}",
  ];
}

/** @param {Machine} machine @param {Moment} start @param {string} type */
function startExpression(machine, start, type) {
  const state = start.state === null ? undefined : machine.states[start.state];
  if (state?.swift?.startsWith(".")) return `${type}${state.swift}`;
  // What reflection sees of a struct need not be an initializer.
  if (state?.isInitial) {
    return `try #require(${type}.initialStates.first { ValueName(of: $0).path == ${arrayLiteral(state.path)} })`;
  }
  return state?.swift ??
    `${type}.initialStates[0]  /* ${comment(start.stateName)} has no Swift expression. Write the state here. */`;
}

/** @param {Machine} machine @param {Moment} moment */
function lines(machine, moment) {
  const event = moment.event === null ? undefined : machine.events[moment.event];
  const name = comment(moment.eventName);
  if (!event || moment.outcome === "dropped" || moment.outcome === "unknown") {
    return [`// ${name}: ${moment.outcome}${moment.reason ? ` (${comment(moment.reason)})` : ""}`];
  }
  const recorded = event.name === moment.eventName ? [] : [`// Recorded as ${name}.`];
  // The samples may depend on the state.
  const sample = `try #require(machine.state.sampleEvents.first { "\\(ValueName(of: $0))" == ${literal(event.name)} })`;
  const sent = `machine.send(${event.swift ?? sample}).isHandled`;
  if (moment.outcome === "rejected") return [...recorded, `#expect(!${sent})`];
  return [
    ...recorded,
    `#expect(${sent})`,
    `#expect(ValueName(of: machine.state).path == ${arrayLiteral(moment.statePath)})`,
  ];
}

/** @param {Moment} moment */
function remarkLines({ remark }) {
  return remark ? remark.split(/\r?\n/).map((line) => `// ${comment(line)}`) : [];
}

/** @param {string} type @param {string | undefined} module */
function unqualified(type, module) {
  return module && type.startsWith(`${module}.`) ? type.slice(module.length + 1) : type;
}

/** @param {string[]} values */
function arrayLiteral(values) {
  return `[${values.map(literal).join(", ")}]`;
}

/** @param {string} text */
function literal(text) {
  const escaped = text.replace(/[\\"\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    if (character === "\\" || character === '"') return `\\${character}`;
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return `"${escaped}"`;
}

/** Text that cannot end a comment. @param {string} text */
function comment(text) {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").replaceAll("*/", "* /").replaceAll("/*", "/ *");
}

/** @param {string} name */
function functionName(name) {
  const words = name.replace(/[^\p{L}\p{N}]+(.)?/gu, (_, next) => (next ?? "").toUpperCase());
  const lower = words.charAt(0).toLowerCase() + words.slice(1);
  return /^\p{L}/u.test(lower) ? `${lower}Scenario` : `scenario${words}`;
}

/** A text as eight digits: an FNV-1a hash (Fowler, Noll, Vo, 1991). @param {string} text */
function digest(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
