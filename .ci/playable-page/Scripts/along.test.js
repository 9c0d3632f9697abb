import { deepStrictEqual as equal } from "node:assert";
import { Along } from "page/along.js";
import { door, event, played, state } from "./door.js";
import { beginning, happening } from "page/timeline.js";

const machine = door();

Deno.test("each moment of a line is looked at once, also while the line grows", () => {
  const timeline = played(machine, "closed", "open");
  /** @type {string[]} */
  const looked = [];
  const along = new Along(() => ({ count: 0 }), (value, { stateName }, place) => {
    value.count++;
    looked.push(`${place} ${stateName}`);
  });
  equal([along.of(timeline.line).count, along.of(timeline.line).count], [2, 2]);
  timeline.extend(happening(machine, timeline.end, event("close")), 100);
  equal([along.of(timeline.line).count, looked], [3, ["0 closed", "1 open", "2 closed"]]);
  timeline.goTo(timeline.line[1]);
  timeline.add(happening(machine, timeline.current, event("smash")));
  equal([along.of(timeline.line).count, looked.slice(3)], [3, ["0 closed", "1 open", "2 broken"]]);
  along.forget();
  equal([along.of(timeline.line).count, looked.length], [3, 9]);
});

Deno.test("a line that forgets its first half is another one", () => {
  const timeline = played(machine, "closed");
  const along = new Along(() => ({ count: 0 }), (value) => value.count++);
  for (let count = 0; count < 12; count++) {
    timeline.extend({ ...beginning(machine, state("open")), outcome: "handled" }, 4);
    equal(along.of(timeline.line).count, timeline.line.length);
  }
  equal([timeline.end.step, timeline.place(timeline.end)], [12, timeline.line.length - 1]);
});
