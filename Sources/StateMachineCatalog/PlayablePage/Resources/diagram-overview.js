// The outermost states of a large chart alone, in a grid, when all of its composites are closed.

/** @import { ChartState, Machine } from "./machine.js" */
/** @import { Point, Size } from "./view-box.js" */
import { byID, counted } from "./elements.js";
import { head, shape } from "./svg.js";

/** The size of a box, and the space between boxes, in units of the picture. */
const [boxWidth, boxHeight, gapX, gapY, margin] = [160, 76, 52, 48, 14];

/** The largest letters of a name. */
const letters = 20;

/** How many more letters than usual make the letters of a name smaller. */
const usualLength = 13;

/** How many events are named at an arrow. */
const namedEvents = 8;

/** The outermost states with the arrows between them, laid out like a snake, so that neighbors are beside each other. */
export class DiagramOverview {
  #machine;
  #picture = /** @type {SVGSVGElement} */ (shape("svg", { id: "overview", role: "img" }));
  #drawing = shape("g", {});
  /** @type {ChartState[]} From the initial state on. */
  #states;
  /** @type {Map<string, { box: SVGElement, now: SVGElement }>} */
  #boxes = new Map();
  /** @type {Map<string, { from: string, to: string, line: SVGElement, events: Set<string> }>} The events have no payloads. */
  #arrows = new Map();
  #onOpen;
  #columns = 0;

