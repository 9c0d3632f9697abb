// The event stream of an inspector, as a test plays it in the place of a server.

/** @import { Shape } from "page/live-event-fields.js" */

export class EventStream {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;
  /** Those that were opened. @type {EventStream[]} */
  static all = [];
  readyState = EventStream.OPEN;
  /** @type {Map<string, (message: { data?: string }) => void>} */
  listeners = new Map();

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    EventStream.all.push(this);
  }

  /** @param {string} kind @param {(message: { data?: string }) => void} listener */
  addEventListener(kind, listener) {
    this.listeners.set(kind, listener);
  }

  close() {
    this.readyState = EventStream.CLOSED;
  }

  /** Loses the connection. @param {number} readyState Whether the browser tries again by itself. */
  lose(readyState) {
    this.readyState = readyState;
    this.listeners.get("error")?.({});
  }
}

/** The inspector sends an event to the page. @param {string} kind @param {object} [data] */
export function hear(kind, data = {}) {
  EventStream.all[0].listeners.get(kind)?.({ data: JSON.stringify(data) });
}

/** The shape of a value that an app describes. @param {Shape["kind"]} kind @param {Partial<Shape>} [more] @returns {Shape} */
export function shape(kind, more) {
  return { kind, isOptional: false, choices: [], fields: [], element: [], ...more };
}
