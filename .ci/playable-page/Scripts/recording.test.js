import { deepStrictEqual as equal, match, throws } from "node:assert";
import { happenings, readRecording, recordingsIn, strangeness, takenTransitions } from "page/recording.js";
import { RecordingError } from "page/recording-file.js";
import { jsonLines } from "page/recording-writer.js";
import { door, entry, event, played, state, timelineOf } from "./door.js";

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

/** The entries in the file that the page writes, each on a line. @param {import("page/timeline.js").Moment[]} moments */
function writtenLines(moments) {
  const [, , ...lines] = jsonLines(moments, machine).split("\n");
  return lines.map((line) => line.replace(/^{"entry":([^]*),"index":\d+,"kind":"entry","machine":1,[^]*}$/, "$1")).join(
    "\n",
  );
}

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
  ["{}", "the version is missing; this page reads only versions 2 and 3"],
  [line("a", "b", "c", { version: 3 }), "the version is 3; this page reads only versions 2 and 3"],
  [line("a", "b", "c", { version: "2" }), 'the version is "2"; this page reads only versions 2 and 3'],
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
Deno.test("a line that is not readable is refused by its number, with the reason", () => {
  for (const [text, reason] of malformed) {
    throws(
      () => readRecording(`${good}\r\n\n${text}\n`),
      new RecordingError(`Line 3 of the recording is not readable: ${reason}.`),
    );
  }
  for (const key of ["note", "noteBefore"]) {
    throws(() => readRecording(line("closed", "open", "open", { [key]: 1 })), {
      message: new RegExp(`"${key}" must be`),
    });
  }
});

Deno.test("a byte order mark, empty lines and any line end are no part of a recording, and it must not be empty", () => {
  const times = [null, -1.5, 0];
  const lines = times.map((time) => line("closed", "open", "closed", { time }));
  equal(readRecording(`\uFEFF${lines.join("\r\n\r\n")}\n`).map(({ time }) => time), times);
  for (const text of ["", "\n\n", "\uFEFF", " \r\n"]) {
    throws(() => readRecording(text), new RecordingError("The recording is empty."));
  }
});

Deno.test("values are matched by their names, else by their cases, and what the page's machine does not do is marked", () => {
  const unknown = (/** @type {string} */ name, what = "a state") => `${name} is not ${what} of this page's machine.`;
  for (
    const [words, more, from, sent, after, ...notes] of /** @type {any[]} */ ([
      ["closed lock(1) locked", {}, "closed", "lock(1)", "locked"],
      ["locked unlock(1) closed", {}, "locked", "unlock(1)", "closed"],
      // A payload that no sample has is that of a sample that does what was recorded, or else of the first one.
      ["closed lock(77) locked", {}, "closed", "lock(1)", "locked"],
      ["closed lock(77) closed", { outcome: "rejected" }, "closed", "lock(2)", "closed"],
      ["closed lock(77) open", {}, "closed", "lock(1)", "open", "This page's machine goes to locked."],
      // Values that the page does not know. Nothing is said against an event in a state that it does not know.
      ["ajar knock open", {}, null, null, "open", unknown("knock", "an event")],
      ["closed open ajar", {}, "closed", "open", null, unknown("ajar")],
      ["ajar open open", {}, null, "open", "open"],
      // Steps that the machine takes differently.
      ["closed open locked", {}, "closed", "open", "locked", "This page's machine goes to open."],
      ["closed open closed", { outcome: "rejected" }, "closed", "open", "closed", "This page's machine handles it."],
      ["open open open", {}, "open", "open", "open", "This page's machine rejects it."],
      ["closed open closed", { outcome: "dropped", reason: "stale" }, "closed", "open", "closed"],
    ])
  ) {
    const [start, moment] = read(JSON.stringify(entry(words, { version: 2, ...more })));
    const [stateName, eventName, afterName] = words.split(" ");
    equal([start.stateName, moment.eventName, moment.stateName], [stateName, eventName, afterName]);
    equal([start.state, moment.event, moment.state], [from && state(from), sent && event(sent), after && state(after)]);
    equal([start.notes, moment.notes], [from ? [] : [unknown(stateName)], notes]);
  }
  // Nor in one that it has not explored.
  const states = machine.states.map((known) => ({ ...known, isCut: known.name === "locked" }));
  equal(happenings(door({ states }), readRecording(line("locked", "open", "open")))[1].notes, []);
});

