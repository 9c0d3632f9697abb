// The page of several machines: what it says of them, its filters, and the moment that is looked at.
// The page is a script that begins when it is imported, so each test imports it anew.
// It has no exports, so there is nothing to import from "page/together.js".

import { deepStrictEqual as equal, match } from "node:assert";
import { recordingText } from "page/together-recording.js";
import { EventStream, hear } from "./event-stream.js";
import { entryOf, incident, storyOf } from "./machines-together.js";
import * as page from "./page-without-browser.js";
import { click, Clock, element, openPage, press as pressIn } from "./page-without-browser.js";

const html = Deno.readTextFileSync(new URL(import.meta.resolve("page/together.html")));

/** The pages of types: of all but one. */
const pages = { "Shop.Cart": "/page/Cart", "Shop.Store": "/page/Store" };

/** How high a row and the frame of the rows are. */
const [rowHeight, frameHeight] = [40, 100];

const clock = new Clock();
const { timers } = clock;
/** @type {(() => void)[]} What the page does with the next frame. */
const frames = [];
/** @type {string[]} Mistakes that the browser would report, and scrolling that nobody asked for. */
const troubles = [];
let reloads = 0;
let opened = 0;

/** Opens the page, which hears from the inspector what `hear` says. */
async function open({ search = "", hash = "", isLive = true } = {}) {
  const body = html.slice(html.indexOf("<body>") + 6, html.indexOf("</body>"));
  const document = openPage(
    body.replace("{{pages}}", JSON.stringify({ pages, machines: {}, isLive })).replace("{{connection}}", ""),
  );
  const window = /** @type {Window & typeof globalThis} */ (document.defaultView);
  for (const list of [EventStream.all, frames, troubles]) list.length = 0;
  timers.clear();
  reloads = 0;
  Object.assign(globalThis, {
    EventSource: EventStream,
    location: { search, hash, href: `http://127.0.0.1/together${search}${hash}`, reload: () => reloads++ },
    requestAnimationFrame: (/** @type {() => void} */ callback) => frames.push(callback),
  });
  window.addEventListener("error", (event) => troubles.push(event.message));
  const { focus } = window.HTMLElement.prototype;
  window.HTMLElement.prototype.focus = function (/** @type {FocusOptions | undefined} */ options) {
    if (!options?.preventScroll && this.closest("#sequence")) troubles.push("the page scrolls to the focus");
    focus.call(this, options);
  };
  const frame = element("#sequence-frame");
  Object.defineProperties(frame, {
    clientHeight: { value: frameHeight },
    scrollHeight: { get: () => rowHeight * frame.querySelectorAll("button").length },
  });
  Object.defineProperty(window.HTMLElement.prototype, "offsetTop", {
    get() {
      return rowHeight * [...frame.querySelectorAll("button")].indexOf(this);
    },
  });
  await import(`page/together.js?${++opened}`);
  equal(EventStream.all.map(({ address }) => address), isLive ? ["/events"] : []);
}

/** A tenth of a second passes, and a frame is drawn. */
function pass() {
  clock.wait(100);
  for (const callback of frames.splice(0)) callback();
}

/** @param {object} [changes] */
function app(changes) {
  hear("app", { session: "s", app: "Shop", process: 42, date: 1000, status: "live", ...changes });
}

/** How many events each machine has received. @type {Map<string, number>} */
const received = new Map();
let sequence = 0;

/** @param {number} number @param {string} name @param {{ session?: string, [field: string]: unknown }} [changes] */
function machine(number, name, changes) {
  const record = { session: "s", machine: number, sequence: sequence++, time: 0, name, type: "Shop.Cart", ...changes };
  received.set(`${record.session} ${number}`, 0);
  hear("machine", { state: "open(1)", path: ["open"], ...record });
}

/**
 * An event that a machine has received.
 * @param {number} number
 * @param {number} time
 * @param {string} event
 * @param {{ session?: string, after?: string, [field: string]: unknown }} [more]
 */
