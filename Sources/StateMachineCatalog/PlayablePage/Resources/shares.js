// What the buttons below the timeline copy and save: a part of the timeline, from one step to another.

/** @import { Diagram } from "./diagram.js" */
/** @import { Machine } from "./machine.js" */
/** @import { Moment, Timeline } from "./timeline.js" */
/**
 * @typedef {object} SharedPage
 * @property {() => Timeline} timeline
 * @property {() => { name: string, moment: Moment }[]} broken The properties that the timeline violates.
 * @property {() => void} show Shows the current moment again, since the diagram has shown others.
 */
import { address, isAddressable } from "./address.js";
import { copy } from "./copying.js";
import { byID } from "./elements.js";
import { jsonLines } from "./recording-writer.js";
import { markdown, sequenceDiagram } from "./story.js";
import { saveMovingPicture, savePNG, saveSVG } from "./story-panel.js";
import { rangeWords, StoryRange, told } from "./story-range.js";
import { canBegin, swiftTest } from "./swift-test.js";

/** The buttons that tell of a timeline elsewhere. */
export class Shares {
  #range = new StoryRange();
  #machine;
  #diagram;
  #page;

  /**
   * @param {Machine} machine
   * @param {Diagram | null} diagram
   * @param {SharedPage} page
   */
  constructor(machine, diagram, page) {
    this.#machine = machine;
    this.#diagram = diagram;
    this.#page = page;
  }

  /** What the buttons do, by their ids. @type {Record<string, () => void>} */
  get actions() {
    const [machine, diagram] = [this.#machine, this.#diagram];
    const choose = (/** @type {(timeline: Timeline) => void} */ action) => () => {
      action(this.#page.timeline());
      this.show();
    };
    const drawing = (/** @type {(diagram: Diagram) => void} */ action) => () => {
      if (!diagram) return;
      action(diagram);
      this.#page.show();
    };
    return {
      "begin-here": choose((timeline) => this.#range.beginAtCurrent(timeline)),
      "end-here": choose((timeline) => this.#range.endAtCurrent(timeline)),
      "usual-range": choose(() => {
        this.#range.reset();
        byID("begin-here").focus();
      }),
      "copy-link": () => this.#copyLink(),
      "copy-test": () => this.#copyTest(),
      "copy-story": () => copy(markdown(machine, this.#moments, this.#page.broken()), "Markdown"),
      "copy-sequence": () => copy(sequenceDiagram(machine, this.#moments), "Mermaid"),
      "copy-recording": () => copy(jsonLines(this.#moments, machine), "JSON Lines"),
      "save-svg": drawing((diagram) => saveSVG(machine, diagram, this.#moments)),
      "save-png": drawing((diagram) => savePNG(machine, diagram, this.#moments)),
      "save-moving": drawing((diagram) => saveMovingPicture(machine, diagram, this.#moments)),
    };
  }

  get #moments() {
    return this.#range.moments(this.#page.timeline());
  }

  /** The address of the page with the story in it, or with the whole timeline if no part of it is chosen. */
  link() {
    const timeline = this.#page.timeline();
    const hash = address(this.#machine, timeline, this.#linked(timeline));
    return location.href.replace(/#.*$/, "") + (hash === "" ? "" : `#${hash}`);
  }

  /** The part of a timeline that a link is to. @param {Timeline} timeline */
  #linked(timeline) {
    const range = this.#range.of(timeline);
    return range.isShortened || this.#range.isChosen(timeline) ? range : undefined;
  }

  #copyLink() {
    const timeline = this.#page.timeline();
    const isWhole = isAddressable(timeline, this.#linked(timeline));
    copy(this.link(), isWhole ? "Link" : "Link to the part of the timeline that fits");
  }

  #copyTest() {
    const timeline = this.#page.timeline();
    const { first, last } = this.#range.of(timeline);
    const begin = timeline.line[first];
    const isFromHere = first === 0 || canBegin(this.#machine, begin);
    const moments = isFromHere ? this.#moments : told(timeline.line.slice(0, last + 1));
    const why =
      `Its first step is ${timeline.start.step}: the state after step ${begin.step} cannot be written in Swift.`;
    copy(swiftTest(this.#machine, moments), "Swift test", isFromHere ? "" : why);
  }

  /** Says what the buttons copy and save. */
  show() {
    const timeline = this.#page.timeline();
    const { first, last, isShortened } = this.#range.of(timeline);
    const words = rangeWords([timeline.line[first], timeline.line[last]]);
    const isChosen = this.#range.isChosen(timeline);
    const why = isChosen ? "" : isShortened ? ", the last ones up to the current step" : ", up to the current step";
    byID("story-range").textContent = `These buttons copy and save ${words}${why}.`;
    byID("usual-range").hidden = !isChosen;
  }
}