Deno.test("a gap is a moment of its own, so that each event has the state that it came in", () => {
  const made = timeline(good, line("locked", "unlock(1)", "closed"), line("closed", "smash", "broken"));
  equal(made.line.map((moment) => moment.outcome), ["start", "handled", "start", "handled", "handled"]);
  equal(made.line[2].notes, ["Events are missing before this event."]);
  equal(made.line[3].notes, []);
  const taken = [...takenTransitions(machine, made.line)].map((transition) => transition.source);
  equal(taken, [state("closed"), state("locked"), state("closed")]);
  // A transition that the recorded machine did not take so is not taken.
  equal([...takenTransitions(machine, timeline(line("closed", "open", "locked")).line)], []);
});

Deno.test("notes travel with a recording, and are removed with it", () => {
  const values = { after: 12345678901234567890n };
  const text = good.replace(/}$/, `,"values":{"after":${values.after},"note":"inside"}}`);
  const made = timeline(text, line("locked", "unlock(1)", "closed", { note: "old" }));
  equal(made.line.map((moment) => moment.remark), [undefined, undefined, undefined, "old"]);
  // What nobody has changed is written as it was read, to the last digit.
  equal(writtenLines(made.line).split("\n")[0], text);
  [made.line[0].remark, made.line[1].remark, made.line[3].remark] = ["before", 'a "quoted"\nnote', undefined];
  const written = writtenLines(made.line).split("\n");
  equal(written[0], text.replace(/}$/, ',"note":"a \\"quoted\\"\\nnote","noteBefore":"before"}'));
  equal(written[1].includes("note"), false);
  equal(readRecording(jsonLines(made.line, machine)).map(({ note, noteBefore }) => [note, noteBefore]), [
    ['a "quoted"\nnote', "before"],
    [undefined, undefined],
  ]);
  const again = timeline(...written.slice(0, 2));
  equal(again.line.map((moment) => moment.remark), ["before", 'a "quoted"\nnote', undefined, undefined]);
  again.line[1].remark = "other";
  equal(JSON.parse(writtenLines(again.line).split("\n")[0]).note, "other");
  match(writtenLines(again.line), /12345678901234567890/);
});

Deno.test("a note that nobody has changed stays where it is in its line", () => {
  const text = line("closed", "open", "open", {
    note: "first",
    path: { after: ["open"], event: ["open"], state: ["closed"] },
  });
  const moved = `{"note":"first",${text.replace(',"note":"first"', "").slice(1)}`;
  equal(writtenLines(timeline(moved).line), `${moved}\n`);
});

Deno.test("a note that looks like another part of the line is removed alone", () => {
  const made = timeline(line("closed", ',"note":"x"', "open", { event: 'say,"note":"x"', note: "x" }));
  made.line[1].remark = undefined;
  const [read] = readRecording(jsonLines(made.line, machine));
  equal([read.event, read.note], ['say,"note":"x"', undefined]);
});

