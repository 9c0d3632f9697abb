"""A chart with many states: closed composites, and a search."""

LETTERS = """() => [...document.querySelectorAll("#picture .cover:not([hidden])")].map((cover) =>
  ({ id: cover.dataset.state, name: cover.querySelector("text").textContent,
     height: cover.querySelector("text").getBoundingClientRect().height, active: cover.classList.contains("active"),
     now: cover.querySelectorAll("text")[2].textContent }))"""


def large(playing):
    """150 states: what is this about, where am I in it, and where is the state that I look for?"""
    page = playing.page
    playing.reopen()
    composites = [state for region in playing.machine["chart"]["regions"] for state in region["states"] if state["regions"]]
    playing.expect(len(playing.states) >= 140 and len(composites) == 10, "the chart is not large")
    closed = page.evaluate(LETTERS)
    playing.equal(sorted(cover["name"] for cover in closed), sorted(state["name"] for state in composites), "closed composites")
    playing.expect(all(cover["height"] >= 8 for cover in closed), f"names are too small to read: {closed}")
    playing.equal([(cover["name"], cover["now"]) for cover in closed if cover["active"]], [("receiving", "announced")], "where it is")

    # The machine moves, and its composite names the new state.
    playing.button(2).click()
    playing.button(0).click()
    active = [(cover["name"], cover["now"]) for cover in page.evaluate(LETTERS) if cover["active"]]
    playing.equal(active, [("inspection", "queued")], "where it is after two events")

    # Everything by keyboard: a composite opens and closes, and the others stay as they are.
    page.locator("#folds button", has_text="storage").focus()
    page.keyboard.press("Enter")
    playing.equal(len(page.evaluate(LETTERS)), 9, "closed composites after one is opened")
    playing.equal(page.evaluate("document.activeElement.getAttribute('aria-expanded')"), "true", "the state of the button")
    playing.expect(not page.locator("#map").is_hidden(), "the diagram does not zoom to what is opened")
    page.keyboard.press("Enter")
    playing.equal(len(page.evaluate(LETTERS)), 10, "closed composites after it is closed")
    page.locator("#zoom-fit").click()
    page.locator(f"#picture .cover[data-state={composites[3]['id']}]").click()
    playing.equal(len(page.evaluate(LETTERS)), 9, "closed composites after a click on one")

    # A search marks the boxes with results, and Enter leads to each result.
    page.locator("#fold-all").click()
    page.locator("#diagram-search").fill("photographed")
    playing.equal(playing.text("#diagram-found"), "10 states found", "found states")
    playing.equal(page.locator("#picture .cover.found").count(), 10, "boxes with results")
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
    playing.equal(page.locator("#picture .found").count(), 0, "marks after the search")
    # The current state is behind a closed box until the button shows it.
    page.locator("#fold-all").click()
    page.locator("#zoom-state").click()
    lit = page.locator("#picture .node.active").bounding_box()
    playing.expect(lit and lit["height"] > 12, "the button does not show the current state in a readable size")
    top = page.evaluate("""() => { const { left, top, width, height } = document.querySelector("#picture .node.active")
      .getBoundingClientRect(); return document.elementFromPoint(left + width / 2, top + height / 2).closest(".cover") === null }""")
    playing.expect(top, "the current state is behind a closed box")
    page.locator("#unfold-all").click()
    playing.equal(page.evaluate(LETTERS), [], "closed composites after all are opened")
