// The panel of live machines on the page of a machine: which one is shown, what is said of it, and what is sent to it.

/** @import {} from "page/live-panel.js" */
/** @import { MachineDocument } from "page/machine.js" */
import { deepStrictEqual as equal, strictEqual as same } from "node:assert";
import { door, entry, event } from "./door.js";
import { EventStream, hear } from "./event-stream.js";
import * as page from "./page-without-browser.js";
import { click, element, openPage, replace, settle } from "./page-without-browser.js";

/** What waits for the next frame. @type {(() => void)[]} */
let frames = [];
/** What happens each second. @type {(() => void)[]} */
let seconds = [];
/** The milliseconds since the page was opened. */
let now = 5000;
/** The bodies of the commands that the page has sent. @type {any[]} */
let sent = [];
/** What the inspector answers. @type {(address: string) => Promise<Response>} */
let answer = accepted;
/** What a listener of the page has thrown. @type {string[]} */
let errors = [];

/** @returns {Promise<Response>} */
function accepted() {
  return Promise.resolve(new Response(null, { status: 204 }));
}

const { defaultView: window } = openPage();
window?.addEventListener("error", (thrown) => errors.push(thrown.message));
replace({
  EventSource: EventStream,
  matchMedia: () => ({ matches: false }),
  /** @param {string} address @param {{ body: string }} options */
  fetch: (address, { body }) => {
    if (body) sent.push(JSON.parse(body));
    return answer(address);
  },
  /** @param {() => void} action */
  requestAnimationFrame: (action) => frames.push(action),
  /** @param {() => void} action @param {number} interval */
  setInterval: (action, interval) => {
    equal(interval, 1000);
    return seconds.push(action);
  },
  setTimeout: () => 1,
  clearTimeout: () => {},
});
performance.now = () => now;

/** @type {Partial<MachineDocument>} */
const changes = { properties: ["it closes", "it opens"].map((name) => ({ name, kind: "always", verdict: "holds" })) };
const script = document.createElement("script");
script.id = "machine";
script.type = "application/json";
script.textContent = JSON.stringify(door(changes).document);
document.body.append(script);
const panel = document.querySelector("#live-panel")?.outerHTML ?? "";
await import("page/page.js");
let loadCount = 0;

/** A page in a new tab. @param {string} [search] What the address has behind the `?`. */
function opened(search) {
  sessionStorage.clear();
  return loaded(search);
}

/**
 * The page in the same tab, loaded once more: the script runs again, on elements that no earlier run knows.
 * @param {string} [search]
 */
async function loaded(search = "") {
  const stored = { ...sessionStorage };
  // The page leaves the machine that another test has shown, and begins anew.
  click("#clear");
  document.querySelectorAll("#payload-panel, #payload-note").forEach((part) => part.remove());
  const former = document.querySelector("#live-panel");
  if (former) former.outerHTML = panel;
  sessionStorage.clear();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
  history.replaceState(null, "", `/page${search}`);
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  [EventStream.all, frames, seconds, sent, errors, answer, now] = [[], [], [], [], [], accepted, 5000];
  await import(`page/live-panel.js?${++loadCount}`);
  return EventStream.all[0];
}

/**
 * A page whose connection is there.
 * @param {() => void} [news] What the inspector tells at first.
 * @param {string} [search]
 */
async function connected(news = () => {}, search = "") {
  await opened(search);
  connect(news);
}

/** The page is loaded again in its tab. @param {() => void} news */
async function reloaded(news) {
  await loaded();
  connect(news);
}

/** The inspector tells what it knows. @param {() => void} news */
function connect(news) {
  hear("hello");
  news();
  hear("ready");
  frame();
}

/** The page shows what is new. */
function frame() {
  for (const action of frames.splice(0)) action();
}

/** The page is a second older. */
function tick() {
  now += 1000;
  for (const action of seconds) action();
}

/** An app is there. @param {string} session @param {object} [more] */
function app(session, more) {
  hear("app", { session, app: "house", process: session === "s" ? 7 : 8, date: 100, status: "live", ...more });
}

