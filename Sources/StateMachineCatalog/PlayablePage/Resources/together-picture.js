// The story of several machines as a sequence diagram in SVG, which needs neither a style sheet nor a script.

/** @import { Happened } from "./together-machine.js" */
/** @import { Story } from "./together-story.js" */
import { counted } from "./elements.js";
import { escaped, svgFile, wrapped } from "./picture-export.js";
import { shortType } from "./together-sequence.js";
import { effect, senderOf } from "./together-text.js";
import { seconds } from "./together-times.js";

/** How many events are drawn: the last ones. */
const limit = 300;

/** Sizes in units of the picture: of the column with the times, of that of a machine, of letters, and of a line of text. */
const [timeWidth, columnWidth, letters, lineHeight, margin] = [170, 190, 12, 16, 12];

/** How many letters a line has in a column, and in a note over the whole width of some columns. */
const lineLetters = (/** @type {number} */ width) => Math.max(12, Math.floor((width - 16) / letters / 0.55));

/** @typedef {{ background: string, ink: string, quiet: string, line: string, accent: string, bad: string, note: string }} Colors */

/** @param {Story} story @param {Colors} colors */
export function sequencePicture(story, colors) {
  const { machines, names, events } = story;
  const width = timeWidth + Math.max(1, machines.length) * columnWidth + margin;
  const columns = new Map(machines.map((machine, index) => [machine, timeWidth + (index + 0.5) * columnWidth]));
  const first = Math.max(0, events.length - limit);
  const heads = machines.map((machine) => [
    ...wrapped(names.get(machine) ?? "", lineLetters(columnWidth)),
    shortType(machine.type),
  ]);
  const headHeight = margin + lineHeight * Math.max(1, ...heads.map(({ length }) => length)) + 8;
  let y = headHeight;
  const drawn = [];
  if (first > 0) {
    drawn.push(words([`${counted(first, "earlier event")} not drawn`], margin, y + lineHeight, colors.bad, "start"));
    y += lineHeight + 8;
  }
  for (const happened of events.slice(first)) {
    const row = rowOf(story, happened, columns, y, colors);
    drawn.push(row.shapes);
    y += row.height;
  }
  const height = y + margin;
  const lines = machines.map((machine, index) => {
    const x = columns.get(machine) ?? 0;
    const [box, half] = [heads[index], columnWidth / 2 - 6];
    return line(x, headHeight, x, height - margin, colors.line, "4 3") +
      shape("rect", {
        x: x - half,
        y: 4,
        width: 2 * half,
        height: headHeight - 8,
        rx: 6,
        fill: colors.note,
        stroke: colors.line,
      }) +
      words(box, x, 4 + lineHeight, colors.ink, "middle");
  });
  const size = { x: 0, y: 0, width, height };
  return { svg: svgFile(lines.join("") + drawn.join(""), size, colors.background), size };
}

/**
 * @param {Story} story
 * @param {Happened} happened
 * @param {Map<Happened["machine"], number>} columns
 * @param {number} top
 * @param {Colors} colors
 */
function rowOf(story, happened, columns, top, colors) {
  const { machines, failures, dateOf } = story;
  const { machine, outcome, step, event, note, missing, time } = happened;
  const x = columns.get(machine) ?? 0;
  const from = senderOf(story, happened);
  const origin = from && from !== machine ? columns.get(from) ?? x : x - 28;
  const color = outcome === "handled" ? colors.accent : outcome === "stale" ? colors.quiet : colors.bad;
  const date = dateOf(happened);
  const when = [
    seconds(time),
    ...(date === null ? [] : [new Date(date).toISOString().replace("T", " ").replace("Z", " UTC")]),
  ];
  const lost = missing > 0 ? [`(${counted(missing, "event")} missing before)`] : [];
  const label = [...lost, ...wrapped(`${step}. ${event}`, lineLetters(columnWidth))];
  const result = wrapped(effect(happened), lineLetters(columnWidth));
  const broken = (failures.get(happened) ?? []).flatMap(({ property }) =>
    wrapped(`Broken: ${property}`, lineLetters(columnWidth))
  );
  const remark = note ? wrapped(note, lineLetters(columnWidth * machines.length)) : [];
  const arrowTop = top + label.length * lineHeight + 6;
  let y = arrowTop + lineHeight;
  const below = words(result, x, y, colors.ink, "middle") +
    words(broken, x, y + result.length * lineHeight, colors.bad, "middle", true);
  y += (result.length + broken.length) * lineHeight;
  const box = remark.length === 0 ? "" : shape("rect", {
    x: timeWidth + 4,
    y: y - 6,
    width: columnWidth * machines.length - 8,
    height: remark.length * lineHeight + 8,
    rx: 4,
    fill: colors.note,
  }) + words(remark, timeWidth + 12, y + lineHeight - 6, colors.ink, "start");
  y += remark.length === 0 ? 0 : remark.length * lineHeight + 10;
  // Rows of text keep a distance from the lines of the machines behind them.
  const shapes = words(when, margin, arrowTop - lineHeight + 6, colors.quiet, "start") +
    words(label, x, top + lineHeight - 4, colors.ink, "middle", true) +
    arrow(origin, x, arrowTop, color, outcome !== "handled") + below + box;
  return { shapes, height: Math.max(y, arrowTop + 2 * lineHeight) - top };
}

/** @param {number} from @param {number} to @param {number} y @param {string} color @param {boolean} isDashed */
function arrow(from, to, y, color, isDashed) {
  const side = from < to ? -1 : 1;
  const points = [[to, y], [to + side * 8, y - 4], [to + side * 8, y + 4]].map((point) => point.join(",")).join(" ");
  return line(from, y, to + side * 8, y, color, isDashed ? "5 3" : "") + shape("polygon", { points, fill: color });
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} stroke @param {string} dashes */
function line(x1, y1, x2, y2, stroke, dashes) {
  return shape("line", {
    x1,
    y1,
    x2,
    y2,
    stroke,
    "stroke-width": 1.5,
    ...(dashes ? { "stroke-dasharray": dashes } : {}),
  });
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join("");
  return `<${name}${written}/>`;
}

/** Lines of text. @param {string[]} lines @param {number} x @param {number} y @param {string} fill @param {string} anchor @param {boolean} [isBold] */
function words(lines, x, y, fill, anchor, isBold = false) {
  const weight = isBold ? ' font-weight="700"' : "";
  return lines.map((text, index) =>
    `<text x="${x}" y="${y + index * lineHeight}" font-family="Helvetica,Arial,sans-serif" font-size="${letters}"` +
    `${weight} text-anchor="${anchor}" fill="${fill}">${escaped(text)}</` + `text>`
  ).join("");
}
