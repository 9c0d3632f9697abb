"""Several recordings on a page: what they cover together, and where two of them part."""

import json
import re

from history import sequence
from stories import copied

DROP = """(files) => {
  const dataTransfer = new DataTransfer();
  for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
  document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def recorded(playing, start, events):
    """The lines of a recording, and the transitions that it takes."""
    lines, taken, state = [], [], start
    for event in events:
        step = playing.transitions.get((state, event))
        target = step["target"] if step else state
        known, next = playing.states[state], playing.states[target]
        path = {"state": known["path"], "event": playing.events[event]["path"], "after": next["path"]}
        lines.append(json.dumps({
            "state": known["name"], "event": playing.events[event]["name"], "after": next["name"], "path": path,
            "outcome": "handled" if step else "rejected", "exited": step["exited"] if step else [],
            "entered": step["entered"] if step else [], "time": len(lines), "version": 2,
        }))
        taken += [step] if step else []
        state = target
    return "\n".join(lines), taken


def on_shelf(playing, *runs):
    """Drops recordings, and returns the transitions that they take."""
    start = next(index for index, known in enumerate(playing.states) if known["isInitial"])
    made = [recorded(playing, start, events) for events in runs]
    playing.page.evaluate(DROP, [[f"run {number + 1}.jsonl", text] for number, (text, _) in enumerate(made)])
    playing.page.locator(f"#recordings li:nth-child({len(runs)})").wait_for()
    return [step for _, taken in made for step in taken]


def coverage(playing, folder):
    """What did my tests never do, and what is the shortest way there?"""
    page = playing.page
    playing.reopen()
    all = list(range(len(playing.events)))
    events = sequence(playing, 4)
    taken = on_shelf(playing, events + all, events[:1] + all[::-1], events[:2])
    total, found = len(playing.machine["transitions"]), {(step["source"], step["event"]) for step in taken}
    entered = {state for step in taken for state in (step["source"], step["target"])}
    summary = playing.text("#covered-summary")
    expected = f"{len(found)} of {total} transitions taken, {len(entered)} of {len(playing.states)} states entered, in 3 recordings."
    playing.expect(summary.startswith(expected), f"coverage: {summary!r}, and not {expected!r}")
    playing.expect("did not fit" not in summary, f"coverage: {summary!r}")
    counts = {}
    for step in taken:
        for arrow in step["arrows"]:
            counts[arrow] = counts.get(arrow, 0) + 1
    if playing.has_picture:
        heats = page.evaluate("Object.fromEntries([...document.querySelectorAll('#picture .edge[data-heat]')]"
                              ".map((edge) => [edge.id, Number(edge.dataset.heat)]))")
        playing.equal({arrow for arrow, heat in heats.items() if heat > 0}, set(counts), "heated arrows")
        most = max(counts.values(), default=0)
        playing.equal({heats[arrow] for arrow, count in counts.items() if count == most}, {1 if most == 1 else 4}, "the highest heat")
        for one in counts:
            for other in counts:
                playing.expect(counts[one] <= counts[other] or heats[one] >= heats[other], f"{one} is cooler than {other}")
    cells = page.evaluate("[...document.querySelectorAll('#table-body td[data-count]')].map((cell) => cell.dataset.count)")
    numbers = {}
    for step in taken:
        numbers[step["source"], step["event"]] = numbers.get((step["source"], step["event"]), 0) + 1
    playing.equal(sorted(cells), sorted(f"× {count}" for count in numbers.values()), "counts in the table")

    missing = [step for step in playing.machine["transitions"] if (step["source"], step["event"]) not in found]
    shown = page.locator("#missing li").count()
    playing.equal(shown, min(100, len(missing)), "missing transitions")
    if missing:
        button = page.locator("#missing button").first
        button.focus()
        page.keyboard.press("Enter")
        playing.expect_transition(missing[0], f"the way to {playing.named(missing[0])}")
        text = copied(playing, "copy-missing", "Swift tests for the missing transitions")
        playing.expect(all_taken(playing, text, missing), "the tests do not take everything that is missing")
        # Swift compiles and runs them, too.
        (folder / f"{playing.name}Missing.swift").write_text(re.sub(r"(?m)^func (\w+?)Scenario", r"func \1Missing", text))
    # The diagram without the coverage, by keyboard.
    page.locator("#show-heat").focus()
    page.keyboard.press("Space")
    playing.equal(page.locator("#picture [data-heat], #table-body [data-count]").count(), 0, "heat that is switched off")
    page.keyboard.press("Space")
    page.locator("#recordings button", has_text="Remove").first.focus()
    page.keyboard.press("Enter")
    playing.equal(page.locator("#recordings li").count(), 2, "recordings after one is removed")
    playing.expect("in 2 recordings" in playing.text("#covered-summary"), "the coverage counts a recording that is removed")
    playing.expect(playing.isIn("#recordings-panel"), "removing a recording loses the focus")


def all_taken(playing, text, missing):
    """Whether copied tests, followed on the JSON, take everything that is missing."""
    left = {(step["source"], step["event"]) for step in missing}
    for body in re.split(r"(?m)^func ", text)[1:]:
        start = re.search(r"let machine = StateMachine\((.*)\)\n", body)[1]
        state = next(index for index, known in enumerate(playing.states) if known["isInitial"] and (
            start.endswith(known.get("swift", "?")) or f"path == {json.dumps(known['path'], ensure_ascii=False)} " in start))
        for sent in re.findall(r"machine\.send\((.*)\)\.isHandled", body):
            # An event without a Swift expression is looked up by its name.
            event = next((index for index, known in enumerate(playing.events) if sent == known.get("swift") or (
                "swift" not in known and json.dumps(known["name"], ensure_ascii=False) in sent)), None)
            if event is None:
                # A sample that is looked up by its name, which hostile names write in another way than Python.
                return playing.name.startswith("<")
            left.discard((state, event))
            step = playing.transitions.get((state, event))
            state = step["target"] if step else state
    return not left


def comparison(playing, _):
    """Yesterday it worked, and today it does not. Where do the two runs part?"""
    page = playing.page
    playing.reopen()
    events = sequence(playing, 3)
    if len(events) < 3:
        return
    other = next(event for event in range(len(playing.events)) if event != events[2])
    on_shelf(playing, events, events[:2] + [other])
    first, second = (playing.events[event]["name"] for event in (events[2], other))
    playing.equal(playing.text("#parting"), "They part at event 3: the first recording has the event "
                  f"{first}, and the second has {second}.", "where they part")
    rows = page.evaluate("[...document.querySelectorAll('#compare-rows tr')].map((row) => [row.className, row.cells[0].textContent])")
    playing.equal(rows, [["common", "start"], ["common", "1"], ["common", "2"], ["parts", "3"]], "rows of the comparison")
    text = copied(playing, "copy-comparison", "Comparison")
    playing.equal(text.count("\n| "), len(rows) + 2, "rows of the copied comparison")
    # A cell shows its moment.
    page.locator("#compare-rows tr.parts button").nth(1).focus()
    page.keyboard.press("Enter")
    playing.equal(playing.shown()["position"], "3 of 3", "the moment of a cell")
    playing.equal(playing.text("#timeline [aria-current=step] b"), second, "the event of a cell")
    page.locator("#compare-other").select_option("run 1.jsonl")
    playing.equal(playing.text("#parting"), "The recordings have the same events, outcomes, states and activities.", "no parting")
    # What is played can be compared as well.
    page.locator("#add-timeline").focus()
    page.keyboard.press("Enter")
    playing.equal(page.locator("#recordings li").count(), 3, "recordings with the timeline")


def unreadable(playing, _):
    """One of my files is broken. Which one, and are the others there?"""
    playing.reopen()
    start = next(index for index, known in enumerate(playing.states) if known["isInitial"])
    text, _ = recorded(playing, start, sequence(playing, 2))
    playing.page.evaluate(DROP, [["good.jsonl", text], ["bad.jsonl", "{"], ["better.jsonl", text]])
    playing.page.locator("#recordings li:nth-child(2)").wait_for()
    playing.equal(playing.page.locator("#recordings b").all_text_contents(), ["good.jsonl", "better.jsonl"], "recordings")
    playing.expect(playing.text("#warning").startswith("bad.jsonl: Line 1 "), f"warning: {playing.text('#warning')}")


CHECKS = [coverage, comparison, unreadable]
