// The picture of the machine: what is active, what is possible, and what has just happened.

/** @import { Coverage } from "./coverage.js" */
/** @import { Machine, Transition } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { heat } from "./coverage.js";
import { DiagramFolds } from "./diagram-folds.js";
import { DiagramSearch } from "./diagram-search.js";
import { DiagramView } from "./diagram-view.js";
import { byID } from "./elements.js";
import { drawnShapes } from "./picture-export.js";
import { takenTransition } from "./timeline.js";

/** How long exits and entries are shown one after the other, in milliseconds. */
const stepDuration = 140;

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
  #view;
  #folds;
  /** @type {string | undefined} The innermost state to which the machine came. */
  #current;

  /**
   * @param {SVGSVGElement} picture
   * @param {Machine} machine
   * @param {{ onState: (id: string) => void, onArrow: (id: string, click: MouseEvent) => void }} actions
   */
  constructor(picture, machine, actions) {
    this.#picture = picture;
    this.#machine = machine;
    picture.setAttribute("role", "img");
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
    // The button of the view shows the current state, which is not to be hidden in a closed box.
    byID("zoom-state").addEventListener("click", () => this.#folds.reveal(this.#current ?? ""));
    this.#view = new DiagramView(picture, this.#states);
    this.#folds = new DiagramFolds(picture, machine, this.#states, (id) => this.#view.zoomTo(id));
    new DiagramSearch(machine, [...this.#states.keys()], {
      onFound: (ids) => {
        mark(this.#states, "found", new Set(ids));
        this.#folds.mark("found", ids);
      },
      onGo: (id) => {
        this.#folds.reveal(id);
        this.#view.zoomTo(id);
        actions.onState(id);
      },
    });
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
    this.#current = this.#innermost(active.filter((id) => !before.includes(id))) ?? this.#innermost(active);
    const possible = this.#machine.transitionsFrom(moment.state).flatMap(({ target }) => this.#chartStates(target));
    this.#folds.show(this.#picture.getAttribute("aria-label") ?? "", active, new Set(possible));
    this.#view.follow(active, this.#current);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isNew && moment.previous && !isStill) this.#animate(before, active);
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
   * Lights the path of the timeline.
   * @param {Set<Transition>} taken The transitions up to the current moment.
   */
  showPath(taken) {
    const steps = [...taken];
    const states = steps.flatMap(({ source, target }) => [...this.#chartStates(source), ...this.#chartStates(target)]);
    mark(this.#arrows, "walked", new Set(steps.flatMap((step) => step.arrows)));
    mark(this.#states, "walked", new Set(states));
    this.#folds.mark("walked", states);
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

  /**
   * Shows how often recordings took each arrow and entered each state, as degrees of heat.
   * @param {Coverage | null} found `null` if that is not asked.
   */
  showHeat(found) {
    const arrows = found && this.#sums([...found.transitions].map(([{ arrows }, count]) => ({ ids: arrows, count })));
    const states = found &&
      this.#sums(found.states.map((count, state) => ({ ids: this.#chartStates(state), count })));
    this.#picture.classList.toggle("heated", found !== null);
    for (const [elements, sums] of /** @type {const} */ ([[this.#arrows, arrows], [this.#states, states]])) {
      const most = Math.max(0, ...sums?.values() ?? []);
      for (const [id, element] of elements) {
        if (sums) element.setAttribute("data-heat", String(heat(sums.get(id) ?? 0, most)));
        else element.removeAttribute("data-heat");
      }
    }
  }

  /** How often each element of the diagram was taken. @param {{ ids: string[], count: number }[]} counts */
  #sums(counts) {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const { ids, count } of counts) for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + count);
    return sums;
  }

  /** The shapes that the diagram has at a moment. @param {Moment} moment @param {Set<Transition>} taken The transitions up to it. */
  shapesAt(moment, taken) {
    this.show(moment, { isNew: false });
    this.showPath(taken);
    return drawnShapes(this.#folds.overview ?? this.#picture);
  }

  /** The picture's own size, and the part of it that is shown. */
  get parts() {
    const { overview } = this.#folds;
    if (!overview) return { whole: this.#view.size, shown: this.#view.part };
    const { x, y, width, height } = overview.viewBox.baseVal;
    return { whole: { width, height }, shown: { x, y, width, height } };
  }

  /** The first state that has no states inside it. @param {string[]} ids */
  #innermost(ids) {
    return ids.find((id) => this.#machine.chartStates.get(id)?.regions.length === 0);
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
