"""Recordings that are dropped on a page, or opened."""

import json

DROP = """([text, isFile]) => {
  const dataTransfer = new DataTransfer();
  if (isFile) dataTransfer.items.add(new File([text], "recording.jsonl"));
  else dataTransfer.setData("text/plain", text);
  document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def drop(playing, text, isFile=True):
    """Drops a recording, while time stands still."""
    playing.page.locator("#warning").evaluate("(warning) => { warning.textContent = '' }")
    playing.page.evaluate(DROP, [text, isFile])
    playing.page.locator("#play:text('Pause'), #warning:not(:empty)").first.wait_for()


def line(state, event, after, outcome="handled", **more):
    path = {key: [value.split("(")[0]] for key, value in (("state", state), ("event", event), ("after", after))}
    return json.dumps({"state": state, "event": event, "after": after, "outcome": outcome, "path": path, "exited": [],
                       "entered": [], "time": None, "version": 2, **more})


def outcomes(playing):
    return playing.page.evaluate("[...document.querySelectorAll('#timeline li')].map((item) => item.className)")


def at(playing):
    return int(playing.text("#position").split()[0])


def live(playing, file):
    """A recording of a live machine plays at its own pace, and shows what the machine did."""
    page, recording = playing.page, file.read_text()
    entries = [json.loads(text) for text in recording.splitlines()]
    # Without the recordings of an earlier check.
    playing.reopen()
    playing.stop_time()
    drop(playing, recording)
    playing.equal(at(playing), 0, "moment before the first event")
    before = 0
    for index, entry in enumerate(entries):
        pause = round(1000 * (entry["time"] - before))
        before = entry["time"]
        if pause > 0:
            page.clock.run_for(pause - 1)
            playing.equal(at(playing), index, f"moment just before event {index + 1}")
        page.clock.run_for(1)
        if index + 1 < len(entries) and round(1000 * (entries[index + 1]["time"] - before)) <= 1:
            continue  # What comes within a millisecond is shown together.
        playing.equal(at(playing), index + 1, f"moment of event {index + 1}")
        state = next(state for state, known in enumerate(playing.states) if known["path"] == entry["path"]["after"])
        shown = playing.shown()
        playing.equal(shown["active"], sorted(playing.states[state]["chartStates"]), f"lit after event {index + 1}")
        playing.equal(shown["state"], entry["after"], f"state after event {index + 1}")
        playing.equal(shown["outcome"], entry["outcome"], f"outcome of event {index + 1}")
        playing.equal(shown["exited"], entry["exited"], f"exited by event {index + 1}")
        if entry["outcome"] == "handled":
            playing.equal(shown["entered"], entry["entered"], f"entered by event {index + 1}")
        playing.expect(page.locator("#timeline [aria-current=step] b").text_content() == entry["event"],
                       f"event {index + 1} is not shown as {entry['event']}")
    playing.equal(page.locator("#timeline .note").count(), 0, "notes on a recording of the same machine")
    playing.expect("dropped: stopped" in playing.text("#timeline"), "the timeline does not say why an event was dropped")
    playing.equal(playing.text("#play"), "Play", "the button at the end")
    coverage(playing, [[entry["path"][key] for key in ("state", "event", "after")] for entry in entries
                       if entry["outcome"] == "handled"])
    # What the page writes of it is what it has read, without the values.
    page.locator("#copy-recording").click()
    written = page.evaluate("navigator.clipboard.readText()").splitlines()
    playing.equal([json.loads(text) for text in written], entries, "copied recording")
    page.clock.resume()


def coverage(playing, taken):
    """What a recording never took is marked, in the table and on the arrows."""
    page = playing.page
    # Of several samples with the recorded case, the first one counts.
    steps = {}
    for step in playing.machine["transitions"]:
        parts = playing.states[step["source"]], playing.events[step["event"]], playing.states[step["target"]]
        steps.setdefault(json.dumps([part["path"] for part in parts]), step)
    taken = [steps[key] for key in {json.dumps(paths) for paths in taken}]
    count, total = len(taken), len(playing.machine["transitions"])
    playing.expect(playing.text("#coverage").startswith(f"{count} of {total} transitions taken. Not taken in the recording: "),
                   f"coverage: {playing.text('#coverage')!r}, and {count} of {total} were taken")
    playing.equal(page.locator("#table-body td.missed").count(), total - count, "marked cells")
    covered = {arrow for step in taken for arrow in step["arrows"]}
    missed = page.evaluate("[...document.querySelectorAll('#picture .missed')].map((found) => found.id).sort()")
    arrows = {arrow["id"] for arrow in playing.machine["chart"]["arrows"]}
    playing.equal(missed, sorted(arrows - covered), "marked arrows")


def paces(playing, file):
    """Faster, at once, and with a pause."""
    page, recording = playing.page, file.read_text()
    last = len(recording.splitlines())
    playing.stop_time()
    page.locator("#speed").select_option("4")
    drop(playing, recording)
    page.clock.run_for(499)
    playing.equal(at(playing), 0, "moment at four times the speed, too early")
    page.clock.run_for(1)
    playing.equal(at(playing), 1, "moment at four times the speed")
    page.locator("#play").click()
    page.clock.run_for(60_000)
    playing.equal(at(playing), 1, "moment during a pause")
    page.locator("#play").click()
    page.clock.run_for(500)
    playing.equal(at(playing), 2, "moment after a pause")
    page.locator("#speed").select_option("Infinity")
    drop(playing, recording, isFile=False)
    page.clock.run_for(0)
    playing.equal(at(playing), last, "moment at once")
    page.locator("#speed").select_option("1")
    page.clock.resume()


def opened(playing, file):
    playing.stop_time()
    with playing.page.expect_file_chooser() as chooser:
        playing.page.locator("#open").click()
    chooser.value.set_files(file)
    playing.page.locator("#play:text('Pause')").wait_for()
    playing.page.clock.resume()


def by_hand(playing, _):
    """Dropped, stale and unknown values in a recording of StreamState."""
    page = playing.page
    playing.stop_time()
    page.locator("#speed").select_option("Infinity")
    drop(playing, "\n".join([
        line("idle", "start", "connecting"),
        line("connecting", "bufferFinished", "connecting", "dropped", reason="stale"),
        line("connecting", 'playerFailed("no such sample")', 'error("no such sample")'),
        line('error("no such sample")', "explode", "dust"),
        line("dust", "start", "dust", "rejected"),
        line("live", "stop", "connecting"),
    ]))
    page.clock.run_for(10)
    playing.equal(outcomes(playing), ["start", "handled", "stale", "handled", "handled", "rejected", "start", "handled"],
                  "outcomes")
    notes = page.locator("#timeline .note").all_text_contents()
    playing.equal(notes, ["explode is not an event of this page's machine.", "dust is not a state of this page's machine.",
                          "dust is not a state of this page's machine.", "Events are missing before this event.", "This page's machine goes to idle."], "notes")
    moments = page.locator("#timeline li > button:first-child")
    playing.expect("stale, its activity was over" in moments.nth(2).text_content(), "a stale event does not say so")
    moments.nth(3).click()
    error = next(index for index, known in enumerate(playing.states) if known["path"] == ["error"])
    playing.equal(playing.shown()["active"], sorted(playing.states[error]["chartStates"]), "state by its case path")
    playing.expect("no such sample" in moments.nth(3).text_content(), "a payload is not shown as it was recorded")
    moments.nth(4).click()
    playing.equal(playing.text("#state"), "dust", "unknown state")
    playing.equal(playing.shown()["active"], [], "lit in an unknown state")
    playing.equal(playing.shown()["rejected"], list(range(len(playing.events))), "possible in an unknown state")
    page.locator("#speed").select_option("1")
    page.clock.resume()


def malformed(playing, _):
    """A recording that cannot be read says which line, and leaves the page as it is; the next one takes the warning away."""
    playing.stop_time()
    before = playing.shown()
    for text, message in ((line("idle", "start", "connecting") + "\n{", "Line 2 "), ("\n\n", "empty"),
                          ("<script>alert(1)</script>", "Line 1 ")):
        drop(playing, text)
        playing.expect(message in playing.text("#warning"), f"the warning is {playing.text('#warning')!r}")
        playing.equal(playing.shown(), before, "after a recording that cannot be read")
    playing.page.evaluate(DROP, [line("idle", "start", "connecting"), True])
    playing.page.locator("#play:text('Pause')").wait_for()
    playing.equal(playing.text("#warning"), "", "warning after a good recording")
    playing.page.clock.resume()


#: For machines that recordings are checked with.
CHECKS = {"StreamSession": [live, paces, opened], "StreamState": [by_hand, malformed]}
