// The note at the current moment, and the pictures of the story that can be saved.

/** @import { Diagram } from "./diagram.js" */
/** @import { Machine } from "./machine.js" */
/** @import { Moment, Timeline } from "./timeline.js" */
import { byID } from "./elements.js";
import { movingPicture, png, svgFile } from "./picture-export.js";
import { takenTransitions } from "./recording.js";
import { fileName, save } from "./saving.js";
import { result } from "./timeline-panel.js";

/** How many moments a moving picture has at most: the last ones. */
const frameLimit = 60;

/** Saves the part of the diagram that is shown as SVG. @param {Machine} machine @param {Diagram} diagram @param {Moment[]} past */
export function saveSVG(machine, diagram, past) {
  save(currentView(machine, diagram, past), `${fileName(machine.document.name)}.svg`, "image/svg+xml");
}

/** Saves the part of the diagram that is shown as PNG. @param {Machine} machine @param {Diagram} diagram @param {Moment[]} past */
export async function savePNG(machine, diagram, past) {
  const picture = await png(currentView(machine, diagram, past), diagram.parts.shown);
  if (picture) save(picture, `${fileName(machine.document.name)}.png`);
  else byID("copied").textContent = "This browser cannot draw the picture.";
}

/** @param {Machine} machine @param {Diagram} diagram @param {Moment[]} past */
function currentView(machine, diagram, past) {
  return svgFile(shapes(machine, diagram, past), diagram.parts.shown, color("--panel"));
}

/** The shapes of the diagram at the last of some moments. @param {Machine} machine @param {Diagram} diagram @param {Moment[]} past */
function shapes(machine, diagram, past) {
  return diagram.shapesAt(past[past.length - 1], takenTransitions(machine, past));
}

/** Saves the moments as a moving picture. @param {Machine} machine @param {Diagram} diagram @param {Moment[]} moments */
export function saveMovingPicture(machine, diagram, moments) {
  const first = Math.max(0, moments.length - frameLimit);
  const frames = moments.slice(first).map((moment, index) => ({
    shapes: shapes(machine, diagram, moments.slice(0, first + index + 1)),
    caption: [moment.eventName, result(moment, machine), ...(moment.remark ? [`(${moment.remark})`] : [])]
      .filter((text) => text !== "").join(" "),
  }));
  const colors = { background: color("--panel"), ink: color("--ink") };
  save(
    movingPicture(frames, diagram.parts.whole, colors),
    `${fileName(machine.document.name)}-story.svg`,
    "image/svg+xml",
  );
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
