// The event stream of the inspector: which apps and machines there are, and what they do.

/** @import { Machine } from "./machine.js" */
/** @import { LiveRecord } from "./live-machine.js" */
import { LiveMachine } from "./live-machine.js";

/** @typedef {{ app: string, process: number, status: "live" | "silent" | "gone" }} App */

/** The token of the page's address, which each request needs. */
const token = new URLSearchParams(location.search).get("token") ?? "";

/** Reads the event stream while the page is visible, and again after it was lost. */
export class LiveFeed {
  /** @type {Map<string, App>} The apps by their sessions. */
  apps = new Map();
  /** @type {Map<string, LiveMachine>} */
  machines = new Map();
  /** @type {"connecting" | "connected" | "lost"} */
  connection = "connecting";
  /** @type {EventSource | undefined} */
  #source;
  #commands = 0;
  #machine;
  #onChange;
  #onOutcome;

  /**
   * @param {Machine} machine
   * @param {() => void} onChange Called after each change.
   * @param {(record: LiveRecord) => void} onOutcome Called with what became of an event that was sent.
   */
  constructor(machine, onChange, onOutcome) {
    this.#machine = machine;
    this.#onChange = onChange;
    this.#onOutcome = onOutcome;
    // A browser has six connections for all pages of a server.
    document.addEventListener("visibilitychange", () => this.#connect());
    this.#connect();
  }

  /** @param {{ session: string, machine: number }} record */
  static key({ session, machine }) {
    return `${session} ${machine}`;
  }

  #connect() {
    this.#source?.close();
    if (document.hidden) return;
    this.#source = new EventSource(
      `/events?${new URLSearchParams({ token, type: this.#machine.document.type ?? "" })}`,
    );
    this.#source.addEventListener("error", () => this.#set("lost"));
    this.#source.addEventListener("reload", () => location.reload());
    this.#source.addEventListener("hello", () => {
      this.apps.clear();
      this.machines.clear();
      this.#set("connecting");
    });
    this.#source.addEventListener("ready", () => this.#set("connected"));
    this.#listen("app", (app) => this.apps.set(app.session, app));
    this.#listen("machine", (record) => {
      this.machines.set(LiveFeed.key(record), new LiveMachine(this.#machine, record));
    });
    for (const kind of ["started", "entry", "failure", "stopped", "ended"]) {
      this.#listen(kind, (record) => this.machines.get(LiveFeed.key(record))?.take(kind, record));
    }
    this.#listen("outcome", (record) => this.#onOutcome(record));
  }

  /** @param {string} kind @param {(data: any) => void} action */
  #listen(kind, action) {
    this.#source?.addEventListener(kind, (message) => {
      action(JSON.parse(message.data));
      this.#onChange();
    });
  }

  /** @param {"connecting" | "connected" | "lost"} connection */
  #set(connection) {
    this.connection = connection;
    this.#onChange();
  }

  /**
   * Sends a sample event to a live machine.
   * @param {LiveMachine} live
   * @param {string} sample
   * @returns {Promise<string>} Why it was not sent; empty if it was.
   */
  async send(live, sample) {
    const command = { session: live.session, machine: live.number, command: String(++this.#commands), sample };
    try {
      const answer = await fetch("/commands", {
        method: "POST",
        headers: { "Content-Type": "application/json", "Machine-Inspector-Token": token },
        body: JSON.stringify(command),
      });
      return answer.ok ? "" : await answer.text();
    } catch {
      return "The inspector does not answer.";
    }
  }
}
