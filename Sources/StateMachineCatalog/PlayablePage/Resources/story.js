// The sequence as a story for an issue: Markdown with a list of steps and a sequence diagram in Mermaid.

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { result } from "./timeline-panel.js";

/**
 * The moments as Markdown.
 * @param {Machine} machine
 * @param {Moment[]} moments The start, and what followed.
 */
export function markdown(machine, moments) {
  const steps = moments.map((moment, index) => {
    const event = moment.eventName ? `${code(moment.eventName)}: ` : "";
    const notes = moment.notes.map((note) => ` (${code(note)})`).join("");
    return `${index + 1}. ${event}${code(result(moment, machine))}${notes}`;
  });
  return [
    `Machine ${code(machine.document.name)}:`,
    "",
    ...steps,
    "",
    "```mermaid",
    sequenceDiagram(machine, moments),
    "```",
    "",
  ]
    .join("\n");
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
    ]),
  ].join("\n");
}

/** Text that Mermaid shows as it is. @param {string} text */
function label(text) {
  return plain(text).replace(/[^\p{L}\p{N} .,()_→]/gu, (character) => `#${character.codePointAt(0)};`);
}

/** A code span, with more backquotes around the text than it has in a row. @param {string} text */
function code(text) {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return fence + space + plain(text) + space + fence;
}

/** Text on one line, without characters that a reader does not see. @param {string} text */
function plain(text) {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
}