Deno.test("what is written can be read, and says the same", () => {
  const dropped = line("open", "close", "open", { outcome: "dropped", reason: "stale", time: null });
  const lines = [good, dropped, line("locked", "<b>\u2028|", 'x"\\')];
  const written = writtenLines(timeline(...lines).line);
  equal(written.split("\n").slice(0, -1).map((text) => JSON.parse(text)), lines.map((text) => JSON.parse(text)));
  const again = readRecording(jsonLines(timeline(...lines).line, machine));
  equal(again.map(({ time, event, outcome }) => [time, event, outcome]), [
    [1.5, "open", "handled"],
    [null, "close", "dropped"],
    [1.5, "<b>\u2028|", "handled"],
  ]);
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

Deno.test("a recording begins at its time 0", () => {
  equal(read(good).map(({ time }) => time), [0, 1.5]);
});

Deno.test("a note that is not at the beginning is written once", () => {
  const made = timeline(good, line("open", "close", "closed"), line("closed", "open", "open"));
  [made.line[1].remark, made.line[2].remark] = ["one", "two"];
  const written = writtenLines(made.line).trim().split("\n").map((text) => JSON.parse(text));
  equal(written.map(({ note, noteBefore }) => [note, noteBefore]), [
    ["one", undefined],
    ["two", undefined],
    [undefined, undefined],
  ]);
});

Deno.test("what was sent on the page is written as a recording without times, and is read back", () => {
  const made = played(machine, "closed", "lock(1)", "open");
  made.start.remark = "before";
  made.line[2].remark = "after";
  const smash = { eventName: "smash", eventPath: ["smash"], remark: undefined };
  made.add({ ...made.current, ...smash, outcome: "dropped", reason: "stale" });
  const text = jsonLines(made.line, machine);
  const none = { time: undefined, version: undefined };
  const written = [
    line("closed", "lock(1)", "locked", { entered: ["bolt"], noteBefore: "before", ...none }),
    line("locked", "open", "locked", { outcome: "rejected", note: "after", ...none }),
    line("locked", "smash", "locked", { outcome: "dropped", reason: "stale", ...none }),
  ];
  equal(JSON.parse(text.split("\n")[0]), { date: null, kind: "recording", version: 3 });
  equal(
    writtenLines(made.line).split("\n").slice(0, -1).map((one) => JSON.parse(one)),
    written.map((one) => JSON.parse(one)),
  );
  const again = happenings(machine, readRecording(text));
  equal(again.map(({ outcome, stateName, remark }) => [outcome, stateName, remark]), [
    ["start", "closed", "before"],
    ["handled", "locked", undefined],
    ["rejected", "locked", "after"],
    ["dropped", "locked", undefined],
  ]);
  made.add({ ...made.current, outcome: "unknown" });
  equal(jsonLines(made.line, machine), text);
});

/** A file of version 3 with a door, a lamp and a second door. @param {...string} lines What follows their beginnings. */
function file(...lines) {
  const begin = (/** @type {number} */ number, /** @type {string} */ name, type = "Doors.Door", more = {}) =>
    JSON.stringify({
      kind: "machine",
      machine: number,
      name,
      type,
      state: "closed",
      path: ["closed"],
      time: 0.25,
      ...more,
    });
  return [
    JSON.stringify({ kind: "recording", version: 3, date: "2026-11-29T22:25:57.000Z", app: "house" }),
    begin(1, "front"),
    begin(2, "lamp", "Lamps.Lamp"),
    begin(3, "back", "Doors.Door", { index: 7 }),
    ...lines,
  ].join("\n");
}

/** An event of a file. @param {number} number @param {string} words @param {object} [more] @param {object} [entryMore] */
function told(number, words, more = {}, entryMore = {}) {
  const [from, sent, after] = words.split(" ");
  const value = { ...JSON.parse(line(from, sent, after)), time: undefined, version: undefined, ...entryMore };
  return JSON.stringify({ kind: "entry", machine: number, sequence: 5, time: 1.5, entry: value, ...more });
}

Deno.test("each machine of the page's type in a file is a recording, with dates, senders and numbers", () => {
  const text = file(
    told(3, "closed open open", { sequence: 6, sender: { machine: 2, index: 3, within: "turn" } }),
    told(1, "closed open open", { sequence: 5 }),
    told(1, "open close closed", { sequence: 8, time: 2, index: 4 }),
  );
  const { recordings, problem } = recordingsIn(machine, text, "house.jsonl");
  equal([recordings.map(({ name }) => name), problem], [["front", "back"], ""]);
  const [front, back] = recordings.map(({ happenings }) => happenings);
  equal(front.map(({ time, index, notes }) => [time, index, notes]), [
    [0.25, undefined, []],
    [1.5, 0, []],
    [2, 4, ["3 events before this event were lost."]],
  ]);
  equal(back.map(({ index, notes, senderName }) => [index, notes, senderName]), [
    [6, ["The recording begins after 7 events of the machine."], undefined],
    [7, [], "lamp"],
  ]);
  equal(new Date(back[1].date ?? 0).toISOString(), "2026-11-29T22:25:58.500Z");
});

Deno.test("a file without the page's machine is refused with the machines that it has", () => {
  const { recordings, problem } = recordingsIn(door({ type: "Doors.Gate" }), file(), "house.jsonl");
  equal(recordings, []);
  equal(
    problem,
    "house.jsonl has no machine of the type Doors.Gate, but front of the type Doors.Door, lamp of the type Lamps.Lamp, " +
      "back of the type Doors.Door.",
  );
});

Deno.test("what comes before a truncated last line is shown", () => {
  const { recordings, problem } = recordingsIn(
    machine,
    file(told(1, "closed open open"), '{"kind":"en'),
    "house.jsonl",
  );
  equal(recordings.map(({ happenings }) => happenings.length), [2, 1]);
  equal(problem, "house.jsonl: Line 6, the last one, is truncated. The recording ends before it.");
});

Deno.test("a machine of a file is written with its number, its values and the senders of its events", () => {
  const values = { after: 12345678901234567890n };
  const sent = told(3, "closed open open", { sender: { machine: 2, index: 3, within: "turn" } }, { values: {} })
    .replace('"values":{}', `"values":{"after":${values.after},"entry":{"a]":"\\"}"}}`);
  const { recordings } = recordingsIn(
    machine,
    file(sent, told(3, "open close closed", { sequence: 9 })),
    "house.jsonl",
  );
  const made = timelineOf(recordings[1].happenings);
  made.line[1].remark = "here";
  const [header, begin, first, second] = jsonLines(made.line, machine).split("\n");
  equal(JSON.parse(header), { app: "house", date: "2026-11-29T22:25:57.000Z", kind: "recording", version: 3 });
  equal([JSON.parse(begin).machine, JSON.parse(begin).index, JSON.parse(begin).name], [3, 7, "back"]);
  match(first, /"values":\{"after":12345678901234567890,"entry":\{"a\]":"\\"\}"\}\},"note":"here"\},"index":7,/);
  equal(JSON.parse(first).sender, { index: 3, name: "lamp", within: "turn" });
  equal([JSON.parse(second).sequence, JSON.parse(second).index], [9, 8]);
});

Deno.test("a state with a value of its own is the one that has it, although others have the same cases", () => {
  const { states } = door().document;
  const open = { ...states[1], name: "open(1)", values: ["open(1)", "open(2)"] };
  const wide = { ...open, id: "wide", name: "open(3)", values: ["open(3)"] };
  const two = door({ states: [states[0], wide, states[2], states[3], open] });
  const after = (/** @type {string} */ name) => happenings(two, [entry(`closed push ${name}`)])[1].state;
  equal(["open(1)", "open(2)", "open(3)"].map(after), [4, 4, 1]);
});

Deno.test("violations that the app has recorded are those of their events", () => {
  const record = (/** @type {object} */ fields) => JSON.stringify({ machine: 1, ...fields });
  const lines = [
    '{"kind":"recording","version":3,"date":null}',
    record({
      kind: "machine",
      name: "door",
      type: "Doors.Door",
      state: "closed",
      path: ["closed"],
      index: 7,
      sequence: 0,
      time: 0,
    }),
    ...["closed open open", "open close closed"].map((words, at) =>
      record({ kind: "entry", index: 7 + at, sequence: 1 + at, time: at, entry: entry(words) })
    ),
    ...[{ index: 8, property: "calm" }, { index: 8, property: "closed" }, { index: 3, property: "lost" }, {
      property: "new",
    }].map((one) => record({ kind: "failure", sequence: 9, time: 2, ...one })),
  ];
  const [{ happenings }] = recordingsIn(machine, lines.join("\n"), "run").recordings;
  equal(happenings.map(({ broken }) => broken), [["new"], undefined, ["calm", "closed"]]);
});
