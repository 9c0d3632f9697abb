// An event stream of the inspector, read while the page is visible, and again after it was lost.

/** @typedef {"connecting" | "connected" | "lost" | "refused"} Connection Refused is a browser that the inspector does not know. */

/** The milliseconds until the page tries again. */
const pause = 1000;

/** What each connection means, in words; empty if all is well. */
export const connectionWords = {
  connecting: "Connecting to the inspector.",
  connected: "",
  lost: "The inspector does not respond. The page tries again.",
  refused:
    "The inspector no longer knows this browser. Press Enter in the terminal where it runs and open the new link.",
};

export class ServerEvents {
  /** @type {EventSource | undefined} */
  #source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  #isClosed = false;
  #address;
  #listeners;
  #onTrouble;

  /**
   * @param {string} address
   * @param {Record<string, (data: any, text: string) => void>} listeners Called with the data of each event of their names, and with its text.
   * @param {(connection: Connection) => void} onTrouble
   */
  constructor(address, listeners, onTrouble) {
    this.#address = address;
    this.#listeners = listeners;
    this.#onTrouble = onTrouble;
    // A browser has six connections for all pages of a server.
    document.addEventListener("visibilitychange", () => this.#connect());
    this.#connect();
  }

  /** Hears nothing more. */
  close() {
    this.#isClosed = true;
    this.#connect();
  }

  #connect() {
    this.#source?.close();
    clearTimeout(this.#retry);
    if (document.hidden || this.#isClosed) return;
    this.#source = new EventSource(this.#address);
    this.#source.addEventListener("error", () => this.#lose());
    for (const [kind, listener] of Object.entries(this.#listeners)) {
      this.#source.addEventListener(kind, (message) => listener(JSON.parse(message.data), message.data));
    }
  }

  /** A browser tries again by itself unless the server has answered in another way; that it refuses the page cannot be seen here. */
  async #lose() {
    if (this.#source?.readyState !== EventSource.CLOSED) return this.#onTrouble("lost");
    this.#retry = setTimeout(() => this.#connect(), pause);
    const answer = await fetch("/", { method: "HEAD" }).catch(() => null);
    this.#onTrouble(answer?.status === 403 ? "refused" : "lost");
  }
}
