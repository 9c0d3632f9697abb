// What recordings took of a machine, how often, and the shortest ways to what they missed.

/** @import { Machine, Transition } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { takenTransition } from "./timeline.js";

/**
 * @typedef {object} Coverage How often recordings entered each state and took each transition.
 * @property {number[]} states
 * @property {Map<Transition, number>} transitions Those that were taken.
 * @property {number} rejected How many events were rejected.
 * @property {number} unknown How many handled events do not fit the machine of the page.
 */

/**
 * @param {Machine} machine
 * @param {Moment[][]} recordings
 * @returns {Coverage}
 */
export function coverage(machine, recordings) {
  /** @type {Coverage} */
  const result = { states: machine.states.map(() => 0), transitions: new Map(), rejected: 0, unknown: 0 };
  for (const moment of recordings.flat()) {
    const transition = takenTransition(machine, moment);
    if (transition) result.transitions.set(transition, (result.transitions.get(transition) ?? 0) + 1);
    if (moment.outcome === "handled" && !transition) result.unknown++;
    if (moment.outcome === "rejected") result.rejected++;
    if (moment.state !== null && (moment.outcome === "start" || moment.outcome === "handled")) {
      result.states[moment.state]++;
    }
  }
  return result;
}

/**
 * The fewest events that begin in an initial state and end with a transition.
 * @param {Machine} machine
 * @param {Transition} transition
 * @returns {{ start: number, events: number[] } | undefined}
 */
export function wayTo(machine, { source, event }) {
  const ways = machine.initialStates.flatMap((start) => {
    const events = machine.shortestPath(start, source);
    return events ? [{ start, events: [...events, event] }] : [];
  });
  return ways.sort((one, other) => one.events.length - other.events.length)[0];
}

/**
 * Runs that take every transition of a set. After a transition that enters a state first, a run continues to the nearest one that is
 * left. After any other transition it ends, because the state may then have another payload, which its name hides.
 * @param {Machine} machine
 * @param {Transition[]} missing
 * @returns {{ start: number, events: number[] }[]}
 */
export function runsThrough(machine, missing) {
  const left = new Set(missing);
  const first = firstWays(machine);
  const runs = [];
  while (left.size > 0) {
    const begins = machine.initialStates
      .map((start) => ({ start, way: nearest(machine, start, left, first) }))
      .filter(({ way }) => way !== undefined)
      .sort((one, other) => (one.way?.length ?? 0) - (other.way?.length ?? 0));
    if (begins.length === 0) break;
    const { start } = begins[0];
    /** @type {{ start: number, events: number[] }} */
    const run = { start, events: [] };
    /** @type {number | undefined} */
    let state = start;
    while (state !== undefined) {
      const way = nearest(machine, state, left, first);
      if (!way) break;
      for (const step of way) {
        left.delete(step);
        run.events.push(step.event);
        state = first.has(step) ? step.target : undefined;
      }
    }
    runs.push(run);
  }
  return runs;
}

/**
 * The transitions by which a breadth-first search enters each state first, as the exploration of the machine did.
 * @param {Machine} machine
 * @returns {Set<Transition>}
 */
function firstWays(machine) {
  const queue = [...machine.initialStates];
  const reached = new Set(queue);
  /** @type {Set<Transition>} */
  const first = new Set();
  for (let next = 0; next < queue.length; next++) {
    for (const transition of machine.transitionsFrom(queue[next])) {
      if (reached.has(transition.target)) continue;
      reached.add(transition.target);
      first.add(transition);
      queue.push(transition.target);
    }
  }
  return first;
}

/**
 * The shortest way from a state that ends with one of several transitions, by breadth-first search along first ways.
 * @param {Machine} machine
 * @param {number} from
 * @param {Set<Transition>} among
 * @param {Set<Transition>} first
 * @returns {Transition[] | undefined}
 */
function nearest(machine, from, among, first) {
  /** @type {{ state: number, way: Transition[] }[]} */
  const queue = [{ state: from, way: [] }];
  for (let next = 0; next < queue.length; next++) {
    const { state, way } = queue[next];
    for (const transition of machine.transitionsFrom(state)) {
      if (among.has(transition)) return [...way, transition];
      if (first.has(transition)) queue.push({ state: transition.target, way: [...way, transition] });
    }
  }
  return undefined;
}

/** How many degrees of heat there are above none. */
const degrees = 4;

/** How hot something is that happened so often, beside what happened most often. @param {number} count @param {number} most */
export function heat(count, most) {
  if (count === 0) return 0;
  return most <= 1 ? 1 : 1 + Math.round((degrees - 1) * Math.log(count) / Math.log(most));
}
