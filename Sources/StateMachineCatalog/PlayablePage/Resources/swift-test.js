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
  const short = `${name}: ${counted(moments.length, "event")} to ${end}`;
  return short.length <= titleLimit ? short : `${short.slice(0, titleLimit - 1).toWellFormed().replace("\uFFFD", "")}…`;
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
