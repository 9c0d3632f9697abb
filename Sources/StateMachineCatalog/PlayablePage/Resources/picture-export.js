// The diagram as a picture of its own: SVG and PNG of the current view, and a moving SVG of a story.

/** @import { Point, Size } from "./view-box.js" */

/** What a style sheet can change in a picture of Graphviz. */
const properties = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-weight"];

/** The seconds for which each frame of a moving picture is shown. */
const frameDuration = 2;

/** How many pixels of a PNG a unit of the picture has, and how many pixels it has at most on each side. */
const [sharpness, longestSide] = [2, 8000];

/** The letters of a caption in units of the picture. In a picture that is wider or higher than usual, they are larger. */
const [letters, usualWidth, usualHeight] = [16, 720, 900];

/** How many letters a line of a caption has at least, so that a narrow picture is made wider. */
const narrowest = 24;

/** How wide a letter is on average, and how high a line is, as parts of the size of letters. */
const [letterWidth, lineHeight] = [0.55, 1.3];

/**
 * The shapes of a picture with the colors that they have on the page, without the page's style sheet.
 * @param {SVGSVGElement} picture
 */
export function drawnShapes(picture) {
  const drawing = /** @type {Element} */ (picture.querySelector("g"));
  picture.classList.add("still");
  const copy = copied(drawing);
  picture.classList.remove("still");
  return copy ? new XMLSerializer().serializeToString(copy) : "";
}

/** @param {Element} drawn @returns {Element | undefined} */
function copied(drawn) {
  const style = getComputedStyle(drawn);
  if (style.display === "none" || drawn.matches("title") || isUnseen(style)) return undefined;
  const copy = /** @type {Element} */ (drawn.cloneNode());
  for (const name of ["class", "id", "data-state", "data-heat", "hidden"]) copy.removeAttribute(name);
  if (drawn.children.length === 0 || drawn.matches(".edge, .node, .cluster")) {
    for (const name of properties) {
      const value = style.getPropertyValue(name);
      if (isUsual(name, value)) copy.removeAttribute(name);
      else copy.setAttribute(name, plainColor(value));
    }
  }
  if (drawn.children.length === 0) copy.textContent = drawn.textContent;
  copy.append(...[...drawn.children].flatMap((child) => copied(child) ?? []));
  return copy;
}

/** Whether a shape is only there to be hit. @param {CSSStyleDeclaration} style */
function isUnseen({ fill, stroke }) {
  return fill === "none" && stroke === "rgba(0, 0, 0, 0)";
}

/** Whether a value is that of any shape, so that it need not be written. @param {string} name @param {string} value */
function isUsual(name, value) {
  const usual = {
    stroke: "none",
    "stroke-width": "1px",
    "stroke-dasharray": "none",
    opacity: "1",
    "font-weight": "400",
  };
  return value === "" || /** @type {Record<string, string>} */ (usual)[name] === value;
}

/** A color as every reader of SVG knows it. @param {string} value */
export function plainColor(value) {
  const mixed = value.match(/^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.e-]+))?\)$/);
  if (!mixed) return value;
  const [red, green, blue] = mixed.slice(1, 4).map((part) => Math.round(255 * Number(part)));
  return mixed[4] === undefined ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${mixed[4]})`;
}

/**
 * A picture for a file.
 * @param {string} shapes
 * @param {Point & Size} part The part of the picture that is shown.
 * @param {string} background
 */
export function svgFile(shapes, { x, y, width, height }, background) {
  const surface = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${background}"/>`;
  return svgDocument({ x, y, width, height }, surface + shapes);
}

/**
 * A picture for a file with a caption, unless that is empty, and its size.
 * @param {string} shapes
 * @param {Point & Size} part The part of the picture that is shown.
 * @param {{ background: string, ink: string }} colors
 * @param {string} caption
 * @returns {{ svg: string, size: Size }}
 */
export function captionedPicture(shapes, part, { background, ink }, caption) {
  const room = captioned(part, caption === "" ? [] : [caption]);
  const text = room.lines.map((lines) => captionText(lines, part, room.size, ink)).join("");
  return { svg: svgFile(shapes + text, room.all, background), size: room.all };
}

/**
 * The room for a picture with captions below it: the size of their letters, the whole picture, and the lines of each caption.
 * @param {Point & Size} part
 * @param {string[]} captions
 */
