"""Sends every event in every state: from the list, through the arrows, and from the table."""

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
    arrows = playing.machine["chart"]["arrows"]
    for arrow in arrows:
        stands = [step for step in playing.machine["transitions"] if arrow["id"] in step["arrows"]]
        clicked = 0
        for step in stands:
            playing.go(step["source"])
            points = playing.page.evaluate(POINTS, arrow["id"])
            if not points:
                playing.complain(f"no click hits the arrow {arrow['labels']}")
                break
            # Its line and its label in turn.
            point = points[clicked % len(points)]
            clicked += 1
            playing.page.mouse.click(point["x"], point["y"])
            choices = [other["event"] for other in stands if other["source"] == step["source"]]
            if len(choices) > 1:
                buttons = playing.page.locator("#chooser[open] #choices button")
                offered = buttons.evaluate_all("(buttons) => buttons.map((button) => Number(button.dataset.event))")
                playing.equal(offered, choices, f"choices of the arrow for {playing.named(step)}")
                buttons.and_(playing.page.locator(f'[data-event="{step["event"]}"]')).click()
            playing.expect_transition(step, f"{playing.named(step)} through its arrow")
    # An arrow that is not possible says so.
    for state in range(len(playing.states)):
        possible = {id for (source, _), step in playing.transitions.items() if source == state for id in step["arrows"]}
        other = next((arrow["id"] for arrow in arrows if arrow["id"] not in possible), None)
        if other is None:
            continue
        playing.go(state)
        points = playing.page.evaluate(POINTS, other)
        if points:
            playing.page.mouse.click(points[0]["x"], points[0]["y"])
            playing.expect_state(state, "after a click on an arrow that is not possible")
            playing.expect("not possible" in playing.text("#announcement"), "nothing is said of an arrow that is not possible")


def from_table(playing):
    """A state that is clicked, in the picture or in the table, is described; a cell of the present state sends its event."""
    playing.go(0)
    for state, known in enumerate(playing.states):
        playing.page.locator(f'#table-body tr[data-state="{state}"] th button').click()
        selected = playing.page.evaluate("[...document.querySelectorAll('#picture .selected')].map((found) => found.id).sort()")
        playing.equal(selected, sorted(known["chartStates"]), f"selected for {known['name']}")
        playing.equal(playing.page.locator("#about h3").first.evaluate("(title) => title.firstChild.textContent"),
                      known["name"], "description")
        going = playing.page.locator("#go")
        if state != 0 and going.count():
            going.click()
            playing.expect_state(state, f"after going to {known['name']}")
            playing.go(0)
    for id in {id for known in playing.states for id in known["chartStates"]}:
        point = playing.page.evaluate(POINT_IN_STATE, id)
        if not point:
            playing.complain(f"no click hits the state {id}")
            continue
        playing.page.mouse.click(point["x"], point["y"])
        selected = playing.page.evaluate("[...document.querySelectorAll('#picture .selected')].map((found) => found.id)")
        playing.expect(id in selected, f"a click on the state {id} selects {selected}")
    for step in playing.machine["transitions"]:
        if step["source"] == 0:
            playing.go(0)
            row = playing.page.locator('#table-body tr[data-state="0"] td')
            row.nth(step["event"]).click()
            playing.expect_transition(step, f"{playing.named(step)} from the table")
