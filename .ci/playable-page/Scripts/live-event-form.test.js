// The form for an event with any payload: when it is there, what it sends, and what it says of the answer.

/** @import { LiveRecord } from "page/live-machine.js" */
import { deepStrictEqual as equal, strictEqual as same } from "node:assert";
import { EventForm } from "page/live-event-form.js";
import { LiveMachine } from "page/live-machine.js";
import { door } from "./door.js";
import { shape } from "./event-stream.js";
import { element, enter, isHidden, openPage, settle, text, texts } from "./page-without-browser.js";

/** @typedef {{ outcome?: string, reason?: string, place?: string[] }} Answer */

/** The events of a shop. */
const shop = shape("cases", {
  fields: [
    {
      name: "add",
      shape: shape("fields", { fields: [{ name: "price", shape: shape("integer", { type: "UInt8" }) }] }),
    },
    { name: "pay", shape: shape("fields") },
  ],
});

/** A machine of an app. @param {number} number @param {string[]} [accepts] @param {string} [session] */
function live(number, accepts = ["samples", "values"], session = "s") {
  return new LiveMachine(door(), { session, machine: number, time: 1, state: "closed", path: ["closed"], accepts });
}

/** A page with the form. What it asks and sends is answered by the tests. */
function opened() {
  openPage('<p id="samples-note"></p><p id="end"></p>');
  /** @type {{ live: LiveMachine, answer: (record: Partial<LiveRecord>) => Promise<void> }[]} */
  const asked = [];
  /** @type {{ json: string, answer: (answer: Answer) => Promise<void> }[]} */
  const sent = [];
  const form = new EventForm(
    (live) =>
      new Promise((resolve) => {
        const base = { session: live.session, machine: live.number, time: 2 };
        asked.push({ live, answer: (record) => (resolve({ ...base, ...record }), settle()) });
      }),
    (json) => new Promise((resolve) => sent.push({ json, answer: (given) => (resolve(given), settle()) })),
  );
  return { form, asked, sent };
}

/** A page whose app has described its events. @param {object} [events] */
async function described(events = { shape: shop, samples: [{ add: { price: 5 } }] }) {
  const page = opened();
  page.form.show(live(1), false);
  await page.asked[0].answer({ outcome: "described", events });
  return page;
}

function isShown() {
  return !isHidden("#payload-panel");
}

/** The first field that is written. */
function field() {
  return /** @type {HTMLInputElement} */ (element("#payload-panel input"));
}

/** What is said of the event, whether the field is marked, and what is said there. */
function said() {
  const error = document.getElementById(field().getAttribute("aria-describedby") ?? "")?.textContent;
  return [text("#payload-outcome"), field().getAttribute("aria-invalid"), error];
}

/** What the form says in the place of fields. */
function note() {
  return text("#payload-panel form > div");
}

/** Sends what is in the form, as the Enter key or the button does. Tells whether the browser leaves the page for it. */
function submit() {
  return document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true, bubbles: true }));
}

Deno.test("the form is below the sample events, and closed until the user wants it", () => {
  const { form } = opened();
  equal([...document.body.children].map(({ id }) => id), ["samples-note", "payload-panel", "payload-note", "end"]);
  equal([isShown(), text("#payload-note")], [false, ""]);
  form.show(live(1), false);
  equal([text("details#payload-panel:not([open]) summary"), note()], [
    "Send any payload",
    "The app is asked for the fields.",
  ]);
  // The app decides what is right, and not the browser.
  equal(text("form[novalidate] #payload-send[type=submit]"), "Send to the app");
  equal(text("#payload-outcome[role=status]"), "");
});

Deno.test("the form is there while a machine accepts values, and a note says if it accepts only samples", () => {
  const { form } = opened();
  const samples = "This app accepts only sample events from this page. It accepts other payloads if its events are " +
    "Codable and it passes .values to inspect(accepting:).";
  for (
    const [machine, isOver, isThere, note] of /** @type {[LiveMachine | undefined, boolean, boolean, string][]} */ ([
      [undefined, false, false, ""],
      [live(1), false, true, ""],
      [live(1), true, false, ""],
      [live(2, ["values"]), false, true, ""],
      [live(3, ["samples"]), false, false, samples],
      [live(4, []), false, false, ""],
      [live(3, ["samples"]), false, false, samples],
      [undefined, false, false, ""],
    ])
  ) {
    form.show(machine, isOver);
    equal([isShown(), text("#payload-note")], [isThere, note], `${machine?.number} ${isOver}`);
  }
});

Deno.test("the app is asked for the fields, once for each machine", async () => {
  const { form, asked } = opened();
  form.show(undefined, false);
  form.show(live(3, ["samples"]), false);
  form.show(live(3), true);
  equal(asked.length, 0);
  const machine = live(3);
  form.show(machine, false);
  form.show(machine, false);
  same(asked[0].live, machine);
  equal([asked.length, note()], [1, "The app is asked for the fields."]);
  await asked[0].answer({ outcome: "described", events: { shape: shop, samples: [{ add: { price: 5 } }] } });
  equal(field().value, "5");
  // What the user has written stays, also after the connection was lost.
  field().value = "7";
  form.show(machine, false);
  form.show(machine, true);
  form.show(live(3), false);
  equal([asked.length, field().value], [1, "7"]);
  form.show(live(3, undefined, "t"), false);
  form.show(live(4), false);
  equal([asked.length, note()], [3, "The app is asked for the fields."]);
});

