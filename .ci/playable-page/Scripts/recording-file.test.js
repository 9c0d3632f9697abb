import { deepStrictEqual as equal, throws } from "node:assert";
import { readRecordingFile, RecordingError } from "page/recording-file.js";
import { RecordingWriter } from "page/recording-writer.js";

/** The line that begins a part. @param {object} [more] */
function header(more = {}) {
  return JSON.stringify({ kind: "recording", version: 3, date: "2026-11-29T22:25:57.123Z", app: "shop", ...more });
}

/** @param {number} number @param {object} [more] */
function machine(number, more = {}) {
  const named = { name: `machine ${number}`, type: "Shop.Cart", state: "open", path: ["open"] };
  return JSON.stringify({ kind: "machine", machine: number, sequence: 0, time: 0, ...named, ...more });
}

const values = {
  state: "open",
  event: "pay",
  after: "open",
  outcome: "handled",
  path: { state: ["open"], event: ["pay"], after: ["open"] },
  exited: [],
  entered: [],
};

/** @param {number} number @param {number} sequence @param {object} [more] */
function entry(number, sequence, more = {}) {
  return JSON.stringify({ kind: "entry", machine: number, sequence, time: sequence / 2, entry: values, ...more });
}

/** What a file says of its events. @param {...string} lines */
function events(...lines) {
  return readRecordingFile(lines.join("\n")).events.map((
    { machine, index, sequence, time, sender, missing },
  ) => [machine.name, index, sequence, time, sender?.index ?? null, missing]);
}

Deno.test("the events of all machines are sorted by their sequence, since the line of a cause can come later", () => {
  const within = { sender: { machine: 1, index: 0, within: "turn" } };
  equal(events(header(), machine(1), machine(2), entry(2, 4, within), entry(1, 3), entry(2, 5)), [
    ["machine 1", 0, 3, 1.5, null, 0],
    ["machine 2", 0, 4, 2, 0, 0],
    ["machine 2", 1, 5, 2.5, null, 0],
  ]);
});

Deno.test("a repeated step has its own sequence, time and sender's event, and shares everything else", () => {
  const sender = { machine: 1, index: 0, within: "turn" };
  const lines = [header(), "", machine(1), machine(2), entry(1, 3), entry(2, 4, { sender, index: 6 })];
  const { events } = readRecordingFile([...lines, "[5,7,3.5]", "[6,8,3.75,1]", "[6,9,4]"].join("\r\n"));
  equal(events.map(({ machine, index, sequence, time }) => [machine.number, index, sequence, time]), [
    [1, 0, 3, 1.5],
    [2, 6, 4, 2],
    [1, 1, 7, 3.5],
    [2, 7, 8, 3.75],
    [2, 8, 9, 4],
  ]);
  equal(events.map(({ sender }) => sender?.index), [undefined, 0, undefined, 1, undefined]);
  equal([events[2].entry === events[0].entry, events[3].line === events[1].line], [true, true]);
});

Deno.test("the parts of a recording go on where the one before ended, and lines are numbered within each part", () => {
  const [one, other] = [{ session: "a" }, { session: "b" }];
  const text = [
    ...[header(one), machine(1), entry(1, 3)],
    ...[header(one), machine(1, { index: 1 }), entry(1, 4), "[3,5,9]"],
    ...[header(one), machine(1, { index: 6 }), "", entry(1, 20), "[4,21,9.5]"],
    ...[header(other), machine(1, { name: "stranger", handled: true }), entry(1, 1)],
  ].join("\n");
  const file = readRecordingFile(text);
  equal(file.machines.map(({ name, isMidLife }) => [name, isMidLife]), [["machine 1", false], ["stranger", true]]);
  equal(
    file.apps.map(({ name, date }) => [name, date]),
    Array(2).fill(["shop", Date.UTC(2026, 10, 29, 22, 25, 57, 123)]),
  );
  equal(file.events.map(({ machine, index, missing }) => [machine.name, index, missing]), [
    ["machine 1", 0, 0],
    ["machine 1", 1, 0],
    ["machine 1", 2, 0],
    ["machine 1", 6, 3],
    ["machine 1", 7, 0],
    ["stranger", 0, 0],
  ]);
});

