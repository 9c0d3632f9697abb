// The note at the current moment, and the pictures of the story that can be saved.

/** @import { Diagram } from "./diagram.js" */
/** @import { Machine } from "./machine.js" */
/** @import { Moment, Timeline } from "./timeline.js" */
import { byID } from "./elements.js";
import { stepWords, when } from "./moment-time.js";
import { captionedPicture, movingPicture, png } from "./picture-export.js";
import { takenTransitions } from "./recording.js";
import { fileName, save } from "./saving.js";
import { rangeWords } from "./story-range.js";
import { takenTransition } from "./timeline.js";
import { result } from "./timeline-panel.js";

/** How many moments a moving picture has at most: the last ones. */
const frameLimit = 60;

/** Saves the part of the diagram that is shown as SVG. @param {Machine} machine @param {Diagram} diagram @param {Moment[]} moments */
export function saveSVG(machine, diagram, moments) {
  save(currentView(machine, diagram, moments).svg, `${fileName(machine.document.name)}.svg`, "image/svg+xml");
}

/** Saves the part of the diagram that is shown as PNG. @param {Machine} machine @param {Diagram} diagram @param {Moment[]} moments */
export async function savePNG(machine, diagram, moments) {
  const { svg, size } = currentView(machine, diagram, moments);
  const picture = await png(svg, size);
  if (picture) save(picture, `${fileName(machine.document.name)}.png`);
  else byID("copied").textContent = "This browser cannot draw the picture.";
}

/** @param {Machine} machine @param {Diagram} diagram @param {Moment[]} moments */
function currentView(machine, diagram, moments) {
  const last = moments[moments.length - 1];
  const shapes = diagram.shapesAt(last, takenTransitions(machine, moments));
  // The picture of a recording says which of its moments it shows.
  return captionedPicture(shapes, diagram.parts.shown, colors(), when(last) === "" ? "" : caption(machine, last));
}

/** Saves the moments as a moving picture. @param {Machine} machine @param {Diagram} diagram @param {Moment[]} moments */
export function saveMovingPicture(machine, diagram, moments) {
  const shown = moments.slice(-frameLimit);
  const taken = takenTransitions(machine, moments.slice(0, -shown.length));
  const frames = shown.map((moment) => {
    const transition = takenTransition(machine, moment);
    if (transition) taken.add(transition);
    return { shapes: diagram.shapesAt(moment, taken), caption: caption(machine, moment) };
  });
  const note = shown.length === moments.length ? "" : `Shortened: only ${rangeWords(shown)} of ${rangeWords(moments)}.`;
  const name = `${fileName(machine.document.name)}-story.svg`;
  save(movingPicture(frames, diagram.parts.whole, colors(), note), name, "image/svg+xml");
  if (note) byID("copied").textContent += ` ${note}`;
}

/** The number and the time of a moment, and what happened. @param {Machine} machine @param {Moment} moment */
function caption(machine, moment) {
  const { eventName, remark } = moment;
  return [`${stepWords(moment)}:`, eventName, result(moment, machine), ...(remark ? [`(${remark})`] : [])]
    .filter((text) => text !== "").join(" ");
}

function colors() {
  return { background: color("--panel"), ink: color("--ink") };
}

/** @param {string} name */
function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The text field with the note at the current moment. */
export class NoteField {
  #field = /** @type {HTMLInputElement} */ (byID("note"));
  /** @type {Moment | undefined} */
  #moment;

  /** @param {() => void} onChange Called after the note of the current moment has changed. */
  constructor(onChange) {
    this.#field.addEventListener("input", () => {
      if (!this.#moment) return;
      this.#moment.remark = this.#field.value.trim() === "" ? undefined : this.#field.value;
      onChange();
    });
  }

  /** @param {Timeline} timeline */
  show({ current }) {
    const text = current.remark ?? "";
    if (this.#moment !== current || this.#field.value.trim() !== text.trim()) this.#field.value = text;
    this.#moment = current;
  }
}
