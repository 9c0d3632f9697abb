// The machines of a recording file, side by side.

/** @import { RecordedApp, RecordedMachine, RecordingFile } from "./recording-file.js" */
import { Happened, TogetherMachine } from "./together-machine.js";

/**
 * @typedef {object} App What machines run in.
 * @property {string} app
 * @property {number} [process]
 * @property {number | null} date Seconds since 1970 at its time 0, if known.
 * @property {"live" | "silent" | "gone" | "file"} status
 */

/**
 * What the page shows of a file.
 * @param {RecordingFile} file
 * @param {string} name What a machine without a name is called.
 */
export function contentsOf(file, name) {
  const first = file.apps.find(({ date }) => date !== null)?.date ?? null;
  /** @type {Map<string, App>} */
  const apps = new Map();
  for (const { key, name: app, date } of file.apps) {
    apps.set(key, { app: app || name, date: date === null ? null : date / 1000, status: "file" });
  }
  /** @type {Map<RecordedMachine, TogetherMachine>} */
  const made = new Map(file.machines.map((machine) => [machine, machineOf(machine, first, name)]));
  /** @type {Map<RecordedApp, Happened[]>} */
  const events = new Map(file.apps.map((app) => [app, []]));
  for (const event of file.events) {
    const machine = /** @type {TogetherMachine} */ (made.get(event.machine));
    // Files of version 2 may have no times.
    const time = event.time === null ? machine.latest : event.time + machine.origin;
    const happened = new Happened(machine, time, event);
    machine.append(happened);
    events.get(event.machine.app)?.push(happened);
  }
  for (const { machine, time, property, reason, index, sequence } of file.failures) {
    const live = /** @type {TogetherMachine} */ (made.get(machine));
    live.failures.push({ time: (time ?? 0) + live.origin, property, reason, index, sequence });
  }
  for (const [recorded, machine] of made) {
    if (recorded.end !== null) machine.end = recorded.end + machine.origin;
  }
  return { apps, machines: [...made.values()], events: [...events.values()].reduce(merged, []), origin: first };
}

/** @param {RecordedMachine} recorded @param {number | null} first @param {string} name */
function machineOf(
  { app, number, name: own, type, state, path, time, sequence, index, isMidLife, record },
  first,
  name,
) {
  const origin = app.date === null || first === null ? 0 : (app.date - first) / 1000;
  const known = { ...record, session: app.key, machine: number, name: own || name, type, state, path, time };
  return new TogetherMachine({ ...known, sequence, index, handled: isMidLife }, origin);
}

/** The events of two apps in the order of their times. @param {Happened[]} one @param {Happened[]} other */
function merged(one, other) {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const result = [];
  for (let [first, second] = [0, 0]; first < one.length || second < other.length;) {
    const isFirst = second === other.length || (first < one.length && one[first].time <= other[second].time);
    result.push(isFirst ? one[first++] : other[second++]);
  }
  return result;
}