/** A machine begins. @param {string} session @param {number} number @param {object} [more] */
function begin(session, number, more) {
  const accepts = ["samples"];
  hear("machine", {
    session,
    machine: number,
    time: 1,
    name: "front",
    state: "closed",
    path: ["closed"],
    accepts,
    ...more,
  });
}

/**
 * A machine takes an event.
 * @param {string} session
 * @param {number} number
 * @param {number} index
 * @param {string} words State, event, and the state after it.
 * @param {number} [time]
 */
function take(session, number, index, words, time = index + 2) {
  hear("entry", { session, machine: number, time, index, entry: entry(words) });
}

/** Machines end. @param {string} session @param {number} number @param {number} [last] */
function end(session, number, last = number) {
  for (; number <= last; number++) hear("ended", { session, machine: number, time: 50 });
}

/** The app s with a machine. @param {object} [more] What is known of the machine besides. */
function one(more) {
  app("s");
  begin("s", 1, more);
}

/** The app s with machines that are numbered. @param {number} count */
function doors(count) {
  app("s");
  for (let number = 1; number <= count; number++) begin("s", number, { name: `door ${number}` });
}

/** The apps s and t, with a machine each. */
function two() {
  one();
  app("t", { date: 200 });
  begin("t", 1, { name: "back" });
}

// The functions below look at the page when it has shown what is new.

/** The text of an element. @param {string} selector */
function text(selector) {
  frame();
  return page.text(selector);
}

/** @param {string} selector @param {ParentNode} [parent] */
function all(selector, parent) {
  frame();
  return page.all(selector, parent);
}

/** @param {string} id */
function byID(id) {
  return all(`#${id}`)[0];
}

function list() {
  return /** @type {HTMLSelectElement} */ (byID("live-machine"));
}

/** The machines in the list. */
function listed() {
  return [...list().options].map((option) => option.text);
}

/** The machine that is chosen in the list. */
function chosen() {
  return list().selectedOptions[0]?.text;
}

/** Has the user choose from the list. @param {string} title How its title begins. */
function choose(title) {
  const found = [...list().options].find((option) => option.text.startsWith(title));
  if (!found) throw new Error(`${title} is not listed`);
  list().value = found.value;
  list().dispatchEvent(new Event("change", { bubbles: true }));
}

