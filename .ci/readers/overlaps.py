"""Measures in a browser where the texts of pictures are hard to read."""

import mermaid
from playwright.sync_api import sync_playwright

#: The part of random machines whose pictures may have an overlap.
ALLOWED = 0.05

#: Labels of arrows that overlap another text or a state, that lie across a frame which their arrow does not cross, or outside of the
#: picture; and labels and headings through which another arrow leads. Two pixels are allowed, and three for arrows, since
#: boxes of texts have some space above and below the letters.
MEASURE = """() => {
  const problems = [];
  const all = (selector, element = document) => [...element.querySelectorAll(selector)];
  const box = (element, distance = 0) => {
    const { x, y, width, height } = element.getBBox();
    return { x: x + distance, y: y + distance, right: x + width - distance, bottom: y + height - distance };
  };
  const text = (element) => ({ name: element.textContent.trim(), box: box(element) });
  const isOver = (one, other) => Math.min(one.right, other.right) - Math.max(one.x, other.x) > 2
    && Math.min(one.bottom, other.bottom) - Math.max(one.y, other.y) > 2;
  const contains = (box, x, y) => box.x < x && x < box.right && box.y < y && y < box.bottom;
  const states = new Map(all("g.node").map((node) => [node.querySelector("title").textContent, box(node)]));
  const headings = all("g.cluster text").map(text);
  const frames = [...all("g.cluster > path, g.cluster > polygon"), document.querySelector("g.graph > polygon")].map((frame) => box(frame));
  const edges = all("g.edge").map((edge) => ({
    ends: edge.querySelector("title").textContent.split("->").map((name) => states.get(name)),
    texts: all("text", edge).map(text),
    points: all("path", edge).flatMap((path) =>
      Array.from({ length: Math.ceil(path.getTotalLength() / 2) }, (_, step) => path.getPointAtLength(2 * step))),
  }));
  const others = [...headings, ...[...states].map(([name, box]) => ({ name: `the state ${name}`, box }))];
  for (const [number, { ends, texts, points }] of edges.entries()) {
    const foreign = edges.filter((edge, other) => other !== number).flatMap((edge) => edge.texts);
    for (const label of texts) {
      for (const other of [...others, ...edges.slice(0, number).flatMap((edge) => edge.texts)]) {
        if (isOver(label.box, other.box)) problems.push(`"${label.name}" overlaps ${other.name}`);
      }
      const isAcross = (frame) => {
        const isInside = ends.map((end) => contains(frame, (end.x + end.right) / 2, (end.y + end.bottom) / 2));
        // An arrow that crosses the frame may have its label there.
        if (isInside[0] !== isInside[1]) return false;
        const [left, right] = [contains(frame, label.box.x, label.box.y), contains(frame, label.box.right, label.box.bottom)];
        return left !== right || left !== isInside[0];
      };
      if (frames.some(isAcross)) problems.push(`"${label.name}" leaves its frame`);
    }
    for (const { name, box: { x, y, right, bottom } } of [...foreign, ...headings]) {
      const inner = { x: x + 2, y: y + 3, right: right - 2, bottom: bottom - 3 };
      if (points.some((point) => contains(inner, point.x, point.y))) problems.push(`an arrow leads through "${name}"`);
    }
  }
  return problems;
}"""


def judge(files):
    """The pictures among files in which texts are hard to read, with the places."""
    found = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=mermaid.program(), args=["--no-sandbox", "--disable-dev-shm-usage"])
        tab = browser.new_page()
        for file in files:
            tab.goto(file.resolve().as_uri())
            errors = tab.evaluate(MEASURE)
            if errors:
                found[file] = errors
        browser.close()
    return found


def judge_all(shipped, fixtures):
    """The pictures with overlaps in a folder that is shipped, and those of machines for readers.

    Of the machines made at random, a few may have some.
    """
    files = sorted(shipped.rglob("*.svg")) + sorted(fixtures.glob("pictures/*.svg"))
    random = sorted(fixtures.glob("pictures/random/*.svg"))
    found = judge(files + random)
    count = sum(file in found for file in random)
    print(f"overlaps: {len(files)} pictures, {len(found) - count} with some; {len(random)} random ones, {count} with some")
    if len(random) < 200:
        found[fixtures] = ["there are not enough pictures of random machines"]
    return found if count > ALLOWED * len(random) else {file: errors for file, errors in found.items() if file not in random}
