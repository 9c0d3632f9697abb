// The address of the page holds the sequence of events: #start=idle&events=start,bufferFinished&at=1. A part of a longer one
// begins with the number of a step: #start=live&from=80&events=stop

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { beginning, happening, Timeline } from "./timeline.js";

/** How many moments an address has at most, if nobody has chosen them, and how many before the current one it has otherwise. */
const [most, before] = [1000, 50];

/**
 * The part of the address behind the `#`. A moment that the page does not know the events of, such as one of a recording, ends it.
 * @param {Machine} machine
 * @param {Timeline} timeline
 * @param {{ first: number, last: number }} [range] The places of the first and the last moment.
 */
export function address(machine, timeline, range = wholeRange(timeline)) {
  const [start, ...rest] = timeline.line.slice(range.first, range.last + 1);
  if (start.state === null) return "";
  const end = rest.findIndex((moment) => !isKnown(moment));
  const known = end < 0 ? rest : rest.slice(0, end);
  const events = known.map((moment) => machine.events[moment.event ?? 0].id);
  const at = Math.min(timeline.place(timeline.current) - range.first, events.length);
  const isAtEnd = at === events.length || at < 0;
  const remarks = [start, ...known].flatMap(({ remark, step }) =>
    remark ? [`note${step}=${encodeURIComponent(remark.toWellFormed())}`] : []
  );
  const isPlain = events.length + remarks.length + start.step === 0 && start.state === machine.initialStates[0];
  if (isPlain) return "";
  return [
    `start=${machine.states[start.state].id}`,
    ...(start.step > 0 ? [`from=${start.step}`] : []),
    ...(events.length > 0 ? [`events=${events.join(",")}`] : []),
    ...(isAtEnd ? [] : [`at=${start.step + at}`]),
    ...remarks,
  ].join("&");
}

/** The whole timeline, or of a long one what led to the current moment. @param {Timeline} timeline */
function wholeRange(timeline) {
  const at = timeline.place(timeline.current);
  return timeline.line.length <= most
    ? { first: 0, last: timeline.line.length - 1 }
    : { first: Math.max(0, at - before), last: at };
}

/**
 * Whether the address can hold all of a timeline, or of a part of it.
 * @param {Timeline} timeline
 * @param {{ first: number, last: number }} [range]
 */
export function isAddressable(timeline, range = { first: 0, last: timeline.line.length - 1 }) {
  const [start, ...rest] = timeline.line.slice(range.first, range.last + 1);
  return start.state !== null && rest.every(isKnown);
}

/** Whether the page would do the same with an event. @param {Moment} moment */
function isKnown(moment) {
  return moment.event !== null && moment.outcome !== "dropped" && moment.notes.length === 0 &&
    moment.step === (moment.previous?.step ?? 0) + 1;
}

/**
 * The sequence of an address, and what in it the page does not know.
 * @param {Machine} machine
 * @param {string} text What is behind the `#`.
 * @returns {{ timeline: Timeline, problem: string }}
 */
export function timelineAt(machine, text) {
  const parameters = new URLSearchParams(text);
  const first = machine.initialStates[0] ?? 0;
  const startID = parameters.get("start");
  const start = startID === null ? first : machine.states.findIndex((state) => state.id === startID);
  if (start < 0) {
    return {
      timeline: new Timeline(beginning(machine, first)),
      problem: `The address begins in "${startID}", which is not a state of this machine.`,
    };
  }
  const from = Number(/^\d{1,9}$/.exec(parameters.get("from") ?? "") ?? 0);
  const timeline = new Timeline({ ...beginning(machine, start), ...(from > 0 ? { index: from - 1 } : {}) });
  const ids = (parameters.get("events") ?? "").split(",").filter((id) => id !== "");
  const events = ids.map((id) => machine.events.findIndex((event) => event.id === id));
  const unknown = events.indexOf(-1);
  for (const event of unknown < 0 ? events : events.slice(0, unknown)) {
    timeline.add(happening(machine, timeline.current, event));
  }
  for (const made of timeline.line) made.remark = parameters.get(`note${made.step}`) ?? undefined;
  const at = parameters.get("at");
  const moment = at === null ? undefined : timeline.line[Number(at) - from];
  if (moment) timeline.goTo(moment);
  return {
    timeline,
    problem: unknown < 0
      ? ""
      : `The address has the event "${
        ids[unknown]
      }", which this machine does not have. The page stops before this event.`,
  };
}
