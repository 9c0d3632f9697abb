// Zooms and moves a diagram in its frame. The whole diagram is shown first, and again when the frame has another size.

/** @import { Point, Size } from "./view-box.js" */
import { moveByGestures, zoomStep } from "./diagram-gestures.js";
import { DiagramMap } from "./diagram-map.js";
import { byID } from "./elements.js";
import { ViewBox } from "./view-box.js";

/** The picture in its frame, with buttons and a small map. */
export class DiagramView {
  #frame = byID("picture");
  #picture;
  #box;
  #map;
  #states;
  /** @type {string | undefined} The state that the button zooms to. */
  #current;

  /** @param {SVGSVGElement} picture @param {Map<string, Element>} states Those of the chart, by their ids. */
  constructor(picture, states) {
    this.#picture = picture;
    this.#states = states;
    const { width, height } = picture.viewBox.baseVal;
    this.#box = new ViewBox({ width, height }, picture.width.baseVal.value / width);
    this.#frame.style.aspectRatio = `${width} / ${height}`;
    this.#frame.style.setProperty("--natural-height", `${Math.ceil(height * this.#box.natural)}px`);
    byID("zoom-tools").hidden = false;
    this.fit();
    const boxes = new Map([...states].map(([id, state]) => [id, this.#place(state)]));
    this.#map = new DiagramMap({ width, height }, boxes, (point) => this.#change(() => this.#box.centre(point)));
    this.#addButtons();
    moveByGestures(this.#frame, this);
    new ResizeObserver(() => {
      const { width, height } = this.#size;
      if (width !== this.#box.frame.width || height !== this.#box.frame.height) this.fit();
    }).observe(this.#frame);
  }

  /** The size of the whole diagram, in its own units. */
  get size() {
    return this.#box.picture;
  }

  get isFitted() {
    return this.#box.isFitted;
  }

  /** Shows the whole diagram. */
  fit() {
    this.#change(() => this.#box.fit(this.#size));
  }

  /** @param {number} factor @param {Point} [at] A point of the frame, in pixels. */
  zoom(factor, at) {
    this.#change(() => this.#box.zoom(factor, at));
  }

  /** Moves by pixels; returns whether there was anything to move. @param {number} x @param {number} y */
  pan(x, y) {
    return this.#change(() => this.#box.pan(x, y));
  }

  /** Marks the active states on the map, and moves to the state that the machine came to. @param {string[]} active @param {string | undefined} current */
  follow(active, current) {
    this.#current = current;
    this.#map?.mark("active", active);
    const state = current === undefined ? undefined : this.#states.get(current);
    if (state && !this.isFitted) this.#change(() => this.#box.reveal(this.#place(state)));
  }

  #addButtons() {
    const actions = {
      "zoom-in": () => this.zoom(zoomStep),
      "zoom-out": () => this.zoom(1 / zoomStep),
      "zoom-fit": () => this.fit(),
      "zoom-state": () => this.zoomTo(this.#current ?? ""),
    };
    for (const [id, action] of Object.entries(actions)) byID(id).addEventListener("click", action);
  }

  /** Shows a state so large that it can be read, but not so large that it is cut. @param {string} id */
  zoomTo(id) {
    const state = this.#states.get(id);
    if (!state) return;
    const { x, y, width, height } = this.#place(state);
    const { frame, natural, smallest } = this.#box;
    const whole = Math.min(frame.width / width, frame.height / height) * 0.95;
    const scale = Math.min(whole, Math.max(natural, smallest * zoomStep));
    this.#change(() => this.#box.centre({ x: x + width / 2, y: y + height / 2 }, scale));
  }

  /** @returns {Size} */
  get #size() {
    return { width: Math.max(1, this.#frame.clientWidth), height: Math.max(1, this.#frame.clientHeight) };
  }

  /** Where an element is, in units of the picture. @param {Element} element @returns {Point & Size} */
  #place(element) {
    const [inner, outer] = [element.getBoundingClientRect(), this.#picture.getBoundingClientRect()];
    const { x, y, scale } = this.#box;
    return {
      x: x + (inner.left - outer.left) / scale,
      y: y + (inner.top - outer.top) / scale,
      width: inner.width / scale,
      height: inner.height / scale,
    };
  }

  /** @template Result @param {() => Result} action */
  #change(action) {
    const result = action();
    const box = this.#box;
    this.#picture.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    this.#frame.classList.toggle("zoomed", !box.isFitted);
    this.#map?.show(box);
    byID("zoom-level").textContent = `${Math.round(100 * box.scale / box.natural)} %`;
    byID("zoom-in").setAttribute("aria-disabled", String(box.scale >= box.largest));
    for (const id of ["zoom-out", "zoom-fit"]) byID(id).setAttribute("aria-disabled", String(box.isFitted));
    return result;
  }
}
