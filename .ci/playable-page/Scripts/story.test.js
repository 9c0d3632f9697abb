import { deepStrictEqual as equal, match } from "node:assert";
import { code, markdown, sequenceDiagram } from "page/story.js";
import { timelineAt } from "page/address.js";
import { door } from "./door.js";

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
