import { deepStrictEqual as equal, match, throws } from "node:assert";
import { happenings, jsonLines, readRecording, RecordingError, strangeness, takenTransitions } from "page/recording.js";
import { beginning, happening, Timeline } from "page/timeline.js";
import { door, event, state, timelineOf } from "./door.js";

const machine = door();

/**
 * A line of a recording.
 * @param {string} from
 * @param {string} sent
 * @param {string} after
 * @param {Record<string, unknown>} [changes]
 */
function line(from, sent, after, changes = {}) {
  const path = (/** @type {string} */ name) => [name.replace(/\(.*/, "")];
  return JSON.stringify({
    after,
    entered: [],
    event: sent,
    exited: [],
    outcome: "handled",
    path: { after: path(after), event: path(sent), state: path(from) },
    state: from,
    time: 1.5,
    version: 2,
    ...changes,
  });
}

/** @param {string[]} lines */
function read(...lines) {
  return happenings(machine, readRecording(lines.join("\n")));
}

/** @param {string[]} lines */
function timeline(...lines) {
  const made = timelineOf(read(...lines));
  made.goTo(made.start);
  return made;
}

const good = line("closed", "open", "open");

Deno.test("a recording of another machine is named, with the machine of the page", () => {
  const words = (/** @type {string[]} */ ...lines) =>
    strangeness(machine, readRecording(lines.join("\n")), "upload.jsonl");
  const other = line("waiting", "send", "sending");
  equal(words(good), "");
  equal(words(other, good), "");
  equal(words(line("closed", "explode", "dust")), "");
  equal(words(line("waiting", "close", "sending")), "");
  const problem = words(other, line("sending", "finish", "sent"));
  const states = machine.states.slice(0, 5).map(({ name }) => name).join(", ");
  equal(
    problem,
    `upload.jsonl is of another machine (waiting, sending), and not of ${machine.document.name} (${states}).`,
  );
});

const malformed = /** @type {[string, string][]} */ ([
  ["{", "the line is not valid JSON or is truncated"],
  [good.slice(0, -1), "the line is not valid JSON or is truncated"],
  ["[]", "a JSON object is required"],
  ["null", "a JSON object is required"],
  ['"open"', "a JSON object is required"],
  ["{}", "the version is missing; this page reads only version 2"],
  [line("a", "b", "c", { version: 3 }), "the version is 3; this page reads only version 2"],
  [line("a", "b", "c", { version: "2" }), 'the version is "2"; this page reads only version 2'],
  [line("a", "b", "c", { state: undefined }), '"state" must be a string'],
  [line("a", "b", "c", { event: 1 }), '"event" must be a string'],
  [line("a", "b", "c", { after: null }), '"after" must be a string'],
  [line("a", "b", "c", { path: undefined }), '"path.state" must be a list of strings'],
  [line("a", "b", "c", { path: "state" }), '"path.state" must be a list of strings'],
  [line("a", "b", "c", { path: { state: ["a"], event: [1], after: [] } }), '"path.event" must be a list of strings'],
  [line("a", "b", "c", { exited: "bolt" }), '"exited" must be a list of strings'],
  [line("a", "b", "c", { entered: [null] }), '"entered" must be a list of strings'],
  [line("a", "b", "c", { outcome: "enqueued" }), '"outcome" must be "handled", "rejected" or "dropped"'],
  [line("a", "b", "c", { outcome: "dropped" }), '"reason" must be a string'],
  [line("a", "b", "c", { time: "1" }), '"time" must be a number of seconds'],
  [line("a", "b", "c", { time: undefined }), '"time" must be a number of seconds'],
  [good.replace("1.5", "1e999"), '"time" must be a number of seconds'],
]);
for (const [text, reason] of malformed) {
  Deno.test(`the line ${text} is refused by its number`, () => {
    throws(
      () => readRecording(`${good}\r\n\n${text}\n`),
      new RecordingError(`Line 3 of the recording is not readable: ${reason}.`),
    );
  });
}

Deno.test("an empty recording is refused", () => {
  for (const text of ["", "\n\n", "\uFEFF", " \r\n"]) {
    throws(() => readRecording(text), new RecordingError("The recording is empty."));
  }
});

Deno.test("a byte order mark, empty lines and any line end are not part of a recording", () => {
  equal(readRecording(`\uFEFF${good}\r\n\r\n${good}`).length, 2);
});

Deno.test("lines without times, and before the first one, are read", () => {
  const times = [null, -1.5, 0].map((time) => line("closed", "open", "closed", { time }));
  equal(readRecording(times.join("\n")).map((entry) => entry.time), [null, -1.5, 0]);
});

Deno.test("values are matched by their whole names", () => {
  const [start, locked, unlocked] = read(line("closed", "lock(1)", "locked"), line("locked", "unlock(1)", "closed"));
  equal([start.state, locked.event, locked.state], [state("closed"), event("lock(1)"), state("locked")]);
  equal([unlocked.state, unlocked.notes], [state("closed"), []]);
});

Deno.test("a payload that no sample has is matched by its case path, and by what came of it", () => {
  const [, handled] = read(line("closed", "lock(77)", "locked"));
  equal([handled.event, handled.eventName, handled.notes], [event("lock(1)"), "lock(77)", []]);
  const [, rejected] = read(line("closed", "lock(77)", "closed", { outcome: "rejected" }));
  equal([rejected.event, rejected.notes], [event("lock(2)"), []]);
});

Deno.test("unknown values are marked, and shown as they are", () => {
  const [start, first] = read(line("ajar", "knock", "open"));
  equal([start.state, start.stateName], [null, "ajar"]);
  equal(start.notes, ["ajar is not a state of this page's machine."]);
  equal([first.event, first.eventName, first.state], [null, "knock", state("open")]);
  equal(first.notes, ["knock is not an event of this page's machine."]);
});

Deno.test("a step that the page's machine takes differently is marked", () => {
  /** @param {string[]} lines */
  const notes = (...lines) => read(...lines)[1].notes;
  equal(notes(line("closed", "open", "locked")), ["This page's machine goes to open."]);
  equal(notes(line("closed", "open", "closed", { outcome: "rejected" })), ["This page's machine handles it."]);
  equal(notes(line("open", "open", "open")), ["This page's machine rejects it."]);
  equal(notes(line("closed", "open", "closed", { outcome: "dropped", reason: "stale" })), []);
});

Deno.test("a gap is a moment of its own, so that each event has the state that it came in", () => {
  const made = timeline(good, line("locked", "unlock(1)", "closed"), line("closed", "smash", "broken"));
  equal(made.line.map((moment) => moment.outcome), ["start", "handled", "start", "handled", "handled"]);
  equal(made.line[2].notes, ["Events are missing before this event."]);
  equal(made.line[3].notes, []);
  const taken = [...takenTransitions(machine, made.line)].map((transition) => transition.source);
  equal(taken, [state("closed"), state("locked"), state("closed")]);
});

Deno.test("a transition that the recorded machine did not take so is not taken", () => {
  equal([...takenTransitions(machine, timeline(line("closed", "open", "locked")).line)], []);
});

Deno.test("notes travel with a recording, and are removed with it", () => {
  const values = { after: 12345678901234567890n };
  const text = good.replace(/}$/, `,"values":{"after":${values.after},"note":"inside"}}`);
  const made = timeline(text, line("locked", "unlock(1)", "closed", { note: "old" }));
  equal(made.line.map((moment) => moment.remark), [undefined, undefined, undefined, "old"]);
  // What nobody has changed is written as it was read, to the last digit.
  equal(jsonLines(made.line).split("\n")[0], text);
  [made.line[0].remark, made.line[1].remark, made.line[3].remark] = ["before", 'a "quoted"\nnote', undefined];
  const written = jsonLines(made.line).split("\n");
  equal(written[0], text.replace(/}$/, ',"note":"a \\"quoted\\"\\nnote","noteBefore":"before"}'));
  equal(written[1].includes("note"), false);
  equal(readRecording(written.join("\n")).map(({ note, noteBefore }) => [note, noteBefore]), [
    ['a "quoted"\nnote', "before"],
    [undefined, undefined],
  ]);
  const again = timeline(...written.slice(0, 2));
  equal(again.line.map((moment) => moment.remark), ["before", 'a "quoted"\nnote', undefined, undefined]);
  again.line[1].remark = "other";
  equal(JSON.parse(jsonLines(again.line).split("\n")[0]).note, "other");
  match(jsonLines(again.line), /12345678901234567890/);
});

