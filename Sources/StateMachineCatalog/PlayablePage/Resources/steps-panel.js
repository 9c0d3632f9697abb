// Finds steps of a timeline by number and by words, and hides those that do not matter.

/** @import { Moment, Timeline } from "./timeline.js" */
import { Along } from "./along.js";
import { byID, counted, isOrAre } from "./elements.js";
import { placeOfStep } from "./timeline.js";
import { finder } from "./word-search.js";

/** The outcomes that can be hidden, or shown alone. */
const kinds = /** @type {const} */ (["rejected", "dropped"]);

/** The fields for the steps of a timeline. Numbers stay those of the whole timeline. */
export class StepsPanel {
  #number = field("go-to");
  #query = field("timeline-search");
  /** @type {Timeline | undefined} */
  #timeline;
  #onGo;
  /** @type {Along<{ places: number[], hidden: number }> | null} The steps that the filter shows; `null` if it shows all. */
  #filtered = null;
  /** @type {(moment: Moment) => boolean} */
  #isShown = () => true;
  /** @type {Along<number[]> | null} Where the searched words are; `null` without words. */
  #found = null;

  /**
   * @param {(moment: Moment) => void} onGo
   * @param {() => void} onFilter Called after other steps are shown.
   */
  constructor(onGo, onFilter) {
    this.#onGo = onGo;
    byID("go-to-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#goTo(Number(this.#number.value));
    });
    byID("find-previous").addEventListener("click", () => this.#goToFound(-1));
    byID("find-next").addEventListener("click", () => this.#goToFound(1));
    this.#query.addEventListener("input", () => {
      this.#search();
      this.#showFound();
    });
    this.#query.addEventListener("keydown", (key) => {
      if (key.key !== "Enter") return;
      key.preventDefault();
      this.#goToFound(key.shiftKey ? -1 : 1);
    });
    for (const kind of kinds) {
      choice(kind).addEventListener("change", () => {
        this.#filter();
        this.#search();
        onFilter();
      });
    }
  }

  /** The places of the steps that the filter shows; `null` if it shows all. */
  get shown() {
    return this.#timeline && this.#filtered ? this.#filtered.of(this.#timeline.line).places : null;
  }

  /** @param {Timeline} timeline */
  show(timeline) {
    this.#timeline = timeline;
    const [first, last] = [timeline.start, timeline.end].map(({ step }) => String(step));
    [this.#number.min, this.#number.max] = [first, last];
    const hidden = this.#filtered?.of(timeline.line).hidden ?? 0;
    byID("hidden-steps").textContent = this.#filtered
      ? `${counted(hidden, "step")} ${isOrAre(hidden)} hidden. The current step is always shown.`
      : "";
    this.#showFound();
  }

  /** Searches again, since the words of moments have changed. */
  forget() {
    this.#found?.forget();
  }

  /** @param {number} step */
  #goTo(step) {
    if (!this.#timeline) return;
    const { line, start, end } = this.#timeline;
    const isThere = this.#number.value.trim() !== "" && step >= start.step && step <= end.step;
    const moment = line[placeOfStep(line, step)];
    byID("went-to").textContent = !isThere
      ? `The steps are ${start.step} to ${end.step}.`
      : moment.step === step
      ? ""
      : `Step ${step} is missing. This is step ${moment.step}, the next one.`;
    if (isThere) this.#onGo(moment);
  }

  #filter() {
    const kindsWith = (/** @type {string} */ value) => kinds.filter((kind) => choice(kind).value === value);
    const [only, hidden] = [kindsWith("only"), kindsWith("hide")];
    const has = (/** @type {readonly string[]} */ some, /** @type {Moment} */ { outcome }) => some.includes(outcome);
    this.#isShown = (moment) => only.length > 0 ? has(only, moment) : !has(hidden, moment);
    this.#filtered = only.length + hidden.length === 0 ? null : new Along(
      () => ({ places: /** @type {number[]} */ ([]), hidden: 0 }),
      (value, moment, place) => {
        if (this.#isShown(moment)) value.places.push(place);
        else if (moment.outcome !== "start") value.hidden++;
      },
    );
  }

  #search() {
    const query = this.#query.value;
    this.#found = null;
    if (query.trim() === "") return;
    const has = matcher(query);
    this.#found = new Along(() => /** @type {number[]} */ ([]), (places, moment, place) => {
      if (has(moment) && this.#isShown(moment)) places.push(place);
    });
  }

  /** Where the words are, among the steps that are shown. */
  get #places() {
    return this.#timeline && this.#found ? this.#found.of(this.#timeline.line) : [];
  }

  /** @param {1 | -1} direction */
  #goToFound(direction) {
    const places = this.#places;
    if (!this.#timeline || places.length === 0) return;
    const { line, current } = this.#timeline;
    const at = this.#timeline.place(current);
    const next = direction === 1 ? places.find((place) => place > at) : places.findLast((place) => place < at);
    this.#onGo(line[next ?? places[direction === 1 ? 0 : places.length - 1]]);
  }

  #showFound() {
    const places = this.#places;
    const at = this.#timeline ? places.indexOf(this.#timeline.place(this.#timeline.current)) : -1;
    byID("timeline-found").textContent = !this.#found
      ? ""
      : at < 0
      ? `${counted(places.length, "step")} found`
      : `${at + 1} of ${counted(places.length, "step")}`;
    for (const id of ["find-previous", "find-next"]) {
      byID(id).setAttribute("aria-disabled", String(places.length === 0));
    }
  }
}

/** @param {string} id */
function field(id) {
  return /** @type {HTMLInputElement} */ (byID(id));
}

/** @param {string} kind */
function choice(kind) {
  return /** @type {HTMLSelectElement} */ (byID(`show-${kind}`));
}

/**
 * Whether a moment has words in its event, its state, its reason or its notes. Most moments of a long timeline are alike, and each kind
 * is looked at once.
 * @param {string} query
 * @returns {(moment: Moment) => boolean}
 */
function matcher(query) {
  const has = finder(query);
  /** @type {Map<string, Map<string, boolean>>} */
  const known = new Map();
  return ({ eventName, stateName, reason, notes, remark }) => {
    if (reason || remark || notes.length > 0) {
      return has([eventName, stateName, reason ?? "", ...notes, remark ?? ""].join(" "));
    }
    let states = known.get(eventName);
    if (!states) known.set(eventName, states = new Map());
    let answer = states.get(stateName);
    if (answer === undefined) states.set(stateName, answer = has(`${eventName} ${stateName}`));
    return answer;
  };
}
