// What is claimed of the machine, with verdicts; a counterexample can be played.

/** @import { Machine, Property } from "./machine.js" */
/** @import { Happening } from "./timeline.js" */
import { byID, element, prose } from "./elements.js";
import { beginning, happening } from "./timeline.js";

/** What a verdict is called. */
const verdicts = { holds: "holds", refuted: "does not hold", undecided: "undecided" };

/**
 * @param {Machine} machine
 * @param {(happenings: Happening[]) => void} onPlay
 */
export function showProperties(machine, onPlay) {
  const { properties, findings } = machine.document;
  byID("properties-panel").hidden = properties.length + findings.length === 0;
  byID("properties").replaceChildren(...properties.map((property) =>
    element(
      "li",
      { class: property.verdict, "data-name": property.name },
      element("b", {}, verdicts[property.verdict]),
      ` ${property.name} `,
      element("small", {}, `(${property.kind})`),
      ...(property.reason ? [element("p", {}, ...prose(property.reason))] : []),
      ...(property.counterexample
        ? [element(
          "button",
          { click: () => onPlay(counterexample(machine, property)) },
          "Play the counterexample",
        )]
        : []),
    )
  ));
  byID("findings-panel").hidden = findings.length === 0;
  byID("findings").replaceChildren(...findings.map((finding) => element("li", {}, ...prose(finding))));
}

/**
 * Marks properties that a live machine has broken.
 * @param {Set<string>} names
 */
export function markBroken(names) {
  for (const item of byID("properties").children) {
    item.classList.toggle("broken", names.has(item.getAttribute("data-name") ?? ""));
  }
}

/**
 * The happenings of a counterexample: the start, then each event.
 * @param {Machine} machine
 * @param {Property} property
 * @returns {Happening[]}
 */
function counterexample(machine, property) {
  if (!property.counterexample) return [];
  const { trace: [start, ...steps], loop = [] } = property.counterexample;
  /** @type {Happening[]} */
  const result = [{ ...beginning(machine, start.state), stateName: start.name }];
  for (const [index, moment] of [...steps, ...loop].entries()) {
    const before = result[result.length - 1];
    const next = happening(machine, before, moment.event);
    result.push({ ...next, stateName: moment.name, isLoop: index >= steps.length });
  }
  return result;
}
