"""Tests in Swift that a page writes of what was played; Swift compiles and runs them."""

import re


def write(playing, folder):
    """For each initial state, a test of all events: as they are listed, and from the next state on in reverse."""
    initial = [index for index, known in enumerate(playing.states) if known["isInitial"]]
    for number, state in enumerate(initial):
        events = list(range(len(playing.events)))
        playing.go(state, events if number % 2 == 0 else events[::-1])
        playing.page.locator("#copy-test").click()
        text = playing.page.evaluate("navigator.clipboard.readText()")
        # How do I tell others what happened? The story has a step for the beginning and for each event.
        playing.page.locator("#copy-story").focus()
        playing.page.keyboard.press("Enter")
        playing.page.locator("#copied:text('Markdown copied.')").wait_for()
        story = playing.page.evaluate("navigator.clipboard.readText()")
        playing.equal(len(re.findall(r"^\d+\. ", story, re.MULTILINE)), len(events) + 1, "steps of the copied story")
        playing.equal(story.count("Machine: "), 2 * len(events) + 1, "lines of the copied sequence diagram")
        outcomes = [name for name in re.findall(r"^    #expect\((!?)machine\.send", text, re.MULTILINE)]
        playing.equal(len(outcomes), len(events), "events in the copied test")
        # Two tests of a machine, in one module.
        text = re.sub(r"^func (\w+)\(", rf"func \g<1>{number}(", text, flags=re.MULTILINE)
        (folder / f"{playing.name}{number}.swift").write_text(text)
    playing.go(initial[0])
