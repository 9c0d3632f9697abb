// The properties of a machine with their verdicts, and the counterexamples that can be played.

/** @import { Property } from "page/machine.js" */
/** @import { Happening } from "page/timeline.js" */
import { deepStrictEqual as equal } from "node:assert";
import { markBroken, showJudgements, showProperties } from "page/properties-panel.js";
import { door, event, played, state } from "./door.js";
import { all, click, element, isHidden, openPage, texts } from "./page-without-browser.js";

/** @type {Property} */
const closes = { name: "it closes", kind: "always", verdict: "holds" };

/** @type {Property} */
const stays = {
  name: "it stays whole",
  kind: "never",
  verdict: "refuted",
  reason: "`broken` is reached.",
  counterexample: {
    trace: [
      { state: state("closed"), name: "closed(door: 1)" },
      { event: event("open"), state: state("open"), name: "open(door: 1)" },
      { event: event("smash"), state: state("broken"), name: "broken" },
    ],
  },
};

/** @type {Property} */
const rests = {
  name: "it comes to rest",
  kind: "leads to",
  verdict: "refuted",
  counterexample: {
    trace: [
      { state: state("locked"), name: "locked" },
      { event: event("unlock(1)"), state: state("closed"), name: "closed" },
    ],
    loop: [
      { event: event("open"), state: state("open"), name: "open" },
      { event: event("close"), state: state("closed"), name: "closed" },
    ],
  },
};

/** @type {Property} */
const lasts = { name: "it lasts", kind: "always", verdict: "undecided", reason: "There are too many states." };

/**
 * Opens the page of a machine, and returns what it plays.
 * @param {Property[]} properties
 * @param {string[]} [findings]
 */
function opened(properties, findings = []) {
  openPage();
  /** @type {Happening[][]} */
  const played = [];
  showProperties(door({ properties, findings }), (happenings) => played.push(happenings));
  return played;
}

/** The items of a list. @param {string} selector */
function items(selector) {
  return all(`${selector} > li`);
}

Deno.test("each property is listed with its verdict, its kind and the reason, with a button if there is a counterexample", () => {
  const played = opened([closes, stays, rests, lasts]);
  const parts = items("#properties").map((item) => [
    item.className,
    ...["b", "small", "button"].map((part) => item.querySelector(part)?.textContent),
    item.querySelector("p:not(.judgement)")?.innerHTML,
  ]);
  const play = "Play the counterexample";
  equal(parts, [
    ["holds", "holds", "(always)", undefined, undefined],
    ["refuted", "does not hold", "(never)", play, "<code>broken</code> is reached."],
    ["refuted", "does not hold", "(leads to)", play, undefined],
    ["undecided", "undecided", "(always)", undefined, "There are too many states."],
  ]);
  equal([items("#properties")[0].textContent, played], ["holds it closes (always)", []]);
});

Deno.test("a counterexample is played from its first state, with the names of its states", () => {
  const played = opened([closes, stays]);
  click("#properties button");
  equal(played.length, 1);
  equal(played[0].map(({ outcome, eventName, stateName }) => [outcome, eventName, stateName]), [
    ["start", "", "closed(door: 1)"],
    ["handled", "open", "open(door: 1)"],
    ["handled", "smash", "broken"],
  ]);
  equal(played[0].map((moment) => moment.state), [state("closed"), state("open"), state("broken")]);
  equal(played[0].some((moment) => moment.isLoop), false);
});

Deno.test("what repeats for ever in a counterexample follows its trace, and is marked", () => {
  const played = opened([rests]);
  click("#properties button");
  equal(played[0].map(({ eventName, stateName, isLoop }) => [eventName, stateName, isLoop === true]), [
    ["", "locked", false],
    ["unlock(1)", "closed", false],
    ["open", "open", true],
    ["close", "closed", true],
  ]);
  equal([played[0][0].entered, played[0][1].exited], [["bolt"], ["bolt"]]);
});

Deno.test("findings are listed with code as code", () => {
  opened([closes], ["`lock(2)` is never handled.", "A door has no key."]);
  equal(items("#findings").map((item) => item.innerHTML), [
    "<code>lock(2)</code> is never handled.",
    "A door has no key.",
  ]);
});

Deno.test("the panel is hidden without properties and findings, and the findings are hidden without any", () => {
  const hidden = (/** @type {Property[]} */ properties, /** @type {string[]} */ findings) => {
    opened(properties, findings);
    return [isHidden("#properties-panel"), isHidden("#findings-panel")];
  };
  equal(hidden([], []), [true, true]);
  equal(hidden([closes], []), [false, true]);
  equal(hidden([], ["A door has no key."]), [false, false]);
  equal(hidden([closes], ["A door has no key."]), [false, false]);
});

Deno.test("properties that a live machine breaks are marked until another machine is shown", () => {
  opened([closes, stays, lasts]);
  const broken = () => items("#properties").map((item) => item.classList.contains("broken"));
  markBroken(new Set(["it closes", "it lasts", "another one"]));
  equal(broken(), [true, false, true]);
  markBroken(new Set());
  equal(broken(), [false, false, false]);
  // The verdict of the page stays.
  equal(items("#properties")[1].classList.contains("refuted"), true);
});

Deno.test("what a run says of a property is not the mark of what a live machine has broken", () => {
  opened([closes, stays]);
  const timeline = played(door(), "closed", "smash");
  const broken = [{ name: stays.name, moment: timeline.end }, { name: "<b>", moment: timeline.start }];
  /** @type {number[]} */
  const gone = [];
  const show = () =>
    showJudgements(
      [{ kind: "kept" }, { kind: "broken", moment: timeline.end }],
      broken,
      timeline,
      ({ step }) => gone.push(step),
    );
  show();
  equal(texts("#properties .judgement"), ["Not broken in steps 0 to 1.", "Broken at step 1. Go to step 1"]);
  equal(items("#properties").map((item) => item.classList.contains("broken")), [false, false]);
  equal(texts("#broken-steps li"), [
    "Broken at step 1: it stays whole. Go to step 1",
    "Broken at step 0: <b>. Go to step 0",
  ]);
  const button = element("#broken-steps button");
  show();
  equal(element("#broken-steps button"), button);
  click("#broken-steps li:last-child button");
  equal(gone, [0]);
  const many = Array.from({ length: 5 }, (_, index) => ({ name: `${index}`, moment: timeline.end }));
  showJudgements([], many, timeline, () => {});
  equal([texts("#broken-steps li").length, texts("#broken-steps li").at(-1)], [
    4,
    "2 more are in the list of properties.",
  ]);
  equal(texts("#properties .judgement"), ["", ""]);
});
