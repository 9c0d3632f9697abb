// Where two recordings part.

import { deepStrictEqual as equal } from "node:assert";
import { timelineAt } from "page/address.js";
import { parting, rows } from "page/comparison.js";
import { door } from "./door.js";

/** @param {string} text */
const line = (text) => timelineAt(door(), text).timeline.line;

Deno.test("equal recordings do not part, whatever their times and notes", () => {
  const other = line("events=open,close");
  [other[1].time, other[1].remark] = [5, "note"];
  equal(parting(line("events=open,close"), other), { common: 3, reason: "" });
});

Deno.test("recordings part where one ends", () => {
  equal(parting(line("events=open"), line("events=open,close")), {
    common: 2,
    reason: "the first recording ends, and the other continues with close",
  });
  equal(parting(line("events=open,close"), line("events=open")), {
    common: 2,
    reason: "the second recording ends, and the other continues with close",
  });
});

Deno.test("recordings part at another event", () => {
  equal(parting(line("events=open,close"), line("events=open,smash")), {
    common: 2,
    reason: "the first recording has the event close, and the second has smash",
  });
});

Deno.test("recordings part at another beginning", () => {
  equal(parting(line(""), line("start=open")), {
    common: 0,
    reason: "it begins in closed in the first recording and in open in the second",
  });
});

/** @type {[Record<string, unknown>, string][]} */
const changes = [
  [{ outcome: "rejected" }, "open is handled in the first recording and rejected in the second"],
  [
    { outcome: "dropped", reason: "stale" },
    "open is handled in the first recording and dropped (stale) in the second",
  ],
  [{ stateName: "locked" }, "open leads to open in the first recording and to locked in the second"],
  [{ exited: ["bolt"] }, "open exited no activities in the first recording and bolt in the second"],
  [{ entered: ["light", "bell"] }, "open entered no activities in the first recording and light, bell in the second"],
  [{ eventName: "" }, "the first recording has the event open, and the second has none"],
];
for (const [change, reason] of changes) {
  Deno.test(`recordings part: ${reason}`, () => {
    const other = line("events=open,close");
    Object.assign(other[1], change);
    equal(parting(line("events=open,close"), other), { common: 1, reason });
  });
}

Deno.test("a gap in one recording is named", () => {
  const [one, other] = [line("events=open,close"), line("events=open,close")];
  Object.assign(other[2], { outcome: "start", eventName: "close" });
  equal(parting(one, other).reason, "close is handled in the first recording and a gap in the second");
});

Deno.test("a table has some moments before the parting, and the rest of the longer recording", () => {
  const [one, other] = [line("events=open,close,open,close,open"), line("events=open,close,open,close,smash,open")];
  const shown = (/** @type {{ before: number, after: number }} */ limits) =>
    rows(one, other, 5, limits).map((row) => [row.index, row.one?.eventName, row.other?.eventName, row.isCommon]);
  equal(shown({ before: 2, after: 9 }), [
    [3, "open", "open", true],
    [4, "close", "close", true],
    [5, "open", "smash", false],
    [6, undefined, "open", false],
  ]);
  equal(shown({ before: 9, after: 1 }).map(([index]) => index), [0, 1, 2, 3, 4, 5]);
  equal(rows(one, one, 6, { before: 2, after: 3 }).map((row) => row.index), [4, 5]);
});

Deno.test("a table of equal recordings has no rows if no moments before the parting are asked for", () => {
  const one = line("events=open,close");
  equal(rows(one, one, 3, { before: 0, after: 3 }), []);
});
