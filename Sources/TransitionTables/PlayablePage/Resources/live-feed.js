// The event stream of the inspector: which apps and machines there are, and what they do.

/** @import { Machine } from "./machine.js" */
/** @import { LiveRecord } from "./live-machine.js" */
import { LiveMachine } from "./live-machine.js";

/** @typedef {{ app: string, process: number, status: "live" | "silent" | "gone" }} App */

/** @typedef {"connecting" | "connected" | "lost" | "refused"} Connection Refused is a page by an inspector with another token. */

/** The token of the page's address, which each request needs. */
const token = new URLSearchParams(location.search).get("token") ?? "";

/** The milliseconds until the page tries again. */
const pause = 1000;

/** Reads the event stream while the page is visible, and again after it was lost. */
export class LiveFeed {
  /** @type {Map<string, App>} The apps by their sessions. */
  apps = new Map();
  /** @type {Map<string, LiveMachine>} */
  machines = new Map();
  /** @type {Connection} */
  connection = "connecting";
  /** @type {EventSource | undefined} */
  #source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
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
    // A browser has six connections for all pages of a server.
    document.addEventListener("visibilitychange", () => this.#connect());
    this.#connect();
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

  #connect() {
    this.#source?.close();
    clearTimeout(this.#retry);
    if (document.hidden) return;
    this.#source = new EventSource(
      `/events?${new URLSearchParams({ token, type: this.#machine.document.type ?? "" })}`,
    );
    this.#source.addEventListener("error", () => this.#lose());
    this.#source.addEventListener("reload", () => location.reload());
    this.#source.addEventListener("hello", () => {
      this.apps.clear();
      this.machines.clear();
      this.#set("connecting");
    });
    this.#source.addEventListener("ready", () => this.#set("connected"));
    this.#listen("app", (app) => this.apps.set(app.session, app));
    this.#listen("machine", (record) => {
      const live = new LiveMachine(this.#machine, record);
      this.machines.set(LiveFeed.key(live), live);
    });
    for (const kind of ["started", "entry", "failure", "stopped", "ended"]) {
      this.#listen(kind, (record) => this.#find(record)?.take(kind, record));
    }
    // There are those of other pages, too, and of earlier ones.
    this.#listen("outcome", (record) => {
      const event = this.#commands.get(record.command);
      if (event !== undefined) this.#onOutcome(event, record);
    });
  }

  /** A browser tries again by itself unless the server has answered in another way; that it refuses the page cannot be seen here. */
  async #lose() {
    if (this.#source?.readyState !== EventSource.CLOSED) return this.#set("lost");
    this.#retry = setTimeout(() => this.#connect(), pause);
    const answer = await fetch(`/?${new URLSearchParams({ token })}`, { method: "HEAD" }).catch(() => null);
    this.#set(answer?.status === 403 ? "refused" : "lost");
  }

  /** @param {string} kind @param {(data: any) => void} action */
  #listen(kind, action) {
    this.#source?.addEventListener(kind, (message) => {
      action(JSON.parse(message.data));
      this.#onChange();
    });
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
        headers: { "Content-Type": "application/json", "Machine-Inspector-Token": token },
        body: JSON.stringify(command),
      });
      return answer.ok ? "" : await answer.text();
    } catch {
      return "The inspector does not answer.";
    }
  }
}
