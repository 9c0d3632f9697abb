// What a machine does, looked up in the JSON of its page (Docs/machine.schema.json).

/**
 * @typedef {object} State A state of the machine.
 * @property {string} id
 * @property {string} name
 * @property {string[]} path
 * @property {{ name: string, path: string[] }[]} [regions]
 * @property {boolean} isInitial
 * @property {boolean} isFinal
 * @property {boolean} isCut
 * @property {string[]} activities
 * @property {string[]} chartStates
 * @property {string} [swift]
 * @property {string[]} [values] The whole names of the states that it stands for, where they are more than its cases.
 *
 * @typedef {object} MachineEvent A sample event.
 * @property {string} id
 * @property {string} name
 * @property {string[]} path
 * @property {string} [comment]
 * @property {string} [swift]
 *
 * @typedef {object} Transition What an event does in a state; states and events are indices.
 * @property {number} source
 * @property {number} event
 * @property {number} target
 * @property {string[]} exited
 * @property {string[]} entered
 * @property {string} [output]
 * @property {string[]} arrows
 *
 * @typedef {object} ChartState A state of the chart, with the regions inside it.
 * @property {string} id
 * @property {string} name
 * @property {string} [comment]
 * @property {ChartRegion[]} regions
 *
 * @typedef {object} ChartRegion
 * @property {string} [name]
 * @property {ChartState[]} states
 *
 * @typedef {object} Arrow
 * @property {string} id
 * @property {string[]} labels
 *
 * @typedef {object} TraceMoment A state of a counterexample, and the event that leads there.
 * @property {number} event
 * @property {number} state
 * @property {string} name
 *
 * @typedef {object} Property
 * @property {string} name
 * @property {string} kind
 * @property {"holds" | "refuted" | "undecided"} verdict
 * @property {string} [reason]
 * @property {{ trace: [{ state: number, name: string }, ...TraceMoment[]], loop?: TraceMoment[] }} [counterexample]
 * @property {PropertyTables} [check]
 * @property {string} [unchecked] Why there is no table.
 *
 * @typedef {object} PropertyTables What decides a property along a run: one of these tables. Their numbers have spaces between them.
 * @property {{ broken: string, unsure: string }} [states]
 * @property {{ broken: string, unsure: string }} [steps] Pairs of a state and an event.
 * @property {{ starts: string, moves: string, broken: string, unsure: string }} [memory]
 * @property {{ starts?: string, begins: string, goals: string, unsure: string }} [promise]
 *
 * @typedef {object} MachineDocument
 * @property {number} version
 * @property {string} name
 * @property {string} [module]
 * @property {string} [type]
 * @property {string} [comment]
 * @property {State[]} states
 * @property {MachineEvent[]} events
 * @property {{ name: string, comment?: string }[]} activities
 * @property {Transition[]} transitions
 * @property {{ source: number, event: number, reason: string }[]} [rejections]
 * @property {{ regions: ChartRegion[], arrows: Arrow[] }} chart
 * @property {string[]} findings
 * @property {Property[]} properties
 */

/** A machine with fast answers to what it does. */
export class Machine {
  /** @type {Map<number, Transition>} */
  #transitions = new Map();
  /** @type {Transition[][]} */
  #transitionsBySource;
  /** @type {Map<number, string>} */
  #reasons = new Map();
  /** The states that the regions of each state are in. */
  #regionNames;
  /** @type {number[][]} */
  #statesByEvent;
  /** @type {Map<string, number | null>} The states by the whole names of their values; `null` for a name that several have. */
  #values = new Map();
  /** @type {Map<string, number | null>} */
  #eventValues = new Map();
  /** @type {string[]} The answers of `handlingStates`. */
  #handlingWords = [];