Deno.test("a note that nobody has changed stays where it is in its line", () => {
  const text = line("closed", "open", "open", {
    note: "first",
    path: { after: ["open"], event: ["open"], state: ["closed"] },
  });
  const moved = `{"note":"first",${text.replace(',"note":"first"', "").slice(1)}`;
  equal(jsonLines(timeline(moved).line), `${moved}\n`);
});

Deno.test("a note that looks like another part of the line is removed alone", () => {
  const made = timeline(line("closed", ',"note":"x"', "open", { event: 'say,"note":"x"', note: "x" }));
  made.line[1].remark = undefined;
  const [read] = readRecording(jsonLines(made.line));
  equal([read.event, read.note], ['say,"note":"x"', undefined]);
});

Deno.test("a note that is not a string is refused", () => {
  for (const key of ["note", "noteBefore"]) {
    throws(() => readRecording(line("closed", "open", "open", { [key]: 1 })), {
      message: new RegExp(`"${key}" must be`),
    });
  }
});

Deno.test("what is written can be read, and says the same", () => {
  const dropped = line("open", "close", "open", { outcome: "dropped", reason: "stale", time: null });
  const lines = [good, dropped, line("locked", "<b>\u2028|", 'x"\\')];
  const written = jsonLines(timeline(...lines).line);
  equal(written.split("\n").slice(0, -1).map((text) => JSON.parse(text)), lines.map((text) => JSON.parse(text)));
});

