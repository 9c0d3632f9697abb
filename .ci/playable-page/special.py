"""What the machines of Fixtures are for."""


def counterexamples(playing):
    """Each refuted property has a counterexample that plays by one click."""
    page = playing.page
    refuted = [claim for claim in playing.machine["properties"] if "counterexample" in claim]
    playing.expect(len(refuted) == 2 and any("loop" in claim["counterexample"] for claim in refuted), "no refuted properties")
    verdicts = page.locator("#properties li b").all_text_contents()
    names = {"holds": "holds", "refuted": "does not hold", "undecided": "undecided"}
    playing.equal(verdicts, [names[claim["verdict"]] for claim in playing.machine["properties"]], "verdicts")
    for index, claim in enumerate(refuted):
        moments = claim["counterexample"]["trace"] + claim["counterexample"].get("loop", [])
        playing.stop_time()
        page.locator("#properties button", has_text="Play the counterexample").nth(index).click()
        for number, moment in enumerate(moments):
            playing.equal(playing.shown()["position"], f"{number} of {len(moments) - 1}", "moment of a counterexample")
            playing.expect_state(moment["state"], f"moment {number} of the counterexample of {claim['name']}")
            page.clock.run_for(800)
        repeated = page.locator("#timeline .note", has_text="repeats forever").count()
        playing.equal(repeated, len(claim["counterexample"].get("loop", [])), "events that repeat for ever")
        page.clock.resume()


def crowded(playing):
    """No picture of the whole, but the neighbours of the present state, and a search."""
    page = playing.page
    playing.equal(page.locator("#picture svg").count(), 0, "pictures")
    playing.expect("too many for a diagram" in playing.text("#picture-panel"), "nothing says why there is no picture")
    for state in (0, 1, 150, 159):
        playing.go(state)
        playing.expect_state(state, f"in {playing.states[state]['name']}")
        steps = [step for step in playing.machine["transitions"] if step["source"] == state and step["target"] != state]
        leading = page.locator(".neighbours div:last-child li b").all_text_contents()
        playing.equal(leading, [playing.states[step["target"]]["name"] for step in steps], "states that it leads to")
        coming = [step for step in playing.machine["transitions"] if step["target"] == state and step["source"] != state]
        shown = page.locator(".neighbours div:first-child li b").all_text_contents()
        playing.equal(shown, [playing.states[step["source"]]["name"] for step in coming][:30], "states that lead to it")
        for step in steps:
            playing.go(state)
            page.locator(".neighbours div:last-child li button", has_text=playing.events[step["event"]]["name"]).focus()
            page.keyboard.press("Enter")
            playing.expect_transition(step, f"{playing.named(step)} among the neighbours")
            playing.expect(playing.isIn("#picture-panel"), "a neighbour that is chosen loses the focus")
    search = page.locator("#search")
    for text, found in (("state 15", 12), ("STATE 159", 1), ("159 state", 1), ("nothing like it", 0)):
        search.fill(text)
        playing.equal(page.locator("#table-body tr").count(), found, f"states found by {text!r}")
        playing.expect(playing.text("#found").startswith(f"{found} state"), f"found: {playing.text('#found')}")
    search.fill("")
    playing.expect("only the first 150 are shown" in playing.text("#found"), "nothing says that not all states are listed")


def hostile(playing):
    """Names and payloads stay text: nothing runs, no element comes of them, and they are shown as they are."""
    page = playing.page
    playing.equal(page.title(), playing.machine["name"], "title")
    playing.equal(playing.text("h1"), playing.machine["name"], "heading")
    names = page.locator("#events button").all_text_contents()
    playing.equal(sorted(names), sorted(event["name"] for event in playing.events), "names of the events")
    rows = page.locator("#table-body th button").all_text_contents()
    playing.equal(rows, [state["name"] for state in playing.states], "names of the states")
    playing.equal(page.locator("script").count(), 2, "scripts")
    playing.equal(page.locator("main img, main b b, body > img").count(), 0, "elements that come of names")
    text = page.locator("body").inner_text()
    playing.expect("undefined" not in text and "[object" not in text, "a value that is missing is shown")
