// Machines of apps for the tests of the page that shows them side by side.

/** @import { Entry } from "page/recorded-entry.js" */
/** @import { Sender } from "page/recording-file.js" */
import { equal } from "node:assert";
import { failuresByEvent } from "page/together-content.js";
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
  const path = {
    state: [values.state.replace(/\(.*/, "")],
    event: [event.replace(/\(.*/, "")],
    after: [values.after.replace(/\(.*/, "")],
  };
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

/**
 * The story of some machines, with all of their events, whose times begin at the end of the 29th of November 2026 in UTC.
 * @param {TogetherMachine[]} machines
 * @param {{ isDated?: boolean }} [options]
 * @returns {import("page/together-story.js").Story}
 */
export function storyOf(machines, { isDated = true } = {}) {
  const events = machines.flatMap(({ events }) => events).sort((one, other) => one.sequence - other.sequence);
  const begin = Date.UTC(2026, 10, 29, 23, 59, 58);
  for (const machine of machines) equal(machine.missing >= 0, true);
  return {
    events,
    machines,
    names: new Map(machines.map((machine) => [machine, machine.name])),
    failures: failuresByEvent(machines),
    dateOf: ({ time }) => isDated ? begin + 1000 * time : null,
    nameOf: (_, number) => machines.find((machine) => machine.number === number)?.name,
    appOf: () => ({ app: "shop", date: isDated ? begin / 1000 : null, status: "file" }),
  };
}

/** A session and a refresh, of which the second one logs in a user who has logged out. */
export function incident({ name = "session" } = {}) {
  const session = machine(name, 1, { type: "Shop.Session", state: "signedOut" });
  const refresh = machine("refresh", 2, { type: "Shop.Refresh", state: "idle" });
  receive(session, 1, 'signIn(user: "ann")', { after: 'signedIn(user: "ann")', sequence: 1 });
  receive(refresh, 2, "begin", { after: "running", sequence: 2, sender: { machine: 1, index: 0, within: "turn" } });
  receive(session, 3, "signOut", { after: "signedOut", sequence: 3 });
  receive(session, 4, "pay(3)", { after: "signedOut", outcome: "rejected", reason: "not signed in", sequence: 4 });
  receive(refresh, 5, "finished", { after: "idle", sequence: 5, sender: { machine: 2, within: "work" } });
  receive(session, 6, "renewed", {
    after: 'signedIn(user: "ann")',
    sequence: 6,
    sender: { machine: 2, index: 1, within: "turn" },
  });
  violate(session, 6, "nobody is signed in by a refresh", "signedIn");
  return [session, refresh];
}
