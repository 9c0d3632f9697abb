// The sequence as a test in Swift, which compiles against the machine's module.

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { counted } from "./elements.js";
import { stepWords, when } from "./moment-time.js";
import { shownOutcome } from "./outcome.js";
import { isRecorded } from "./timeline.js";

/** How long the title of a test is at most. */
const titleLimit = 60;

/**
 * Several tests in one file.
 * @param {Machine} machine
 * @param {Moment[][]} sequences For each test the start, and what followed.
 */
export function swiftTests(machine, sequences) {
  const functions = sequences.map((moments) => testFunction(machine, moments));
  return sequences.length === 0
    ? ""
    : [...imports([machine.document.module]), ...functions.flatMap((lines) => ["", ...lines]), ""].join("\n");
}

/**
 * A test that sends the events and expects what the page shows. Moments that the page does not know the events of are comments.
 * @param {Machine} machine
 * @param {Moment[]} moments The start, and what followed.
 */
export function swiftTest(machine, moments) {
  return [...imports([machine.document.module]), "", ...testFunction(machine, moments), ""].join("\n");
}

/** The first lines of a test of machines of some modules. @param {(string | undefined)[]} modules */
export function imports(modules) {
  const own = [...new Set(modules)].flatMap((module) => module ? [`@testable import ${module}`] : []).sort();
  return [
    "import StateMachineGraphs",
    "import StateMachines",
    "import Testing",
    ...(own.length > 0 ? ["", ...own] : []),
  ];
}

/** A function with a name that no other run of the machine has. @param {Machine} machine @param {Moment[]} moments */
function testFunction(machine, moments) {
  const { module, type, name } = machine.document;
  const typeName = unqualified(type ?? name, module);
  const gap = moments.findIndex((moment, index) => index > 0 && moment.outcome === "start");
  const [start, ...rest] = gap < 0 ? moments : moments.slice(0, gap);
  const told = rest.filter((moment) => shownOutcome(moment) !== "stale");
  const stepLines = (/** @type {Moment} */ moment) =>
    start.step > 0 || when(moment) !== "" ? [`// ${stepWords(moment)}`] : [];
  const body = [
    `let machine = StateMachine(${startExpression(machine, start, typeName)})`,
    ...(start.step > 0 ? stepLines(start) : []),
    ...remarkLines(start),
    ...told.flatMap((moment) => [...stepLines(moment), ...lines(machine, moment), ...remarkLines(moment)]),
    ...(gap < 0 ? [] : [`// Events are missing. Later the machine was in ${comment(moments[gap].stateName)}.`]),
  ];
  const needsThrows = body.some((line) => line.includes("try "));
  const code = body.filter((line) => !line.startsWith("//"));
  return [
    `@Test(${literal(title(name, told))})`,
    `func ${functionName(name)}${digest(code.join("\n"))}()${needsThrows ? " throws" : ""} {`,
    ...body.map((line) => `    ${line}`),
    "}",
  ];
}

/** What the events are, or where they lead to if they are too many. @param {string} name @param {Moment[]} moments */
function title(name, moments) {
  const events = moments.map(({ eventPath, eventName }) => eventPath.join(".") || eventName);
  const all = `${name}: ${events.join(", ") || "the beginning"}`;
  if (all.length <= titleLimit) return all;
  const { outcome, statePath } = moments[moments.length - 1];
  const end = outcome === "handled" ? statePath.join(".") : `${outcome} ${events[events.length - 1]}`;
  return shortened(`${name}: ${counted(moments.length, "event")} to ${end}`);
}

/**
 * Whether a test can begin at a moment: Swift has an expression for just this state.
 * @param {Machine} machine
 * @param {Moment} moment
 */
export function canBegin(machine, moment) {
  const swift = moment.state === null ? undefined : machine.states[moment.state].swift;
  if (!swift?.startsWith(".")) return false;
  // A recorded payload need not be the one of the sample that the page has.
  return !isRecorded(moment) || swift.replace(/(^|[(\s[])\.(?=\p{L})/gu, "$1") === moment.stateName;
}

/** The state in which a machine begins. @param {Pick<Machine, "states">} machine @param {Pick<Moment, "state" | "stateName">} start @param {string} type */
export function startExpression(machine, start, type) {
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
  const sent = sendLines(machine, moment, "machine");
  return moment.event !== null && moment.outcome === "handled"
    ? [...sent, pathExpectation("machine", moment.statePath)]
    : sent;
}

/** What a machine is expected to be in. @param {string} variable @param {string[]} path */
export function pathExpectation(variable, path) {
  return `#expect(ValueName(of: ${variable}.state).path == ${arrayLiteral(path)})`;
}

/**
 * Sends an event to a machine, and expects whether it is handled.
 * @param {Pick<Machine, "events">} machine
 * @param {Pick<Moment, "event" | "eventName" | "outcome" | "reason">} moment
 * @param {string} variable
 */
export function sendLines(machine, moment, variable) {
  const event = moment.event === null ? undefined : machine.events[moment.event];
  const name = comment(moment.eventName);
  if (!event || moment.outcome === "dropped" || moment.outcome === "unknown") {
    return [`// ${name}: ${moment.outcome}${moment.reason ? ` (${comment(moment.reason)})` : ""}`];
  }
  const recorded = event.name === moment.eventName ? [] : [`// Recorded as ${name}.`];
  // The samples may depend on the state.
  const sample = `try #require(${variable}.state.sampleEvents.first { "\\(ValueName(of: $0))" == ${
    literal(event.name)
  } })`;
  const sent = `${variable}.send(${event.swift ?? sample}).isHandled`;
  return [...recorded, `#expect(${moment.outcome === "rejected" ? "!" : ""}${sent})`];
}

/** @param {Moment} moment */
function remarkLines({ remark }) {
  return remark ? remark.split(/\r?\n/).map((line) => `// ${comment(line)}`) : [];
}

/** The name of a type within its module. @param {string} type @param {string | undefined} module */
export function unqualified(type, module) {
  return module && type.startsWith(`${module}.`) ? type.slice(module.length + 1) : type;
}

/** @param {string[]} values */
function arrayLiteral(values) {
  return `[${values.map(literal).join(", ")}]`;
}

/** A text as a literal. @param {string} text */
export function literal(text) {
  const escaped = text.replace(/[\\"\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    if (character === "\\" || character === '"') return `\\${character}`;
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
  return `"${escaped}"`;
}

/** A title that fits on a line. @param {string} text */
export function shortened(text) {
  const letters = [...text];
  return letters.length <= titleLimit ? text : `${letters.slice(0, titleLimit - 1).join("").trimEnd()}…`;
}

/** Text that cannot end a comment. @param {string} text */
export function comment(text) {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").replaceAll("*/", "* /").replaceAll("/*", "/ *");
}

/** A name of a function, from that of a machine. @param {string} name */
export function functionName(name) {
  const words = name.replace(/[^\p{L}\p{N}]+(.)?/gu, (_, next) => (next ?? "").toUpperCase());
  const lower = words.charAt(0).toLowerCase() + words.slice(1);
  return /^\p{L}/u.test(lower) ? `${lower}Scenario` : `scenario${words}`;
}

/** A text as eight digits: an FNV-1a hash (Fowler, Noll, Vo, 1991). @param {string} text */
export function digest(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