/** Has the user search. @param {string} words */
function search(words) {
  const field = /** @type {HTMLInputElement} */ (byID("live-search"));
  field.value = words;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// What the page says.
const none = "none: play on this page";
const [front, back] = ["front · house 7 · live", "back · house 8 · live"];
const [frontEnded, backEnded] = ["front · house 7 · ended", "back · house 8 · ended"];
const isLive = "Live; events go to the app.";
const notSent = "The event was not sent, because the machine is no longer running.";
const isGone = "The app has ended or lost the connection. The page continues with its next run.";
const hasEnded = "This machine has ended. The page continues with its next run.";

function status() {
  return text("#live-status");
}

/** Whether there is nothing to follow. */
function isLatest() {
  return byID("follow").hidden;
}

/** Where the link to the page of all machines leads. */
function together() {
  return byID("together").getAttribute("href");
}

function isWarning() {
  return byID("live-status").classList.contains("warning");
}

/** Clicks on an event. @param {string} name */
function send(name) {
  click(`#events [data-event="${event(name)}"]`);
}

/** The words of the events on the timeline. */
function events() {
  return all("#timeline b").map((item) => item.textContent);
}

/** The bars of activities: their names, and what is said of them. */
function bars() {
  return all("#spans li:not(.axis)").map((item) => [
    item.querySelector("b")?.textContent,
    item.querySelector("div")?.getAttribute("aria-label"),
  ]);
}

/** The last second on the axis below the bars. */
function axisEnd() {
  return all("#spans .axis span").at(-1)?.textContent;
}

/** @param {string} title @param {() => Promise<void>} steps */
function test(title, steps) {
  Deno.test(title, async () => {
    await steps();
    equal(errors, []);
  });
}

// Which machine is shown

test("the page says that it connects, and that there is no machine", async () => {
  await opened();
  hear("hello");
  equal([status(), isWarning()], ["Connecting to the inspector.", false]);
  hear("ready");
  equal([status(), isWarning()], ["No live machine of this type yet.", false]);
  equal([listed(), chosen(), text("#live-count")], [[none], none, "0 machines"]);
  equal([byID("remove-ended").hidden, isLatest(), together()], [true, true, "/together"]);
  tick();
  // There is nothing to follow.
  click("#follow");
  equal([text("#live-loss"), text("#live-failures"), text("#spans"), isLatest()], ["", "", "", true]);
});

test("the page shows the first machine that comes", async () => {
  await connected();
  one();
  equal(page.text("#live-status"), "No live machine of this type yet.");
  equal([listed(), chosen(), text("#live-count")], [[none, front], front, "1 machine"]);
  equal([status(), isWarning(), text("#state")], [isLive, false, "closed"]);
  equal(together(), "/together?session=s");
  equal([byID("remove-ended").hidden, isLatest()], [true, true]);
  begin("s", 2, { name: "side" });
  equal([chosen(), text("#live-count")], [front, "2 machines"]);
  // A machine whose app is not known is listed by its name.
  await connected(() => begin("s", 1));
  equal([chosen()?.startsWith("front · an app"), status()], [true, isLive]);
});

test("the page shows what is new with the next frame, however much has come", async () => {
  await connected(two);
  equal(frames.length, 0);
  take("s", 1, 0, "closed open open");
  take("s", 1, 1, "open close closed");
  take("s", 1, 2, "closed open open");
  equal([frames.length, page.texts("#timeline b"), page.text("#state")], [1, [], "closed"]);
  equal([events(), text("#state"), frames.length], [["open", "close", "open"], "open", 0]);
  take("s", 1, 3, "open close closed");
  equal([text("#state"), text("#position")], ["closed", "4 of 4"]);
});

test("the page prefers a machine that is not over, and otherwise takes the last one", async () => {
  const three = () => {
    doors(4);
    end("s", 1);
  };
  await connected(three);
  equal(chosen(), "door 2 · house 7 · live");
  await connected(() => {
    three();
    end("s", 2, 4);
  });
  equal([chosen(), status()], ["door 4 · house 7 · ended", hasEnded]);
});

test("the user chooses a machine, or none to play on the page", async () => {
  await connected(two);
  take("t", 1, 0, "closed open open");
  choose("back");
  equal([chosen(), status(), text("#state"), events()], [back, isLive, "open", ["open"]]);
  equal(together(), "/together?session=t");
  equal(bars().length > 0, true);
  choose(none);
  equal([chosen(), status(), together()], [none, "", "/together"]);
  equal(bars(), []);
  send("open");
  equal([sent, text("#state"), events()], [[], "open", ["open"]]);
  // Another machine does not take the place of what is played.
  begin("t", 2);
  equal([chosen(), text("#state"), text("#live-count")], [none, "open", "3 machines"]);
});

test("the page leaves a machine when the user plays something else", async () => {
  await connected(one);
  click("#clear");
  equal([chosen(), status(), events()], [none, "", []]);
  take("s", 1, 0, "closed open open");
  begin("s", 2);
  equal([chosen(), text("#state"), events()], [none, "closed", []]);
});

test("a link leads to its machine, and the address does not have it any more", async () => {
  await connected(two, "?session=t&machine=1#start=closed");
  equal([chosen(), location.href], [back, "http://127.0.0.1/page#start=closed"]);
  // What the user asked for stays, as if it had been chosen from the list.
  await reloaded(two);
  equal(chosen(), back);
  end("t", 1);
  begin("t", 2, { name: "side" });
  equal(chosen(), backEnded);
  await connected(one, "?session=t&machine=1");
  equal([chosen(), status()], [undefined, "The selected machine is no longer known."]);
  // An address without a machine stays as it is.
  await connected(two, "?other=1#start=closed");
  equal([chosen(), location.href], [front, "http://127.0.0.1/page?other=1#start=closed"]);
});

test("a link to a machine that is over shows it, and not its next run", async () => {
  await connected(() => {
    two();
    begin("t", 2, { name: "back" });
    end("t", 1);
  }, "?session=t&machine=1");
  equal([chosen(), status()], [backEnded, "This machine has ended."]);
});

test("a page that is loaded again shows the machine that the user has chosen, or else the first", async () => {
  await connected(() => {
    app("t");
    begin("t", 1, { name: "back" });
  });
  equal(chosen(), back);
  await reloaded(two);
  equal(chosen(), front);
  choose("back");
  await reloaded(two);
  equal(chosen(), back);
  choose(none);
  await reloaded(two);
  equal([chosen(), status()], [none, ""]);
});

// The next run

test("after a machine that has ended, the page shows the next one of the app", async () => {
  await connected(() => {
    app("s");
    begin("s", 2, { name: "side" });
    begin("s", 1, { name: "old" });
  });
  equal(chosen(), "side · house 7 · live");
  end("s", 2);
  // An earlier one is no next run.
  equal([chosen(), status()], ["side · house 7 · ended", hasEnded]);
  begin("s", 3, { name: "short" });
  end("s", 3);
  begin("s", 4, { name: "new" });
  take("s", 4, 0, "closed open open");
  equal([chosen(), status()], ["new · house 7 · live", isLive]);
  // It is shown at its latest moment.
  equal([text("#state"), text("#position")], ["open", "1 of 1"]);
});

test("after an app that is gone, the page shows a machine of an app that began later", async () => {
  await connected(() => {
    app("s", { date: 100 });
    begin("s", 1);
    app("t", { date: 99 });
    begin("t", 5, { name: "older" });
    app("u", { date: 100 });
    begin("u", 6, { name: "of the same time" });
  });
  equal(chosen(), front);
  app("s", { status: "gone" });
  equal([chosen(), status()], ["front · house 7 · gone", isGone]);
  app("v", { app: "hut", date: 101 });
  begin("v", 1, { name: "back" });
  equal([chosen(), status()], ["back · hut 8 · live", isLive]);
  // A machine whose app is not known is no later one.
  await connected(() => {
    app("s", { date: 0 });
    begin("s", 1);
    begin("x", 2);
  });
  app("s", { date: 0, status: "gone" });
  equal(chosen(), "front · house 7 · gone");
});

test("after a machine that the user has chosen, the page shows only one with its name and of its app", async () => {
  await connected(two);
  choose("back");
  end("t", 1);
  equal(status(), hasEnded);
  begin("t", 2, { name: "front" });
  app("u", { app: "hut", date: 300 });
  begin("u", 1, { name: "back" });
  equal(chosen(), backEnded);
  app("v", { date: 300 });
  begin("v", 1, { name: "back" });
  equal([chosen(), list().value.split(" ")[0]], [back, "v"]);
  // And the one after it.
  app("v", { date: 300, status: "gone" });
  equal(chosen(), "back · house 8 · gone");
  app("w", { date: 400 });
  begin("w", 1, { name: "back" });
  equal([chosen(), list().value.split(" ")[0]], [back, "w"]);
});

test("a page that is loaded again goes on to the next run of the chosen machine", async () => {
  await connected(two);
  choose("back");
  app("t", { date: 200, status: "gone" });
  frame();
  await reloaded(() => {
    two();
    app("t", { date: 200, status: "gone" });
  });
  equal([chosen(), status()], ["back · house 8 · gone", isGone]);
  // The inspector was started again and knows it no more.
  await reloaded(one);
  equal(status(), "The selected machine is no longer known. The page continues with its next run.");
  app("u", { date: 300 });
  begin("u", 1, { name: "back" });
  equal([chosen(), status()], [back, isLive]);
});

test("a machine that was over when the user chose it stays", async () => {
  await connected(() => {
    two();
    end("t", 1);
  });
  choose("back");
  equal(status(), "This machine has ended.");
  begin("t", 2, { name: "back" });
  equal([chosen(), status()], [backEnded, "This machine has ended."]);
  await reloaded(() => {
    two();
    end("t", 1);
    begin("t", 2, { name: "back" });
  });
  equal([chosen(), status()], [backEnded, "This machine has ended."]);
});

test("a chosen machine whose app comes back has a next run again", async () => {
  await connected(() => {
    two();
    app("t", { date: 200, status: "gone" });
  });
  choose("back");
  equal(status(), "The app has ended or lost the connection.");
  app("t", { date: 200 });
  equal(status(), isLive);
  app("t", { date: 200, status: "gone" });
  equal(status(), isGone);
});

test("the page stays with an earlier moment that the user looks at, until it follows again", async () => {
  await connected(() => {
    one();
    take("s", 1, 0, "closed open open");
  });
  click("#back");
  end("s", 1);
  begin("s", 2, { name: "side" });
  equal([chosen(), text("#state")], [frontEnded, "closed"]);
  click("#follow");
  equal(chosen(), "side · house 7 · live");
});

// Moments

test("the page says that an earlier moment is shown, and shows the latest one when the user wants it", async () => {
  await connected(() => {
    two();
    take("s", 1, 0, "closed open open");
  });
  equal([text("#state"), isLatest()], ["open", true]);
  click("#back");
  equal([text("#state"), isLatest()], ["closed", false]);
  equal(status(), "Live; you see an earlier state; events go to the app.");
  take("s", 1, 1, "open close closed");
  take("s", 1, 2, "closed smash broken");
  equal([text("#state"), text("#position")], ["closed", "0 of 3"]);
  click("#follow");
  equal([text("#state"), text("#position"), isLatest()], ["broken", "3 of 3", true]);
  equal(status(), isLive);
  // So is a machine that is chosen again.
  click("#back");
  choose("back");
  choose("front");
  equal([text("#state"), text("#position"), isLatest()], ["broken", "3 of 3", true]);
});

/** The machine of the app s, with events of which some have the same name or time. @param {number} count */
function busy(count) {
  one();
  const moves = ["closed open open", "open close closed", "closed open open", "open close closed", "closed open open"];
  for (const [index, words] of moves.slice(0, count).entries()) take("s", 1, index, words, [2, 3, 3, 3.5, 4][index]);
}

test("after a reconnection, the page shows the moment that it showed before", async () => {
  for (const back of [1, 2, 3, 4]) {
    await connected(() => busy(4));
    for (let step = 0; step < back; step++) click("#back");
    const shown = text("#position")?.split(" ")[0];
    equal(shown, String(4 - back));
    connect(() => busy(5));
    equal([text("#position"), isLatest()], [`${shown} of 5`, false]);
  }
  // Or the latest moment, if it did before or has lost the other one.
  await connected(() => busy(4));
  connect(() => busy(5));
  equal([text("#position"), isLatest()], ["5 of 5", true]);
  await connected(() => busy(2));
  click("#back");
  connect(() => {
    one({ state: "open", path: ["open"], time: 3 });
    take("s", 1, 2, "closed open open", 3);
    take("s", 1, 3, "open close closed", 3.5);
  });
  equal([text("#position"), isLatest()], ["4 of 4", true]);
});

test("what the user looks at stays while something else happens", async () => {
  await connected(two);
  const about = () => text("#about h3") ?? text("#about");
  const before = about();
  // A state that leads to the present one.
  click("#picture .neighbours button");
  const selected = about();
  equal(selected === before, false);
  take("t", 1, 0, "closed open open");
  equal(about(), selected);
});

// What is said of a machine

test("the page says when the app does not respond, and goes on when it does", async () => {
  await connected(two);
  app("s", { status: "silent" });
  equal([status(), isWarning()], ["The app does not respond and may be suspended.", true]);
  equal(chosen(), "front · house 7 · silent");
  app("s");
  equal([status(), isWarning()], [isLive, false]);
  app("s", { status: "gone" });
  equal(isWarning(), false);
});

test("the page keeps the machine on it while the inspector does not respond", async () => {
  await connected(() => busy(1));
  EventStream.all[0].lose(EventStream.CONNECTING);
  equal([status(), isWarning()], ["The inspector does not respond. The page tries again.", true]);
  equal([chosen(), text("#state")], [front, "open"]);
  // What the inspector tells now is shown when all of it is there.
  hear("hello");
  equal([status(), isWarning(), chosen()], ["Connecting to the inspector.", false, front]);
  busy(2);
  equal([text("#state"), text("#position")], ["open", "1 of 1"]);
  hear("ready");
  equal([status(), text("#state"), text("#position")], [isLive, "closed", "2 of 2"]);
});

test("the page says when the inspector does not know the browser", async () => {
  await connected(two);
  answer = () => Promise.resolve(new Response(null, { status: 403 }));
  EventStream.all[0].lose(EventStream.CLOSED);
  await settle();
  equal([status()?.startsWith("The inspector no longer knows this browser."), isWarning()], [true, true]);
});

test("properties that the machine has broken are listed with their reasons, and marked", async () => {
  const broken = () => all("#properties .broken").map((item) => item.getAttribute("data-name"));
  await connected(two);
  equal([text("#live-failures"), broken()], ["", []]);
  hear("failure", { session: "s", machine: 1, time: 2, property: "it closes", reason: "It is open." });
  equal([text("#live-failures li"), broken()], ["Broken: it closes. It is open.", ["it closes"]]);
  choose("back");
  equal([text("#live-failures"), broken()], ["", []]);
  hear("failure", { session: "t", machine: 1, time: 2, property: "it opens" });
  equal([text("#live-failures")?.trim(), broken()], ["Broken: it opens.", ["it opens"]]);
});

test("the page says how many events of the machine are missing", async () => {
  await connected(two);
  equal(text("#live-loss"), "");
  take("s", 1, 1, "closed open open");
  equal(text("#live-loss")?.startsWith("1 event of 2 is missing: number 1."), true);
  choose("back");
  equal(text("#live-loss"), "");
});

// The list

test("the list is not replaced while it says the same, so that it stays open", async () => {
  await connected(two);
  const before = [...list().options];
  const isKept = () => [...list().options].map((option, index) => option === before[index]);
  take("s", 1, 0, "closed open open");
  equal(isKept(), [true, true, true]);
  // One of them says something else.
  app("t", { date: 200, status: "silent" });
  equal(listed(), [none, front, "back · house 8 · silent"]);
  app("s", { status: "silent" });
  equal(listed(), [none, "front · house 7 · silent", "back · house 8 · silent"]);
  begin("s", 2, { name: "side" });
  equal(listed().length, 4);
  // Another machine has the words of one that is gone from the list.
  connect(one);
  choose(none);
  const former = list().options[1].value;
  connect(() => {
    app("s");
    begin("s", 9);
  });
  equal([listed(), list().options[1].value === former], [[none, front], false]);
});

test("the search lists what it finds, and what is shown", async () => {
  await connected(two);
  equal(frames.length, 0);
  search("back");
  equal([listed(), chosen(), text("#live-count")], [[none, front, back], front, "1 machine"]);
  search("nothing");
  equal([listed(), chosen(), text("#live-count")], [[none, front], front, "0 machines"]);
  choose(none);
  equal(listed(), [none]);
  search("");
  equal([listed().length, text("#live-count")], [3, "2 machines"]);
});

test("the list has the first 200 machines, and the one that is shown", async () => {
  await connected(() => doors(200));
  equal([listed().length, listed()[200], text("#live-count")], [201, "door 200 · house 7 · live", "200 machines"]);
  begin("s", 201, { name: "door 201" });
  equal([listed().length, text("#live-count")], [201, "201 machines; only the first 200 are listed"]);
  search("door 201");
  choose("door 201");
  search("");
  equal([listed().length, chosen()], [202, "door 201 · house 7 · live"]);
  equal(listed().slice(1, 3), ["door 201 · house 7 · live", "door 1 · house 7 · live"]);
});

test("the page says how many machines are not stored any more, and keeps the one that is shown", async () => {
  await connected(() => doors(202));
  equal(chosen(), "door 1 · house 7 · live");
  choose("door 1 ");
  end("s", 1, 201);
  equal(chosen(), "door 1 · house 7 · ended");
  equal(text("#live-count")?.startsWith("201 machines; only the first 200 are listed; 1 that ended"), true);
  end("s", 202);
  equal(chosen(), "door 1 · house 7 · ended");
  equal(text("#live-count"), "200 machines; 2 that ended earlier are no longer stored");
  // It is the first that is forgotten when something else is shown.
  choose(none);
  begin("s", 203, { name: "door 203" });
  end("s", 203);
  equal(listed().includes("door 1 · house 7 · ended"), false);
});

test("the user removes a machine that is over, and no other takes its place", async () => {
  await connected(two);
  equal(byID("remove-ended").hidden, true);
  choose("front");
  end("s", 1);
  begin("s", 2, { name: "side" });
  equal([chosen(), byID("remove-ended").hidden], [frontEnded, false]);
  click("#remove-ended");
  equal([text("#live-outcome"), byID("remove-ended").hidden], ["Removed: front · house 7 · ended", true]);
  equal([listed(), chosen(), status()], [[none, back, "side · house 7 · live"], none, ""]);
  same(document.activeElement, list());
  equal(areDisabled(), new Set(["false"]));
  // It stays away, and nothing is chosen, when the page is loaded again.
  await reloaded(two);
  equal([listed(), chosen()], [[none, back], none]);
  // Nor does another take the place of one that the page took by itself.
  await connected(() => {
    one();
    end("s", 1);
  });
  click("#remove-ended");
  begin("s", 2);
  equal([chosen(), listed()], [none, [none, front]]);
});

test("a machine that goes on, or that is not known any more, is not removed", async () => {
  await connected(() => {
    one();
    app("s", { status: "gone" });
  });
  equal(byID("remove-ended").hidden, false);
  // Its app comes back just before the click.
  app("s");
  click("#remove-ended");
  equal([text("#live-outcome"), chosen()], ["", front]);
  hear("hello");
  click("#remove-ended");
  equal(text("#live-outcome"), "");
});

// What is sent

test("an event goes to the app, and the page says what became of it", async () => {
  await connected(two);
  send("open");
  const [{ command, ...rest }] = sent;
  equal(rest, { session: "s", machine: 1, sample: ".open" });
  equal([text("#live-outcome"), events()], ["", []]);
  hear("outcome", { session: "s", machine: 1, time: 3, command, outcome: "handled" });
  equal(text("#live-outcome"), "open: handled");
  send("lock(1)");
  equal([sent.length, sent[1].sample, text("#live-outcome")], [2, ".lock(1)", ""]);
  const record = { session: "s", machine: 1, time: 3, command: sent[1].command, outcome: "dropped", reason: "stopped" };
  hear("outcome", record);
  await settle();
  equal([text("#live-outcome"), status()], ["lock(1): dropped (stopped)", isLive]);
  // It was about the other machine, and so is an outcome that comes late.
  send("open");
  choose("back");
  equal(text("#live-outcome"), "");
  hear("outcome", { session: "s", machine: 1, time: 4, command: sent[2].command, outcome: "handled" });
  await settle();
  equal(text("#live-outcome"), "");
});

test("the page says why an event was not sent, and why there is no form", async () => {
  await opened();
  answer = () => Promise.resolve(new Response("The app is not connected.", { status: 409 }));
  connect(() => one({ accepts: ["samples", "values"] }));
  await settle();
  equal(text("#payload-panel form > div"), "The form is not available: The app is not connected.");
  send("open");
  await settle();
  equal([sent.length, text("#live-outcome")], [2, "The app is not connected."]);
});

/** Whether each event is marked as one that has no effect. */
function areDisabled() {
  return new Set(all("#events button").map((item) => item.getAttribute("aria-disabled")));
}

test("an event of a machine that is over is not sent", async () => {
  await connected(two);
  choose("back");
  equal(areDisabled(), new Set(["false"]));
  end("t", 1);
  equal(areDisabled(), new Set(["true"]));
  send("open");
  equal([sent, events()], [[], []]);
  equal(text("#live-outcome"), notSent);
  choose("front");
  equal([areDisabled(), text("#live-outcome")], [new Set(["false"]), ""]);
});

test("events are played on the page if the app accepts none, also when the machine is over", async () => {
  for (const isOver of [false, true]) {
    await connected(() => {
      one({ accepts: [] });
      take("s", 1, 0, "closed open open");
      if (isOver) end("s", 1);
    });
    equal(status(), isOver ? hasEnded : "Live; the app does not accept events from this page.");
    equal(areDisabled(), new Set(["false"]));
    send("close");
    // It goes on from where the machine was.
    equal([sent, chosen(), text("#state"), events()], [[], none, "closed", ["close"]]);
  }
});

/** A machine that takes any payload, with the form for it. */
async function withForm() {
  await connected(() => one({ accepts: ["samples", "values"] }));
  const [{ command, ...rest }] = sent;
  equal(rest, { session: "s", machine: 1, describe: true });
  const events = { shape: { kind: "integer", isOptional: false, choices: [], fields: [], element: [] }, samples: [5] };
  hear("outcome", { session: "s", machine: 1, time: 3, command, outcome: "described", events });
  await settle();
}

/** Sends what is in the form. */
function submit() {
  element("#payload-panel form").dispatchEvent(new Event("submit", { cancelable: true }));
}

test("the form sends any payload to the app, and says what became of it", async () => {
  await withForm();
  equal(byID("payload-panel").hidden, false);
  submit();
  const { command, ...rest } = sent[1];
  equal([rest, text("#payload-outcome")], [{ session: "s", machine: 1, value: 5 }, "Sending."]);
  hear("outcome", { session: "s", machine: 1, time: 3, command, outcome: "rejected" });
  await settle();
  equal(text("#payload-outcome"), "rejected");
  answer = () => Promise.reject(new TypeError("no server"));
  submit();
  await settle();
  equal(text("#payload-outcome"), "not sent: The inspector does not respond.");
});

test("a payload for a machine that is over, or not known any more, is not sent, and the form goes", async () => {
  for (const kind of ["ended", "hello"]) {
    await withForm();
    // The page has not shown it yet.
    hear(kind, { session: "s", machine: 1, time: 4 });
    submit();
    await settle();
    equal([sent.length, text("#payload-outcome"), byID("payload-panel").hidden], [1, notSent, true]);
  }
});

// The bars of activities

test("the bars of a machine that runs go on between its records", async () => {
  await connected(() => one({ isRunning: true, activities: ["lamp"] }));
  equal([bars(), axisEnd()], [[["lamp", "from 1.000 s still running"], ["events", "each event at its time"]], "1 s"]);
  tick();
  tick();
  equal(axisEnd(), "3 s");
  take("s", 1, 0, "closed open open", 20);
  equal(axisEnd(), "20 s");
  for (let second = 0; second < 15; second++) tick();
  equal(axisEnd(), "35 s");
  // A frame without a record of the machine changes nothing, and neither does a look at another one.
  app("t");
  begin("t", 2, { name: "back" });
  equal(axisEnd(), "35 s");
  choose("back");
  choose("front");
  equal(axisEnd(), "35 s");
  hear("stopped", { session: "s", machine: 1, time: 40 });
  equal(bars()[0], ["lamp", "from 1.000 s to 40.000 s"]);
});

test("the bars stand still while the page is hidden, and while the app does not run", async () => {
  const start = () => one({ isRunning: true, activities: ["lamp"] });
  const pass = (/** @type {number} */ count) => {
    for (let second = 0; second < count; second++) tick();
    return axisEnd();
  };
  await connected(start);
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  equal(pass(3), "1 s");
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  equal(pass(1), "5 s");
  const changes = [() => app("s", { status: "silent" }), () => app("s", { status: "gone" }), () => end("s", 1)];
  for (const [index, change] of changes.entries()) {
    const stopped = ["1 s", "1 s", "50 s"][index];
    await connected(start);
    change();
    equal([axisEnd(), pass(3)], [stopped, stopped]);
  }
});
