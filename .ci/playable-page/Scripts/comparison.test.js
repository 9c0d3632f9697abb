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

Deno.test("recordings part at the first difference, which is named", () => {
  const both = "in the first recording and";
  for (
    const [one, other, common, reason] of /** @type {[string, string, number, string][]} */ ([
      ["events=open", "events=open,close", 2, "the first recording ends, and the other continues with close"],
      ["events=open,close", "events=open", 2, "the second recording ends, and the other continues with close"],
      [
        "events=open,close",
        "events=open,smash",
        2,
        "the first recording has the event close, and the second has smash",
      ],
      ["", "start=open", 0, `it begins in closed ${both} in open in the second`],
    ])
  ) equal(parting(line(one), line(other)), { common, reason });
  for (
    const [change, reason] of /** @type {[Record<string, unknown>, string][]} */ ([
      [{ outcome: "rejected" }, `open is handled ${both} rejected in the second`],
      [{ outcome: "dropped", reason: "stale" }, `open is handled ${both} dropped (stale) in the second`],
      [{ stateName: "locked" }, `open leads to open ${both} to locked in the second`],
      [{ exited: ["bolt"] }, `open exited no activities ${both} bolt in the second`],
      [{ entered: ["light", "bell"] }, `open entered no activities ${both} light, bell in the second`],
      [{ eventName: "" }, "the first recording has the event open, and the second has none"],
      [{ outcome: "start" }, `open is handled ${both} a gap in the second`],
    ])
  ) {
    const other = line("events=open,close");
    Object.assign(other[1], change);
    equal(parting(line("events=open,close"), other), { common: 1, reason });
  }
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
  equal(rows(one, one, 6, { before: 0, after: 3 }), []);
});
