import { deepStrictEqual as equal } from "node:assert";
import { clock, seconds, stepWords, when } from "page/moment-time.js";
import { happenings } from "page/recording.js";
import { door, entry, played, timelineOf } from "./door.js";

const [, { ...moment }] = played(door(), "closed", "open").line;

Deno.test("a moment has its seconds to the millisecond, and its date where it is known", () => {
  const date = Date.UTC(2026, 10, 29, 23, 59, 59, 7);
  equal(when({ ...moment, time: 12.34567, date }), "12.346 s, 2026-11-29 23:59:59.007 UTC");
  equal(when({ ...moment, time: null, date }), "2026-11-29 23:59:59.007 UTC");
  equal([seconds(moment), clock(moment), when(moment)], ["", "", ""]);
  equal([clock({ ...moment, date: NaN }), clock({ ...moment, date: 1e300 }), clock({ ...moment, date: 0 })], [
    "",
    "",
    "1970-01-01 00:00:00.000 UTC",
  ]);
});

Deno.test("a step is named by its number and its time, and a gap by the step before it", () => {
  equal(stepWords(moment), "Step 1");
  equal(stepWords({ ...moment, time: 2 }), "Step 1, 2.000 s");
  const { line } = timelineOf(happenings(door(), [entry("closed open open"), entry("locked unlock(1) closed")]));
  equal(line.map(stepWords), ["Step 0, 0.000 s", "Step 1, 0.000 s", "After step 1, 0.000 s", "Step 2, 0.000 s"]);
});
