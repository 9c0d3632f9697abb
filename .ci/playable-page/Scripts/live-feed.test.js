// What the page knows of apps and machines from the event stream, and how it sends commands to them.

/** @import { LiveMachine, LiveRecord } from "page/live-machine.js" */
import { deepStrictEqual as equal } from "node:assert";
import { LiveFeed } from "page/live-feed.js";
import { jsonLines } from "page/recording-writer.js";
import { door, entry } from "./door.js";
import { EventStream } from "./event-stream.js";
import { openPage, replace } from "./page-without-browser.js";

/** What the page has sent. @type {{ address: string, method: string, type: string, body: string }[]} */
let sent = [];
/** What the inspector answers to a command. @type {() => Promise<Response>} */
let answer = () => Promise.resolve(new Response(null, { status: 204 }));

replace({
  EventSource: EventStream,
  /** @param {string} address @param {{ method: string, headers: Record<string, string>, body: string }} options */
  fetch: (address, { method, headers, body }) => {
    sent.push({ address, method, type: headers["Content-Type"], body });
    return answer();
  },
});

/** A page that is opened in a new tab. @param {Parameters<typeof door>[0]} [changes] */
function opened(changes) {
  openPage("");
  return loaded(changes);
}

/** The page in the same tab, loaded once more. @param {Parameters<typeof door>[0]} [changes] */
function loaded(changes) {
  [EventStream.all, sent] = [[], []];
  let changeCount = 0;
  /** @type {Set<LiveMachine>} */
  const shown = new Set();
  const feed = new LiveFeed(door(changes), () => changeCount++, (live) => shown.has(live));
  const [stream] = EventStream.all;
  /**
   * Sends an event of the inspector, and counts how often the page is told of a change.
   * @param {string} kind
   * @param {object} [data]
   */
  const hear = (kind, data = {}) => {
    const before = changeCount;
    stream.listeners.get(kind)?.({ data: JSON.stringify(data) });
    return changeCount - before;
  };
  /** Has machines begin. @param {string} session @param {number} first @param {number} [last] */
  const begin = (session, first, last = first) => {
    for (let machine = first; machine <= last; machine++) {
      hear("machine", { session, machine, time: 1, name: `door ${machine}`, state: "closed", path: ["closed"] });
    }
  };
  /** Has machines end. @param {string} session @param {number} first @param {number} [last] */
  const end = (session, first, last = first) => {
    for (let machine = first; machine <= last; machine++) hear("ended", { session, machine, time: 2 });
  };
  return { feed, hear, begin, end, shown, stream };
}

/** A machine that the feed has. @param {LiveFeed} feed @param {string} session @param {number} number */
function machine(feed, session, number) {
  const found = feed.machines.get(LiveFeed.key({ session, number }));
  if (!found) throw new Error(`there is no machine ${number} of ${session}`);
  return found;
}

/** An app. */
const house = { session: "s", app: "house", process: 7, date: 5 };

/** How many machines there are, and how many are forgotten. @param {LiveFeed} feed */
function counts({ machines, forgotten }) {
  return [machines.size, forgotten];
}

/** The numbers of the machines, in their order. @param {LiveFeed} feed */
function numbers(feed) {
  return [...feed.machines.values()].map((live) => live.number);
}

Deno.test("the page listens for the machines of its type", () => {
  equal(opened().stream.address, "/events?type=Doors.Door");
  equal(opened({ type: "Doors.Door<Int>" }).stream.address, "/events?type=Doors.Door%3CInt%3E");
  equal(opened({ type: undefined }).stream.address, "/events?type=");
});

