// The story of several machines as text: Markdown with a list of steps, and a sequence diagram in Mermaid.

/** @import { Happened } from "./together-machine.js" */
/** @import { Story } from "./together-story.js" */
import { counted } from "./elements.js";
import { code, escaped, label, plain } from "./story.js";
import { result, senderWords } from "./together-sequence.js";
import { seconds } from "./together-times.js";

/** How many characters Mermaid draws, and how many of these the parts besides the events may have. */
const [mermaidLimit, reserve] = [50_000, 500];

/** The story as Markdown. @param {Story} story */
export function markdown(story) {
  const { events, machines, names } = story;
  const { text, left } = drawn(story);
  const of = machines.map((machine) => `${code(names.get(machine) ?? "")} (${code(machine.type || "no type")})`).join(
    ", ",
  );
  return [
    `${counted(events.length, "event")} of ${of}${firstDate(story)}:`,
    "",
    ...machines.map((machine) => `- ${code(names.get(machine) ?? "")} begins in ${code(beginning(story, machine))}.`),
    "",
    ...events.flatMap((happened) => stepLines(story, happened)),
    "",
    ...machines.map((machine) => `- ${code(names.get(machine) ?? "")} ends in ${code(ending(story, machine))}.`),
    "",
    ...(left > 0 ? [leftOut(left), ""] : []),
    "```mermaid",
    text,
    "```",
    "",
  ].join("\n");
}

/** @param {Story} story */
function firstDate({ events, dateOf }) {
  const date = dateOf(events[0]);
  return date === null ? "" : `, from ${new Date(date).toISOString()}`;
}

/** The state of a machine before its first event. @param {Story} story @param {Happened["machine"]} machine */
export function beginning({ events }, machine) {
  return events.find((happened) => happened.machine === machine)?.before ?? "";
}

/** The state of a machine after its last event. @param {Story} story @param {Happened["machine"]} machine */
function ending({ events }, machine) {
  return events.findLast((happened) => happened.machine === machine)?.after ?? "";
}

/** @param {Story} story @param {Happened} happened */
function stepLines({ names, failures, dateOf, nameOf }, happened) {
  const { machine, step, event, time, note, missing } = happened;
  const date = dateOf(happened);
  const when = date === null ? seconds(time) : `${seconds(time)} (${new Date(date).toISOString()})`;
  const sender = senderWords(happened, nameOf);
  return [
    ...(missing > 0 ? [`- ${counted(missing, "event")} of ${code(names.get(machine) ?? "")} missing here.`] : []),
    `- ${when}: ${code(names.get(machine) ?? "")} step ${step}: ${code(event)}${
      sender ? ` (sent ${escaped(plain(sender))})` : ""
    }: ${code(effect(happened))}`,
    ...(failures.get(happened) ?? []).map(({ property, reason }) =>
      `  **Broken: ${code(property)}**${reason ? ` ${code(reason)}` : ""}`
    ),
    ...(note ? ["", ...note.split(/\r?\n/).map((line) => `  > ${escaped(plain(line))}`), ""] : []),
  ];
}

/** What became of an event, with the reason. @param {Happened} happened */
export function effect(happened) {
  const { reason } = happened.entry;
  return `${result(happened)}${reason ? `: ${reason}` : ""}`;
}

/** The story as a sequence diagram in Mermaid. @param {Story} story */
export function sequenceDiagram(story) {
  return drawn(story).text;
}

/** @param {number} count */
function leftOut(count) {
  return `${counted(count, "earlier event")} not drawn: Mermaid draws at most ${mermaidLimit} characters.`;
}

/** The diagram of as many events as fit, the last ones, and how many are left out. @param {Story} story */
function drawn(story) {
  const { events, machines, names, dateOf } = story;
  const ids = new Map(machines.map((machine, index) => [machine, `m${index + 1}`]));
  const head = [
    "sequenceDiagram",
    ...(events.some((happened) => !senderOf(story, happened)) ? ["    participant Sender"] : []),
    ...machines.map((machine) => `    participant ${ids.get(machine)} as ${label(names.get(machine) ?? "")}`),
  ];
  const all = [...ids.values()];
  const around = all.length > 1 ? `${all[0]},${all[all.length - 1]}` : all[0];
  let room = mermaidLimit - reserve - head.join("\n").length;
  /** @type {string[][]} */
  const drawn = [];
  let first = events.length;
  while (first > 0) {
    const next = eventLines(story, events[first - 1], ids, around);
    room -= next.join("\n").length + 1;
    if (room < 0) break;
    drawn.push(next);
    first--;
  }
  const date = dateOf(events[Math.min(first, events.length - 1)]);
  const notes = [
    ...(first > 0 ? [leftOut(first)] : []),
    ...(date === null ? [] : [`${new Date(date).toISOString().slice(0, 10)}, times in UTC`]),
  ].map((text) => `    Note over ${around}: ${label(text)}`);
  return { text: [...head, ...notes, ...drawn.reverse().flat()].join("\n"), left: first };
}

/** The machine that has sent an event, if it is part of the story. @param {Story} story @param {Happened} happened */
export function senderOf({ machines }, { machine: { session }, sender }) {
  return sender && machines.find((machine) => machine.session === session && machine.number === sender.machine);
}

/** @param {Story} story @param {Happened} happened @param {Map<Happened["machine"], string>} ids @param {string} around */
function eventLines(story, happened, ids, around) {
  const { machine, sender, event, step, outcome, note, missing, time } = happened;
  const id = ids.get(machine);
  const from = senderOf(story, happened);
  const date = story.dateOf(happened);
  const when = date === null ? seconds(time) : new Date(date).toISOString().slice(11, 23);
  const arrow = outcome !== "handled" ? "-x" : sender?.within === "work" ? "-)" : "->>";
  const broken = story.failures.get(happened) ?? [];
  return [
    ...(missing > 0 ? [`    Note over ${id}: ${label(`${counted(missing, "event")} missing here`)}`] : []),
    `    ${from ? ids.get(from) : "Sender"}${arrow}${id}: ${label(`${step}. ${event}`)}`,
    `    Note over ${id}: ${label(`${when} ${effect(happened)}`)}`,
    ...broken.map(({ property }) => `    Note over ${id}: ${label(`Broken: ${property}`)}`),
    ...(note ? [`    Note over ${around}: ${label(note)}`] : []),
  ];
}
