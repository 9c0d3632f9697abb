import { deepStrictEqual as equal, match } from "node:assert";
import { markdown, sequenceDiagram } from "page/story.js";
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
    Note over Machine: begins in closed
    Sender->>Machine: open
    Note over Machine: → open
    Sender-xMachine: open
    Note over Machine: rejected`,
  );
  const text = markdown(door(), moments);
  match(
    text,
    /^Machine `Door`:\n\n1\. `begins in closed`\n2\. `open`: `→ open`\n3\. `open`: `rejected`\n\n```mermaid\nseq/,
  );
});

Deno.test("names end neither a statement of the diagram nor a code span", () => {
  const moments = line("start=closed&events=open");
  moments[1].eventName = 'a;b#c\n``d"';
  match(sequenceDiagram(door(), moments), /Machine: a#59;b#35;c #96;#96;d#34;\n/);
  match(markdown(door(), moments), /\n2\. ```a;b#c ``d"```: /);
});
