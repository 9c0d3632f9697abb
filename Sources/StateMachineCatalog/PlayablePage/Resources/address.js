// The address of the page holds the sequence of events: #start=idle&events=start,bufferFinished&at=1

/** @import { Machine } from "./machine.js" */
/** @import { Moment } from "./timeline.js" */
import { beginning, happening, Timeline } from "./timeline.js";

/**
 * The part of the address behind the `#`. A moment that the page does not know the events of, such as one of a recording, ends it.
 * @param {Machine} machine
 * @param {Timeline} timeline
 */
export function address(machine, timeline) {
  const [start, ...rest] = timeline.line;
  if (start.state === null) return "";
  const end = rest.findIndex((moment) => !isKnown(moment));
  const events = (end < 0 ? rest : rest.slice(0, end)).map((moment) => machine.events[moment.event ?? 0].id);
  const at = Math.min(timeline.past.length - 1, events.length);
  const isAtEnd = at === events.length;
  const remarks = timeline.line.slice(0, events.length + 1).flatMap(({ remark }, index) =>
    remark ? [`note${index}=${encodeURIComponent(remark.toWellFormed())}`] : []
  );
  const isPlain = events.length + remarks.length === 0 && start.state === machine.initialStates[0];
  if (isPlain) return "";
  return [
    `start=${machine.states[start.state].id}`,
    ...(events.length > 0 ? [`events=${events.join(",")}`] : []),
    ...(isAtEnd ? [] : [`at=${at}`]),
    ...remarks,
  ].join("&");
}

/**
 * Whether the address can hold all of a timeline.
 * @param {Timeline} timeline
 */
export function isAddressable(timeline) {
  return timeline.start.state !== null && timeline.line.slice(1).every(isKnown);
}

/** Whether the page would do the same with an event. @param {Moment} moment */
function isKnown(moment) {
  return moment.event !== null && moment.outcome !== "dropped" && moment.notes.length === 0;
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
  const timeline = new Timeline(beginning(machine, start));
  const ids = (parameters.get("events") ?? "").split(",").filter((id) => id !== "");
  const events = ids.map((id) => machine.events.findIndex((event) => event.id === id));
  const unknown = events.indexOf(-1);
  for (const event of unknown < 0 ? events : events.slice(0, unknown)) {
    timeline.add(happening(machine, timeline.current, event));
  }
  for (const [index, made] of timeline.line.entries()) made.remark = parameters.get(`note${index}`) ?? undefined;
  const at = parameters.get("at");
  const moment = at === null ? undefined : timeline.line[Number(at)];
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
