// The story of several machines as a recording file, and as a picture.

import { deepStrictEqual as equal, match } from "node:assert";
import { readRecordingFile } from "page/recording-file.js";
import { contentsOf } from "page/together-file.js";
import { sequencePicture } from "page/together-picture.js";
import { recordingText } from "page/together-recording.js";
import { incident, machine, receive, storyOf } from "./machines-together.js";

const colors = {
  background: "#fff",
  ink: "#000",
  quiet: "#555",
  line: "#ccc",
  accent: "#06c",
  bad: "#c00",
  note: "#eef",
};

/** What a file says of its events. @param {string} text */
function read(text) {
  const { events, machines } = contentsOf(readRecordingFile(text), "file");
  return {
    events: events.map((
      { machine, index, time, sequence, event, note, sender },
    ) => [machine.name, index, time, sequence, event, note ?? null, sender ?? null]),
    failures: machines.flatMap(({ name, failures }) =>
      failures.map(({ property, index, time }) => [name, property, index, time])
    ),
  };
}

Deno.test("the file of a story has its machines, senders, notes, violations and dates, and can be read again", () => {
  for (const isShort of [false, true]) {
    const machines = incident();
    machines[0].events[2].note = "here\nand there";
    const story = storyOf(machines);
    const text = recordingText(story, { isShort });
    const [header, session] = text.split("\n").map((line) => line && JSON.parse(line));
    equal(header, { app: "shop", date: "2026-11-29T23:59:58.000Z", kind: "recording", version: 3 });
    equal([session.kind, session.machine, session.index, session.state, session.session], [
      "machine",
      1,
      0,
      "signedOut",
      undefined,
    ]);
    const again = read(text);
    equal(
      again.events.map(([, , , ...rest]) => rest),
      story.events.map(({ sequence, event, note, sender }) => [sequence, event, note ?? null, sender ?? null]),
    );
    equal(again.failures, [["session", "nobody is signed in by a refresh", 3, 6]]);
  }
});

Deno.test("a story that begins later says how many events each machine had received, and where it was", () => {
  const machines = incident();
  const story = storyOf(machines);
  story.events = story.events.slice(2);
  const lines = recordingText(story).split("\n").filter((line) => line).map((line) => JSON.parse(line));
  equal(lines.slice(1, 3).map(({ index, state, handled, time }) => [index, state, handled, time]), [
    [1, 'signedIn(user: "ann")', true, 3],
    [1, "running", true, 5],
  ]);
  equal(read(recordingText(story)).events.map(([name, index]) => [name, index]), [
    ["session", 1],
    ["session", 2],
    ["refresh", 1],
    ["session", 3],
  ]);
});

Deno.test("the machines of two apps are in parts of their own, and an effect that was numbered first comes after its cause", () => {
  const [one, other] = [machine("one", 1), machine("other", 1, { session: "t", origin: 10 })];
  receive(one, 5, "cause", { sequence: 9 });
  receive(one, 5, "effect", { sequence: 8 });
  receive(other, 3, "elsewhere", { sequence: 1 });
  const story = { ...storyOf([one, other]), events: [...one.events, ...other.events] };
  equal(read(recordingText(story)).events.map(([name, , time, sequence, event]) => [name, time, sequence, event]), [
    ["other", 3, 1, "elsewhere"],
    ["one", 5, 9, "cause"],
    ["one", 5, 10, "effect"],
  ]);
});

Deno.test("the picture has the machines, the events with their times, and what is broken, as text", () => {
  const machines = incident({ name: 'a "b" <script>' });
  machines[0].events[2].note = "here & there";
  const { svg, size } = sequencePicture(storyOf(machines), colors);
  const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  equal(texts.slice(0, 4), ["a &#34;b&#34; &#60;script&#62;", "Session", "refresh", "Refresh"]);
  for (
    const text of [
      "2026-11-30 00:00:04.000 UTC",
      "4. renewed",
      "Broken: nobody is signed",
      "here &#38; there",
      "2.000 s",
    ]
  ) {
    equal(texts.includes(text), true, text);
  }
  equal([svg.includes("<script"), size.width], [false, 170 + 2 * 190 + 12]);
  equal(svg.match(/<polygon /g)?.length, 6);
});

Deno.test("the picture of a long story says how many events it leaves out", () => {
  const cart = machine("cart", 1);
  for (let time = 1; time <= 310; time++) receive(cart, time, "go", { after: "a" });
  const { svg } = sequencePicture(storyOf([cart], { isDated: false }), colors);
  match(svg, />10 earlier events not drawn</);
  equal([svg.includes(">10. go<"), svg.includes(">11. go<"), svg.includes(">310. go<")], [false, true, true]);
});

Deno.test("a whole file has the ends of machines, and violations whose events are missing", () => {
  const [session, refresh] = incident();
  const { record } = session;
  session.take("failure", { ...record, sequence: 70, time: 4, index: 40, property: "it is lost", reason: undefined });
  refresh.take("ended", { ...refresh.record, sequence: 80, time: 9 });
  const text = recordingText(storyOf([session, refresh]), { isWhole: true });
  equal(read(text).failures.map(([, property, index]) => [property, index]), [
    ["it is lost", 40],
    ["nobody is signed in by a refresh", 3],
  ]);
  equal(readRecordingFile(text).machines.map(({ end }) => end), [null, 9]);
  equal(recordingText(storyOf([session, refresh])).includes("ended"), false);
});
