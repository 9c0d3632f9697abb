// The picture of the machine: what is active, what is possible, and what has just happened.

/** @import { Machine, Transition } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { takenTransition } from "./timeline.js";

/** How long exits and entries are shown one after the other, in milliseconds. */
const stepDuration = 140;

/** How much a picture is scaled down at most, so that it can be read. */
const smallest = 0.7;

/** From which width on, in pixels, a picture has the whole width of the page. */
const wide = 1100;

/** The picture that Graphviz has laid out; its elements have the ids of the chart. */
export class Diagram {
  /** @type {Map<string, Element>} */
  #states = new Map();
  /** @type {Map<string, Element>} */
  #arrows = new Map();
  /** @type {ReturnType<typeof setTimeout>[]} */
  #timers = [];
  #machine;
  #picture;

  /**
   * @param {SVGSVGElement} picture
   * @param {Machine} machine
   * @param {{ onState: (id: string) => void, onArrow: (id: string, click: MouseEvent) => void }} actions
   */
  constructor(picture, machine, actions) {
    this.#picture = picture;
    this.#machine = machine;
    picture.setAttribute("role", "img");
    const width = picture.width.baseVal.value;
    picture.style.minWidth = `${smallest * width}px`;
    document.body.classList.toggle("wide", width > wide);
    // The titles have the names of Graphviz.
    for (const title of picture.querySelectorAll("title")) title.remove();
    for (const id of machine.chartStates.keys()) {
      const state = picture.querySelector(`#${id}`);
      if (!state) continue;
      this.#states.set(id, state);
      state.addEventListener("click", () => actions.onState(id));
    }
    for (const id of machine.arrows.keys()) {
      const arrow = picture.querySelector(`#${id}`);
      if (!arrow) continue;
      this.#arrows.set(id, arrow);
      widen(arrow);
      arrow.addEventListener("click", (click) => actions.onArrow(id, /** @type {MouseEvent} */ (click)));
    }
  }

  /**
   * Shows a moment.
   * @param {Moment} moment
   * @param {{ isNew: boolean }} options Whether the machine has just come there, so that exits and entries are shown.
   */
  show(moment, { isNew }) {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    const active = this.#chartStates(moment.state);
    mark(this.#states, "active", new Set(active));
    mark(this.#arrows, "possible", new Set(this.#machine.transitionsFrom(moment.state).flatMap((step) => step.arrows)));
    mark(this.#arrows, "taken", new Set(takenTransition(this.#machine, moment)?.arrows ?? []));
    for (const name of ["exiting", "entering"]) mark(this.#states, name, new Set());
    this.#picture.setAttribute("aria-label", `Diagram of ${this.#machine.document.name}, in ${moment.stateName}`);
    const before = moment.previous ? this.#chartStates(moment.previous.state) : [];
    this.#reveal(active.find((id) => !before.includes(id)) ?? active[active.length - 1]);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isNew && moment.previous && !isStill) this.#animate(before, active);
  }

  /**
   * Scrolls a picture that is wider than its frame to a state.
   * @param {string | undefined} id
   */
  #reveal(id) {
    const frame = this.#picture.parentElement;
    const state = id === undefined ? undefined : this.#states.get(id);
    if (!frame || !state || frame.scrollWidth <= frame.clientWidth) return;
    const [inner, outer] = [state.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (inner.left >= outer.left && inner.right <= outer.right) return;
    frame.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }

  /**
   * Lights up exited states, innermost first, and then entered ones, outermost first.
   * @param {string[]} before
   * @param {string[]} after
   */
  #animate(before, after) {
    const exited = before.filter((id) => !after.includes(id)).reverse();
    const entered = after.filter((id) => !before.includes(id));
    const steps = [
      ...exited.map((id) => ({ id, name: "exiting" })),
      ...entered.map((id) => ({ id, name: "entering" })),
    ];
    for (const { id } of steps.slice(exited.length)) this.#states.get(id)?.classList.add("coming");
    steps.forEach(({ id, name }, index) => {
      const state = this.#states.get(id);
      this.#later(index, () => {
        state?.classList.remove("coming");
        state?.classList.add(name);
      });
      this.#later(index + 3, () => state?.classList.remove(name));
    });
  }

  /** @param {number} index @param {() => void} action */
  #later(index, action) {
    this.#timers.push(setTimeout(action, index * stepDuration));
  }

  /**
   * Shows what the tables beside the picture are about.
   * @param {number | null} state
   * @param {Transition[]} transitions
   */
  select(state, transitions) {
    mark(this.#states, "selected", new Set(this.#chartStates(state)));
    mark(this.#arrows, "selected", new Set(transitions.flatMap((transition) => transition.arrows)));
  }

  /**
   * Shows arrows of which no transition was taken.
   * @param {Set<Transition> | null} taken `null` if that is not asked.
   */
  showCoverage(taken) {
    const covered = new Set([...taken ?? []].flatMap((transition) => transition.arrows));
    const missed = [...this.#arrows.keys()].filter((id) => taken !== null && !covered.has(id));
    mark(this.#arrows, "missed", new Set(missed));
  }

  /** @param {number | null} state */
  #chartStates(state) {
    return state === null ? [] : this.#machine.states[state].chartStates;
  }
}

/** @param {Map<string, Element>} elements @param {string} name @param {Set<string>} marked */
function mark(elements, name, marked) {
  for (const [id, element] of elements) element.classList.toggle(name, marked.has(id));
  if (name === "active") { for (const element of elements.values()) element.classList.remove("coming"); }
}

/** Makes an arrow easy to hit, by a pointer or a finger. @param {Element} arrow */
function widen(arrow) {
  const line = arrow.querySelector("path");
  if (!line) return;
  const area = /** @type {Element} */ (line.cloneNode());
  area.setAttribute("class", "area");
  line.before(area);
}