/** A door whose states have payloads: with lock(1) it is in locked(1), and with lock(2) in locked(2). */
const safe = (() => {
  const [closed, locked] = machine.states;
  const [, , one, two] = machine.events;
  return door({
    states: [
      closed,
      ...["locked(1)", "locked(2)"].map((name) => ({ ...locked, id: name, name, path: ["locked"], isInitial: false })),
    ],
    events: [one, two],
    transitions: [0, 1].map((event) => ({ ...machine.document.transitions[0], source: 0, event, target: event + 1 })),
  });
})();

/** What a recording says of the safe: its states, events and notes. @param {string[]} lines */
function ofSafe(...lines) {
  const entries = readRecording(lines.join("\n"));
  return happenings(safe, entries).map(({ state, event, notes }) => [state, event, notes]);
}

Deno.test("of several states with the cases of a recorded one, it is that which the transitions lead to", () => {
  equal(ofSafe(line("closed", "lock(2)", "locked(7)")), [[0, null, []], [2, 1, []]]);
});

Deno.test("a state with the whole name of a recorded one is that state, also where the transitions lead elsewhere", () => {
  const [, [found, sent, notes]] = ofSafe(line("closed", "lock(2)", "locked(1)"));
  equal([found, sent, notes], [1, 1, ["This page's machine goes to locked(2)."]]);
});

Deno.test("where no transition says it, a state has the whole name, or else is the first with its cases", () => {
  for (
    const [name, expected] of /** @type {[string, number][]} */ ([["locked(1)", 1], ["locked(2)", 2], ["locked(7)", 1]])
  ) {
    equal(ofSafe(line(name, "knock", name))[0], [expected, null, []]);
    equal(ofSafe(line(name, "knock", name))[1], [expected, null, ["knock is not an event of this page's machine."]]);
  }
});

