// Zooms and moves a diagram in its frame. First, and again when the frame has another size, the whole diagram is shown, or if its
// labels could not be read then, the current state.

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
  /** Whether the user has chosen the part that is shown. */
  #isChosen = false;

  /** @param {SVGSVGElement} picture @param {Map<string, Element>} states Those of the chart, by their ids. */
  constructor(picture, states) {
    this.#picture = picture;
    this.#states = states;
    const { width, height } = picture.viewBox.baseVal;
    this.#box = new ViewBox({ width, height }, picture.width.baseVal.value / width);
    this.#frame.style.aspectRatio = `${width} / ${height}`;
    this.#frame.style.setProperty("--natural-height", `${Math.ceil(height * this.#box.natural)}px`);
    this.#frame.style.setProperty("--readable-height", `${Math.ceil(height * this.#box.readable)}px`);
    byID("zoom-tools").hidden = false;
    this.#open();
    const boxes = new Map([...states].map(([id, state]) => [id, this.#place(state)]));
    this.#map = new DiagramMap({ width, height }, boxes, (point) => this.#choose(() => this.#box.centre(point)));
    this.#addButtons();
    moveByGestures(this.#frame, this);
    new ResizeObserver(() => {
      const { width, height } = this.#size;
      if (width !== this.#box.frame.width || height !== this.#box.frame.height) this.#open();
    }).observe(this.#frame);
    // On paper, nobody can move to the rest.
    addEventListener("beforeprint", () => this.fit());
  }

  /** The size of the whole diagram, in its own units. */
  get size() {
    return this.#box.picture;
  }

  get isFitted() {
    return this.#box.isFitted;
  }

  /** The part that is saved as a picture: all of the diagram, unless the user has chosen a part. */
  get part() {
    if (!this.isFitted && !this.#isChosen) return { x: 0, y: 0, ...this.size };
    const { x, y, width, height } = this.#box;
    return { x, y, width, height };
  }

  /** Shows the whole diagram. */
  fit() {
    this.#choose(() => this.#box.fit(this.#size));
  }

  /** Shows the whole diagram, or if it could not be read, the current state. */
  #open() {
    this.fit();
    this.#isChosen = false;
    const { readable, smallest } = this.#box;
    const current = this.#currentPlace;
    if (!current || smallest >= readable) return;
    const { x, y, width, height } = current;
    this.#change(() => this.#box.centre({ x: x + width / 2, y: y + height / 2 }, readable));
  }

  /** @param {number} factor @param {Point} [at] A point of the frame, in pixels. */
  zoom(factor, at) {
    this.#choose(() => this.#box.zoom(factor, at));
  }

  /** Moves by pixels; returns whether there was anything to move. @param {number} x @param {number} y */
  pan(x, y) {
    const hasMoved = this.#change(() => this.#box.pan(x, y));
    this.#isChosen ||= hasMoved;
    return hasMoved;
  }

  /** Marks the active states on the map, and moves to the state that the machine came to. @param {string[]} active @param {string | undefined} current */
  follow(active, current) {
    const isFirst = this.#current === undefined;
    this.#current = current;
    this.#map?.mark("active", active);
    if (isFirst && !this.#isChosen) return this.#open();
    const place = this.#currentPlace;
    if (place && !this.isFitted) this.#change(() => this.#box.reveal(place));
  }

  get #currentPlace() {
    const state = this.#states.get(this.#current ?? "");
    return state && this.#place(state);
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
    this.#choose(() => this.#box.centre({ x: x + width / 2, y: y + height / 2 }, scale));
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

  /** Shows a part that the user chooses. @param {() => void} action */
  #choose(action) {
    this.#isChosen = true;
    this.#change(action);
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