Deno.test("each record is taken by its machine, and the page is told", () => {
  const { feed, hear, begin } = opened();
  equal(hear("app", { ...house, status: "live" }), 1);
  equal(feed.apps.get("s"), { ...house, status: "live" });
  begin("s", 1, 2);
  begin("t", 1);
  const [live, other] = [machine(feed, "s", 2), machine(feed, "t", 1)];
  const record = { session: "s", machine: 2, time: 3 };
  const counts = [
    hear("started", { ...record, activities: ["lamp"] }),
    hear("entry", { ...record, index: 0, entry: entry("closed open open") }),
    hear("failure", { ...record, property: "it closes" }),
    hear("stopped", { ...record, time: 4 }),
    hear("ended", { ...record, time: 5 }),
  ];
  equal(counts, [1, 1, 1, 1, 1]);
  equal(live.spans, [{ name: "lamp", start: 3, end: 4 }]);
  equal(live.timeline.current.stateName, "open");
  equal([live.failures.length, live.hasEnded, live.latest], [1, true, 5]);
  equal([other.spans.length, other.failures.length, other.hasEnded, other.latest], [0, 0, false, 1]);
});

Deno.test("a record of a machine that the page does not have changes nothing", () => {
  const { feed, hear, begin } = opened();
  begin("s", 1);
  for (const kind of ["started", "entry", "failure", "stopped", "ended"]) {
    hear(kind, { session: "s", machine: 2, time: 3 });
  }
  equal([numbers(feed), machine(feed, "s", 1).hasEnded], [[1], false]);
});

Deno.test("a machine that the user has removed stays away, also when the page is loaded again", () => {
  const { feed, hear, begin, end } = opened();
  begin("s", 1, 3);
  end("s", 1, 3);
  feed.remove(machine(feed, "s", 1));
  feed.remove(machine(feed, "s", 3));
  equal(numbers(feed), [2]);
  // The connection comes back.
  hear("hello");
  begin("s", 1, 3);
  equal(numbers(feed), [2]);
  const again = loaded();
  again.begin("s", 1, 3);
  again.begin("t", 1);
  equal([...again.feed.machines.values()].map(({ session, number }) => [session, number]), [["s", 2], ["t", 1]]);
  // Another tab has removed none.
  const other = opened();
  other.begin("s", 1, 3);
  equal(numbers(other.feed), [1, 2, 3]);
});

Deno.test("the browser stores the 500 machines that were removed last, and they are not counted as forgotten", () => {
  const { feed, begin } = opened();
  begin("s", 1, 501);
  for (const live of [...feed.machines.values()]) feed.remove(live);
  const again = loaded();
  again.begin("s", 1, 502);
  equal(numbers(again.feed), [1, 502]);
  const other = opened();
  other.begin("s", 1, 201);
  other.end("s", 1, 200);
  other.feed.remove(machine(other.feed, "s", 1));
  other.end("s", 201);
  equal(counts(other.feed), [200, 0]);
});

Deno.test("the machines of an app that is gone are over, unless its connection has come back", () => {
  const { feed, hear, begin, end } = opened();
  hear("app", { ...house, status: "live" });
  const ofHouse = () => [...feed.machines.values()].filter((live) => live.session === "s").length;
  begin("s", 1, 150);
  begin("t", 1, 151);
  end("t", 1, 100);
  equal(feed.forgotten, 0);
  hear("app", { ...house, status: "gone" });
  // Those of the app t ended first, and 51 of them still run.
  equal(counts(feed), [251, 50]);
  equal(ofHouse(), 150);
  hear("app", { ...house, status: "live" });
  end("t", 101, 151);
  // 50 more of the app t are forgotten, and one of the app s is no longer over.
  equal(ofHouse(), 150);
  equal(counts(feed), [201, 100]);
});

Deno.test("the page begins anew when the inspector says hello", () => {
  const { feed, hear, begin, end } = opened();
  hear("app", { ...house, status: "live" });
  hear("ready");
  begin("s", 1, 201);
  end("s", 1, 201);
  equal(feed.forgotten, 1);
  equal(hear("hello"), 1);
  equal([feed.apps.size, feed.machines.size, feed.forgotten, feed.connection], [0, 0, 0, "connecting"]);
  // Those that ended before are not counted again.
  begin("t", 1, 200);
  end("t", 1, 200);
  equal(counts(feed), [200, 0]);
});