  /** @param {MachineDocument} document */
  constructor(document) {
    this.document = document;
    this.states = document.states;
    this.events = document.events;
    this.#regionNames = document.states.map((_, state) => this.regions(state).map((region) => region.state));
    this.#transitionsBySource = document.states.map(() => []);
    this.#statesByEvent = document.events.map(() => []);
    for (const transition of document.transitions) {
      this.#transitions.set(this.pair(transition.source, transition.event), transition);
      this.#transitionsBySource[transition.source].push(transition);
      this.#statesByEvent[transition.event].push(transition.source);
    }
    for (const { source, event, reason } of document.rejections ?? []) {
      this.#reasons.set(this.pair(source, event), reason);
    }
    for (const [index, { path, values = [path.join(".")] }] of document.states.entries()) {
      for (const value of values) setValue(this.#values, value, index);
    }
    for (const [index, { name }] of document.events.entries()) setValue(this.#eventValues, name, index);
    /** @type {Map<string, ChartState>} */
    this.chartStates = new Map();
    this.#collect(document.chart.regions);
    this.arrows = new Map(document.chart.arrows.map((arrow) => [arrow.id, arrow]));
    this.activityComments = new Map(document.activities.map((activity) => [activity.name, activity.comment]));
  }

  /** @param {ChartRegion[]} regions */
  #collect(regions) {
    for (const state of regions.flatMap((region) => region.states)) {
      this.chartStates.set(state.id, state);
      this.#collect(state.regions);
    }
  }

  /** The number of a state and an event. @param {number} state @param {number} event */
  pair(state, event) {
    return state * this.events.length + event;
  }

  /** The state with a value; `null` if none is known to have just this one. @param {string} name */
  stateOfValue(name) {
    return this.#values.get(name) ?? null;
  }

  /** The event with a value; `null` if none is known to have just this one. @param {string} name */
  eventOfValue(name) {
    return this.#eventValues.get(name) ?? null;
  }

  /** The indices of the states in which the machine may begin. */
  get initialStates() {
    return this.states.flatMap((state, index) => state.isInitial ? [index] : []);
  }

  /**
   * What an event does in a state; `undefined` if it is rejected, or if nothing is known of the state.
   * @param {number | null} state
   * @param {number | null} event
   */
  transition(state, event) {
    return state === null || event === null ? undefined : this.#transitions.get(this.pair(state, event));
  }

  /**
   * Why a state rejects an event; `undefined` if there is no reason beyond the state itself.
   * @param {number | null} state
   * @param {number | null} event
   */
  reason(state, event) {
    return state === null || event === null ? undefined : this.#reasons.get(this.pair(state, event));
  }

  /**
   * What is possible in a state.
   * @param {number | null} state
   */
  transitionsFrom(state) {
    return state === null ? [] : this.#transitionsBySource[state];
  }

  /** Whether an event has a payload, so that its samples are not all of its values. @param {number} event */
  hasPayload(event) {
    const { name, path } = this.events[event];
    return name !== path.join("(") + ")".repeat(path.length - 1);
  }

  /**
   * Where a transition leads, in short: the target, or the regions that move.
   * @param {number} source
   * @param {number} target
   */
  move(source, target) {
    if (source === target) return "stays";
    const moved = this.regions(target).filter((region, index) => region.state !== this.regions(source)[index]?.state);
    const names = moved.map((region) => `${region.name}: ${region.state}`);
    return `→ ${names.length > 0 ? names.join(", ") : this.states[target].name}`;
  }

  /**
   * The regions of a state, and the states that they are in; empty unless there are several.
   * @param {number} state
   */
  regions(state) {
    return (this.states[state].regions ?? []).map(({ name, path }) => ({ name, state: path.join(".") }));
  }

  /**
   * The states that handle an event, in words. If it depends on some regions alone, only these are named.
   * @param {number} event
   */
  handlingStates(event) {
    const handling = this.#statesByEvent[event];
    this.#handlingWords[event] ??= this.#describe(handling);
    return this.#handlingWords[event];
  }

  /** @param {number[]} handling */
  #describe(handling) {
    if (handling.length === 0) return "no state";
    if (handling.length === this.states.length) return "all states";
    return this.#decidingRegions(handling) ?? enumerated(handling.map((state) => this.states[state].name), "; ");
  }

