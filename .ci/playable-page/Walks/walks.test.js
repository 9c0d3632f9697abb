// The page's judgements of random walks and of counterexamples are those of Swift. PAGE_WALKS is a file that page-fixtures has written.

/** @import { MachineDocument, Property } from "page/machine.js" */
/** @import { Happening } from "page/timeline.js" */
import { deepStrictEqual as equal, ok } from "node:assert";
import { Machine } from "page/machine.js";
import { counterexample } from "page/properties-panel.js";
import { PropertyCheck } from "page/property-check.js";
import { happenings, readRecording } from "page/recording.js";
import { beginning } from "page/timeline.js";
import { timelineOf } from "../Scripts/door.js";

/** @type {{ document: string, ownCount: number, walks: { recording: string, verdicts: string[] }[] }[]} */
const machines = JSON.parse(Deno.readTextFileSync(Deno.env.get("PAGE_WALKS") ?? ""));

/** What the page says of each property after some happenings. @param {Machine} machine @param {Happening[]} happened */
function judged(machine, happened) {
  const judgements = new PropertyCheck(machine).judgements(timelineOf(happened).line);
  return judgements.map(({ kind, moment }) => moment ? `${kind} ${moment.step}` : kind);
}

/** What happened on a walk. @param {Machine} machine @param {string} recording */
function walked(machine, recording) {
  return recording === ""
    ? [beginning(machine, machine.initialStates[0])]
    : happenings(machine, readRecording(recording));
}

for (const { document: text, ownCount, walks } of machines) {
  const document = /** @type {MachineDocument} */ (JSON.parse(text));
  const machine = new Machine(document);
  const { properties } = document;
  const isMerged = document.states.some(({ values }) => values !== undefined && values.length > 1);

  Deno.test(`walks of ${document.name} are judged as Swift judges them`, () => {
    let decided = 0;
    for (const { recording, verdicts } of walks) {
      const found = judged(machine, walked(machine, recording));
      for (const [index, property] of properties.entries()) {
        // If the page has merged states that a property tells apart, it cannot tell.
        const mayDoubt = isMerged && index >= ownCount;
        if (mayDoubt && found[index] === "undecided") continue;
        equal([property.name, found[index], recording], [property.name, verdicts[index], recording]);
        decided += verdicts[index] === "undecided" ? 0 : 1;
      }
    }
    ok(decided > walks.length * 3);
  });

  Deno.test(`counterexamples of ${document.name} are violated by their last step`, () => {
    for (const [index, property] of properties.entries()) {
      if (!property.counterexample || !property.check) continue;
      const { trace, loop = [] } = property.counterexample;
      // A loop may begin and end where the promise is kept.
      if (property.kind.startsWith("eventually always") && loop.length > 0) continue;
      const found = judged(machine, counterexample(machine, property))[index];
      const expected = property.check.promise ? "open" : `broken ${trace.length + loop.length - 1}`;
      if (isMerged && index >= ownCount && found === "undecided") continue;
      equal([property.name, found], [property.name, expected]);
    }
  });
}

Deno.test("the walks violate properties of each kind", () => {
  const broken = machines.flatMap(({ document, walks }) => {
    const { properties } = /** @type {{ properties: Property[] }} */ (JSON.parse(document));
    return walks.flatMap(({ verdicts }) =>
      verdicts.flatMap((verdict, index) => verdict.startsWith("broken") ? [properties[index].kind] : [])
    );
  });
  equal([...new Set(broken)].sort(), [
    "always",
    "at all times",
    "every event",
    "every transition",
    "never",
    "no dead end",
  ]);
});
