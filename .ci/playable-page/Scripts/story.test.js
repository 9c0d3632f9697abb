import { deepStrictEqual as equal, match } from "node:assert";
import { code, markdown, sequenceDiagram } from "page/story.js";
import { timelineAt } from "page/address.js";
import { happenings } from "page/recording.js";
import { door, entry, timelineOf } from "./door.js";

/** @param {string} text */
const line = (text) => timelineAt(door(), text).timeline.line;

Deno.test("a story lists the steps, and draws them as a sequence diagram", () => {
  const moments = line("start=closed&events=open,open");
  equal(
    sequenceDiagram(door(), moments),
    `sequenceDiagram
    participant Sender
    participant Machine as Door
    Note over Machine: Step 0: begins in closed
    Sender->>Machine: open
    Note over Machine: Step 1: → open
    Sender-xMachine: open
    Note over Machine: Step 2: rejected`,
  );
});

Deno.test("each step of a story has a picture of the states before and after it", () => {
  const text = markdown(door(), line("start=closed&events=open,open"));
  const [list, first, second, all] = text.split(/\n\n(?=\*\*Step|All events)/);
  equal(
    list,
    "Machine `Door`:\n\n- Step 0: `begins in closed`\n- Step 1: `open`: `→ open`\n- Step 2: `open`: `rejected`",
  );
  equal(
    first,
    `**Step 1: \`open\`**

\`\`\`mermaid
stateDiagram-v2
    direction LR
    state "closed" as before
    state "open" as after
    before --> after: open
    classDef current stroke-width:3px,font-weight:bold
    class after current
\`\`\``,
  );
  match(second, /^\*\*Step 2: `open`\*\*\n/);
  match(second, /LR\n {4}state "open" as after\n {4}after --> after: open \(rejected\)\n/);
  match(all, /^All events:\n\n```mermaid\nsequenceDiagram\n[^`]*\n```\n$/);
});

Deno.test("a long story draws its last 20 steps, and says so", () => {
  const story = (/** @type {number} */ count) =>
    markdown(door(), line(`events=${Array.from({ length: count }, (_, index) => index % 2 ? "close" : "open")}`));
  const drawn = (/** @type {string} */ text) => text.match(/^\*\*Step \d+/gm) ?? [];
  equal([drawn(story(20)).length, drawn(story(20))[0]], [20, "**Step 1"]);
  equal([drawn(story(21)).length, drawn(story(21))[0]], [20, "**Step 2"]);
  equal([20, 21].map((count) => story(count).includes("Only the last 20 steps are drawn.")), [false, true]);
  match(story(0), /^Machine `Door`:\n\n- Step 0: `begins in closed`\n\nAll events:\n/);
});

Deno.test("a note is a quotation of its step, and stays text", () => {
  const moments = line("start=closed&events=open,close");
  moments[1].remark = "it *creaks* <b>\nsee #12";
  match(
    markdown(door(), moments),
    /\n- Step 1: `open`: `→ open`\n\n {2}> it \\\*creaks\\\* \\<b\\>\n {2}> see \\#12\n\n- Step 2: /,
  );
  moments[1].remark = "===\n1. at 12:30\n    a $x$ :smile:";
  match(
    markdown(door(), moments),
    /\n {2}> \\=\\=\\=\n {2}> 1\\. at 12:30\n {2}> a \\\$x\\\$ \\:smile:\n/,
  );
  moments[1].remark = "it *creaks* <b>\nsee #12";
  match(sequenceDiagram(door(), moments), /\n {4}Note over Sender,Machine: it #42;creaks#42; #60;b#62; see #35;12\n/);
});

Deno.test("names end neither a statement of the diagram nor a code span", () => {
  const moments = line("start=closed&events=open");
  moments[1].eventName = 'a;b#c\n``d"';
  match(sequenceDiagram(door(), moments), /Machine: a#59;b#35;c #96;#96;d#34;\n/);
  match(markdown(door(), moments), /\n- Step 1: ```a;b#c ``d"```: /);
});

