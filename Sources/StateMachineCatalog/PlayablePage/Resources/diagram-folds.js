// Composite states of a large diagram as closed boxes with large names, which open and close.

/** @import { ChartState, Machine } from "./machine.js" */
import { DiagramOverview } from "./diagram-overview.js";
import { byID, counted, element, list } from "./elements.js";
import { contains, entryHead, place, shape } from "./svg.js";

/** How many states a chart has at least for its composites to be closed at first. */
const many = 30;

/** The largest letters of a name, in units of the picture. */
const largestLetters = 90;

/**
 * @typedef {object} Fold A composite state that opens and closes.
 * @property {string} id
 * @property {ChartState} state
 * @property {string[]} inside The states of the chart inside it.
 * @property {SVGGElement} cover What is drawn when it is closed.
 * @property {SVGTextElement} now The line that names the current state inside.
 * @property {HTMLButtonElement} button
 * @property {boolean} isClosed
 */

/** The composites of a diagram. They stay where they are, so that a chart looks alike with closed and with open ones. */
export class DiagramFolds {
  /** @type {Map<string, Fold>} From the outermost to the innermost. */
  #folds = new Map();
  #machine;
  #picture;
  #states;
  /** @type {DiagramOverview | undefined} */
  #overview;
  /** @type {SVGElement[]} The heads of arrows that end inside closed boxes. */
  #heads = [];

