"""Back, forward, and addresses that lead to the same sequence."""


def browser_history(playing):
    """Back and forward of a real browser, and pages that it loads again, lead to the same moments of the timeline."""
    page = playing.page
    playing.reopen()
    seen = [playing.shown()]
    for event in playing.sequence(3):
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
