"""A chart with many states: closed composites, and a search."""

import looks

#: The boxes of the overview, or if there is none, the closed composites in the diagram.
BOXES = """() => [...(document.querySelector("#overview:not([hidden])") ?? document.querySelector("#picture"))
  .querySelectorAll(".cover:not([hidden])")].map((cover) =>
  ({ id: cover.dataset.state, name: cover.querySelector("text").textContent,
     height: cover.querySelector("text").getBoundingClientRect().height, active: cover.classList.contains("active"),
     now: cover.querySelectorAll("text")[2].textContent }))"""


def large(playing):
    """150 states: what is this about, where am I in it, and where is the state that I look for?"""
    page = playing.page
    composites = [state for region in playing.machine["chart"]["regions"] for state in region["states"] if state["regions"]]
    playing.expect(len(playing.states) >= 140 and len(composites) == 10, "the chart is not large")
    for window in (looks.NARROW, looks.WIDE):
        page.set_viewport_size(window)
        playing.reopen()
        closed = page.evaluate(BOXES)
        playing.expect(page.locator("#overview").is_visible(), "there is no overview")
        playing.equal([cover["name"] for cover in closed], [state["name"] for state in composites], "boxes of the overview")
        playing.expect(all(cover["height"] >= 8 for cover in closed), f"names are too small to read in {window}: {closed}")
    playing.equal([(cover["name"], cover["now"]) for cover in closed if cover["active"]], [("receiving", "announced")], "where it is")
    playing.equal(page.locator("#overview .edge").count(), 9, "arrows of the overview")

    # The machine moves, and its composite names the new state.
    playing.button(2).click()
    playing.button(0).click()
    active = [(cover["name"], cover["now"]) for cover in page.evaluate(BOXES) if cover["active"]]
    playing.equal(active, [("inspection", "queued")], "where it is after two events")
    playing.equal(page.locator("#overview .edge.possible").count(), 1, "arrows to where the machine can go")

    # Everything by keyboard: a composite opens in the diagram and closes, and the others stay as they are.
    page.locator("#folds button", has_text="storage").focus()
    page.keyboard.press("Enter")
    playing.expect(page.locator("#overview").is_hidden(), "the overview hides what is opened")
    playing.equal(len(page.evaluate(BOXES)), 9, "closed composites after one is opened")
    playing.equal(page.evaluate("document.activeElement.getAttribute('aria-expanded')"), "true", "the state of the button")
    playing.expect(not page.locator("#map").is_hidden(), "the diagram does not zoom to what is opened")
    playing.expect(page.locator("#picture polygon.entry").count() >= 1, "arrows end without heads under closed composites")
    page.keyboard.press("Enter")
    playing.expect(page.locator("#overview").is_visible(), "the overview does not come back")
    page.locator(f"#overview .cover[data-state={composites[3]['id']}]").click()
    playing.equal(len(page.evaluate(BOXES)), 9, "closed composites after a click on one")

    # A search marks the boxes with results, and Enter leads to each result.
    page.locator("#fold-all").click()
    page.locator("#diagram-search").fill("photographed")
    playing.equal(playing.text("#diagram-found"), "10 states found", "found states")
    playing.equal(page.locator("#overview .cover.found").count(), 10, "boxes with results")
    page.locator("#diagram-search").press("Enter")
    page.locator("#diagram-search").press("Enter")
    playing.equal(playing.text("#diagram-found"), "2 of 10 states", "the present result")
    playing.expect("photographed" in playing.text("#about h3"), f"the result is not described: {playing.text('#about h3')}")
    frame, found = page.locator("#picture").bounding_box(), page.locator("#picture .node.selected").bounding_box()
    playing.expect(found and frame["x"] <= found["x"] and found["x"] + found["width"] <= frame["x"] + frame["width"]
                   and frame["y"] <= found["y"] and found["height"] > 12, f"the result is not in the frame, or not readable: {found}")
    page.locator("#diagram-search").fill("nothing like it")
    playing.equal(playing.text("#diagram-found"), "0 states found", "no result")
    page.locator("#diagram-search").fill("")
    playing.equal(page.locator("#picture .found, #overview .found").count(), 0, "marks after the search")
    # The current state is behind a closed box until the button shows it.
    page.locator("#fold-all").click()
    page.locator("#zoom-state").click()
    lit = page.locator("#picture .node.active").bounding_box()
    playing.expect(lit and lit["height"] > 12, "the button does not show the current state in a readable size")
    top = page.evaluate("""() => { const { left, top, width, height } = document.querySelector("#picture .node.active")
      .getBoundingClientRect(); return document.elementFromPoint(left + width / 2, top + height / 2).closest(".cover") === null }""")
    playing.expect(top, "the current state is behind a closed box")
    page.locator("#unfold-all").click()
    playing.equal(page.evaluate(BOXES), [], "closed composites after all are opened")
