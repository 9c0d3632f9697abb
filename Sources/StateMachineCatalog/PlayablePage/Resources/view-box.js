// The part of a picture that its frame shows. All positions in the frame are in pixels from its top left corner.

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ x: number, y: number }} Point */

/** How many times its natural size a picture is drawn at most. */
const largest = 4;

/** The part of its natural size at which a picture can still be read; `DiagramSpace.swift` lays it out for this. */
const readable = 0.72;

/** How much wider than a state the margin is when the frame moves to it, as a part of the frame. */
const margin = 0.08;

/** A scale and a position, which never leave the picture. */
export class ViewBox {
  /** The corner of the shown part, in units of the picture. */
  x = 0;
  y = 0;
  /** The pixels for a unit of the picture. */
  scale = 1;
  /** @type {Size} */
  frame = { width: 1, height: 1 };

  /** @param {Size} picture In its own units. @param {number} natural The pixels for a unit in the picture's natural size. */
  constructor(picture, natural) {
    this.picture = picture;
    this.natural = natural;
  }

  /** The scale that shows the whole picture. */
  get smallest() {
    const { width, height } = this.picture;
    return Math.min(this.natural, this.frame.width / width, this.frame.height / height);
  }

  get largest() {
    return largest * this.natural;
  }

  /** The smallest scale at which labels can be read. */
  get readable() {
    return readable * this.natural;
  }

  /** Whether the whole picture is shown. */
  get isFitted() {
    return this.scale <= this.smallest * 1.001;
  }

  get width() {
    return this.frame.width / this.scale;
  }

  get height() {
    return this.frame.height / this.scale;
  }

  /** Shows the whole picture. @param {Size} [frame] The new size of the frame. */
  fit(frame = this.frame) {
    this.frame = frame;
    this.#set(this.smallest, 0, 0);
  }

  /**
   * Changes the scale; a point of the frame continues to show the same point of the picture.
   * @param {number} factor
   * @param {Point} [at] The middle by default.
   */
  zoom(factor, at = { x: this.frame.width / 2, y: this.frame.height / 2 }) {
    const fixed = { x: this.x + at.x / this.scale, y: this.y + at.y / this.scale };
    const scale = Math.min(this.largest, Math.max(this.smallest, this.scale * factor));
    this.#set(scale, fixed.x - at.x / scale, fixed.y - at.y / scale);
  }

  /** Moves by pixels. Returns whether there was anything to move. @param {number} x @param {number} y */
  pan(x, y) {
    const before = [this.x, this.y];
    this.#set(this.scale, this.x + x / this.scale, this.y + y / this.scale);
    return Math.abs(this.x - before[0]) + Math.abs(this.y - before[1]) > 1e-6;
  }

  /** Moves a point of the picture to the middle. @param {Point} point @param {number} [scale] */
  centre({ x, y }, scale = this.scale) {
    const next = Math.min(this.largest, Math.max(this.smallest, scale));
    this.#set(next, x - this.frame.width / next / 2, y - this.frame.height / next / 2);
  }

  /** Moves to a box of the picture, unless the frame shows all of it. @param {Point & Size} box */
  reveal({ x, y, width, height }) {
    const [besides, above] = [margin * this.width, margin * this.height];
    const isShown = x >= this.x && x + width <= this.x + this.width && y >= this.y &&
      y + height <= this.y + this.height;
    if (isShown) return;
    this.#set(
      this.scale,
      nearest(this.x, this.width, x - besides, width + 2 * besides),
      nearest(this.y, this.height, y - above, height + 2 * above),
    );
  }

  /** @param {number} scale @param {number} x @param {number} y */
  #set(scale, x, y) {
    this.scale = scale;
    this.x = bounded(x, this.width, this.picture.width);
    this.y = bounded(y, this.height, this.picture.height);
  }
}

/** A position at which the frame shows nothing beside the picture, or has it in the middle. @param {number} at @param {number} shown @param {number} all */
function bounded(at, shown, all) {
  return shown >= all ? (all - shown) / 2 : Math.min(all - shown, Math.max(0, at));
}

/** The nearest position that shows a range, or its middle. @param {number} at @param {number} shown @param {number} start @param {number} length */
function nearest(at, shown, start, length) {
  if (length >= shown) return start + (length - shown) / 2;
  return Math.min(start, Math.max(at, start + length - shown));
}