Deno.test("a code span ends neither at a backquote at its beginning nor at one at its end", () => {
  equal(["a", "`a", "a`", "a`b", "``"].map(code), ["`a`", "`` `a ``", "`` a` ``", "``a`b``", "``` `` ```"]);
});

Deno.test("a note at the beginning stands below the first step", () => {
  const moments = line("start=closed&events=open");
  moments[0].remark = "as delivered";
  match(markdown(door(), moments), /\n\n- Step 0: `begins in closed`\n\n {2}> as delivered\n\n- Step 1: `open`/);
});

/** A sequence diagram of a door that is opened and closed so often, with a long note at each event. @param {number} count @param {string} [remark] */
function longDiagram(count, remark) {
  const moments = line(`events=${Array.from({ length: count }, (_, index) => index % 2 ? "close" : "open")}`);
  for (const moment of moments) moment.remark = remark;
  return sequenceDiagram(door(), moments);
}

Deno.test("a diagram that is too long for Mermaid has the last steps, and says which are left out", () => {
  equal(longDiagram(500).includes("left out"), false);
  const long = longDiagram(2000);
  const left = Number(
    long.match(/Machine: steps 0 to (\d+) are left out, because Mermaid draws only 50,000 characters\n/)?.[1],
  );
  match(long, new RegExp(`characters\\n    Sender->>Machine: \\w+\\n    Note over Machine: Step ${left + 1}: `));
  match(long, /Note over Machine: Step 2000: → closed$/);
  equal([long.length < 50_000, long.length > 45_000], [true, true]);
  const noted = longDiagram(300, "#".repeat(5000));
  equal([noted.length < 50_000, noted.includes("left out"), /Step 300: /.test(noted)], [true, true, true]);
});

Deno.test("each step of a recording has its time, and a gap has no number", () => {
  const machine = door();
  const date = Date.UTC(2026, 0, 2, 3, 4, 5);
  const [start, open, ...rest] = happenings(machine, [entry("closed open open"), entry("locked unlock(1) closed")]);
  const { line } = timelineOf([start, { ...open, time: 1.5, date }, ...rest]);
  const steps = markdown(machine, line).split("\n").filter((line) => line.startsWith("- "));
  equal(steps.map((step) => step.replace(/ \(.*/, "")), [
    "- Step 0, 0.000 s: `begins in closed`",
    "- Step 1, 1.500 s, 2026-01-02 03:04:05.000 UTC: `open`: `→ open`",
    "- After step 1, 0.000 s: `…`: `in locked`",
    "- Step 2, 0.000 s: `unlock(1)`: `→ closed`",
  ]);
  match(
    sequenceDiagram(machine, line),
    /Sender->>Machine: open\n {4}Note over Machine: Step 1: → open<br\/>1\.500 s, 2026-01-02 03:04:05\.000 UTC\n {4}Note over Machine: After step 1: in locked<br\/>0\.000 s\n/,
  );
});

Deno.test("violated properties are named if their step is told", () => {
  const moments = line("events=open,smash");
  const broken = [{ name: "whole `|", moment: moments[2] }, { name: "closed", moment: moments[1] }];
  match(
    markdown(door(), moments, broken),
    /`→ broken`\n\nBroken at step 2: ``whole `\|``\n\nBroken at step 1: `closed`\n\n\*\*Step 1/,
  );
  equal(markdown(door(), moments.slice(0, 2), broken).match(/Broken at step \d/g), ["Broken at step 1"]);
});

Deno.test("a step says which machine has sent its event, as Markdown shows it", () => {
  const sent = { sender: { machine: 2, index: 0, within: "turn" }, senderName: "re_fresh|<b>" };
  const [start, moment] = line("start=closed&events=open");
  const text = markdown(door(), [start, Object.assign(moment, sent)]);
  match(text, /- Step 1: `open`: `→ open` \(sent in a turn of re\\_fresh\\\|\\<b\\>\)\n/);
});
