// A small map of a diagram: its states, the current one, and the part that the frame shows.

/** @import { Point, Size, ViewBox } from "./view-box.js" */
import { byID } from "./elements.js";
import { shape } from "./svg.js";

/** The size of a map at most, in pixels. */
const [widest, highest] = [160, 112];

/** The map, which is there as long as the frame cuts the diagram. */
export class DiagramMap {
  /** @type {Map<string, SVGElement>} */
  #states = new Map();
  #panel = byID("map");
  #part = shape("rect", { class: "part" });

  /**
   * @param {Size} picture
   * @param {Map<string, Point & Size>} boxes Where the states of the chart are.
   * @param {(point: Point) => void} onMove Called with the point of the picture that the user wants to see.
   */
  constructor(picture, boxes, onMove) {
    const map = shape("svg", { viewBox: `0 0 ${picture.width} ${picture.height}`, "aria-hidden": "true" });
    for (const [id, { x, y, width, height }] of boxes) {
      this.#states.set(id, shape("rect", { x, y, width, height, rx: 4 }));
    }
    map.append(...this.#states.values(), this.#part);
    map.style.aspectRatio = `${picture.width} / ${picture.height}`;
    map.style.width = `${Math.min(widest, highest * picture.width / picture.height)}px`;
    this.#panel.replaceChildren(map);
    const move = (/** @type {PointerEvent} */ pointer) => {
      const { left, top, width, height } = map.getBoundingClientRect();
      pointer.preventDefault();
      onMove({
        x: (pointer.clientX - left) / width * picture.width,
        y: (pointer.clientY - top) / height * picture.height,
      });
    };
    map.addEventListener("pointerdown", (pointer) => {
      map.setPointerCapture(pointer.pointerId);
      move(pointer);
    });
    map.addEventListener("pointermove", (pointer) => {
      if (map.hasPointerCapture(pointer.pointerId)) move(pointer);
    });
  }

  /** Shows which part of the diagram the frame shows. @param {ViewBox} view */
  show(view) {
    this.#panel.hidden = view.isFitted;
    const { picture } = view;
    // The frame can be wider or higher than the picture.
    const part = {
      x: Math.max(0, view.x),
      y: Math.max(0, view.y),
      width: Math.min(view.width, picture.width),
      height: Math.min(view.height, picture.height),
    };
    for (const [name, value] of Object.entries(part)) this.#part.setAttribute(name, String(value));
  }

  /** Marks states. @param {string} name @param {string[]} ids */
  mark(name, ids) {
    for (const [id, state] of this.#states) state.classList.toggle(name, ids.includes(id));
  }
}
