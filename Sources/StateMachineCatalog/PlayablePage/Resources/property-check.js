// Whether a run violates the properties of the machine, by the tables in the machine's JSON. What a table does not tell is undecided.

/** @import { Machine, Property, PropertyTables } from "./machine.js" */
/** @import { Fact } from "./run-facts.js" */
/** @import { Moment } from "./timeline.js" */
import { Along } from "./along.js";
import { RunFacts } from "./run-facts.js";

/**
 * @typedef {object} Judgement What a run says of a property. Only a broken one has a moment.
 * @property {"broken" | "kept" | "open" | "undecided"} kind
 * @property {Moment} [moment]
 * @property {string} [reason] What cannot be decided, and why.
 *
 * @typedef {object} Progress How far a run has come with a property.
 * @property {Moment | null} broken
 * @property {boolean} isOpen Whether a promise is open.
 * @property {string} doubt Why something is undecided; empty if nothing is.
 *
 * @typedef {(progress: Progress, fact: Fact) => void} Look Looks at the next moment of a run.
 */

/** Why a moment is not decided. */
const words = {
  middle: "the run begins after events that are missing, or in no initial state",
  state: "has a state or a payload that was not tried for this page",
  step: "has an event or a payload that was not tried for this page, or another outcome than on this page",
  merged: "is in a state that stands for several on this page",
};

/** What the run of a timeline says of each property of a machine. */
export class PropertyCheck {
  #judged;
  #properties;

