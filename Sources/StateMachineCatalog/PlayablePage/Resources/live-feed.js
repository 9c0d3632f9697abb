// The event stream of the inspector: which apps and machines there are, and what they do.

/** @import { Machine } from "./machine.js" */
/** @import { LiveRecord } from "./live-machine.js" */
/** @import { Connection } from "./server-events.js" */
import { LiveMachine } from "./live-machine.js";
import { ServerEvents } from "./server-events.js";

/** @typedef {{ app: string, process: number, date: number, status: "live" | "silent" | "gone" }} App */

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
  #machine;
  #onChange;
  #onOutcome;

  /**
   * @param {Machine} machine
   * @param {() => void} onChange Called after each change.
   * @param {(event: string, record: LiveRecord) => void} onOutcome Called with what became of an event that this page has sent.
   */
  constructor(machine, onChange, onOutcome) {
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
        this.#set("connecting");
      },
      ready: () => this.#set("connected"),
      app: changing((app) => this.apps.set(app.session, app)),
      machine: changing((record) => {
        const live = new LiveMachine(this.#machine, record);
        this.machines.set(LiveFeed.key(live), live);
      }),
      ...Object.fromEntries(kinds.map((kind) => [kind, changing((record) => this.#find(record)?.take(kind, record))])),
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
      return "The inspector does not answer.";
    }
  }
}
