// The event stream of the inspector: which apps and machines there are, and what they do.

/** @import { Machine } from "./machine.js" */
/** @import { LiveRecord } from "./live-machine.js" */
/** @import { Connection } from "./server-events.js" */
import { LiveMachine } from "./live-machine.js";
import { ServerEvents } from "./server-events.js";

/** @typedef {{ app: string, process: number, date: number, status: "live" | "silent" | "gone" }} App */

/** Where the browser keeps which machines are removed, and how many of them. */
const [removedKey, removedLimit] = ["removed machines", 500];

/** How many machines that are over are stored. */
const overLimit = 200;

/** What the event stream says of the apps and machines of one kind. */
export class LiveFeed {
  /** @type {Map<string, App>} The apps by their sessions. */
  apps = new Map();
  /** @type {Map<string, LiveMachine>} */
  machines = new Map();
  /** @type {Connection} */
  connection = "connecting";
  /** The names of the events that were sent, by the identifiers of their commands. */
  #commands = new Map();
  /** @type {string[]} The keys of the machines that the user has removed. */
  #removed = JSON.parse(sessionStorage.getItem(removedKey) ?? "[]");
  #machine;
  #onChange;
  #onOutcome;
  #isShown;
  /** @type {Set<string>} The keys of the machines that are over, in the order of their ends. */
  #over = new Set();
  /** How many machines that are over are no longer stored, because there were too many. */
  forgotten = 0;

  /**
   * @param {Machine} machine
   * @param {() => void} onChange Called after each change.
   * @param {(event: string, record: LiveRecord) => void} onOutcome Called with what became of an event that this page has sent.
   * @param {(live: LiveMachine) => boolean} isShown Whether a machine is shown, so that it is not forgotten.
   */
  constructor(machine, onChange, onOutcome, isShown) {
    this.#isShown = isShown;
    this.#machine = machine;
    this.#onChange = onChange;
    this.#onOutcome = onOutcome;
    new ServerEvents(
      `/events?${new URLSearchParams({ type: machine.document.type ?? "" })}`,
      this.#listeners(),
      (connection) => this.#set(connection),
    );
  }

  /** @param {{ session: string, number: number }} machine */
  static key({ session, number }) {
    return `${session} ${number}`;
  }

  /** Whether a machine does nothing more. @param {LiveMachine} live */
  isOver(live) {
    return live.hasEnded || this.apps.get(live.session)?.status === "gone";
  }

  /** Whether the user has removed a machine, also before the page was loaded again. @param {string} key */
  #isRemoved(key) {
    return this.#removed.includes(key);
  }

  /** Removes a machine that is over, so that the page does not show it any more. @param {LiveMachine} live */
  remove(live) {
    const key = LiveFeed.key(live);
    this.machines.delete(key);
    this.#removed = [...this.#removed, key].slice(-removedLimit);
    sessionStorage.setItem(removedKey, JSON.stringify(this.#removed));
  }

  /** @param {string} kind @param {LiveRecord} record */
  #take(kind, record) {
    const live = this.#find(record);
    live?.take(kind, record);
    if (live && kind === "ended") this.#bound([live]);
  }

  /** Forgets the machines that ended first if too many are over. @param {LiveMachine[]} ended Those that may be over now. */
  #bound(ended) {
    for (const live of ended) this.#over.add(LiveFeed.key(live));
    for (const key of this.#over) {
      if (this.#over.size <= overLimit) return;
      const live = this.machines.get(key);
      if (live && this.#isShown(live)) continue;
      this.#over.delete(key);
      // The connection of an app may have come back.
      if (live && this.isOver(live) && this.machines.delete(key)) this.forgotten++;
    }
  }

  /** The machine of a record. @param {LiveRecord} record */
  #find({ session, machine: number }) {
    return this.machines.get(LiveFeed.key({ session, number }));
  }

  /** @returns {Record<string, (data: any) => void>} */
  #listeners() {
    /** @type {(action: (data: any) => void) => (data: any) => void} */
    const changing = (action) => (data) => {
      action(data);
      this.#onChange();
    };
    const kinds = ["started", "entry", "failure", "stopped", "ended"];
    return {
      reload: () => location.reload(),
      hello: () => {
        this.apps.clear();
        this.machines.clear();
        this.#over.clear();
        this.forgotten = 0;
        this.#set("connecting");
      },
      ready: () => this.#set("connected"),
      app: changing((app) => {
        this.apps.set(app.session, app);
        if (app.status === "gone") {
          this.#bound([...this.machines.values()].filter((live) => live.session === app.session));
        }
      }),
      machine: changing((record) => {
        const live = new LiveMachine(this.#machine, record);
        if (!this.#isRemoved(LiveFeed.key(live))) this.machines.set(LiveFeed.key(live), live);
      }),
      ...Object.fromEntries(kinds.map((kind) => [kind, changing((record) => this.#take(kind, record))])),
      // There are those of other pages, too, and of earlier ones.
      outcome: changing((record) => {
        const event = this.#commands.get(record.command);
        if (event !== undefined) this.#onOutcome(event, record);
      }),
    };
  }

  /** @param {Connection} connection */
  #set(connection) {
    this.connection = connection;
    this.#onChange();
  }

  /**
   * Sends a sample event to a live machine.
   * @param {LiveMachine} live
   * @param {{ name: string, swift?: string }} event
   * @returns {Promise<string>} Why it was not sent; empty if it was.
   */
  async send(live, event) {
    const id = crypto.randomUUID();
    const command = { session: live.session, machine: live.number, command: id, sample: event.swift ?? event.name };
    this.#commands.set(id, event.name);
    try {
      const answer = await fetch("/commands", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(command),
      });
      return answer.ok ? "" : await answer.text();
    } catch {
      return "The inspector does not respond.";
    }
  }
}
