// What is claimed of the machine, with verdicts; a counterexample can be played.

/** @import { Machine, Property } from "./machine.js" */
/** @import { Judgement } from "./property-check.js" */
/** @import { Happening, Moment, Timeline } from "./timeline.js" */
import { byID, element, isOrAre, prose } from "./elements.js";
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
      element("p", { class: "judgement" }),
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

/** What the page says of each property, so that it is not written again. @type {WeakMap<Element, string>} */
const said = new WeakMap();

/**
 * Shows what the run of a timeline says of each property.
 * @param {Judgement[]} judgements Empty if there is no run.
 * @param {{ name: string, moment: Moment }[]} broken The violated properties, also those that only the app knows.
 * @param {Timeline} timeline
 * @param {(moment: Moment) => void} onGo
 */
export function showJudgements(judgements, broken, timeline, onGo) {
  const items = byID("properties").querySelectorAll(".judgement");
  const go = (/** @type {Moment} */ moment) =>
    element("button", { click: () => onGo(moment) }, `Go to step ${moment.step}`);
  for (const [index, item] of items.entries()) {
    const found = judgements[index];
    const text = found ? sentence(found, timeline) : "";
    show(item, text, found?.moment ? [go(found.moment)] : []);
    item.classList.toggle("violated", found?.kind === "broken");
  }
  const listed = broken.slice(0, shownBroken);
  const key = broken.map(({ moment, name }) => `${moment.step} ${name}`).join("\n");
  const list = byID("broken-steps");
  if (said.get(list) === key) return;
  said.set(list, key);
  const more = broken.length - listed.length;
  list.replaceChildren(
    ...listed.map(({ moment, name }) => element("li", {}, `Broken at step ${moment.step}: ${name}. `, go(moment))),
    ...(more > 0 ? [element("li", {}, `${more} more ${isOrAre(more)} in the list of properties.`)] : []),
  );
}

/** How many violations are listed beside the timeline. */
const shownBroken = 3;

/** Shows a sentence with a button, unless it is there already: a button that is replaced loses the focus. @param {Element} item @param {string} text @param {Node[]} buttons */
function show(item, text, buttons) {
  if ((said.get(item) ?? "") === text) return;
  said.set(item, text);
  item.replaceChildren(...[text, ...buttons.flatMap((button) => [" ", button])].filter((part) => part !== ""));
}

/** @param {Judgement} judgement @param {Timeline} timeline */
function sentence({ kind, moment, reason }, { start, end }) {
  const steps = `steps ${start.step} to ${end.step}`;
  switch (kind) {
    case "broken":
      return `Broken at step ${moment?.step}.`;
    case "kept":
      return `Not broken in ${steps}.`;
    case "open":
      return `Still open at step ${end.step}, the last one.`;
    case "undecided":
      return `Not decided: ${reason}.`;
  }
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
export function counterexample(machine, property) {
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