  /**
   * The fewest regions that decide whether a state is one of several, in words; `undefined` if no regions do.
   * All of them have to agree, or one of them is enough.
   * @param {number[]} among
   */
  #decidingRegions(among) {
    const all = this.#regionNames;
    // Regions say nothing about a state that has none.
    if (among.some((state) => all[state].length !== all[among[0]].length)) return undefined;
    const isAmong = new Set(among);
    const names = (all[among[0]] ?? []).map((_, index) => index);
    const inOneOf = names.map((index) => new Set(among.map((state) => all[state][index])));
    const outside = all.filter((_, state) => !isAmong.has(state));
    const alone = names.map((index) => {
      const elsewhere = new Set(outside.map((regions) => regions[index]));
      return new Set([...inOneOf[index]].filter((state) => !elsewhere.has(state)));
    });
    const words = (/** @type {number[]} */ columns, /** @type {Set<string>[]} */ sets, /** @type {string} */ joint) =>
      columns.map((index) => `${this.regions(among[0])[index].name}: ${enumerated([...sets[index]], ", ")}`).join(
        joint,
      );
    for (const columns of combinations(names)) {
      if (outside.every((regions) => columns.some((index) => !inOneOf[index].has(regions[index])))) {
        return words(columns, inOneOf, " and ");
      }
      if (among.every((state) => columns.some((index) => alone[index].has(all[state][index])))) {
        return words(columns, alone, " or ");
      }
    }
    return undefined;
  }

  /**
   * The comments on a state: of the states of the chart that it is in, outer ones first.
   * @param {number} state
   */
  comments(state) {
    return this.states[state].chartStates.flatMap((id) => {
      const chartState = this.chartStates.get(id);
      return chartState?.comment ? [{ name: chartState.name, comment: chartState.comment }] : [];
    });
  }

  /**
   * The fewest events that lead from a state to another one, by breadth-first search; `undefined` if none do.
   * @param {number} from
   * @param {number} to
   * @returns {number[] | undefined}
   */
  shortestPath(from, to) {
    /** @type {Map<number, Transition | null>} */
    const reached = new Map([[from, null]]);
    const queue = [from];
    for (let next = 0; next < queue.length && !reached.has(to); next++) {
      for (const transition of this.transitionsFrom(queue[next])) {
        if (reached.has(transition.target)) continue;
        reached.set(transition.target, transition);
        queue.push(transition.target);
      }
    }
    if (!reached.has(to)) return undefined;
    /** @type {number[]} */
    const events = [];
    let step = reached.get(to);
    while (step) {
      events.unshift(step.event);
      step = reached.get(step.source);
    }
    return events;
  }
}

/**
 * Writes down who has a value: `null` if several have it, or if its name is shortened.
 * @param {Map<string, number | null>} owners
 * @param {string} name
 * @param {number} owner
 */
function setValue(owners, name, owner) {
  const isWhole = !name.includes("… (") && (owners.get(name) ?? owner) === owner && owners.get(name) !== null;
  owners.set(name, isWhole ? owner : null);
}

/** The regions of which combinations are tried at most. */
const combinedRegions = 8;

/** The combinations of some items, those of few items first. @param {number[]} items */
function combinations(items) {
  const count = Math.min(items.length, combinedRegions);
  const all = Array.from({ length: 2 ** count - 1 }, (_, bits) => items.filter((_, index) => (bits + 1) >> index & 1));
  return all.sort((one, other) => one.length - other.length);
}

/** How many states are named that handle an event. */
const namedStates = 4;

/** @param {string[]} names @param {string} separator */
function enumerated(names, separator) {
  const more = names.length - namedStates;
  return more > 1 ? [...names.slice(0, namedStates), `and ${more} more`].join(separator) : names.join(separator);
}
