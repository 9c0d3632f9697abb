"""Back, forward, branches, and addresses that lead to the same sequence."""


def sequence(playing, count):
    """Events that lead somewhere, one after the other."""
    state = next(index for index, known in enumerate(playing.states) if known["isInitial"])
    events = []
    for _ in range(count):
        steps = [step for (source, _), step in playing.transitions.items() if source == state]
        step = max(steps, key=lambda step: (step["target"] != state, -events.count(step["event"])), default=None)
        if step is None:
            break
        events.append(step["event"])
        state = step["target"]
    return events


def browser_history(playing):
    page = playing.page
    playing.reopen()
    seen = [playing.shown()]
    for event in sequence(playing, 3):
        playing.button(event).click()
        playing.write_address()
        seen.append(playing.shown())
    addresses = page.evaluate("history.length")
    for expected in reversed(seen[:-1]):
        page.go_back()
        same(playing, expected, "after the browser's back")
    for expected in seen[1:]:
        page.go_forward()
        same(playing, expected, "after the browser's forward")
    playing.write_address()
    playing.equal(page.evaluate("history.length"), addresses, "steps in the browser's history after back and forward")
    # The link that is copied is the address; both lead to the same.
    page.locator("#copy-link").click()
    playing.equal(page.evaluate("navigator.clipboard.readText()"), page.url, "copied link")
    page.reload()
    same(playing, seen[-1], "after a reload")
    page.locator("#back").click()
    playing.write_address()
    playing.expect("&at=" in page.url, "the address does not say which moment is shown")
    back = playing.shown()
    page.reload()
    same(playing, back, "after a reload of an earlier moment")


def same(playing, expected, what):
    shown = playing.shown()
    for key in ("state", "activities", "rejected", "active"):
        playing.equal(shown[key], expected[key], f"{what}, {key}")
    # What comes behind it is kept.
    playing.equal(shown["position"].split()[0], expected["position"].split()[0], f"{what}, position")


def branches(playing):
    page = playing.page
    playing.reopen()
    first, second = sequence(playing, 2)[:2]
    start = next(index for index, known in enumerate(playing.states) if known["isInitial"])
    playing.go(start, [first, second])
    both = playing.shown()
    for _ in range(2):
        page.locator("#back").click()
    playing.expect_state(start, "after two steps back")
    playing.equal(playing.shown()["position"], "0 of 2", "position after two steps back")
    other = next((event for event in range(len(playing.events)) if event != first))
    playing.button(other).dispatch_event("click")
    playing.equal(playing.shown()["position"], "1 of 1", "position in a branch")
    page.locator("#timeline .branch").first.click()
    page.locator("#forward").click()
    same(playing, both, "in the first branch again")
    page.locator("#reset").click()
    playing.expect_state(start, "after a reset")
    playing.equal(playing.shown()["position"], "0 of 2", "position after a reset")
    playing.equal(page.locator("#timeline .branch").count(), 1, "branches after a reset")
    page.locator("#clear").click()
    playing.expect_state(start, "after clearing")
    playing.equal(playing.shown()["position"], "0 of 0", "position after clearing")


def unknown_addresses(playing):
    page = playing.page
    for address, message in (("start=nowhere", '"nowhere"'), ("events=nothing", '"nothing"')):
        page.goto("about:blank")
        page.goto(f"{playing.url}#{address}")
        playing.expect(message in playing.text("#warning"), f"nothing is said of the address {address}")
        playing.write_address()
        page.go_back()
        playing.equal(page.url, "about:blank", f"back from the address {address}")
    page.goto(playing.url)


def initial_states(playing):
    playing.reopen()
    initial = [index for index, known in enumerate(playing.states) if known["isInitial"]]
    playing.equal(playing.page.locator("#start-panel").is_visible(), len(initial) > 1, "choice of the initial state")
    for state in initial:
        if len(initial) > 1:
            playing.page.locator("#start").select_option(str(state))
        playing.expect_state(state, "in an initial state")
