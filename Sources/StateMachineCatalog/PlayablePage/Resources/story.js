// The sequence as a story for an issue: Markdown with a list of steps, a picture of each step and a sequence diagram, both in Mermaid.

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { stepWords } from "./moment-time.js";
import { shownOutcome } from "./outcome.js";
import { rangeWords } from "./story-range.js";
import { result, senderWords } from "./timeline-panel.js";

/** How many steps have a picture: the last ones, since hosts draw only so many. */
const pictures = 20;

/** How many characters Mermaid draws, with some room, and how many of a name are shown. */
const [textLimit, nameLimit] = [49_000, 400];

/**
 * The moments as Markdown.
 * @param {Machine} machine
 * @param {Moment[]} moments Where the story begins, and what followed.
 * @param {{ name: string, moment: Moment }[]} [broken] The properties that are violated.
 */
export function markdown(machine, moments, broken = []) {
  const steps = moments.flatMap((moment) => {
    const event = moment.eventName ? `${code(moment.eventName)}: ` : "";
    const sender = senderWords(moment) ? ` (${escaped(plain(senderWords(moment)))})` : "";
    const notes = moment.notes.map((note) => ` (${code(note)})`).join("");
    return [`- ${stepWords(moment)}: ${event}${code(result(moment, machine))}${sender}${notes}`, ...remark(moment)];
  });
  const first = Math.max(1, moments.length - pictures);
  const drawn = moments.slice(first).flatMap((moment) => [
    "",
    `**${stepWords(moment)}: ${code(moment.eventName || "…")}**`,
    "",
    "```mermaid",
    stepDiagram(moment),
    "```",
  ]);
  const [{ step: begin }, { step: end }] = [moments[0], moments[moments.length - 1]];
  const told = broken.filter(({ moment: { step } }) => step >= begin && step <= end);
  return [
    `Machine ${code(machine.document.name)}${begin === 0 ? "" : `, ${rangeWords(moments)}`}:`,
    "",
    ...steps,
    ...(told.length > 0 ? [""] : []),
    ...told.flatMap(({ name, moment }) => [`Broken at step ${moment.step}: ${code(name)}`, ""]).slice(0, -1),
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

/** What somebody has written at a moment, as a quotation in its item. @param {Moment} moment */
function remark({ remark }) {
  if (!remark) return [];
  return ["", ...remark.split(/\r?\n/).map((line) => `  > ${escaped(plain(line))}`), ""];
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
 * The moments as a sequence diagram. If there are too many for Mermaid, the first ones are left out.
 * @param {Machine} machine
 * @param {Moment[]} moments
 */
export function sequenceDiagram(machine, moments) {
  const head = [
    "sequenceDiagram",
    "    participant Sender",
    `    participant Machine as ${label(machine.document.name)}`,
  ];
  /** @type {string[][]} */
  const told = [];
  let length = head.join("\n").length;
  for (const moment of moments.toReversed()) {
    const lines = messages(machine, moment);
    length += lines.join("\n").length + 1;
    if (length > textLimit) break;
    told.unshift(lines);
  }
  return [...head, ...leftOut(moments.slice(0, moments.length - told.length)), ...told.flat()].join("\n");
}

/** Says which moments are not drawn. @param {Moment[]} moments */
function leftOut(moments) {
  if (moments.length === 0) return [];
  const verb = moments.length === 1 ? "is" : "are";
  return [
    `    Note over Sender,Machine: ${
      label(`${rangeWords(moments)} ${verb} left out, because Mermaid draws only 50,000 characters`)
    }`,
  ];
}

/** @param {Machine} machine @param {Moment} moment */
function messages(machine, moment) {
  const { eventName, outcome, remark } = moment;
  const [step, ...time] = stepWords(moment).split(", ");
  const times = time.length === 0 ? "" : `<br/>${time.join(", ")}`;
  return [
    ...(eventName && outcome !== "start"
      ? [`    Sender${outcome === "handled" ? "->>" : "-x"}Machine: ${label(eventName)}`]
      : []),
    `    Note over Machine: ${step}: ${label(result(moment, machine))}${times}`,
    ...(remark ? [`    Note over Sender,Machine: ${label(remark)}`] : []),
  ];
}

/** Text that Mermaid shows as it is. @param {string} text */
export function label(text) {
  const shown = text.length > nameLimit ? `${text.slice(0, nameLimit)}…` : text;
  return plain(shown).replace(/[^\p{L}\p{N} .,()_→…]/gu, (character) => `#${character.codePointAt(0)};`);
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