function receive(number, time, event, { session = "s", after = "open(1)", ...more } = {}) {
  const key = `${session} ${number}`;
  const index = received.get(key) ?? 0;
  received.set(key, index + 1);
  const path = { state: ["open"], event: [event], after: [after.replace(/\(.*/, "")] };
  const entry = { event, outcome: "handled", state: "open(1)", after, path };
  hear("entry", { session, machine: number, sequence: sequence++, time, index, entry, ...more });
}

/** The page has shown an app, and what it says at first. @param {() => void} news @param {{ search?: string }} [options] */
async function openWith(news, options) {
  await open(options);
  hear("hello");
  app();
  news();
  hear("ready");
  pass();
}

/** A shop with a cart, a store and a van; the page has shown them. @param {{ search?: string }} [options] */
async function openShop(options) {
  await openWith(() => {
    machine(0, "cart");
    machine(1, "store", { type: "Shop.Store", state: "idle", path: ["idle"] });
    machine(2, "van", { type: "Shop.Van", state: "idle", path: ["idle"] });
  }, options);
}

// The functions below look at the page when it has shown what is new.

/** @param {string} selector @param {ParentNode} [parent] */
function all(selector, parent) {
  pass();
  return page.all(selector, parent);
}

/** @param {string} selector */
function texts(selector) {
  return all(selector).map(({ textContent }) => textContent);
}

/** @param {string} selector */
function text(selector) {
  return texts(selector)[0] ?? null;
}

/** The machines that have a lane. */
function names() {
  return texts("#lanes .who > :first-child");
}

/** The events that have a row, and of these the one that is looked at. */
function events() {
  return [texts("#sequence .label b").join(" "), text('#sequence [aria-current="step"] .label b')];
}

/** Chooses from a list, types into a field, or moves the slider. @param {string} id @param {string} value */
function enter(id, value) {
  const [field] = /** @type {(HTMLInputElement | HTMLSelectElement)[]} */ (/** @type {unknown} */ (all(`#${id}`)));
  field.value = value;
  equal(field.value, value);
  field.dispatchEvent(new Event(field.localName === "select" ? "change" : "input"));
}

/** The texts of the options of a list, and the one that is chosen. @param {string} id */
function options(id) {
  const [list] = /** @type {HTMLSelectElement[]} */ (all(`#${id}`));
  return [[...list.options].map(({ text }) => text), list.selectedOptions[0]?.text];
}

/** The time that is looked at, as the page says it, and where the slider is. */
function moment() {
  const [slider] = /** @type {HTMLInputElement[]} */ (all("#moment"));
  return [text("#moment-name"), slider.getAttribute("aria-valuetext"), slider.value];
}

/** Presses a key in the element with the focus. Returns whether the browser may still handle it. @param {string} key */
function press(key) {
  return pressIn(document.activeElement ?? document.body, key);
}

/** What has the focus. */
function focused() {
  pass();
  return document.activeElement?.querySelector(".label b")?.textContent ?? document.activeElement?.textContent;
}

/** @param {string} title @param {() => Promise<void>} steps */
function test(title, steps) {
  Deno.test(title, async () => {
    await steps();
    equal(troubles, []);
  });
}

test("the page shows the machines once the inspector has sent all that it knows", async () => {
  await open();
  hear("hello");
  app();
  machine(0, "cart");
  equal([text("#found"), names(), text("#connection")], ["", [], "Connecting to the inspector."]);
  hear("ready");
  equal([text("#found"), names(), text("#connection")], ["1 of 1 machine", ["cart"], ""]);
  // It is loaded again when the inspector asks for it.
  equal(reloads, 0);
  hear("reload");
  equal(reloads, 1);
});

test("the page says when the connection is lost, and begins again when it is back", async () => {
  await openShop();
  receive(0, 1, "pay");
  pass();
  click("#sequence button");
  EventStream.all[0].lose(EventStream.CONNECTING);
  match(text("#connection") ?? "", /^The inspector does not respond/);
  equal(names(), ["cart", "store", "van"]);
  hear("hello");
  equal(text("#connection"), "Connecting to the inspector.");
  app({ session: "t", app: "Stall", process: 7, date: 2000 });
  machine(0, "barrow", { session: "t", time: 3 });
  receive(0, 4, "push", { session: "t" });
  hear("ready");
  equal([text("#found"), names()], ["1 of 1 machine", ["barrow"]]);
  equal(options("app"), [["all apps", "Stall 7"], "all apps"]);
  click("#latest");
  // The axis begins with the first app that is there now.
  equal([texts("#sequence time"), text("#connection")], [["4.000"], ""]);
  // Without a connection, what is there can still be looked at.
  await openBusyShop();
  EventStream.all[0].lose(EventStream.CONNECTING);
  click("#previous");
  enter("type", "Shop.Cart");
  equal([events(), names()], [["look add pay", null], ["cart"]]);
});

test("news are shown at most ten times a second", async () => {
  await openShop();
  machine(3, "bike");
  receive(3, 1, "ride");
  receive(3, 2, "stop");
  equal([timers.size, page.text("#found")], [1, "3 of 3 machines"]);
  clock.wait(99);
  equal([timers.size, frames.length], [1, 0]);
  clock.wait(1);
  receive(3, 3, "ride on");
  equal([timers.size, frames.length, page.text("#found")], [0, 1, "3 of 3 machines"]);
  equal([text("#found"), events()[0]], ["4 of 4 machines", "ride stop ride on"]);
  for (
    const news of [
      () => machine(4, "cat"),
      () => receive(4, 4, "purr"),
      () => hear("failure", { session: "s", machine: 4, time: 5, property: "it is quiet" }),
      () => app({ status: "gone" }),
    ]
  ) {
    equal(timers.size, 0);
    news();
    equal(timers.size, 1);
    pass();
  }
  equal([text("#lanes .failure"), names().length], ["Broken: it is quiet", 5]);
});

test("the times of all apps are on one axis, which begins with the first app", async () => {
  await openWith(() => {
    app({ session: "t", app: "Stall", process: 7, date: 1005 });
    machine(0, "cart");
    machine(1, "barrow", { session: "t", time: 1 });
    receive(0, 4, "pay");
    receive(1, 2, "push", { session: "t" });
    // An app of which the page has not heard counts as old as the first one.
    machine(2, "ghost", { session: "u", time: 6 });
    receive(2, 6.5, "scare", { session: "u" });
  });
  equal([texts("#sequence time"), events()[0]], [["4.000", "6.500", "7.000"], "pay scare push"]);
  // Without an app, the times of a machine are those of its records.
  await open();
  hear("hello");
  machine(0, "cart", { time: 2 });
  receive(0, 3, "pay");
  hear("ready");
  equal(texts("#sequence time"), ["3.000"]);
});

test("a lane says what has become of its machine, and leads to its page", async () => {
  await openShop();
  const says = () => texts("#lanes .who > small:not(.failure)");
  equal(says(), ["Cart", "Store", "Van"]);
  equal(all("#lanes a").map((link) => link.getAttribute("href")), [
    "/page/Cart?session=s&machine=0",
    "/page/Store?session=s&machine=1",
  ]);
  hear("ended", { session: "s", machine: 1, time: 2 });
  receive(2, 1, "drive", { index: 1 });
  equal(says(), ["Cart", "Store · ended", "Van · 1 event missing"]);
  equal(texts("#lanes .over .who > :first-child"), ["store"]);
  receive(2, 1, "drive", { index: 4 });
  app({ status: "silent" });
  equal(says(), ["Cart · silent", "Store · ended", "Van · silent · 3 events missing"]);
  app({ status: "gone" });
  app({ session: "t", app: "Stall", process: 7 });
  equal(says(), ["Cart · Shop 42 · gone", "Store · Shop 42 · ended", "Van · Shop 42 · gone · 3 events missing"]);
});

/** Two apps with machines in several states. */
async function openMarket() {
  await openWith(() => {
    app({ session: "t", app: "Stall", process: 7 });
    machine(0, "red cart");
    machine(1, "store", { type: "Shop.Store", state: "idle", path: ["idle"] });
    machine(0, "blue cart", { session: "t" });
    machine(1, "barrow", { session: "t", type: "Stall.Barrow", state: "idle", path: ["idle"] });
    receive(0, 1, "pay", { after: "paid(5)" });
  });
}

test("the filters let those machines through that have what is chosen", async () => {
  await openMarket();
  const everything = ["red cart", "store", "blue cart", "barrow"];
  for (
    const [id, value, left] of /** @type {[string, string, string[]][]} */ ([
      ["app", "t", ["blue cart", "barrow"]],
      ["app", "s", ["red cart", "store"]],
      ["type", "Shop.Cart", ["red cart", "blue cart"]],
      ["type", "Stall.Barrow", ["barrow"]],
      ["in-state", "open", ["blue cart"]],
      ["in-state", "paid", ["red cart"]],
      ["in-state", "idle", ["store", "barrow"]],
      ["find", "CART", ["red cart", "blue cart"]],
      ["find", "cart red", ["red cart"]],
    ])
  ) {
    enter(id, value);
    equal([names(), text("#found")], [left, `${left.length} of 4 machines`]);
    enter(id, "");
    equal([names(), text("#found")], [everything, "4 of 4 machines"]);
  }
  enter("app", "t");
  enter("type", "Shop.Cart");
  equal(names(), ["blue cart"]);
  enter("find", "red");
  equal([names(), text("#found")], [[], "0 of 4 machines"]);
});

test("the filters show only machines with a broken property, and hide those that are over", async () => {
  await openMarket();
  hear("failure", { session: "s", machine: 1, time: 1, property: "it is never full" });
  hear("ended", { session: "s", machine: 0, time: 2 });
  equal(names(), ["red cart", "store", "blue cart", "barrow"]);
  click("#broken");
  equal(names(), ["store"]);
  click("#broken");
  click("#ended");
  equal([names(), text("#found")], [["store", "blue cart", "barrow"], "3 of 4 machines"]);
  // An app that is gone has taken its machines with it.
  app({ session: "t", app: "Stall", process: 7, status: "gone" });
  equal(names(), ["store"]);
  click("#broken");
  equal(names(), ["store"]);
  click("#ended");
  click("#broken");
  equal(names(), ["red cart", "store", "blue cart", "barrow"]);
});

test("the filters offer what there is", async () => {
  await openMarket();
  equal(options("app"), [["all apps", "Shop 42", "Stall 7"], "all apps"]);
  equal(options("type"), [["all types", "Cart", "Store", "Barrow"], "all types"]);
  equal(options("in-state"), [["any state", "idle", "open", "paid"], "any state"]);
  // The states are those of the machines with the app and the type that are chosen.
  enter("type", "Shop.Cart");
  equal(options("in-state")[0], ["any state", "open", "paid"]);
  enter("app", "s");
  equal(options("in-state")[0], ["any state", "paid"]);
  enter("type", "");
  equal(options("in-state")[0], ["any state", "idle", "paid"]);
  enter("type", "Stall.Barrow");
  equal(options("in-state")[0], ["any state"]);
  equal([options("app")[1], options("type")[1]], ["Shop 42", "Barrow"]);
});

test("the filters follow what happens, and leave a list alone that has what it should", async () => {
  await openMarket();
  const lists = () => ["app", "type", "in-state"].map((id) => all("option", element(`#${id}`)));
  const before = lists();
  receive(1, 2, "look", { after: "idle" });
  equal(lists().every((options, list) => options.every((option, index) => option === before[list][index])), true);
  app({ session: "t", app: "Stall", process: 7, status: "gone" });
  receive(1, 3, "open", { after: "open(2)" });
  receive(0, 4, "close", { after: "shut" });
  machine(7, "bike", { type: "Shop.Bike" });
  equal(options("app")[0], ["all apps", "Shop 42", "Stall 7 (gone)"]);
  equal(options("type")[0], ["all types", "Bike", "Cart", "Store", "Barrow"]);
  equal(options("in-state")[0], ["any state", "idle", "open", "shut"]);
});

test("what is chosen stays, even if nothing has it now", async () => {
  await openMarket();
  enter("in-state", "paid");
  receive(0, 2, "close", { after: "shut" });
  equal(options("in-state"), [["any state", "idle", "open", "shut", "paid"], "paid"]);
  equal([names(), text("#found")], [[], "0 of 4 machines"]);
  receive(1, 3, "pay", { after: "paid(1)" });
  equal([options("in-state")[1], options("in-state")[0].length, names()], ["paid", 5, ["store"]]);
});

test("the address chooses an app", async () => {
  await openShop({ search: "?session=t" });
  const unknown = "an app that is not known";
  equal([options("app"), names()], [[["all apps", "Shop 42", unknown], unknown], []]);
  app({ session: "t", app: "Stall", process: 7 });
  machine(0, "barrow", { session: "t" });
  equal([options("app"), names()], [[["all apps", "Shop 42", "Stall 7"], "Stall 7"], ["barrow"]]);
  equal([options("type")[1], options("in-state")[1]], ["all types", "any state"]);
  // From then on, the user chooses.
  enter("app", "");
  equal(names(), ["cart", "store", "van", "barrow"]);
});

test("40 machines have lanes, and the page says if there are more", async () => {
  await openWith(() => {
    for (let number = 0; number < 40; number++) machine(number, `cart ${number}`);
  });
  equal([text("#found"), names().length], ["40 of 40 machines", 40]);
  machine(40, "cart 40");
  equal([text("#found"), names().length, names()[0]], [
    "41 of 41 machines; only 40 are shown",
    40,
    "cart 0",
  ]);
  enter("find", "cart 40");
  equal([text("#found"), names()], ["1 of 41 machines", ["cart 40"]]);
});

test("5,000 machines are stored: with one more, one that is over is forgotten, or else the first one", async () => {
  await openWith(() => {
    for (let number = 0; number < 5000; number++) machine(number, `cart ${number}`);
    hear("ended", { session: "s", machine: 3000, time: 1 });
  });
  equal(text("#found"), "5000 of 5000 machines; only 40 are shown");
  machine(5000, "cart 5000");
  equal(
    text("#found"),
    "5000 of 5000 machines; only 40 are shown; 1 earlier machine is no longer stored",
  );
  equal(names().slice(0, 2), ["cart 0", "cart 1"]);
  enter("find", "cart 3000");
  equal(names(), []);
  enter("find", "");
  machine(5001, "cart 5001");
  match(text("#found") ?? "", /^5000 of 5000 machines; .*; 2 earlier machines are no longer stored$/);
  equal(names().slice(0, 2), ["cart 1", "cart 2"]);
});

/** A shop whose cart has received four events, the last two at one time. */
async function openBusyShop() {
  await openShop();
  receive(0, 2, "look");
  receive(0, 4, "add");
  receive(0, 8, "pay");
  receive(1, 8, "pack", { sender: { machine: 0, index: 2, within: "turn" } });
  pass();
}

test("the latest moment is shown until another one is looked at", async () => {
  await openBusyShop();
  equal([moment(), events()], [["latest", "8.000 s", "1000"], ["look add pay pack", null]]);
  receive(0, 10, "leave");
  equal([moment(), events()], [["latest", "10.000 s", "1000"], ["look add pay pack leave", null]]);
  click("#previous");
  equal([moment(), events()[1]], [["at 10.000 s", "10.000 s", "1000"], "leave"]);
  receive(0, 20, "return");
  equal([moment(), events()[1]], [["at 10.000 s", "10.000 s", "500"], "leave"]);
  click("#latest");
  equal([moment(), events()[1]], [["latest", "20.000 s", "1000"], null]);
});

test("the slider looks at a moment, and at its end at the latest one", async () => {
  await openBusyShop();
  enter("moment", "250");
  equal([moment(), events()[1]], [["at 2.000 s", "2.000 s", "250"], null]);
  enter("moment", "0");
  equal(moment(), ["at 0.000 s", "0.000 s", "0"]);
  click("#next");
  equal(events()[1], "look");
  enter("moment", "1000");
  equal([moment(), events()[1]], [["latest", "8.000 s", "1000"], null]);
  // Before the first event, previous has no effect.
  enter("moment", "0");
  click("#previous");
  equal([events()[1], moment()[2]], [null, "0"]);
});

test("each lane has the state of its machine at the moment", async () => {
  await openShop();
  receive(0, 4, "pay", { after: "paid" });
  machine(3, "bike", { time: 6 });
  receive(3, 8, "ride");
  const now = () => texts("#lanes .now");
  equal(now(), ["paid", "idle", "idle", "open(1)"]);
  enter("moment", "375");
  equal(now(), ["open(1)", "idle", "idle", "not there yet"]);
  click("#next");
  equal(now(), ["paid", "idle", "idle", "not there yet"]);
});

test("previous and next lead from event to event, also through those of one time", async () => {
  await openBusyShop();
  const seen = (/** @type {string} */ button, /** @type {number} */ count) =>
    Array.from({ length: count }, () => {
      click(button);
      return events()[1];
    });
  equal(seen("#previous", 5), ["pack", "pay", "add", "look", "look"]);
  equal(seen("#next", 4), ["add", "pay", "pack", "pack"]);
  click("#latest");
  equal(seen("#next", 1), [null]);
  // They begin at the moment of the slider.
  const from = (/** @type {string} */ share, /** @type {string} */ button) => {
    enter("moment", share);
    click(button);
    return events()[1];
  };
  equal([from("300", "#previous"), from("300", "#next")], ["look", "add"]);
  // An event at the moment itself has happened.
  equal([from("500", "#previous"), from("500", "#next")], ["add", "pay"]);
});

test("a moment before the machines that are shown has them on the axis from their beginning", async () => {
  await openWith(() => {
    machine(0, "cart");
    machine(1, "van", { type: "Shop.Van", time: 200 });
    receive(0, 1, "pay");
    receive(1, 210, "drive");
    receive(1, 300, "park");
  });
  enter("window", "10");
  click("#previous");
  click("#previous");
  click("#previous");
  equal(moment()[0], "at 1.000 s");
  enter("type", "Shop.Van");
  equal([names(), events()[0]], [["van"], "drive"]);
});

test("where there are too many events, those around the moment are shown, and the page says so", async () => {
  await openShop();
  for (let number = 1; number <= 400; number++) receive(0, number / 10, `e${number}`);
  pass();
  enter("window", "60");
  const rows = () => events()[0]?.split(" ") ?? [];
  equal([rows().length, rows()[0], text("#sequence-note")], [150, "e251", "1 of 3 machines; 150 of 400 events"]);
  enter("moment", "250");
  click("#previous");
  equal([rows().length, events()[1], rows().includes("e50"), rows().includes("e170")], [150, "e100", true, true]);
  // It also says that there are none in a time without any.
  await openShop();
  receive(0, 1, "pay");
  machine(3, "bike", { time: 500 });
  pass();
  enter("window", "10");
  equal([events()[0], text("#sequence-note")], ["", "no events in this time"]);
});

test("previous and next have no effect without events, and find a single one", async () => {
  await openShop();
  click("#previous");
  click("#next");
  equal([moment()[0], text("#sequence-note")], ["latest", "no events yet"]);
  receive(2, 3, "drive");
  pass();
  click("#previous");
  equal([events(), moment()[0]], [["drive", "drive"], "at 3.000 s"]);
  // Previous leads from the latest moment to the latest event, even if it has just come.
  await openBusyShop();
  receive(0, 9, "leave");
  click("#previous");
  equal([events()[1], moment()[0]], ["leave", "at 9.000 s"]);
});

test("previous and next lead through the events of the machines that are shown", async () => {
  await openBusyShop();
  enter("type", "Shop.Cart");
  equal(events()[0], "look add pay");
  click("#previous");
  equal(events()[1], "pay");
  enter("type", "Shop.Store");
  click("#previous");
  equal(events(), ["pack", "pack"]);
  // Next leads through events at the very beginning.
  await openShop();
  for (const event of ["look", "add", "pay"]) receive(0, 0, event);
  receive(0, 1, "leave");
  pass();
  for (let step = 0; step < 6; step++) click("#previous");
  const seen = [];
  for (let step = 0; step < 3; step++) {
    seen.push(events()[1]);
    click("#next");
  }
  equal([...seen, events()[1]], ["look", "add", "pay", "leave"]);
});

test("the axis has the last minute, or as much as is chosen", async () => {
  await openShop();
  for (const [time, event] of /** @type {[number, string][]} */ ([[5, "a"], [45, "b"], [95, "c"], [100, "d"]])) {
    receive(0, time, event);
  }
  const start = () => {
    enter("moment", "0");
    const at = moment()[1];
    click("#latest");
    return at;
  };
  equal([start(), events()[0]], ["40.000 s", "b c d"]);
  enter("window", "10");
  equal([start(), events()[0]], ["90.000 s", "c d"]);
  enter("window", "600");
  equal([start(), events()[0]], ["0.000 s", "a b c d"]);
  enter("window", "Infinity");
  equal([start(), events()[0]], ["0.000 s", "a b c d"]);
});

test("the axis begins with the first machine that is shown", async () => {
  await openWith(() => {
    machine(0, "cart", { time: 3 });
    machine(1, "van", { time: 5 });
    receive(0, 7, "pay");
  });
  enter("moment", "0");
  equal([moment(), texts("#lanes .now")], [["at 3.000 s", "3.000 s", "0"], ["open(1)", "not there yet"]]);
  enter("moment", "500");
  equal(moment(), ["at 5.000 s", "5.000 s", "500"]);
  // The axis of a short time is as short.
  await openShop();
  receive(0, 0.25, "pay");
  equal(moment(), ["latest", "0.250 s", "1000"]);
  enter("moment", "500");
  equal(moment()[1], "0.125 s");
});

test("the axis goes to a moment that has become too old for it", async () => {
  await openShop();
  enter("window", "10");
  receive(0, 4, "a");
  receive(0, 20, "b");
  receive(0, 40, "c");
  pass();
  enter("moment", "0");
  // It stays as it is while the moment is on it.
  equal([moment(), events()[0]], [["at 30.000 s", "30.000 s", "0"], "c"]);
  click("#previous");
  equal([moment(), events()], [["at 20.000 s", "20.000 s", "500"], ["b", "b"]]);
  receive(0, 50, "d");
  equal([moment(), events()], [["at 20.000 s", "20.000 s", "500"], ["b", "b"]]);
  click("#previous");
  equal([moment()[1], events()], ["4.000 s", ["a", "a"]]);
});

test("the sequence has columns for the eight machines with the nearest events, and says so", async () => {
  await openWith(() => {
    for (let number = 0; number < 10; number++) machine(number, `cart ${number}`);
  });
  const shown = () => [
    texts("#sequence-head b").join(),
    text("#sequence-note"),
    element("#sequence-frame").style.getPropertyValue("--columns"),
  ];
  equal(shown(), ["", "no events yet", "1"]);
  receive(4, 1, "pay");
  equal(shown(), ["cart 4", "1 of 10 machines", "1"]);
  for (const number of [9, 8, 7, 6, 5, 3, 2, 1]) receive(number, 2, "pay");
  equal(shown(), [
    "cart 1,cart 2,cart 3,cart 5,cart 6,cart 7,cart 8,cart 9",
    "8 of 10 machines; those nearest to the moment",
    "8",
  ]);
  enter("find", "cart 9");
  equal(shown(), ["cart 9", "", "1"]);
  // Be it a single one without events.
  await openShop();
  receive(0, 1, "pay");
  receive(1, 2, "pack");
  equal(text("#sequence-note"), "2 of 3 machines");
  receive(2, 3, "drive");
  equal(text("#sequence-note"), "");
});

test("the sequence says who has sent an event, also a machine that is not shown", async () => {
  await openBusyShop();
  enter("type", "Shop.Store");
  match(
    all("#sequence button")[0].getAttribute("aria-label") ?? "",
    /^8\.000 s: store receives pack, sent in a turn of cart:/,
  );
});

test("the arrow keys lead from row to row, and the time axis follows", async () => {
  await openBusyShop();
  all("#sequence button")[3].focus({ preventScroll: true });
  equal([press("ArrowUp"), focused(), events()[1], moment()[0]], [false, "pay", "pay", "at 8.000 s"]);
  equal([press("ArrowUp"), focused(), events()[1], moment()[0]], [false, "add", "add", "at 4.000 s"]);
  equal([press("ArrowDown"), focused(), events()[1]], [false, "pay", "pay"]);
  for (let step = 0; step < 3; step++) press("ArrowDown");
  equal([focused(), events()[1]], ["pack", "pack"]);
  for (let step = 0; step < 5; step++) press("ArrowUp");
  equal([focused(), events()[1]], ["look", "look"]);
  // Other keys are not for the rows.
  equal([press("Tab"), press("Enter"), focused(), events()[1]], [true, true, "look", "look"]);
  // A click on an event looks at its moment.
  all("#sequence button")[1].click();
  equal([events()[1], moment()], ["add", ["at 4.000 s", "4.000 s", "500"]]);
});

test("the focus stays in its row while news come", async () => {
  await openBusyShop();
  all("#sequence button")[1].focus({ preventScroll: true });
  receive(0, 9, "leave");
  equal([focused(), events()], ["add", ["look add pay pack leave", null]]);
  // The event that is looked at is another one.
  click("#previous");
  receive(0, 10, "return");
  equal([focused(), events()[1]], ["add", "leave"]);
  // It goes to the event that is looked at if its own row is no longer there.
  await openBusyShop();
  all("#sequence button")[3].click();
  all("#sequence button")[1].focus({ preventScroll: true });
  enter("type", "Shop.Store");
  equal(focused(), "pack");
  // The focus elsewhere stays where it is.
  await openBusyShop();
  element("#previous").focus();
  click("#previous");
  receive(0, 9, "leave");
  equal([focused(), events()[1]], ["Previous event", "pack"]);
});

test("the focus stays on the link of a machine while news come", async () => {
  await openShop();
  all("#lanes a")[1].focus();
  receive(0, 1, "pay");
  equal([focused(), document.activeElement === all("#lanes a")[1]], ["store", true]);
  all("#lanes a")[0].focus();
  receive(0, 2, "pay");
  equal([focused(), document.activeElement === all("#lanes a")[0]], ["cart", true]);
});

test("the latest event is scrolled to, or the one that is looked at into the middle", async () => {
  await openShop();
  const frame = element("#sequence-frame");
  for (let time = 1; time <= 20; time++) receive(0, time, `e${time}`);
  pass();
  equal(frame.scrollTop, 20 * rowHeight);
  receive(0, 21, "e21");
  pass();
  equal(frame.scrollTop, 21 * rowHeight);
  for (let step = 0; step < 11; step++) click("#previous");
  equal([events()[1], frame.scrollTop], ["e11", 10 * rowHeight - frameHeight / 2]);
  // At a moment between events, and with the focus in a row, the rows stay where they are.
  frame.scrollTop = 123;
  enter("moment", "500");
  equal(frame.scrollTop, 123);
  click("#latest");
  equal(frame.scrollTop, 21 * rowHeight);
  frame.scrollTop = 123;
  all("#sequence button")[4].focus({ preventScroll: true });
  receive(0, 22, "e22");
  equal([focused(), frame.scrollTop], ["e5", 123]);
});

/** Drops files on the page. @param {Record<string, string>} texts By the names of the files. */
async function drop(texts) {
  const files = Object.entries(texts).map(([name, text]) => ({ name, text: () => Promise.resolve(text) }));
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "dataTransfer", { value: { files, getData: () => "" } });
  document.body.dispatchEvent(event);
  await page.settle();
}

