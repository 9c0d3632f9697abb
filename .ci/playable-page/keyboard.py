"""Everything by keyboard: Tab, Enter and the arrow keys; the focus is never lost."""

FOCUS = """() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const box = focused.getBoundingClientRect();
  const name = focused.textContent || focused.labels?.[0]?.textContent || "";
  return {
    name, event: focused.dataset.event ?? null, id: focused.id, row: focused.closest("tr")?.dataset.state ?? null,
    isSeen: box.width > 0 && box.height > 0 && getComputedStyle(focused).visibility === "visible",
    outline: getComputedStyle(focused).outlineStyle,
  };
}"""


def focus(playing):
    return playing.page.evaluate(FOCUS)


def tab_to(playing, isThere, limit=400):
    """Presses Tab until an element has the focus; returns it."""
    for _ in range(limit):
        playing.page.keyboard.press("Tab")
        found = focus(playing)
        if found and isThere(found):
            return found
    playing.complain("no Tab leads to what is looked for")
    return None


def order(playing):
    """Tab leads to every event, the possible ones first, and every stop can be seen and has a name."""
    playing.reopen()
    playing.unfold()
    events = []
    while True:
        playing.page.keyboard.press("Tab")
        stop = focus(playing)
        if stop is None or stop["id"] == "search" or len(events) > 400:
            break
        playing.expect(stop["isSeen"] and stop["name"] != "", f"Tab leads to something unseen or without a name: {stop}")
        playing.expect(stop["outline"] != "none", f"the focus is not seen: {stop}")
        if stop["event"] is not None:
            events.append(int(stop["event"]))
    rejected = playing.shown()["rejected"]
    expected = sorted(range(len(playing.events)), key=lambda event: (event in rejected, event))
    playing.equal(events, expected, "events in the order of Tab")


def playing_on(playing):
    """Enter sends an event, and the focus stays; the arrow keys step through the timeline."""
    playing.reopen()
    state = next(index for index, known in enumerate(playing.states) if known["isInitial"])
    step = next(step for (source, _), step in playing.transitions.items() if source == state)
    tab_to(playing, lambda found: found["event"] == str(step["event"]))
    playing.page.keyboard.press("Enter")
    playing.expect_transition(step, f"{playing.named(step)} by Enter")
    found = focus(playing)
    isPossible = (step["target"], step["event"]) in playing.transitions
    expected = {"event": str(step["event"])} if isPossible else {"id": "possible-events"}
    playing.expect(found and expected.items() <= found.items(), f"after an event by Enter the focus is at {found}")
    if not tab_to(playing, lambda _: playing.isIn("#timeline")):
        return
    for key, expected in (("ArrowLeft", "0 of 1"), ("ArrowRight", "1 of 1"), ("ArrowUp", "0 of 1"), ("ArrowDown", "1 of 1")):
        playing.page.keyboard.press(key)
        playing.equal(playing.shown()["position"], expected, f"position after {key}")
        playing.expect(playing.isIn("#timeline [aria-current=step]"), f"{key} loses the focus")


def buttons(playing):
    """A button that has nothing left to do, or that is replaced, does not lose the focus."""
    playing.reopen()
    step = next(step for step in playing.machine["transitions"] if playing.states[step["source"]]["isInitial"])
    for id in ("back", "reset", "forward"):
        playing.go(step["source"], [step["event"]])
        if id == "forward":
            playing.page.locator("#back").click()
        playing.page.locator(f"#{id}").focus()
        playing.page.keyboard.press("Enter")
        kept(playing, id, f"the button {id}")
        # A second time it does nothing.
        shown = playing.shown()
        playing.page.keyboard.press("Enter")
        playing.equal(playing.shown(), shown, f"after the button {id}, which has nothing to do")
    playing.go(step["source"])
    if step["target"] != step["source"]:
        playing.page.locator(f'#table-body tr[data-state="{step["target"]}"] th button').focus()
        playing.page.keyboard.press("Enter")
        tab = playing.page.locator("#go")
        tab.focus()
        playing.page.keyboard.press("Enter")
        playing.expect_state(step["target"], "after going there by Enter")
        playing.expect(playing.isIn("#about-panel"), "going to a state loses the focus")


def kept(playing, id, what):
    # The browser takes the focus from an element that is disabled when it draws the page.
    playing.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = focus(playing)
    playing.expect(found and found["id"] == id, f"{what} loses the focus to {found}")
