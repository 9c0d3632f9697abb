"""Widths, themes, motion, accessibility, sizes; and screenshots to be looked at."""

import re

from axe_playwright_python.sync_playwright import Axe

from history import sequence

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


def sizes(playing, limit=400_000):
    text = playing.file.read_text()
    parts = re.findall(r"<style>(.*?)</style>|<script type=\"module\">(.*?)</script>", text, re.DOTALL)
    size = sum(len(part.encode()) for both in parts for part in both)
    playing.expect(0 < size <= 200_000, f"script and style have {size} bytes")
    playing.expect(playing.file.stat().st_size <= limit, f"the page has {playing.file.stat().st_size} bytes")


def everywhere(playing, screenshots):
    """Wide and narrow, light and dark: as the checks left the page, and after some events."""
    surfaces = set()
    playing.page.emulate_media(color_scheme="dark")
    accessible(playing, "dark, as it was left")
    playing.reopen()
    for event in sequence(playing, 3):
        playing.button(event).click()
    playing.page.evaluate("scrollTo(0, 0)")
    for scheme in ("light", "dark"):
        playing.page.emulate_media(color_scheme=scheme)
        for width, window in (("wide", WIDE), ("narrow", NARROW)):
            playing.page.set_viewport_size(window)
            overflow = playing.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            playing.expect(overflow <= 0, f"{width}: the document is {overflow} pixels wider than the window")
            playing.page.screenshot(path=screenshots / f"{playing.file.stem}-{width}-{scheme}.png", full_page=True)
        surfaces.add(playing.page.evaluate("getComputedStyle(document.body).backgroundColor"))
        accessible(playing, scheme)
    playing.equal(len(surfaces), 2, "themes")
    playing.page.emulate_media(color_scheme="light")
    playing.page.set_viewport_size(WIDE)


def accessible(playing, what):
    for violation in Axe().run(playing.page).response["violations"]:
        nodes = [node["html"][:120] for node in violation["nodes"][:3]]
        playing.complain(f"{what}: axe finds {violation['id']}: {violation['help']} {nodes}")


def motion(playing):
    """Exits and entries light up in their order, unless less motion is asked for."""
    page = playing.page
    step = max(playing.machine["transitions"], key=lambda step: len(
        set(playing.states[step["source"]]["chartStates"]) ^ set(playing.states[step["target"]]["chartStates"])))
    before, after = playing.states[step["source"]]["chartStates"], playing.states[step["target"]]["chartStates"]
    steps = [(id, "exiting") for id in reversed(before) if id not in after]
    steps += [(id, "entering") for id in after if id not in before]
    playing.stop_time()
    for preference, expected in (("no-preference", steps), ("reduce", [])):
        page.emulate_media(reduced_motion=preference)
        playing.go(step["source"])
        playing.button(step["event"]).dispatch_event("click")
        seen = []
        for _ in range(8):
            page.clock.run_for(70)
            for kind in ("exiting", "entering"):
                ids = page.evaluate(f"[...document.querySelectorAll('#picture .{kind}')].map((found) => found.id)")
                seen += [(id, kind) for id in sorted(ids, key=(before[::-1] + after).index) if (id, kind) not in seen]
        playing.equal(seen, expected, f"exits and entries with motion: {preference}")
        page.clock.run_for(5000)
        left = page.locator("#picture .exiting, #picture .entering, #picture .coming").count()
        playing.equal(left, 0, f"exits and entries that stay lit with motion: {preference}")
        if preference == "no-preference":
            # Style sheets keep their own time.
            page.evaluate("Promise.all(document.getAnimations().map((animation) => animation.finished))")
        animations = page.evaluate("document.getAnimations().length")
        playing.expect(preference == "no-preference" or animations == 0, "something moves although less motion is asked for")
    page.clock.resume()
