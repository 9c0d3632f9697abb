// How the page reads an event stream of the inspector.

import { deepStrictEqual as equal } from "node:assert";
import { connectionWords, ServerEvents } from "page/server-events.js";
import { EventStream } from "./event-stream.js";
import { Clock, openPage, replace, settle } from "./page-without-browser.js";

/** What the page has asked the server for, beside streams. @type {unknown[]} */
let asked = [];
const clock = new Clock();
const { timers } = clock;

/**
 * A page that listens. It begins visible or not, and the server answers what else it asks.
 * @param {{ isHidden?: boolean, answer?: () => Promise<{ status: number }> }} [options]
 */
function listening({ isHidden = false, answer = () => Promise.reject(new TypeError("no server")) } = {}) {
  openPage("");
  [EventStream.all, asked] = [[], []];
  timers.clear();
  replace({
    EventSource: EventStream,
    /** @type {(address: string, options: object) => Promise<{ status: number }>} */
    fetch: (address, options) => {
      asked.push([address, options]);
      return answer();
    },
  });
  show(!isHidden);
  /** @type {unknown[]} */
  const heard = [];
  new ServerEvents(
    "/events?type=Door",
    { app: (data) => heard.push(["app", data]), machine: (data) => heard.push(["machine", data]) },
    (connection) => heard.push(connection),
  );
  return heard;
}

/** Shows the tab of the page, or hides it. @param {boolean} isVisible */
function show(isVisible) {
  Object.defineProperty(document, "hidden", { value: !isVisible, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

/** The streams that are open. */
function open() {
  return EventStream.all.filter(({ readyState }) => readyState !== EventStream.CLOSED);
}

Deno.test("the page hears the data of each event that it listens for", () => {
  const heard = listening();
  equal(EventStream.all.map(({ address }) => address), ["/events?type=Door"]);
  const [{ listeners }] = EventStream.all;
  listeners.get("machine")?.({ data: '{"session":"s","machine":3}' });
  listeners.get("app")?.({ data: "null" });
  equal(heard, [["machine", { session: "s", machine: 3 }], ["app", null]]);
  equal([...listeners.keys()].sort(), ["app", "error", "machine"]);
});

Deno.test("the page has a stream only while it is visible, and one at most", () => {
  listening({ isHidden: true });
  equal(EventStream.all.length, 0);
  show(true);
  equal([EventStream.all.length, open().length], [1, 1]);
  show(false);
  equal([EventStream.all.length, open().length], [1, 0]);
  show(true);
  show(true);
  equal([EventStream.all.length, open().length], [3, 1]);
});

Deno.test("the page waits for a browser that tries again by itself", async () => {
  const heard = listening();
  EventStream.all[0].lose(EventStream.CONNECTING);
  await settle();
  equal([heard, asked, timers.size, EventStream.all.length], [["lost"], [], 0, 1]);
});

Deno.test("the page tries again after a second when the browser does not, and says why", async () => {
  for (
    const [answer, connection] of /** @type {[() => Promise<{ status: number }>, string][]} */ ([
      [() => Promise.reject(new TypeError("no server")), "lost"],
      [() => Promise.resolve({ status: 502 }), "lost"],
      [() => Promise.resolve({ status: 200 }), "lost"],
      [() => Promise.resolve({ status: 403 }), "refused"],
    ])
  ) {
    const heard = listening({ answer });
    EventStream.all[0].lose(EventStream.CLOSED);
    await settle();
    equal([heard, asked], [[connection], [["/", { method: "HEAD" }]]]);
    equal([...timers.values()].map(({ delay }) => delay), [1000]);
    equal(EventStream.all.length, 1);
    clock.wait(1000);
    equal([EventStream.all.length, open().length], [2, 1]);
    // The stream that came back is lost as well.
    EventStream.all[1].lose(EventStream.CLOSED);
    await settle();
    equal([heard, timers.size], [[connection, connection], 1]);
  }
});

Deno.test("a page that is hidden, or connected again, tries no more", async () => {
  for (const isVisible of [true, false]) {
    listening();
    EventStream.all[0].lose(EventStream.CLOSED);
    await settle();
    equal(timers.size, 1);
    show(isVisible);
    equal([timers.size, open().length], [0, isVisible ? 1 : 0]);
  }
});

Deno.test("the page has words for each connection that is not there, and says what to do", () => {
  const { connecting, connected, lost, refused } = connectionWords;
  equal(connected, "");
  for (
    const [words, part] of [[connecting, /^Connecting/], [lost, /tries again\.$/], [refused, /open the new link\.$/]]
  ) {
    equal(new RegExp(part).test(String(words)), true, String(words));
  }
});
