// The sequence as a story for an issue: Markdown with a list of steps, a picture of each step and a sequence diagram, both in Mermaid.

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { shownOutcome } from "./outcome.js";
import { result } from "./timeline-panel.js";

/** How many steps have a picture: the last ones, since hosts draw only so many. */
const pictures = 20;

/**
 * The moments as Markdown.
 * @param {Machine} machine
 * @param {Moment[]} moments The start, and what followed.
 */
export function markdown(machine, moments) {
  const steps = moments.flatMap((moment, index) => {
    const event = moment.eventName ? `${code(moment.eventName)}: ` : "";
    const notes = moment.notes.map((note) => ` (${code(note)})`).join("");
    const number = `${index + 1}. `;
    return [`${number}${event}${code(result(moment, machine))}${notes}`, ...remark(moment, " ".repeat(number.length))];
  });
  const first = Math.max(1, moments.length - pictures);
  const drawn = moments.slice(first).flatMap((moment, index) => [
    "",
    `**Step ${first + index + 1}: ${code(moment.eventName || "…")}**`,
    "",
    "```mermaid",
    stepDiagram(moment),
    "```",
  ]);
  return [
    `Machine ${code(machine.document.name)}:`,
    "",
    ...steps,
    ...(first > 1 && drawn.length > 0 ? ["", `Only the last ${pictures} steps are drawn.`] : []),
    ...drawn,
    "",
    "All events:",
    "",
    "```mermaid",
    sequenceDiagram(machine, moments),
    "```",
    "",
  ]
    .join("\n");
}

/** What somebody has written at a moment, as a quotation. @param {Moment} moment @param {string} indentation */
function remark({ remark }, indentation) {
  if (!remark) return [];
  return ["", ...remark.split(/\r?\n/).map((line) => `${indentation}> ${escaped(plain(line))}`), ""];
}

/** The state before an event, the event, and the state after it, which is marked. @param {Moment} moment */
function stepDiagram(moment) {
  const { previous, stateName, eventName } = moment;
  const outcome = shownOutcome(moment);
  const isStill = !previous || previous.stateName === stateName;
  const event = `${label(eventName || "…")}${outcome === "handled" || outcome === "start" ? "" : ` (${outcome})`}`;
  return [
    "stateDiagram-v2",
    "    direction LR",
    ...(isStill ? [] : [`    state "${label(previous.stateName)}" as before`]),
    `    state "${label(stateName)}" as after`,
    `    ${isStill ? "after" : "before"} --> after: ${event}`,
    "    classDef current stroke-width:3px,font-weight:bold",
    "    class after current",
  ].join("\n");
}

/**
 * The moments as a sequence diagram.
 * @param {Machine} machine
 * @param {Moment[]} moments
 */
export function sequenceDiagram(machine, moments) {
  return [
    "sequenceDiagram",
    "    participant Sender",
    `    participant Machine as ${label(machine.document.name)}`,
    ...moments.flatMap((moment) => [
      ...(moment.eventName
        ? [`    Sender${moment.outcome === "handled" ? "->>" : "-x"}Machine: ${label(moment.eventName)}`]
        : []),
      `    Note over Machine: ${label(result(moment, machine))}`,
      ...(moment.remark ? [`    Note over Sender,Machine: ${label(moment.remark)}`] : []),
    ]),
  ].join("\n");
}

/** Text that Mermaid shows as it is. @param {string} text */
export function label(text) {
  return plain(text).replace(/[^\p{L}\p{N} .,()_→]/gu, (character) => `#${character.codePointAt(0)};`);
}

/** A line that Markdown shows as it is, except for spaces at its ends. @param {string} text */
export function escaped(text) {
  return text.trim().replace(/[\\`*_{}[\]<>()#+!|~&@$=-]|:(?=[\w+-]+:)|(?<=^\d+)\./g, "\\$&");
}

/** A code span, with more backquotes around the text than it has in a row. @param {string} text */
export function code(text) {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return fence + space + plain(text) + space + fence;
}

/** Text on one line, without characters that a reader does not see. @param {string} text */
export function plain(text) {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
}
