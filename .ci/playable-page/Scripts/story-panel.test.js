// The pictures that the page saves, and the note at the current moment. What the browser does with files is a list.

/** @import { Diagram } from "page/diagram.js" */
/** @import { Moment } from "page/timeline.js" */
import { deepStrictEqual as equal, match } from "node:assert";
import { timelineAt } from "page/address.js";
import { NoteField, saveMovingPicture, savePNG, saveSVG } from "page/story-panel.js";
import { door } from "./door.js";
import { Clock, element, enter, openCanvas, openDownloads, openPage, text } from "./page-without-browser.js";

const machine = door();
machine.document.name = "Front door";

/** @param {string} text What is behind the # of an address. */
const timeline = (text) => timelineAt(machine, text).timeline;

/** A diagram that shows a part of itself. Its shapes name their moment, and count the transitions that were taken. */
const diagram = /** @type {Diagram} */ (/** @type {unknown} */ ({
  parts: { whole: { width: 400, height: 300 }, shown: { x: 10, y: 20, width: 100, height: 50 } },
  shapesAt: (/** @type {Moment} */ moment, /** @type {Set<unknown>} */ taken) =>
    `<path id="${moment.stateName}_${taken.size}"/>`,
}));

/** Opens a page that writes down what it saves. @param {() => void | Promise<void>} action What saves it. */
async function saved(action) {
  const document = openPage();
  document.documentElement.setAttribute("style", "--panel:  ivory; --ink: navy");
  new Clock();
  const files = openDownloads();
  await action();
  const [{ name, file } = {}] = /** @type {{ name?: string, file?: Blob }[]} */ (files);
  return { name, type: file?.type, content: await file?.text() ?? "", message: text("#copied") };
}

Deno.test("Save SVG saves the part of the diagram that is shown, as it is at the current moment", async () => {
  const { name, type, content, message } = await saved(() =>
    saveSVG(machine, diagram, timeline("start=closed&events=open,close").past)
  );
  equal([name, type, message], ["Front-door.svg", "image/svg+xml", "Front-door.svg saved."]);
  match(content, /^<svg [^>]*viewBox="10 20 100 50">/);
  match(content, /<rect [^>]*fill="ivory"\/><path id="closed_2"\/><\/svg>\n$/);
});

Deno.test("Save PNG saves the same picture, in two pixels for each unit", async () => {
  /** @type {unknown[]} */
  let done = [];
  const { name, type, message } = await saved(async () => {
    done = openCanvas();
    await savePNG(machine, diagram, timeline("events=open").past);
  });
  equal([name, type, message], ["Front-door.png", "image/png", "Front-door.png saved."]);
  const [[, source], drawn] = /** @type {unknown[][]} */ (done);
  match(String(source), /^data:image\/svg\+xml,<svg [^>]*viewBox="10 20 100 50">.*<path id="open_1"\/><\/svg>\n$/);
  equal(drawn, ["draw", "2d", true, 0, 0, 200, 100]);
  const unable = await saved(async () => {
    openCanvas({ isAble: false });
    await savePNG(machine, diagram, timeline("").past);
  });
  equal([unable.name, unable.message], [undefined, "This browser cannot draw the picture."]);
});

/** The captions and the shapes of a moving picture. @param {string} content */
function frames(content) {
  return [...content.matchAll(/<g class="frame[^>]*><path id="(\w+)"\/><text [^>]*><tspan[^>]*>([^<]*)</g)]
    .map(([, shapes, caption]) => [shapes, caption]);
}

Deno.test("Save moving picture saves a frame for each moment, with what became of its event and its note", async () => {
  const { past } = timeline("start=closed&events=open,open,close&note1=it%20creaks");
  const { name, type, content, message } = await saved(() => saveMovingPicture(machine, diagram, past));
  equal([name, type, message], ["Front-door-story.svg", "image/svg+xml", "Front-door-story.svg saved."]);
  equal(frames(content), [
    ["closed_0", "Step 0: begins in closed"],
    ["open_1", "Step 1: open → open (it creaks)"],
    ["open_1", "Step 2: open rejected"],
    ["closed_2", "Step 3: close → closed"],
  ]);
  // The whole diagram, whatever part of it is shown, with a line for the caption.
  match(content, /^<svg [^>]*width="400" height="332" viewBox="0 0 400 332">/);
  match(content, /<rect x="0" width="400" height="332" rx="8" fill="ivory"\/>/);
  equal(content.match(/<text [^>]*fill="navy">/g)?.length, 4);
});

Deno.test("a moving picture has the last 60 moments, with the path that led to them", async () => {
  const long = (/** @type {number} */ count) =>
    timeline(`events=${Array.from({ length: count }, (_, index) => index % 2 ? "close" : "open")}`).past;
  for (const [count, first] of /** @type {const} */ ([[59, "closed_0"], [60, "open_1"], [61, "closed_2"]])) {
    const { content, message } = await saved(() => saveMovingPicture(machine, diagram, long(count)));
    equal([frames(content).length, frames(content)[0][0]], [60, first]);
    equal(frames(content)[59][1], `Step ${count}: ${count % 2 ? "open → open" : "close → closed"}`);
    const note = `Shortened: only steps ${count - 59} to ${count} of steps 0 to ${count}.`;
    equal(message, `Front-door-story.svg saved.${count > 59 ? ` ${note}` : ""}`);
    equal(content.replace(/<\/?tspan[^>]*>/g, "").includes("Shortened: only"), count > 59);
  }
});

/** The field for notes, with a timeline at its current moment. @param {string} address */
function noteField(address) {
  openPage();
  const field = /** @type {HTMLInputElement} */ (element("#note"));
  const changes = { count: 0 };
  const note = new NoteField(() => changes.count++);
  const made = timeline(address);
  /** Has the user type, or shows the page again. @param {string} [text] */
  const type = (text) => text === undefined ? note.show(made) : enter("#note", text, "input");
  return { field, type, changes, made };
}

Deno.test("the field has the note of the current moment, and what is typed becomes the note", () => {
  const { field, type, changes, made } = noteField("events=open,close&at=1&note1=it%20creaks");
  // What is typed before there is a moment is no note of any.
  type("too early");
  equal([made.current.remark, changes.count], ["it creaks", 0]);
  type();
  equal(field.value, "it creaks");
  type("it <creaks> loudly ");
  equal([made.current.remark, changes.count], ["it <creaks> loudly ", 1]);
  made.forward();
  type();
  equal(field.value, "");
  type("silence");
  equal(made.line.map(({ remark }) => remark), [undefined, "it <creaks> loudly ", "silence"]);
  made.back();
  type();
  equal([field.value, changes.count], ["it <creaks> loudly ", 2]);
  // A note without words is no note.
  type("  ");
  equal([made.current.remark, changes.count], [undefined, 3]);
});

Deno.test("a space that has just been typed stays when the page is shown again, until the note changes elsewhere", () => {
  const { field, type, made } = noteField("");
  type();
  type(" ");
  type();
  equal(field.value, " ");
  type("it creaks ");
  made.current.remark = "it creaks";
  type();
  equal(field.value, "it creaks ");
  made.current.remark = "from elsewhere";
  type();
  equal(field.value, "from elsewhere");
});

Deno.test("a moment with the same note has it exactly as it was written", () => {
  const { field, type, made } = noteField("events=open&at=0&note0=same&note1=%20same");
  type();
  made.forward();
  type();
  equal(field.value, " same");
});
