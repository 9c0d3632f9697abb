"""Sends every event in every state, and clicks on the diagram."""

#: Points at which a click hits an arrow: on its line, and on its label. Others may cover it elsewhere.
POINTS = """(id) => {
  const arrow = document.getElementById(id);
  arrow.scrollIntoView({ block: "center", inline: "center" });
  const isHit = ({ x, y }) => document.elementFromPoint(x, y)?.closest("[id^=arrow_]") === arrow;
  const line = arrow.querySelector("path:not(.area)");
  const onLine = [...Array(41).keys()].map((index) =>
    line.getPointAtLength(line.getTotalLength() * (index + 1) / 42).matrixTransform(line.getScreenCTM())
  );
  const onLabel = [...arrow.querySelectorAll("text")].map((text) => text.getBoundingClientRect()).map((box) => (
    { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  ));
  return [onLine, onLabel].map((points) => points.find(isHit)).filter((point) => point).map(({ x, y }) => ({ x, y }));
}"""

#: A point at which a click hits a state of the chart, and not one inside it.
POINT_IN_STATE = """(id) => {
  const state = document.getElementById(id);
  state.scrollIntoView({ block: "center", inline: "center" });
  const box = state.getBoundingClientRect();
  for (let row = 1; row < 40; row++) {
    for (let column = 1; column < 40; column++) {
      const [x, y] = [box.x + box.width * column / 40, box.y + box.height * row / 40];
      if (document.elementFromPoint(x, y)?.closest("[id^=state_], [id^=arrow_]") === state) return { x, y };
    }
  }
  return null;
}"""


def from_list(playing):
    for state, known in enumerate(playing.states):
        playing.go(state)
        playing.expect_state(state, f"at the beginning in {known['name']}")
        # Rejected events leave the state as it is, so they are sent one after the other.
        for event in playing.rejected(state):
            playing.button(event).dispatch_event("click")
            what = f"{playing.events[event]['name']} in {known['name']}"
            shown = playing.expect_state(state, what)
            playing.equal(shown["outcome"], "rejected", f"{what}, outcome")
    for step in playing.machine["transitions"]:
        playing.go(step["source"])
        playing.button(step["event"]).click()
        playing.expect_transition(step, playing.named(step))


def through_arrows(playing):
    """A click hits each arrow that has a transition, on its line and its label in turn, and each state of the chart."""
    if playing.has_picture:
        playing.fit()
    for number, arrow in enumerate(playing.machine["chart"]["arrows"]):
        step = next((step for step in playing.machine["transitions"] if arrow["id"] in step["arrows"]), None)
        if step is None:
            continue
        playing.go(step["source"])
        points = playing.page.evaluate(POINTS, arrow["id"])
        if not points:
            playing.complain(f"no click hits the arrow {arrow['labels']}")
            continue
        point = points[number % len(points)]
        playing.page.mouse.click(point["x"], point["y"])
        # It stands for several samples.
        if sum(other["source"] == step["source"] and arrow["id"] in other["arrows"] for other in playing.machine["transitions"]) > 1:
            playing.page.locator(f'#chooser[open] #choices button[data-event="{step["event"]}"]').click()
        playing.expect_transition(step, f"{playing.named(step)} through its arrow")
    for id in sorted({id for known in playing.states for id in known["chartStates"]}):
        playing.expect(playing.page.evaluate(POINT_IN_STATE, id), f"no click hits the state {id}")