function captioned({ x, y, width, height }, captions) {
  const size = letters * Math.max(1, width / usualWidth, height / usualHeight);
  if (captions.length === 0) return { size, all: { x, y, width, height }, lines: [], most: 0 };
  const wide = Math.max(width, narrowest * size * letterWidth);
  const lines = captions.map((caption) => wrapped(caption, Math.floor(wide / size / letterWidth)));
  const most = Math.max(...lines.map(({ length }) => length));
  const all = { x: x - (wide - width) / 2, y, width: wide, height: height + (most * lineHeight + 0.7) * size };
  return { size, all, lines, most };
}

/** @param {string[]} lines @param {Point & Size} part The picture above them. @param {number} size @param {string} ink @param {number} [first] How many lines are above. */
function captionText(lines, { x, y, width, height }, size, ink, first = 0) {
  const spans = lines.map((line, at) => {
    const bottom = round(y + height + (first + at + 1) * lineHeight * size);
    return `<tspan x="${round(x + width / 2)}" y="${bottom}">${escaped(line)}</tspan>`;
  });
  return `<text text-anchor="middle" font-family="Helvetica,Arial,sans-serif" font-size="${
    round(size)
  }" fill="${ink}">` +
    `${spans.join("")}</text>`;
}

/** @param {Point & Size} part @param {string} content */
function svgDocument({ x, y, width, height }, content) {
  const attributes = ` xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" ` +
    `viewBox="${[x, y, width, height].map(round).join(" ")}"`;
  return `${tag("svg", attributes, content)}\n`;
}

/** An element as text. The script of a page has no tags of documents in it. @param {string} name @param {string} attributes @param {string} content */
function tag(name, attributes, content) {
  return `<${name}${attributes}>${content}</${name}>`;
}

/** @param {number} value */
function round(value) {
  return Math.round(100 * value) / 100;
}

/**
 * A moving picture. A reader that asks for less motion, or that does not know style sheets, sees the last frame.
 * @param {{ shapes: string, caption: string }[]} frames
 * @param {Size} whole
 * @param {{ background: string, ink: string }} colors
 * @param {string} [note] What stands below each caption.
 */
export function movingPicture(frames, whole, { background, ink }, note = "") {
  const part = { x: 0, y: 0, ...whole };
  const { size, all, lines, most } = captioned(part, frames.map(({ caption }) => caption));
  const notes = note === "" ? [] : wrapped(note, Math.floor(all.width / size / letterWidth));
  all.height += notes.length * lineHeight * size;
  // The last frame is shown twice as long.
  const count = frames.length + 1;
  const drawn = frames.map(({ shapes }, index) => {
    const isLast = index === frames.length - 1;
    return `<g class="frame${isLast ? " last" : ""}"${isLast ? "" : ' visibility="hidden"'}>${shapes}` +
      `${captionText(lines[index], part, size, ink)}</g>`;
  });
  if (notes.length > 0) drawn.push(captionText(notes, part, size, ink, most));
  const shown = (/** @type {string} */ name, /** @type {number} */ frames) =>
    `@keyframes ${name}{0%{visibility:visible}${round(100 * frames / count)}%,100%{visibility:hidden}}`;
  const delays = frames.map((_, index) =>
    `.frame:nth-of-type(${index + 1}){animation-delay:${index * frameDuration}s}`
  );
  const style = `${shown("shown", 1)}${shown("end", 2)}@media(prefers-reduced-motion:no-preference){` +
    `.frame{visibility:hidden;animation:shown ${count * frameDuration}s step-end infinite}` +
    `.last{animation-name:end}${delays.join("")}}`;
  const surface = `<rect x="${round(all.x)}" width="${round(all.width)}" height="${
    round(all.height)
  }" rx="8" fill="${background}"/>`;
  return svgDocument(all, tag("style", "", style) + surface + drawn.join(""));
}

/** A text in lines, the last of which is cut if there are more than four. @param {string} text @param {number} width In letters. */
export function wrapped(text, width) {
  const most = 4;
  const lines = [""];
  // A word that is longer than a line is broken.
  for (const word of text.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${width}}`, "gu")) ?? [])) {
    const last = lines[lines.length - 1];
    if (last === "") lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1].slice(0, width - 1)}…`];
}

/** @param {string} text */
export function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");
}

/** The picture as PNG. @param {string} svg @param {Size} size @returns {Promise<Blob | null>} */
export async function png(svg, { width, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`;
  await image.decode();
  const scale = Math.min(sharpness, longestSide / Math.max(width, height));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((done) => canvas.toBlob(done, "image/png"));
}