Deno.test("the form is that of the machine that is shown, whichever app answers first", async () => {
  const { form, asked } = opened();
  form.show(live(1), false);
  form.show(live(2), false);
  await asked[1].answer({ outcome: "described", events: { shape: shop, samples: [{ add: { price: 2 } }] } });
  await asked[0].answer({ outcome: "described", events: { shape: shop, samples: [{ add: { price: 1 } }] } });
  equal(field().value, "2");
});

Deno.test("the page says why the form is not available", async () => {
  for (
    const [record, reason] of /** @type {[Partial<LiveRecord>, string][]} */ ([
      [{ outcome: "refused", reason: "it is too large" }, "it is too large"],
      [{ outcome: "refused", events: { shape: shop, samples: [] } }, "the app has not described its events."],
      [{ outcome: "described" }, "the app has not described its events."],
    ])
  ) {
    const { form, asked, sent } = opened();
    form.show(live(1), false);
    await asked[0].answer(record);
    equal(note(), `The form is not available: ${reason}`);
    // Another answer is not to be expected.
    form.show(live(1), false);
    equal([submit(), asked.length, sent.length, text("#payload-outcome")], [false, 1, 0, ""]);
  }
});

Deno.test("an app that was not there is asked again", async () => {
  const { form, asked } = opened();
  form.show(live(1), false);
  await asked[0].answer({ outcome: "not sent", reason: "The inspector does not respond." });
  equal(note(), "The form is not available: The inspector does not respond.");
  form.show(live(1), false);
  equal([asked.length, note()], [2, "The app is asked for the fields."]);
  await asked[1].answer({ outcome: "described", events: { shape: shop, samples: [] } });
  equal(field().value, "");
});

Deno.test("the form begins with the sample of each case, or with the first sample of another value", async () => {
  await described({ shape: shop, samples: [{ pay: {} }, { add: { price: 5 } }] });
  const cases = /** @type {HTMLSelectElement} */ (element("#payload-panel select"));
  equal([cases.value, cases.labels[0].textContent?.trim()], ["pay", "Event"]);
  enter("#payload-panel select", "add");
  equal(field().value, "5");
  await described({ shape: shape("integer"), samples: [4, 6] });
  equal([field().value, texts("#payload-panel label")[0]?.trim()], ["4", "Event"]);
});

Deno.test("the page sends the JSON of the form, and says what became of it", async () => {
  for (
    const [answer, words] of /** @type {[Answer, string][]} */ ([
      [{ outcome: "handled" }, "handled"],
      [{ outcome: "dropped", reason: "stopped" }, "dropped: stopped"],
      [{ reason: "The machine is no longer running." }, "The machine is no longer running."],
    ])
  ) {
    const { sent } = await described();
    field().value = "0";
    equal(submit(), false);
    equal([sent.map(({ json }) => json), text("#payload-outcome")], [['{"add":{"price":0}}'], "Sending."]);
    await sent[0].answer(answer);
    equal(said(), [words, null, ""]);
  }
});

Deno.test("a value that is left out is sent as null", async () => {
  const { sent } = await described({ shape: shape("integer", { isOptional: true }), samples: [] });
  submit();
  equal(sent.map(({ json }) => json), ["null"]);
});

Deno.test("what the app cannot decode is said at the field, which gets the focus", async () => {
  const { sent } = await described();
  field().value = "300";
  submit();
  await sent[0].answer({
    outcome: "refused",
    reason: "the event cannot be decoded: Number 300 does not fit into the type UInt8.",
    place: ["add", "price"],
  });
  equal(said(), ["Not sent.", "true", "Number 300 does not fit into the type UInt8."]);
  same(document.activeElement, field());
  // The next attempt begins without the error.
  field().value = "3";
  submit();
  equal(said(), ["Sending.", null, ""]);
  await sent[1].answer({ outcome: "refused", place: ["add", "price"] });
  equal(said(), ["Not sent.", "true", ""]);
});

Deno.test("what is no number is not sent, and the field says so and gets the focus", async () => {
  const { sent } = await described();
  field().value = "many";
  submit();
  await settle();
  equal([sent.length, said()], [0, ["Not sent.", "true", "A number is required here, such as 12 or -0.5."]]);
  same(document.activeElement, field());
});

Deno.test("an error of the form of another machine marks no field of this one", async () => {
  const { form, asked, sent } = await described();
  submit();
  form.show(live(2), false);
  await asked[1].answer({ outcome: "described", events: { shape: shop, samples: [{ add: { price: 2 } }] } });
  await sent[0].answer({ outcome: "refused", reason: "it does not fit", place: ["add", "price"] });
  equal([field().value, said().slice(1)], ["2", [null, ""]]);
  same(document.activeElement, document.body);
});

Deno.test("the form of another machine does not have the last outcome", async () => {
  const { form, sent } = await described();
  submit();
  await sent[0].answer({ outcome: "handled" });
  form.show(live(1), false);
  equal(text("#payload-outcome"), "handled");
  form.show(live(2), false);
  equal(text("#payload-outcome"), "");
  // Its fields are not known yet.
  submit();
  equal([sent.length, text("#payload-outcome")], [1, ""]);
});
