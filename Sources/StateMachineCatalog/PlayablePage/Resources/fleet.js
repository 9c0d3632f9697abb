// The page of a fleet of durable machines: its figures, its parked jobs and single machines. It only reads.

/** @import { Job } from "./fleet-items.js" */
/** @import { Connection } from "./server-events.js" */
import { byID, element } from "./elements.js";
import { clock, jobItem, update, visible } from "./fleet-items.js";
import { showChosenMachine } from "./fleet-machine.js";
import { connectionWords, ServerEvents } from "./server-events.js";

/**
 * @typedef {{ name: string, count: number, isMore: boolean }} Count
 * @typedef {object} Figures
 * @property {string} time
 * @property {Count[]} machines
 * @property {boolean} hasMoreNames
 * @property {Count[]} jobs
 * @property {{ seconds: number, jobs: Count[] }[]} due
 * @property {(Count & { first: string })[]} queues Those that have jobs with a time, and the earliest time.
 * @property {string[]} pauses
 * @property {Job[]} oldest
 * @property {Job[]} parked
 */

/** @type {Record<number, string>} */
const ages = { 3600: "1 h or more", 60: "1 to 60 min", 1: "1 to 60 s", 0: "less than 1 s" };

/** Why the figures are not those of the moment. */
const trouble = { connection: connectionWords.connecting, store: "" };

let time = "";

new ServerEvents("/figures", {
  hello: () => showConnection("connected"),
  figures: (figures) => show(figures),
  trouble: ({ reason }) => {
    trouble.store = reason;
    showTrouble();
  },
}, showConnection);

/** @param {Connection} connection */
function showConnection(connection) {
  trouble.connection = connectionWords[connection];
  showTrouble();
}

function showTrouble() {
  const reason = trouble.connection || trouble.store;
  const old = reason && time ? ` The figures below are those of ${time}.` : "";
  byID("trouble").textContent = visible(reason + old);
}

/** @param {Figures} figures */
function show(figures) {
  time = clock(figures.time);
  byID("time").textContent = `Figures of ${time}.`;
  trouble.store = "";
  showTrouble();
  byID("machines").replaceChildren(...rows(figures.machines, "no machines"));
  byID("machines-note").textContent = figures.hasMoreNames ? "and more states" : "";
  byID("jobs").replaceChildren(...rows(figures.jobs, "no jobs"));
  const isCut = [...figures.machines, ...figures.jobs].some(({ isMore }) => isMore);
  byID("jobs-note").textContent = isCut
    ? "Each figure comes from at most 10,000 rows. The command counts shows how many machines and parked jobs there are."
    : "";
  byID("due").replaceChildren(...figures.due.map(({ seconds, jobs }) => {
    const [waiting, ended] = [
      jobs.filter(({ name }) => name === "waiting"),
      jobs.filter(({ name }) => name !== "waiting"),
    ];
    const late = seconds >= 60 && waiting.length > 0;
    return row(
      ages[seconds],
      element("td", late ? { class: "alarm" } : {}, sum(waiting)),
      element("td", {}, sum(ended)),
    );
  }));
  const [first] = figures.oldest;
  byID("due-note").textContent = first?.next
    ? `The oldest has been due for ${span(first.next, figures.time)}.`
    : "No job is due.";
  byID("queues-note").textContent = figures.queues.length === 0 ? "none has a job" : "";
  byID("queues").replaceChildren(...figures.queues.map((queue) => {
    const wait = queue.first <= figures.time ? span(queue.first, figures.time) : "";
    return row(queue.name || "(not known yet)", element("td", {}, sum([queue])), element("td", {}, wait));
  }));
  byID("pauses").replaceChildren(...figures.pauses.map((pause) => element("li", {}, visible(pause))));
  const parked = figures.jobs.filter(({ name }) => name === "parked");
  byID("parked-count").textContent = figures.parked.length === 0 ? "none" : parts(figures.parked, parked);
  byID("parked-note").hidden = figures.parked.length === 0;
  update(byID("parked"), figures.parked, jobItem);
  byID("oldest-count").textContent = figures.oldest.length === 0 ? "none" : `the first ${figures.oldest.length}`;
  update(byID("oldest"), figures.oldest, jobItem);
}

/** How many of how many are listed. @param {Job[]} listed @param {Count[]} all */
function parts(listed, all) {
  return sum(all) === number(listed.length)
    ? sum(all)
    : `the first ${listed.length} of ${sum(all)}, by the names of their machines`;
}

/** @param {Count[]} counts @param {string} none */
function rows(counts, none) {
  if (counts.length === 0) return [row(none)];
  return counts.map((count) =>
    row(count.name, element("td", count.name === "parked" ? { class: "alarm" } : {}, sum([count])))
  );
}

/** @param {string} name @param {...Node} cells */
function row(name, ...cells) {
  return element("tr", {}, element("th", { scope: "row" }, visible(name)), ...cells);
}

/** @param {Count[]} counts */
function sum(counts) {
  const text = number(counts.reduce((sum, { count }) => sum + count, 0));
  return counts.some(({ isMore }) => isMore) ? `at least ${text}` : text;
}

/** @param {number} value */
function number(value) {
  return value.toLocaleString("en");
}

/** The time between two others, in the two greatest units. @param {string} from @param {string} to */
function span(from, to) {
  let rest = Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
  const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]].map(([size, unit]) => {
    const count = Math.floor(rest / Number(size));
    rest -= count * Number(size);
    return count > 0 ? `${count} ${unit}` : "";
  });
  const first = units.findIndex((unit) => unit !== "");
  return first < 0 ? "less than a second" : units.slice(first, first + 2).filter((unit) => unit).join(" ");
}

showChosenMachine();
