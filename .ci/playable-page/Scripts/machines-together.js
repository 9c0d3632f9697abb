// Machines of apps for the tests of the page that shows them side by side.

/** @import { Entry } from "page/recorded-entry.js" */
/** @import { Sender } from "page/recording-file.js" */
import { TogetherMachine } from "page/together-machine.js";

/**
 * A machine that begins in a state.
 * @param {string} name
 * @param {number} number
 * @param {{ session?: string, time?: number, type?: string, state?: string, origin?: number }} [more]
 */
export function machine(name, number, { session = "s", time = 0, type = "Shop.Store", state = "a", origin = 0 } = {}) {
  const path = [state.replace(/\(.*/, "")];
  const record = { session, machine: number, sequence: number, time, name, type, state, path };
  return new TogetherMachine(record, origin);
}

/**
 * A machine takes an event. Returns what it has stored of it.
 * @param {TogetherMachine} live
 * @param {number} time
 * @param {string} event
 * @param {{ after?: string, outcome?: string, reason?: string, sender?: Sender, sequence?: number }} [more]
 */
export function receive(
  live,
  time,
  event,
  { after = event, outcome = "handled", reason, sender, sequence = time } = {},
) {
  const entry = entryOf(event, { after, outcome, reason, state: live.state });
  const index = live.events.length + live.missing;
  live.take("entry", { session: live.session, machine: live.number, sequence, time, index, entry, sender });
  return live.events[live.events.length - 1];
}

/** What an app says of an event. @param {string} event @param {object} [more] */
export function entryOf(event, more) {
  const values = { time: null, event, outcome: "handled", state: "a", after: event, exited: [], entered: [], ...more };
  const path = { state: [values.state], event: [event], after: [values.after.replace(/\(.*/, "")] };
  return /** @type {Entry} */ ({ path, ...values });
}

/** @param {TogetherMachine} live @param {number} time @param {string} property @param {string} [reason] */
export function violate(live, time, property, reason) {
  live.take("failure", {
    session: live.session,
    machine: live.number,
    sequence: 100 + time,
    time,
    index: live.events[live.events.length - 1]?.index,
    property,
    reason,
  });
}
