// How the timeline plays: when each moment is shown. The time is what a test says.

import { deepStrictEqual as equal } from "node:assert";
import { Player } from "page/player.js";
import { door, played } from "./door.js";
import { Clock } from "./page-without-browser.js";

/** @import { Timeline } from "page/timeline.js" */

/**
 * @typedef {object} Playing
 * @property {Timeline} timeline
 * @property {Player} player
 * @property {Clock} clock
 * @property {() => number} at The place of the moment that is shown.
 * @property {unknown[]} told The place, and whether it plays, each time that the page was told to show the timeline.
 * @property {{ speed: number, showing: number }} page The speed, and the milliseconds that it takes to show a moment.
 */

/**
 * A test of a timeline with its own clock.
 * @param {string} title
 * @param {(number | null | undefined)[]} times Seconds, one for each moment.
 * @param {(playing: Playing) => void} body
 */
function test(title, times, body) {
  Deno.test(title, () => {
    const clock = new Clock();
    const timeline = played(door(), "closed", ...times.slice(1).map((_, index) => index % 2 ? "close" : "open"));
    times.forEach((time, index) => timeline.line[index].time = time);
    timeline.goTo(timeline.start);
    const at = () => timeline.line.indexOf(timeline.current);
    const page = { speed: 1, showing: 0 };
    /** @type {unknown[]} */
    const told = [];
    const show = () => {
      told.push([at(), player.isPlaying]);
      clock.now += page.showing;
    };
    const player = new Player(show, () => page.speed);
    body({ timeline, player, clock, at, told, page });
  });
}

test(
  "a recording plays at its own pace, and stops at its end",
  [0, 1, 1.25],
  ({ timeline, player, clock, at, told }) => {
    equal(player.isPlaying, false);
    player.play(timeline);
    const places = [999, 1, 249, 1].map((milliseconds) => {
      clock.wait(milliseconds);
      return at();
    });
    equal(places, [0, 1, 1, 2]);
    equal(told, [[0, true], [1, true], [2, false]]);
    equal([player.isPlaying, clock.timers.size], [false, 0]);
  },
);

for (const times of [[undefined, undefined], [0, null], [null, 0], [3, undefined], [undefined, 3]]) {
  test(`there are 0.8 seconds between the times ${times.join(" and ")}`, times, ({ timeline, player, clock, at }) => {
    player.play(timeline);
    clock.wait(799);
    equal(at(), 0);
    clock.wait(1);
    equal(at(), 1);
  });
}

test("a clock that was set back is not waited for", [5, 3, 4], ({ timeline, player, clock, at }) => {
  player.play(timeline);
  clock.wait(0);
  equal(at(), 1);
  clock.wait(999);
  equal(at(), 1);
  clock.wait(1);
  equal(at(), 2);
});

test("what is played twice plays only once", [0, 1, 2, 3], ({ timeline, player, clock, told }) => {
  player.play(timeline);
  clock.wait(600);
  player.play(timeline);
  equal(clock.timers.size, 1);
  clock.wait(1000);
  equal(told, [[0, true], [0, true], [1, true]]);
});

test("there is nothing to play at the end, and the page is told so", [0, 1], ({ timeline, player, clock, told }) => {
  timeline.goTo(timeline.line[1]);
  player.play(timeline);
  equal([player.isPlaying, clock.timers.size, told], [false, 0, [[1, false]]]);
});

test("the pace does not depend on how long it takes to show a moment", [0, 1, 1.2, 1.3, 3], ({
  timeline,
  player,
  clock,
  told,
  page,
}) => {
  page.showing = 500;
  player.play(timeline);
  clock.wait(1000);
  equal([told, clock.now], [[[0, true], [1, true], [3, true]], 7000]);
  clock.wait(999);
  equal(told.length, 3);
  clock.wait(1);
  equal(told.slice(3), [[4, false]]);
});

test("a pause of months takes as long, though no timer of a browser does", [0, 5_000_000], ({
  timeline,
  player,
  clock,
  at,
}) => {
  player.play(timeline);
  equal([...clock.timers.values()].map(({ delay }) => delay), [2 ** 31 - 1]);
  clock.wait(5_000_000_000 - 1);
  equal([at(), player.isPlaying], [0, true]);
  clock.wait(1);
  equal([at(), player.isPlaying], [1, false]);
});