Deno.test("files of version 2 are one machine each, also beside parts of version 3", () => {
  const old = JSON.stringify({ ...values, version: 2, time: null });
  const { machines, events } = readRecordingFile(
    [old, old, header({ date: null }), machine(4), entry(4, 1), old].join("\n"),
  );
  equal(machines.map(({ type, number, app }) => [type, number, app.date]), [
    ["", 1, null],
    ["Shop.Cart", 4, null],
    ["", 1, null],
  ]);
  equal(events.map(({ machine, index, time }) => [machines.indexOf(machine), index, time]), [
    [0, 0, null],
    [0, 1, null],
    [1, 0, 0.5],
    [2, 0, null],
  ]);
});

Deno.test("failures and ends belong to their machines, and unknown kinds are skipped", () => {
  const failure = { machine: 1, sequence: 4, time: 2, index: 0, property: "it is paid", reason: "free" };
  const { failures, machines } = readRecordingFile([
    header(),
    machine(1),
    entry(1, 3),
    JSON.stringify({ kind: "failure", ...failure }),
    JSON.stringify({ kind: "lost", count: 12 }),
    JSON.stringify({ kind: "ended", machine: 1, sequence: 5, time: 7 }),
  ].join("\n"));
  equal(failures, [{ ...failure, machine: machines[0] }]);
  equal(machines[0].end, 7);
});

Deno.test("a truncated last line is said, and what comes before it is kept", () => {
  const lines = [header(), machine(1), entry(1, 3)];
  const file = readRecordingFile([...lines, '{"kind":"entry","mach'].join("\n"));
  equal([file.events.length, file.problem], [1, "Line 4, the last one, is truncated. The recording ends before it."]);
  equal(readRecordingFile(lines.join("\n")).problem, "");
});

Deno.test("a line that is not readable is refused by its number in the file, with the reason", () => {
  for (
    const [line, reason] of [
      [header({ version: 4 }), "the version is 4; this page reads only versions 2 and 3"],
      [header({ date: "today" }), '"date" must be a date, such as "2026-11-29T22:25:57.123Z"'],
      [machine(2, { state: null }), '"state" must be a string'],
      [machine(2, { path: "open" }), '"path" must be a list of strings'],
      [machine(2, { name: 2 }), '"name" and "type" must be strings'],
      [machine(2, { time: "1" }), '"time" must be a number of seconds'],
      [entry(3, 1), "the part has no record of the machine 3 before it"],
      [entry(1, 1, { index: -1 }), '"index" must be a number'],
      [entry(1, 1, { sequence: "1" }), '"sequence" must be a number'],
      [entry(1, 1, { machine: "1" }), '"machine" must be a number'],
      [entry(1, 1, { sender: {} }), '"sender.machine" must be a number'],
      [entry(1, 1, { entry: null }), '"entry" must be a JSON object'],
      [entry(1, 1, { entry: { ...values, event: 1 } }), '"event" must be a string'],
      [JSON.stringify({ kind: "failure", machine: 1, sequence: 1, time: 1 }), '"property" must be a string'],
      ["[2,1,1]", "line 2 of the part is not the line of an event"],
      ["[3,-1,1]", "the second number must be that of the sequence"],
      ['[3,1,"1"]', "the third number must be a number of seconds"],
      ['[3,1,1,"1"]', "the fourth number must be that of the sender's event"],
      ["[3,1,1", "the line is not valid JSON or is truncated"],
    ]
  ) {
    throws(
      () => readRecordingFile(["", header(), machine(1), entry(1, 1), line, ""].join("\n")),
      new RecordingError(`Line 5 of the recording is not readable: ${reason}.`),
    );
  }
  throws(() => readRecordingFile(machine(1)), /Line 1 .*: a line with the kind "recording" must come first\.$/);
  throws(() => readRecordingFile(header()), new RecordingError("The recording is empty."));
});