/** A recording of a session and a refresh, of which the second one logs in a user who has logged out. */
function recorded() {
  const [session, refresh] = incident();
  return recordingText(storyOf([session, refresh]));
}

test("a page in a folder shows the file that is dropped on it, at its first violation", async () => {
  await open({ isLive: false });
  equal([text("#found"), element("main").classList.contains("no-file")], ["no recording is open", true]);
  await drop({ "shop.jsonl": recorded() });
  equal([names(), text("#found"), element("main").classList.contains("no-file")], [
    ["session", "refresh"],
    "2 of 2 machines",
    false,
  ]);
  equal([events(), moment()[0]], [
    ['signIn(user: "ann") begin signOut pay(3) finished renewed', "renewed"],
    "at 6.000 s",
  ]);
  equal(text("#source"), "shop.jsonl");
  equal(text("#announcement"), "shop.jsonl: 6 events of 2 machines, 1 violation.");
  equal(
    all("#sequence button")[1].title.includes(", sent in a turn of session: idle to running; step 1 of refresh"),
    true,
  );
  equal(texts("#sequence .failure"), ["Broken: nobody is signed in by a refresh"]);
  // The violation is one click away, also from elsewhere.
  enter("moment", "0");
  equal(events()[1], null);
  click("#next-violation");
  equal([events()[1], text("#next-violation")], ["renewed", "Next violation (1 in all)"]);
  enter("type", "Shop.Refresh");
  equal([names(), element("#next-violation").hidden], [["refresh"], true]);
});