Deno.test("an event with the name of a sample is that sample, even if another sample does what was recorded", () => {
  const other = door({ ...safe.document, transitions: safe.document.transitions.slice(0, 1) });
  const entries = readRecording(line("closed", "lock(1)", "closed", { outcome: "rejected" }));
  const { event, notes } = happenings(other, entries)[1];
  equal([event, notes], [0, ["This page's machine handles it."]]);
});

Deno.test("of several samples with the cases of a recorded event, it is that which leads to the recorded state", () => {
  const [first, second] = safe.document.transitions;
  const other = door({ ...safe.document, transitions: [{ ...first, target: 0 }, second] });
  const entries = readRecording(line("closed", "lock(7)", "locked(7)"));
  const { event, state, notes } = happenings(other, entries)[1];
  equal([event, state, notes], [1, 2, []]);
});

Deno.test("if no sample does what was recorded, it is the first one with the cases", () => {
  const [, moment] = read(line("closed", "lock(77)", "open"));
  equal([moment.event, moment.notes], [event("lock(1)"), ["This page's machine goes to locked."]]);
});

Deno.test("a state after an event that the page does not know is marked", () => {
  const [, moment] = read(line("closed", "open", "ajar"));
  equal([moment.state, moment.stateName, moment.notes], [null, "ajar", [
    "ajar is not a state of this page's machine.",
  ]]);
});

Deno.test("nothing is said against an event in a state that the page does not know, or has not explored", () => {
  const [start, moment] = read(line("ajar", "open", "open"));
  equal([start.state, moment.event, moment.notes], [null, event("open"), []]);
  const states = machine.states.map((known) => ({ ...known, isCut: known.name === "locked" }));
  const entries = readRecording(line("locked", "open", "open"));
  equal(happenings(door({ states }), entries)[1].notes, []);
});

Deno.test("a recording begins at its time 0", () => {
  equal(read(good).map(({ time }) => time), [0, 1.5]);
});

Deno.test("a note that is not at the beginning is written once", () => {
  const made = timeline(good, line("open", "close", "closed"), line("closed", "open", "open"));
  [made.line[1].remark, made.line[2].remark] = ["one", "two"];
  const written = jsonLines(made.line).trim().split("\n").map((text) => JSON.parse(text));
  equal(written.map(({ note, noteBefore }) => [note, noteBefore]), [
    ["one", undefined],
    ["two", undefined],
    [undefined, undefined],
  ]);
});

Deno.test("what was sent on the page is written as a recording without times, and is read back", () => {
  const made = new Timeline(beginning(machine, state("closed")));
  for (const name of ["lock(1)", "open"]) made.add(happening(machine, made.current, event(name)));
  made.start.remark = "before";
  made.line[2].remark = "after";
  made.add({
    ...made.current,
    eventName: "smash",
    eventPath: ["smash"],
    outcome: "dropped",
    reason: "stale",
    remark: undefined,
  });
  const text = jsonLines(made.line);
  const written = [
    line("closed", "lock(1)", "locked", { entered: ["bolt"], noteBefore: "before", time: null }),
    line("locked", "open", "locked", { outcome: "rejected", note: "after", time: null }),
    line("locked", "smash", "locked", { outcome: "dropped", reason: "stale", time: null }),
  ];
  equal(text.split("\n").slice(0, -1).map((one) => JSON.parse(one)), written.map((one) => JSON.parse(one)));
  const again = happenings(machine, readRecording(text));
  equal(again.map(({ outcome, stateName, remark }) => [outcome, stateName, remark]), [
    ["start", "closed", "before"],
    ["handled", "locked", undefined],
    ["rejected", "locked", "after"],
    ["dropped", "locked", undefined],
  ]);
  made.add({ ...made.current, outcome: "unknown" });
  equal(jsonLines(made.line), text);
});