Deno.test("a machine that was over for a while, before a hello, ends when it ends", () => {
  const { feed, hear, begin, end } = opened();
  begin("s", 1);
  hear("app", { ...house, status: "gone" });
  hear("hello");
  hear("app", { ...house, status: "live" });
  begin("s", 1, 201);
  end("s", 2, 200);
  end("s", 1);
  end("s", 201);
  // The machine 2 ended first, and not the machine 1.
  equal([counts(feed), numbers(feed).slice(0, 2)], [[200, 1], [1, 3]]);
});

Deno.test("the page is loaded again when the inspector says so", () => {
  const { hear } = opened();
  let count = 0;
  replace({ location: { reload: () => count++ } });
  hear("reload");
  equal(count, 1);
});

/** A page with a machine, which sends a command. @param {string} content */
function sending(content) {
  const { feed, hear, begin } = opened();
  begin("s", 3);
  /** @type {LiveRecord[]} */
  const outcomes = [];
  const problem = feed.send(machine(feed, "s", 3), content, (record) => outcomes.push(record));
  const { command } = JSON.parse(sent[0].body);
  /** @param {string} id */
  const come = (id) => hear("outcome", { session: "s", machine: 3, time: 4, command: id, outcome: "handled" });
  return { problem, command, come, outcomes };
}

Deno.test("a command goes to its machine, with the digits of its JSON as they are", async () => {
  const { problem, command } = sending('"value":{"add":{"price":12345678901234567890}}');
  equal(await problem, "");
  equal(sent.map(({ address, method, type }) => ({ address, method, type })), [
    { address: "/commands", method: "POST", type: "application/json" },
  ]);
  equal(
    sent[0].body,
    `{"session":"s","machine":3,"command":"${command}","value":{"add":{"price":12345678901234567890}}}`,
  );
  equal(typeof command, "string");
  // Each command has a name of its own.
  equal(sending('"describe":true').command === command, false);
});

Deno.test("the outcome of a command is told once, and those of other pages are not", async () => {
  const { problem, command, come, outcomes } = sending('"sample":".open"');
  await problem;
  equal([come("another"), outcomes.length], [1, 0]);
  equal([come(command), outcomes.map(({ outcome }) => outcome)], [1, ["handled"]]);
  come(command);
  equal(outcomes.length, 1);
});

Deno.test("a command that was not sent has a reason, and no outcome", async () => {
  for (
    const [gives, reason] of /** @type {[() => Promise<Response>, string][]} */ ([
      [() => Promise.resolve(new Response("The app has ended.", { status: 409 })), "The app has ended."],
      [() => Promise.reject(new TypeError("no server")), "The inspector does not respond."],
    ])
  ) {
    answer = gives;
    const { problem, command, come, outcomes } = sending('"sample":".open"');
    equal(await problem, reason);
    come(command);
    equal(outcomes, []);
  }
  answer = () => Promise.resolve(new Response(null, { status: 204 }));
});

Deno.test("what is copied of a live machine has the values of its events to the last digit, and its date", () => {
  const { feed, hear, begin, stream } = opened();
  hear("app", { session: "s", app: "house", process: 7, date: 1000.5, status: "live" });
  begin("s", 3);
  const told = JSON.stringify({
    session: "s",
    machine: 3,
    sequence: 9,
    time: 2,
    index: 0,
    entry: entry("closed open open"),
  });
  stream.listeners.get("entry")?.({ data: told.replace(/}}$/, ',"values":{"after":12345678901234567890}}}') });
  const { timeline } = /** @type {LiveMachine} */ (feed.machines.get("s 3"));
  const [header, machine, event] = jsonLines(timeline.line, door()).split("\n");
  equal(JSON.parse(header), { app: "house", date: "1970-01-01T00:16:40.500Z", kind: "recording", version: 3 });
  equal([JSON.parse(machine).name, JSON.parse(machine).type, JSON.parse(machine).session], [
    "door 3",
    "Doors.Door",
    undefined,
  ]);
  equal([event.includes('"values":{"after":12345678901234567890}}'), JSON.parse(event).sequence], [true, 9]);
  equal(timeline.line.map(({ date }) => date), [1_001_500, 1_002_500]);
});
