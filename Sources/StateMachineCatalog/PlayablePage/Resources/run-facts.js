// What is certain of the moments of a run: the page's states may stand for several, and a recording may have payloads of its own.

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { isRecorded } from "./timeline.js";

/**
 * @typedef {object} Fact What is certain of a moment.
 * @property {Moment} moment
 * @property {number | null} state The state; `null` if it is not one that was tried, with this payload.
 * @property {boolean} isBeginning Whether the machine begins here, and not before.
 * @property {boolean} isGap Whether events are missing before it.
 * @property {boolean} isVisit Whether it tells of a state that the machine may have come to.
 * @property {boolean} isStep Whether the machine has handled or rejected an event.
 * @property {number | null} pair The state before and the event, as a number; `null` if it is not certain what the event does there.
 */

/** The facts of a run, one after the other. */
export class RunFacts {
  #machine;
  /** @type {number | null} The state before. */
  #state = null;

  /** @param {Machine} machine */
  constructor(machine) {
    this.#machine = machine;
  }

  /** @param {Moment} moment @returns {Fact} */
  next(moment) {
    const { previous, outcome, step } = moment;
    const before = this.#state;
    const isStep = previous !== null && (outcome === "handled" || outcome === "rejected" || outcome === "unknown");
    const isVisit = outcome === "start" || outcome === "handled" || !previous;
    const state = isVisit ? this.#stateOf(moment) : before;
    this.#state = state;
    const isGap = previous !== null && (outcome === "start" || step > previous.step + 1);
    return {
      moment,
      state,
      isBeginning: !previous && outcome === "start" && step === 0 && moment.notes.length === 0 &&
        state !== null && this.#machine.states[state].isInitial,
      isGap,
      isVisit,
      isStep,
      pair: isStep && !isGap ? this.#pair(moment, before, state) : null,
    };
  }

  /** @param {Moment} moment */
  #stateOf(moment) {
    return isRecorded(moment) ? this.#machine.stateOfValue(moment.stateName) : moment.state;
  }

  /** @param {Moment} moment @param {number | null} before @param {number | null} after */
  #pair(moment, before, after) {
    const machine = this.#machine;
    const event = isRecorded(moment) ? machine.eventOfValue(moment.eventName) : moment.event;
    if (before === null || event === null || machine.states[before].isCut) return null;
    const target = machine.transition(before, event)?.target ?? null;
    const isAsHere = moment.outcome === "handled" ? target !== null && target === after : target === null;
    return isAsHere && moment.outcome !== "unknown" ? machine.pair(before, event) : null;
  }
}