test("the time of day is shown where a file says it", async () => {
  await open({ isLive: false });
  await drop({ "shop.jsonl": recorded() });
  const date = new Date(Date.UTC(2026, 10, 30, 0, 0, 4));
  match(
    text("#moment-date") ?? "",
    new RegExp(`^\\(2026-11-\\d\\d ${String(date.getHours()).padStart(2, "0")}:\\d\\d:04\\.000\\)$`),
  );
  match(texts("#sequence .when small")[0] ?? "", /:59\.000$/);
  await drop({ "shop.jsonl": recorded().replace(/"date":"[^"]*"/, '"date":null') });
  equal([text("#moment-date"), texts("#sequence .when small")], ["", []]);
});

test("a file takes the place of live machines, and a page of a machine has to be given the file, too", async () => {
  await openShop();
  await drop({ "shop.jsonl": recorded().replaceAll("Shop.Session", "Shop.Cart") });
  equal([names(), element("#live-again").hidden], [["session", "refresh"], false]);
  equal(EventStream.all[0].readyState, EventStream.CLOSED);
  equal(all("#lanes a").map((link) => link.getAttribute("href")), ["/page/Cart"]);
  click("#live-again");
  equal(reloads, 1);
});

test("a file that cannot be read leaves the page as it is, and a truncated one is shown up to its end", async () => {
  await openShop();
  await drop({ "shop.jsonl": "{}\n" });
  match(text("#warning") ?? "", /^shop\.jsonl: Line 1 of the recording is not readable: the version is missing/);
  equal([names(), EventStream.all[0].readyState], [["cart", "store", "van"], EventStream.OPEN]);
  await drop({ "shop.jsonl": `${recorded()}{"kind"` });
  match(text("#warning") ?? "", /^shop\.jsonl: Line \d+, the last one, is truncated\. The recording ends before it\.$/);
  equal(names(), ["session", "refresh"]);
  // Several files are shown together.
  const old = JSON.stringify({ ...entryOf("go"), version: 2, time: 1 });
  await drop({ "shop.jsonl": recorded(), "old.jsonl": old, "older.jsonl": old });
  equal([names().length, text("#warning")], [4, ""]);
});

test("the address leads to an event, live or in a file", async () => {
  await open({ hash: "#machine=0&step=2" });
  hear("hello");
  app();
  machine(0, "cart");
  receive(0, 1, "look");
  hear("ready");
  equal(events(), ["look", null]);
  receive(0, 2, "add");
  receive(0, 3, "pay");
  equal(events(), ["look add pay", "add"]);
  await open({ isLive: false, hash: "#machine=2&step=1" });
  await drop({ "shop.jsonl": recorded() });
  equal(events()[1], "begin");
});

test("a story has the last 30 events up to the moment, or those that the user chooses, with notes", async () => {
  const copied = page.openClipboard();
  await openShop();
  for (let time = 1; time <= 40; time++) receive(0, time, `e${time}`);
  pass();
  equal(text("#range"), "30 events, from step 11 of cart at 11.000 s to step 40 of cart at 40.000 s");
  click("#previous");
  click("#previous");
  equal(text("#range"), "30 events, from step 10 of cart at 10.000 s to step 39 of cart at 39.000 s");
  enter("note", "what | matters");
  equal(texts("#sequence .remark"), ["what | matters"]);
  click("#end-here");
  click("#previous");
  click("#begin-here");
  click("#latest");
  equal(text("#range"), "2 events, from step 38 of cart at 38.000 s to step 39 of cart at 39.000 s");
  equal(texts("#sequence .in-range .label b"), ["e38", "e39"]);
  for (
    const [id, expected] of /** @type {[string, RegExp][]} */ ([
      ["copy-story", /^2 events of `cart`[^]*> what \\\| matters/],
      ["copy-sequence", /^sequenceDiagram\n[^]*what #124; matters$/],
      ["copy-test", /^import StateMachineGraphs[^]*@Test\("cart: e38, e39"\)[^]*\/\/ what \| matters/],
      ["copy-recording", /^{"app":"Shop","date":[^]*"index":37,"kind":"machine"[^]*"note":"what \| matters"/],
      ["copy-link", /^http:\/\/127\.0\.0\.1\/together\?session=s#machine=0&step=40$/],
    ])
  ) {
    click(`#${id}`);
    await page.settle();
    match(copied.pop() ?? "", expected);
  }
  match(text("#copied") ?? "", /^Link copied\. It leads to this event while/);
  click("#usual-range");
  equal(text("#range")?.slice(0, 9), "30 events");
});

test("a recording and pictures are saved", async () => {
  await open({ isLive: false });
  const saved = page.openDownloads();
  page.openCanvas();
  await drop({ "shop.jsonl": recorded() });
  for (const id of ["save-recording", "save-svg", "save-png", "save-all"]) {
    click(`#${id}`);
    await page.settle();
  }
  equal(saved.map(({ name }) => name), ["shop-part.jsonl", "shop.svg", "shop.png", "shop.jsonl"]);
  equal(await saved[3].file?.text(), await saved[0].file?.text());
});

test("a machine that is looked at has a lane, and the lanes that are left out are said and shown on demand", async () => {
  await openWith(() => {
    for (let number = 0; number < 90; number++) machine(number, `cart ${number}`);
    hear("failure", { session: "s", machine: 85, time: 1, property: "it is paid" });
    receive(85, 1, "pay");
  });
  equal(text("#lanes .gap"), "50 more machines without a lane: show 40");
  hear("failure", { session: "s", machine: 85, time: 2, index: 0, property: "it is never paid" });
  pass();
  click("#next-violation");
  equal([names().includes("cart 85"), names().length], [true, 40]);
  click("#lanes .gap button");
  equal([names().length, text("#lanes .gap")], [80, "10 more machines without a lane: show 10"]);
});

test("what stays for a violation or a note stays when the connection is made again, and so does what is looked at", async () => {
  await openShop();
  for (let time = 1; time <= 5; time++) receive(0, time, `e${time}`);
  hear("failure", { session: "s", machine: 0, sequence: sequence++, time: 5, index: 4, property: "it is paid" });
  for (let time = 6; time <= 60; time++) receive(0, time, `e${time}`);
  pass();
  click("#previous");
  enter("note", "here");
  // The inspector only knows the last events, and another app is the first one now.
  hear("hello");
  app({ session: "t", app: "Stall", process: 7, date: 990 });
  app();
  machine(0, "cart");
  received.set("s 0", 57);
  for (let time = 58; time <= 60; time++) receive(0, time, `e${time}`);
  hear("ready");
  equal(events()[1], "e60");
  equal(texts("#sequence .remark"), ["here"]);
  const all = texts("#sequence .label b");
  equal([all.slice(0, 2), all.length, texts("#sequence time")[0]], [["e1", "e2"], 58, "11.000"]);
  equal(texts("#sequence .gap"), ["cart: 2 events missing here"]);
});
