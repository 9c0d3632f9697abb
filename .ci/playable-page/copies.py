"""What a page copies: tests in Swift, which Swift compiles and runs, and a recording."""

import json
import re


def write(playing, folder):
    """For each initial state, a test of all events: as they are listed, and from the next state on in reverse."""
    initial = [index for index, known in enumerate(playing.states) if known["isInitial"]]
    for number, state in enumerate(initial):
        events = list(range(len(playing.events)))
        playing.go(state, events if number % 2 == 0 else events[::-1])
        playing.page.locator("#copy-test").click()
        text = playing.page.evaluate("navigator.clipboard.readText()")
        outcomes = [name for name in re.findall(r"^    #expect\((!?)machine\.send", text, re.MULTILINE)]
        playing.equal(len(outcomes), len(events), "events in the copied test")
        (folder / f"{playing.name}{number}.swift").write_text(text)
    playing.go(initial[0])


def missing(playing, folder):
    """Tests of the transitions that a recording did not take."""
    playing.reopen()
    playing.go(next(index for index, known in enumerate(playing.states) if known["isInitial"]), playing.sequence(2))
    playing.page.locator("#add-timeline").click()
    playing.page.locator("#copy-missing").click()
    playing.page.locator("#copied:text('Swift tests for the missing transitions copied.')").wait_for()
    text = playing.page.evaluate("navigator.clipboard.readText()")
    (folder / f"{playing.name}Missing.swift").write_text(text)


def recording(playing, file):
    """A recording that Swift has written is chosen, fits the machine, and is written as it was read."""
    page = playing.page
    playing.reopen()
    page.locator("#speed").select_option("Infinity")
    with page.expect_file_chooser() as chooser:
        page.locator("#open").click()
    chooser.value.set_files(file)
    # The first two lines are about the recording and the machine.
    lines = [json.loads(line) for line in file.read_text().splitlines()][2:]
    entries = [line["entry"] for line in lines]
    page.clock.run_for(10)
    page.locator(f"#position:text('{len(entries)} of {len(entries)}')").wait_for()
    playing.equal(page.locator("#timeline .note").count(), 0, "notes on a recording of the same machine")
    page.locator("#copy-recording").click()
    _, machine, *written = [json.loads(line) for line in page.evaluate("navigator.clipboard.readText()").splitlines()]
    playing.equal(machine["state"], entries[0]["state"], "beginning of the copied recording")
    playing.equal([line["entry"] for line in written], entries, "copied recording")
    playing.equal([line["time"] for line in written], [line["time"] for line in lines], "times of the copied recording")
    page.locator("#speed").select_option("1")
