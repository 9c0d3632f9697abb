"""From a recording to its cause: steps that are found, properties that are violated, and the part of a timeline that is shared."""

import json
import re


def recorded(playing, events):
    """A recording of events from the first initial state, with the outcomes of the page's machine, one event each second."""
    state = next(index for index, known in enumerate(playing.states) if known["isInitial"])
    lines = []
    for number, event in enumerate(events):
        step = playing.transitions.get((state, event))
        after = step["target"] if step else state
        names = [(playing.states[index].get("values") or [".".join(playing.states[index]["path"])])[0] for index in (state, after)]
        sent = playing.events[event]
        lines.append(json.dumps({
            "version": 2, "time": number + 1, "state": names[0], "event": sent["name"], "after": names[1],
            "outcome": "handled" if step else "rejected",
            "path": {"state": playing.states[state]["path"], "event": sent["path"], "after": playing.states[after]["path"]},
            "exited": step["exited"] if step else [], "entered": step["entered"] if step else [],
        }))
        state = after
    return "\n".join(lines)


def opened(playing, text):
    """Opens a recording on the page."""
    playing.reopen()
    playing.page.locator("#speed").select_option("Infinity")
    with playing.page.expect_file_chooser() as chooser:
        playing.page.locator("#open").click()
    chooser.value.set_files({"name": "<i>run.jsonl", "mimeType": "text/plain", "buffer": text.encode()})
    playing.page.locator("#recordings li b", has_text="<i>run.jsonl").wait_for()
    playing.page.clock.run_for(10)


def steps(playing):
    """Each step is reached by its number and by its words, by keyboard, however many steps are hidden."""
    page = playing.page
    count = len(playing.events)
    opened(playing, recorded(playing, [number % count for number in range(150)]))
    for number in (112, 0, 150):
        page.locator("#go-to").fill(str(number))
        page.keyboard.press("Enter")
        playing.equal(playing.text("#position"), f"{number} of 150", "the step that was asked for")
        shown = page.locator("#timeline [aria-current]")
        box, panel = shown.bounding_box(), page.locator("#timeline").bounding_box()
        playing.expect(panel["y"] <= box["y"] and box["y"] + box["height"] <= panel["y"] + panel["height"] + 1,
                       f"step {number} is outside of its list")
        playing.equal(page.evaluate("getComputedStyle(document.querySelector('#timeline [aria-current]').parentElement, '::before').content"),
                      f'"{number}"', "the number beside the step")
    playing.expect(playing.isIn("#go-to-form"), "the field loses the focus")
    name = playing.events[0]["name"]
    page.locator("#timeline-search").fill(name)
    found = int(re.findall(r"\d+", playing.text("#timeline-found"))[-1])
    playing.expect(found >= 150 // count, f"{name!r} is found {found} times")
    for number in (1, 2):
        page.keyboard.press("Enter")
        playing.expect(playing.text("#timeline-found").startswith(f"{number} of "), f"after Enter: {playing.text('#timeline-found')}")
    page.locator("#find-previous").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    playing.expect(playing.text("#timeline-found").startswith(f"{found} of "), f"before the first: {playing.text('#timeline-found')}")
    page.locator("#timeline-search").fill("")
    page.locator("#go-to").fill("0")
    page.keyboard.press("Enter")
    page.locator("#show-rejected").select_option("only")
    hidden = int(playing.text("#hidden-steps").split()[0])
    listed = page.locator("#timeline li.rejected").count()
    playing.expect(listed == min(100, 150 - hidden), f"{hidden} steps are hidden, and {listed} are listed")
    page.locator("#show-rejected").select_option("hide")
    playing.equal(page.locator("#timeline li.rejected").count(), 0, "rejected events that are hidden")
    page.locator("#forward").click()
    playing.equal(playing.text("#position"), "1 of 150", "the step after the first")


def story(playing):
    """A part of the timeline is shared with the numbers of its steps, and a link to it leads there."""
    page = playing.page
    playing.reopen()
    events = (playing.sequence(4) * 4)[:4]
    playing.go(next(index for index, known in enumerate(playing.states) if known["isInitial"]), events)
    for number, button in ((2, "begin-here"), (4, "end-here"), (0, "forward")):
        page.locator("#go-to").fill(str(number))
        page.keyboard.press("Enter")
        page.locator(f"#{button}").click()
    playing.equal(playing.text("#story-range"), "These buttons copy and save steps 2 to 4.", "range")
    page.locator("#copy-story").click()
    text = page.evaluate("navigator.clipboard.readText()")
    listed = [line.split(":")[0] for line in text.splitlines() if line.startswith("- ")]
    playing.equal(listed, ["- Step 2", "- Step 3", "- Step 4"], "steps in Markdown")
    page.locator("#copy-link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(link)
    playing.equal(playing.text("#position"), "4 of 4", "position after a link to a part")
    page.locator("#reset").click()
    playing.equal(playing.text("#position"), "2 of 4", "beginning after a link to a part")


def broken(playing):
    """A recording that violates a property is shown at the step that does; the others say what they can."""
    page = playing.page
    claim = next(claim for claim in playing.machine["properties"] if claim["verdict"] == "refuted" and claim["kind"] == "always")
    to_violation = [moment["event"] for moment in claim["counterexample"]["trace"][1:]]
    harmless = [event for event in playing.rejected(0)][:1] * 130
    opened(playing, recorded(playing, harmless + to_violation + harmless))
    step, last = 130 + len(to_violation), 260 + len(to_violation)
    playing.equal(playing.text("#position"), f"{step} of {last}", "the step that violates a property")
    playing.equal(playing.text("#play"), "Play", "the button beside it")
    playing.expect(playing.text("#announcement").startswith(f"Broken at step {step}: {claim['name']}."), "nobody says what is broken")
    sentences = page.locator("#properties .judgement").all_text_contents()
    expected = [f"Broken at step {step}. Go to step {step}", f"Not broken in steps 0 to {last}.",
                "Not decided: a single run does not show what other runs can do."]
    playing.equal(sentences, expected, "what the run says of the properties")
    page.locator("#reset").click()
    page.locator("#broken-steps button").focus()
    page.keyboard.press("Enter")
    playing.equal(playing.text("#position"), f"{step} of {last}", "the step after the button beside the timeline")
    playing.expect(playing.isIn("#broken-steps"), "the button loses the focus")