  /** @param {Machine} machine @param {(id: string) => void} onOpen Called with the state that the user clicks. */
  constructor(machine, onOpen) {
    this.#machine = machine;
    this.#onOpen = onOpen;
    this.#states = ordered(machine);
    this.#picture.append(this.#drawing);
    byID("frame").append(this.#picture);
    this.isShown = false;
    this.#lay();
    new ResizeObserver(() => this.#lay()).observe(byID("frame"));
  }

  /** Shows it in place of the diagram, or hides it. @param {boolean} isShown */
  toggle(isShown) {
    this.isShown = isShown;
    this.#picture.toggleAttribute("hidden", !isShown);
    byID("picture-panel").classList.toggle("closed", isShown);
  }

  get picture() {
    return this.#picture;
  }

  /**
   * Names the current states.
   * @param {string} name What the picture is called.
   * @param {string[]} active
   * @param {(state: ChartState) => string} now The names of the current states inside a state.
   * @param {Set<string>} possible The outermost states that the machine can go to.
   */
  show(name, active, now, possible) {
    this.#picture.setAttribute("aria-label", name);
    for (const state of this.#states) {
      const box = this.#boxes.get(state.id);
      box?.box.classList.toggle("active", active.includes(state.id));
      if (box) box.now.textContent = active.includes(state.id) ? now(state) : "";
    }
    for (const { from, to, line } of this.#arrows.values()) {
      line.classList.toggle("possible", active.includes(from) && possible.has(to));
    }
    this.#shown = [name, active, now, possible];
  }
  /** @type {[string, string[], (state: ChartState) => string, Set<string>] | undefined} What was shown last. */
  #shown;

  /** @param {string} name @param {(id: string) => boolean} isMarked */
  mark(name, isMarked) {
    this.#marks.set(name, isMarked);
    for (const [id, { box }] of this.#boxes) box.classList.toggle(name, isMarked(id));
  }

  /** What was marked last. @type {Map<string, (id: string) => boolean>} */
  #marks = new Map();

  /** Lays the boxes out for the shape of the frame. */
  #lay() {
    const { clientWidth, clientHeight } = byID("frame");
    const shape = clientWidth / Math.max(1, clientHeight) || 1;
    const count = this.#states.length;
    const columns = Math.max(1, Math.round(Math.sqrt(count * shape * (boxHeight + gapY) / (boxWidth + gapX))));
    if (columns === this.#columns) return;
    this.#columns = columns;
    const places = this.#states.map((_, index) => {
      const row = Math.floor(index / columns);
      const column = row % 2 === 0 ? index % columns : columns - 1 - index % columns;
      return { x: margin + column * (boxWidth + gapX), y: margin + row * (boxHeight + gapY) };
    });
    const rows = Math.ceil(count / columns);
    const width = 2 * margin + Math.min(count, columns) * (boxWidth + gapX) - gapX;
    const height = 2 * margin + rows * (boxHeight + gapY) - gapY;
    this.#picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#boxes.clear();
    this.#arrows.clear();
    const boxes = this.#states.map((state, index) => this.#box(state, places[index]));
    this.#drawing.replaceChildren(...this.#lines(places), ...boxes);
    if (this.#shown) this.show(...this.#shown);
    for (const [name, isMarked] of this.#marks) this.mark(name, isMarked);
  }

  /** @param {ChartState} state @param {Point} place */
  #box(state, { x, y }) {
    const box = shape("g", { class: "cover", "data-state": state.id });
    const size = letters * Math.min(1, usualLength / state.name.length);
    const middle = { x: x + boxWidth / 2, "text-anchor": "middle", "font-family": "Helvetica,Arial,sans-serif" };
    const line = (/** @type {string} */ text, /** @type {number} */ down, /** @type {number} */ size) => {
      const words = shape("text", { ...middle, y: y + down, "font-size": size });
      words.textContent = text;
      return words;
    };
    const now = line("", 66, 13);
    const inside = count(state);
    box.append(
      shape("rect", { x, y, width: boxWidth, height: boxHeight, rx: 10 }),
      line(state.name, 29, size),
      line(inside === 0 ? "" : counted(inside, "state"), 48, 12),
      now,
    );
    box.addEventListener("click", () => this.#onOpen(state.id));
    this.#boxes.set(state.id, { box, now });
    return box;
  }

  /** The arrows between the boxes of a region. @param {Point[]} places */
  #lines(places) {
    const regionOf = new Map(
      this.#machine.document.chart.regions.flatMap(({ states }, region) => states.map(({ id }) => [id, region])),
    );
    const outermost = new Map(this.#states.map(({ id }, index) => [id, index]));
    for (const { source, event, target } of this.#machine.document.transitions) {
      const [from, to] = [source, target].map((state) =>
        this.#machine.states[state].chartStates.filter((id) => outermost.has(id))
      );
      for (const one of from.filter((id) => !to.includes(id))) {
        for (const other of to.filter((id) => !from.includes(id) && regionOf.get(id) === regionOf.get(one))) {
          const [start, end] = [outermost.get(one), outermost.get(other)].map((index) => places[index ?? 0]);
          const key = `${one} ${other}`;
          const known = this.#arrows.get(key) ?? { from: one, to: other, line: arrow(start, end), events: new Set() };
          this.#arrows.set(key, known);
          known.events.add(this.#machine.events[event].path.join("."));
        }
      }
    }
    return [...this.#arrows.values()].map(({ from, to, line, events }) => {
      const [start, end] = [from, to].map((id) => this.#states[outermost.get(id) ?? 0].name);
      const names = [...events];
      const more = names.length > namedEvents ? ` and ${counted(names.length - namedEvents, "more event")}` : "";
      const title = shape("title", {});
      title.textContent = `${start} → ${end}: ${names.slice(0, namedEvents).join(", ")}${more}`;
      line.append(title);
      return line;
    });
  }
}

/** The outermost states in the order in which the machine can come to them. @param {Machine} machine */
function ordered(machine) {
  const states = machine.document.chart.regions.flatMap((region) => region.states);
  const reached = [...machine.initialStates];
  const seen = new Set(reached);
  for (const state of reached) {
    for (const { target } of machine.transitionsFrom(state)) {
      if (!seen.has(target)) reached.push(target);
      seen.add(target);
    }
  }
  const first = (/** @type {ChartState} */ { id }) =>
    reached.findIndex((state) => machine.states[state].chartStates.includes(id));
  return states.map((state) => ({ state, at: first(state) })).sort((one, other) => one.at - other.at)
    .map(({ state }) => state);
}

/** How many states are inside a state. @param {ChartState} state @returns {number} */
function count(state) {
  return state.regions.flatMap((region) => region.states).reduce((sum, inner) => sum + 1 + count(inner), 0);
}

/** An arrow from a box to another one; it bends around boxes between them. @param {Point} from @param {Point} to */
function arrow(from, to) {
  const middle = (/** @type {Point} */ { x, y }) => ({ x: x + boxWidth / 2, y: y + boxHeight / 2 });
  const [start, end] = [middle(from), middle(to)];
  const [x, y] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(x, y);
  const isNear = Math.abs(x) <= boxWidth + gapX && Math.abs(y) <= boxHeight + gapY;
  const bend = isNear ? 14 : 0.22 * length;
  const control = { x: (start.x + end.x) / 2 - bend * y / length, y: (start.y + end.y) / 2 + bend * x / length };
  const [begin, tip] = [border(start, control), border(end, control)];
  const group = shape("g", { class: "edge" });
  group.append(
    shape("path", {
      d: `M${begin.x},${begin.y}Q${control.x},${control.y} ${tip.x},${tip.y}`,
      fill: "none",
      stroke: "#52606d",
    }),
    head(tip, control),
  );
  return group;
}

/** Where a line from the middle of a box leaves it. @param {Point} middle @param {Point} towards */
function border(middle, towards) {
  const [x, y] = [towards.x - middle.x, towards.y - middle.y];
  const part = Math.min(boxWidth / 2 / Math.max(1e-6, Math.abs(x)), boxHeight / 2 / Math.max(1e-6, Math.abs(y)));
  return { x: middle.x + x * part, y: middle.y + y * part };
}
