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
  /** @type {Map<string, (record: LiveRecord) => void>} What waits for an outcome, by the identifiers of the commands. */
  #commands = new Map();
  /** @type {string[]} The keys of the machines that the user has removed. */
  #removed = JSON.parse(sessionStorage.getItem(removedKey) ?? "[]");
  #machine;
  #onChange;
  #isShown;
  /** @type {Set<string>} The keys of the machines that are over, in the order of their ends. */
  #over = new Set();
  /** How many machines that are over are no longer stored, because there were too many. */
  forgotten = 0;

  /**
   * @param {Machine} machine
   * @param {() => void} onChange Called after each change.
   * @param {(live: LiveMachine) => boolean} isShown Whether a machine is shown, so that it is not forgotten.
   */
  constructor(machine, onChange, isShown) {
    this.#isShown = isShown;
    this.#machine = machine;
    this.#onChange = onChange;
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

  /** @param {string} kind @param {LiveRecord} record @param {string} text */
  #take(kind, record, text) {
    const live = this.#find(record);
    live?.take(kind, record, text);
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

  /** @returns {Record<string, (data: any, text: string) => void>} */
  #listeners() {
    /** @type {(action: (data: any, text: string) => void) => (data: any, text: string) => void} */
    const changing = (action) => (data, text) => {
      action(data, text);
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
        const live = new LiveMachine(this.#machine, record, this.apps.get(record.session));
        if (!this.#isRemoved(LiveFeed.key(live))) this.machines.set(LiveFeed.key(live), live);
      }),
      ...Object.fromEntries(kinds.map((kind) => [kind, changing((record, text) => this.#take(kind, record, text))])),
      // There were more machines that are over than a page stores.
      skipped: changing(({ count }) => this.forgotten += count),
      // There are those of other pages, too, and of earlier ones.
      outcome: changing((record) => {
        this.#commands.get(record.command)?.(record);
        this.#commands.delete(record.command);
      }),
    };
  }

  /** @param {Connection} connection */
  #set(connection) {
    this.connection = connection;
    this.#onChange();
  }

  /**
   * Sends a command to the app of a live machine.
   * @param {LiveMachine} live
   * @param {string} content The JSON of what it asks for: a sample, a value, or a description of the events.
   * @param {(record: LiveRecord) => void} onOutcome
   * @returns {Promise<string>} Why it was not sent; empty if it was.
   */
  async send({ session, number }, content, onOutcome) {
    const id = crypto.randomUUID();
    const head = JSON.stringify({ session, machine: number, command: id });
    this.#commands.set(id, onOutcome);
    try {
      const answer = await fetch("/commands", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        // Not made by JSON.stringify, which would change the digits of large numbers.
        body: `${head.slice(0, -1)},${content}}`,
      });
      if (answer.ok) return "";
      this.#commands.delete(id);
      return await answer.text();
    } catch {
      this.#commands.delete(id);
      return "The inspector does not respond.";
    }
  }
}
