// What the frame shows of a picture.

import { deepStrictEqual as equal } from "node:assert";
import { ViewBox } from "page/view-box.js";

/** A picture of 400 × 200 in a frame of 100 × 100, where it fits with a quarter of its size. */
function fitted() {
  const view = new ViewBox({ width: 400, height: 200 }, 1);
  view.fit({ width: 100, height: 100 });
  return view;
}

/** @param {ViewBox} view */
const shown = ({ x, y, width, height }) => [x, y, width, height];

Deno.test("a picture fits in the middle, and is not enlarged to fit", () => {
  equal(shown(fitted()), [0, -100, 400, 400]);
  // Before the size of the frame is known.
  equal(shown(new ViewBox({ width: 400, height: 200 }, 1)).slice(0, 2), [0, 0]);
  const small = new ViewBox({ width: 50, height: 50 }, 1);
  small.fit({ width: 100, height: 200 });
  equal(shown(small), [-25, -75, 100, 200]);
});

Deno.test("a zoom keeps the point under the pointer", () => {
  const view = fitted();
  view.zoom(4, { x: 75, y: 50 });
  equal(shown(view), [225, 50, 100, 100]);
  view.zoom(1 / 100);
  equal([view.isFitted, ...shown(view)], [true, 0, -100, 400, 400]);
  view.zoom(1000);
  equal(view.scale, 4);
});

Deno.test("a picture is drawn at most at four times its natural size", () => {
  const view = new ViewBox({ width: 400, height: 200 }, 2);
  view.fit({ width: 100, height: 100 });
  view.zoom(1000);
  equal(view.scale, 8);
  view.centre({ x: 200, y: 100 }, 9);
  equal(view.scale, 8);
});

Deno.test("a picture moves up to its edges", () => {
  const view = fitted();
  equal(view.pan(10, 10), false);
  view.zoom(4);
  equal(view.pan(1000, -1000), true);
  equal(shown(view), [300, 0, 100, 100]);
  equal(view.pan(1, -1), false);
});

Deno.test("the frame moves to a state only if it is cut", () => {
  const view = fitted();
  view.zoom(4);
  view.centre({ x: 50, y: 50 });
  view.reveal({ x: 20, y: 20, width: 60, height: 40 });
  equal(shown(view), [0, 0, 100, 100]);
  view.reveal({ x: 200, y: 20, width: 40, height: 40 });
  equal(shown(view), [148, 0, 100, 100]);
  view.reveal({ x: 100, y: 0, width: 200, height: 200 });
  equal(shown(view), [150, 50, 100, 100]);
});

Deno.test("a picture that is larger than its frame by a thousandth counts as the whole picture", () => {
  const view = fitted();
  view.zoom(1.001);
  equal(view.isFitted, true);
  view.zoom(1.001);
  equal(view.isFitted, false);
});

Deno.test("a state that is cut at any side is shown with a margin, and nothing moves for one at the edge", () => {
  for (
    const [x, y, size, moved] of /** @type {[number, number, number, number[]][]} */ ([
      [90, 90, 20, [82, 50]],
      [195, 90, 20, [123, 50]],
      [140, 40, 20, [100, 32]],
      [140, 145, 20, [100, 73]],
      ...[[100, 80], [190, 80], [120, 50], [120, 140]].map(([x, y]) => [x, y, 10, [100, 50]]),
    ])
  ) {
    const view = fitted();
    view.zoom(4);
    view.centre({ x: 150, y: 100 });
    equal(shown(view), [100, 50, 100, 100]);
    view.reveal({ x, y, width: size, height: size });
    equal(shown(view), [...moved, 100, 100]);
  }
});