  /** @param {Machine} machine */
  constructor(machine) {
    const properties = machine.document.properties;
    const looks = properties.map((property) => looker(machine, property));
    this.#properties = properties;
    this.#judged = new Along(
      () => ({
        facts: new RunFacts(machine),
        all: properties.map(begun),
        reported: /** @type {Map<string, Moment>} */ (new Map()),
      }),
      ({ facts, all, reported }, moment) => {
        for (const name of moment.broken ?? []) if (!reported.has(name)) reported.set(name, moment);
        const fact = facts.next(moment);
        for (const [index, look] of looks.entries()) {
          if (typeof look === "function") look(all[index], fact);
          else all[index].doubt = look.reason;
        }
      },
    );
  }

  /**
   * The judgements after all moments of a line, in the order of the properties. An app that has recorded a violation knows more than the
   * page.
   * @param {Moment[]} line
   * @returns {Judgement[]}
   */
  judgements(line) {
    const { all, reported } = this.#judged.of(line);
    return all.map((progress, index) => {
      const moment = progress.broken ?? reported.get(this.#properties[index].name);
      return moment ? { kind: "broken", moment } : judgement(progress);
    });
  }

  /** The properties that a line violates, in the order of the violations. @param {Moment[]} line */
  broken(line) {
    const { reported } = this.#judged.of(line);
    const found = new Map(reported);
    for (const [index, { moment }] of this.judgements(line).entries()) {
      if (moment) found.set(this.#properties[index].name, moment);
    }
    return [...found].map(([name, moment]) => ({ name, moment })).sort((one, other) =>
      one.moment.place - other.moment.place
    );
  }
}

/** @returns {Progress} */
function begun() {
  return { broken: null, isOpen: false, doubt: "" };
}

/** @param {Progress} progress @returns {Judgement} */
function judgement({ isOpen, doubt }) {
  return doubt ? { kind: "undecided", reason: doubt } : { kind: isOpen ? "open" : "kept" };
}

/** What looks at a run for a property, or the reason why nothing can. @param {Machine} machine @param {Property} property @returns {Look | { reason: string }} */
function looker(machine, { kind, check, unchecked }) {
  if (check?.states) return ofStates(check.states);
  if (check?.steps) return ofSteps(machine, check.steps, kind !== "every transition");
  if (check?.memory) return withMemory(machine, check.memory);
  if (check?.promise) return ofPromise(check.promise);
  return { reason: unchecked ?? "this page has no table for it" };
}

/** @param {Progress} progress @param {Moment} moment @param {string} reason */
function doubts(progress, moment, reason) {
  progress.doubt ||= `${moment.previous ? `step ${moment.step}` : "the beginning"} ${reason}`;
}

/** @param {Progress} progress @param {Moment} moment */
function loses(progress, { outcome, step }) {
  progress.doubt ||= `events are missing before step ${outcome === "start" ? step + 1 : step}`;
}

/** @param {NonNullable<PropertyTables["states"]>} table @returns {Look} */
function ofStates(table) {
  const [broken, unsure] = [numbers(table.broken), numbers(table.unsure)];
  return (progress, { moment, state, isVisit }) => {
    if (progress.broken || !isVisit) return;
    if (state === null) doubts(progress, moment, words.state);
    else if (broken.has(state)) progress.broken = moment;
    else if (unsure.has(state)) doubts(progress, moment, words.merged);
  };
}

/** @param {Machine} machine @param {NonNullable<PropertyTables["steps"]>} table @param {boolean} isAboutRejections @returns {Look} */
function ofSteps(machine, table, isAboutRejections) {
  const pairs = (/** @type {string} */ text) =>
    new Set(groups(text, 2).map(([state, event]) => machine.pair(state, event)));
  const [broken, unsure] = [pairs(table.broken), pairs(table.unsure)];
  return (progress, { moment, isStep, pair }) => {
    if (progress.broken || !isStep || moment.outcome === "rejected" && !isAboutRejections) return;
    if (pair === null) doubts(progress, moment, words.step);
    else if (broken.has(pair)) progress.broken = moment;
    else if (unsure.has(pair)) doubts(progress, moment, words.merged);
  };
}

/** @param {Machine} machine @param {NonNullable<PropertyTables["memory"]>} table @returns {Look} */
function withMemory(machine, table) {
  const size = machine.states.length * machine.events.length;
  const key = (/** @type {number[]} */ [memory, state, event]) => memory * size + machine.pair(state, event);
  const starts = new Map(groups(table.starts, 2).map(([state, memory]) => [state, memory]));
  const moves = new Map(groups(table.moves, 4).map((move) => [key(move), move[3]]));
  const [broken, unsure] = [table.broken, table.unsure].map((text) => new Set(groups(text, 3).map(key)));
  /** @type {WeakMap<Progress, number>} */
  const memories = new WeakMap();
  return (progress, { moment, state, isBeginning, isGap, isStep, pair }) => {
    if (progress.broken || progress.doubt) return;
    if (!moment.previous) {
      const memory = state === null || !isBeginning ? undefined : starts.get(state);
      if (memory === undefined) progress.doubt = words.middle;
      else memories.set(progress, memory);
      return;
    }
    if (isGap) return loses(progress, moment);
    if (!isStep) return;
    if (pair === null) return doubts(progress, moment, words.step);
    const place = (memories.get(progress) ?? 0) * size + pair;
    if (broken.has(place)) progress.broken = moment;
    else if (unsure.has(place)) doubts(progress, moment, words.merged);
    const next = moves.get(place);
    if (next !== undefined) memories.set(progress, next);
  };
}

/** @param {NonNullable<PropertyTables["promise"]>} table @returns {Look} */
function ofPromise(table) {
  const [starts, begins, goals, unsure] = [table.starts ?? "", table.begins, table.goals, table.unsure].map(numbers);
  return (progress, { moment, state, isBeginning, isGap, isVisit }) => {
    if (!moment.previous && table.starts !== undefined) {
      if (isBeginning && state !== null && starts.has(state)) progress.isOpen = true;
      else progress.doubt = words.middle;
    }
    if (isGap) loses(progress, moment);
    if (!isVisit) return;
    if (state === null) doubts(progress, moment, words.state);
    else if (unsure.has(state)) doubts(progress, moment, words.merged);
    else if (goals.has(state)) [progress.isOpen, progress.doubt] = [false, ""];
    else if (begins.has(state)) [progress.isOpen, progress.doubt] = [true, ""];
  };
}

/** The numbers of a table. @param {string} text */
function list(text) {
  return text === "" ? [] : text.split(" ").map(Number);
}

/** @param {string} text */
function numbers(text) {
  return new Set(list(text));
}

/** The numbers of a table in groups. @param {string} text @param {number} size */
function groups(text, size) {
  const all = list(text);
  return Array.from({ length: all.length / size }, (_, index) => all.slice(size * index, size * (index + 1)));
}