Deno.test("what is written in short is read as it was", () => {
  const writer = new RecordingWriter({ date: 0, app: "shop" }, { isShort: true });
  const begin = { name: "cart", type: "Shop.Cart", state: "open", path: ["open"], time: 0, sequence: 0 };
  writer.machine({ ...begin, machine: 1, session: "private", accepts: ["values"] });
  writer.machine({ ...begin, machine: 2 });
  const written = [
    { machine: 1, index: 0, sequence: 1, time: 1 },
    {
      machine: 2,
      index: 0,
      sequence: 2,
      time: 1.5,
      sender: { machine: 1, index: 0, within: /** @type {const} */ ("turn") },
    },
    { machine: 1, index: 1, sequence: 3, time: 2 },
    {
      machine: 2,
      index: 1,
      sequence: 4,
      time: 2.5,
      sender: { machine: 1, index: 1, within: /** @type {const} */ ("turn") },
    },
    { machine: 2, index: 2, sequence: 5, time: 3 },
    { machine: 1, index: 7, sequence: 6, time: null },
  ];
  for (const event of written) writer.event({ ...event, entry: JSON.stringify(values) });
  const lines = writer.text.split("\n");
  equal([lines[5], lines[6], lines[8].includes('"index":7')], ["[4,3,2]", "[5,4,2.5,1]", true]);
  equal([lines[1].includes("private"), lines[1].includes("accepts")], [false, false]);
  const read = readRecordingFile(writer.text).events;
  equal(
    read.map(({ machine, index, sequence, time, sender }) => ({
      machine: machine.number,
      index,
      sequence,
      time,
      ...(sender ? { sender } : {}),
    })),
    written,
  );
});

Deno.test("a repeated step can have other numbers, each one or each different one", () => {
  const counted = {
    ...values,
    event: "pay(7)",
    state: "open(7, 12)",
    after: "open(12, 7)",
    path: { state: ["open"], event: ["pay"], after: ["open"] },
  };
  const line = JSON.stringify({ entry: counted, index: 0, kind: "entry", machine: 1, sequence: 3, time: 1 });
  const { events } = readRecordingFile(
    [header(), machine(1), line, '[3,4,2,null,"=8 90"]', '[3,5,3,null,"1 2 3 4 5"]', "[3,6,4,null]"].join("\n"),
  );
  equal(events.map(({ entry }) => [entry.state, entry.event, entry.after]), [
    ["open(7, 12)", "pay(7)", "open(12, 7)"],
    ["open(8, 90)", "pay(8)", "open(90, 8)"],
    ["open(1, 2)", "pay(3)", "open(4, 5)"],
    ["open(7, 12)", "pay(7)", "open(12, 7)"],
  ]);
});

Deno.test("the numbers outside an entry stay, also if they equal one of its numbers", () => {
  const dated = { ...values, event: "at(0)", state: "clock(1)", after: "clock(1)" };
  const line = JSON.stringify({ entry: dated, index: 0, kind: "entry", machine: 1, sequence: 3, time: 1 });
  const { events } = readRecordingFile([header(), machine(1), line, '[3,4,2,null,"=007 09"]'].join("\n"));
  equal(events.map(({ entry, machine }) => [entry.event, entry.after, machine.number]), [
    ["at(0)", "clock(1)", 1],
    ["at(09)", "clock(007)", 1],
  ]);
});

Deno.test("a cause comes before its effect, also if its line is in a later part", () => {
  const parts = { session: "a" };
  const within = { sender: { machine: 1, index: 0, within: "turn" } };
  const lines = [header(parts), machine(1), machine(2), entry(2, 4, within)];
  const text = [...lines, header(parts), machine(1), machine(2, { index: 1 }), entry(1, 3)].join("\n");
  equal(readRecordingFile(text).events.map(({ sequence }) => sequence), [3, 4]);
});

Deno.test("a run whose last line is cut off is followed by the next run, and a sender may have only a name", () => {
  const named = { sender: { name: "refresh", within: "turn" } };
  const file = readRecordingFile(
    [
      header({ session: "a" }),
      machine(1),
      entry(1, 3),
      '{"entry":{"st',
      header({ session: "b" }),
      machine(1),
      entry(1, 3, named),
    ]
      .join("\n"),
  );
  equal(file.events.length, 2);
  equal(file.problem, "Line 4, the last one of a run, is truncated. The recording ends before it.");
  equal(file.events[1].sender?.name, "refresh");
  throws(() => readRecordingFile([header(), machine(1), '{"entry":{"st', entry(1, 3)].join("\n")), RecordingError);
});