  /**
   * @param {SVGSVGElement} picture
   * @param {Machine} machine
   * @param {Map<string, Element>} states Those of the chart that are drawn, by their ids.
   * @param {(id: string) => void} onOpen Called when the user opens a composite.
   */
  constructor(picture, machine, states, onOpen) {
    this.#machine = machine;
    this.#picture = picture;
    this.#states = states;
    for (const state of machine.chartStates.values()) {
      const drawn = states.get(state.id);
      if (state.regions.length > 0 && drawn) this.#folds.set(state.id, this.#fold(state, drawn, onOpen));
    }
    const covers = [...this.#folds.values()].map(({ cover }) => cover).reverse();
    picture.querySelector("g")?.append(...covers);
    this.isLarge = states.size > many;
    if (this.isLarge && this.#folds.size > 0) {
      this.#overview = new DiagramOverview(machine, (id) => this.#openFrom(id, onOpen));
    }
    byID("fold-tools").hidden = !this.isLarge;
    byID("folds").replaceChildren(...[...this.#folds.values()].map(({ button }) => element("li", {}, button)));
    for (const [id, isClosed] of /** @type {const} */ ([["fold-all", true], ["unfold-all", false]])) {
      byID(id).hidden = this.#folds.size === 0;
      byID(id).addEventListener("click", () => this.#setAll(isClosed));
    }
    this.#setAll(this.isLarge);
  }

  /** @param {ChartState} state @param {Element} drawn @param {(id: string) => void} onOpen @returns {Fold} */
  #fold(state, drawn, onOpen) {
    const { id, name } = state;
    const inside = within(state);
    const { x, y, width, height } = place(drawn.querySelector("path, polygon") ?? drawn);
    const letters = Math.min(largestLetters, height / 4, width * 1.5 / Math.max(6, name.length));
    const middle = { x: x + width / 2, "text-anchor": "middle", "font-family": "Helvetica,Arial,sans-serif" };
    const line = (/** @type {string} */ text, /** @type {number} */ down, /** @type {number} */ size) => {
      const words =
        /** @type {SVGTextElement} */ (shape("text", { ...middle, y: y + height / 2 + down, "font-size": size }));
      words.textContent = text;
      return words;
    };
    const now = line("", letters * 1.2, letters * 0.5);
    const cover = /** @type {SVGGElement} */ (shape("g", { class: "cover", "data-state": id }));
    cover.append(
      shape("rect", { x, y, width, height, rx: 12 }),
      line(name, 0, letters),
      line(counted(inside.length, "state"), letters * 0.65, letters * 0.4),
      now,
    );
    const button = element("button", { "data-fold": id, click: () => this.#toggle(id, onOpen) }, name);
    cover.addEventListener("click", () => this.#toggle(id, onOpen));
    return { id, state, inside, cover, now, button, isClosed: false };
  }

  /** The picture that is shown, if it is not the diagram. */
  get overview() {
    return this.#overview?.isShown ? this.#overview.picture : undefined;
  }

  /** Opens a state of the overview. One without states inside is shown in the diagram. @param {string} id @param {(id: string) => void} onOpen */
  #openFrom(id, onOpen) {
    if (this.#folds.has(id)) return this.#toggle(id, onOpen);
    this.#update({ isOverview: false });
    onOpen(id);
  }

  /** @param {string} id @param {(id: string) => void} onOpen */
  #toggle(id, onOpen) {
    const fold = this.#folds.get(id);
    if (!fold) return;
    if (fold.isClosed) this.reveal(id);
    fold.isClosed = !fold.isClosed;
    this.#update();
    if (!fold.isClosed) onOpen(id);
  }

  /** @param {boolean} isClosed */
  #setAll(isClosed) {
    for (const fold of this.#folds.values()) fold.isClosed = isClosed;
    this.#update();
  }

  /** Opens all composites around a state, so that it is seen. @param {string} id */
  reveal(id) {
    for (const fold of this.#folds.values()) if (fold.inside.includes(id)) fold.isClosed = false;
    this.#update({ isOverview: false });
  }

  /** The closed box that hides a state, or the state itself. @param {string} id */
  visible(id) {
    return [...this.#folds.values()].find((fold) => fold.isClosed && fold.inside.includes(id))?.id ?? id;
  }

  /**
   * Names the current states on closed boxes.
   * @param {string} name What the picture is called.
   * @param {string[]} active
   * @param {Set<string>} possible The states that the machine can go to.
   */
  show(name, active, possible) {
    const current = (/** @type {string[]} */ inside) =>
      list(
        inside.filter((one) => active.includes(one)).flatMap((one) => {
          const state = this.#machine.chartStates.get(one);
          return state && state.regions.length === 0 ? [state.name] : [];
        }),
        "",
      );
    for (const { id, inside, cover, now } of this.#folds.values()) {
      cover.classList.toggle("active", active.includes(id));
      now.textContent = current(inside);
    }
    this.#overview?.show(name, active, (state) => current(within(state)), possible);
  }

  /** Marks closed boxes that are marked, or have marked states inside. @param {string} name @param {string[]} ids */
  mark(name, ids) {
    const isMarked = (/** @type {string} */ id) =>
      [id, ...this.#folds.get(id)?.inside ?? []].some((one) => ids.includes(one));
    for (const { id, cover } of this.#folds.values()) cover.classList.toggle(name, isMarked(id));
    this.#overview?.mark(name, isMarked);
  }

  /** Shows which composites are closed. If all are, the overview takes the place of the diagram, unless a state of it is looked at. */
  #update({ isOverview = [...this.#folds.values()].every(({ isClosed }) => isClosed) } = {}) {
    for (const { cover, button, isClosed } of this.#folds.values()) {
      cover.toggleAttribute("hidden", !isClosed);
      button.setAttribute("aria-expanded", String(!isClosed));
    }
    this.#overview?.toggle(isOverview);
    this.#showHeads();
  }

  /** Draws heads of arrows where they enter closed boxes, which cover their ends. */
  #showHeads() {
    for (const head of this.#heads) head.remove();
    this.#heads = [];
    const boxes = [...this.#folds.values()].filter(({ id, isClosed }) => isClosed && this.visible(id) === id)
      .flatMap(({ id }) => this.#states.get(id)?.querySelector("path, polygon") ?? []).map(place);
    if (boxes.length === 0 || this.overview) return;
    const lines = /** @type {NodeListOf<SVGPathElement>} */ (this.#picture.querySelectorAll(".edge > path:not(.area)"));
    // All places are asked for before anything is drawn, since the browser then lays the picture out only once.
    const made = [...lines].flatMap((line) => {
      const end = line.getPointAtLength(line.getTotalLength());
      const box = boxes.find((one) => contains(one, end));
      if (!box || contains(box, line.getPointAtLength(0))) return [];
      return [{ line, head: entryHead(line, box) }];
    });
    for (const { line, head } of made) line.after(head);
    this.#heads = made.map(({ head }) => head);
  }
}

/** The states inside a state, at any depth. @param {ChartState} state @returns {string[]} */
function within(state) {
  return state.regions.flatMap((region) => region.states.flatMap((inner) => [inner.id, ...within(inner)]));
}
