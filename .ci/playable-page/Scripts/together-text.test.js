// The story of several machines as Markdown and Mermaid.

import { deepStrictEqual as equal, match } from "node:assert";
import { markdown, sequenceDiagram } from "page/together-text.js";
import { entryOf, incident, machine, receive, storyOf } from "./machines-together.js";

Deno.test("the steps have times, dates, machines with their own step numbers, senders, violations and notes", () => {
  const machines = incident();
  machines[0].events[2].note = "here | it <b>breaks</b>\nin two lines";
  const lines = markdown(storyOf(machines)).split("\n");
  equal(lines[0], "6 events of `session` (`Shop.Session`), `refresh` (`Shop.Refresh`), from 2026-11-29T23:59:59.000Z:");
  equal(lines.filter((line) => / (begins|ends) in /.test(line)), [
    "- `session` begins in `signedOut`.",
    "- `refresh` begins in `idle`.",
    '- `session` ends in `signedIn(user: "ann")`.',
    "- `refresh` ends in `idle`.",
  ]);
  const first = lines.findIndex((line) => line.includes("step 1"));
  equal(lines.slice(first, first + 11), [
    '- 1.000 s (2026-11-29T23:59:59.000Z): `session` step 1: `signIn(user: "ann")`: `→ signedIn(user: "ann")`',
    "- 2.000 s (2026-11-30T00:00:00.000Z): `refresh` step 1: `begin` (sent in a turn of session): `→ running`",
    "- 3.000 s (2026-11-30T00:00:01.000Z): `session` step 2: `signOut`: `→ signedOut`",
    "- 4.000 s (2026-11-30T00:00:02.000Z): `session` step 3: `pay(3)`: `rejected: not signed in`",
    "",
    "  > here \\| it \\<b\\>breaks\\</b\\>",
    "  > in two lines",
    "",
    "- 5.000 s (2026-11-30T00:00:03.000Z): `refresh` step 2: `finished` (sent by work of refresh): `→ idle`",
    '- 6.000 s (2026-11-30T00:00:04.000Z): `session` step 4: `renewed` (sent in a turn of refresh): `→ signedIn(user: "ann")`',
    "  **Broken: `nobody is signed in by a refresh`** `signedIn`",
  ]);
  match(markdown(storyOf(machines, { isDated: false })), /\n- 1\.000 s: `session` step 1: /);
});

Deno.test("the diagram has a participant for each machine, arrows from the senders, and notes with times", () => {
  const machines = incident({ name: 'a "b" <script>' });
  equal(sequenceDiagram(storyOf(machines)).split("\n").map((line) => line.trim()), [
    "sequenceDiagram",
    "participant Sender",
    "participant m1 as a #34;b#34; #60;script#62;",
    "participant m2 as refresh",
    "Note over m1,m2: 2026#45;11#45;29, times in UTC",
    "Sender->>m1: 1. signIn(user#58; #34;ann#34;)",
    "Note over m1: 23#58;59#58;59.000 → signedIn(user#58; #34;ann#34;)",
    "m1->>m2: 1. begin",
    "Note over m2: 00#58;00#58;00.000 → running",
    "Sender->>m1: 2. signOut",
    "Note over m1: 00#58;00#58;01.000 → signedOut",
    "Sender-xm1: 3. pay(3)",
    "Note over m1: 00#58;00#58;02.000 rejected#58; not signed in",
    "m2-)m2: 2. finished",
    "Note over m2: 00#58;00#58;03.000 → idle",
    "m2->>m1: 4. renewed",
    "Note over m1: 00#58;00#58;04.000 → signedIn(user#58; #34;ann#34;)",
    "Note over m1: Broken#58; nobody is signed in by a refresh",
  ]);
});

Deno.test("a diagram that is too long for Mermaid has the last events, and says how many are left out", () => {
  const cart = machine("cart", 1);
  for (let time = 1; time <= 3000; time++) receive(cart, time, `event "${time}"`, { after: "a" });
  const diagram = sequenceDiagram(storyOf([cart]));
  equal(diagram.length <= 50_000 && diagram.length > 49_000, true);
  const left = Number(diagram.match(/: (\d+) earlier events not drawn/)?.[1]);
  equal([diagram.includes(`1: ${left}. `), diagram.includes(`1: ${left + 1}. `)], [false, true]);
  equal(diagram.includes("1: 3000. event #34;3000#34;"), true);
  const text = markdown(storyOf([cart]));
  match(text, new RegExp(`\n${left} earlier events not drawn: Mermaid draws at most 50000 characters\\.\n`));
  equal(text.includes("step 1: `event"), true);
});

Deno.test("missing events are said where they are", () => {
  const cart = machine("cart", 1);
  cart.take("entry", { session: "s", machine: 1, sequence: 5, time: 5, index: 4, entry: entryOf("pay") });
  match(markdown(storyOf([cart])), /\n- 4 events of `cart` missing here\.\n- 5\.000 s .* step 5: `pay`/);
  match(sequenceDiagram(storyOf([cart])), /Note over m1: 4 events missing here\n {4}Sender->>m1: 5\. pay/);
});
