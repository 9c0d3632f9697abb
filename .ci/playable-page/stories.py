"""A story for others: notes, pictures and texts of what was played."""

import json
import re
import xml.etree.ElementTree as ElementTree

from history import sequence
from recordings import DROP

SVG = "{http://www.w3.org/2000/svg}"


def copied(playing, button, what):
    """What a button copies, pressed by keyboard."""
    playing.page.locator(f"#{button}").focus()
    playing.page.keyboard.press("Enter")
    playing.page.locator(f"#copied:text('{what} copied.')").wait_for()
    return playing.page.evaluate("navigator.clipboard.readText()")


def saved(playing, button):
    """What a button saves, pressed by keyboard: the name of the file, and its bytes."""
    with playing.page.expect_download() as download:
        playing.page.locator(f"#{button}").focus()
        playing.page.keyboard.press("Enter")
    name = download.value.suggested_filename
    playing.page.locator("#copied", has_text=f"{name} saved.").wait_for()
    return name, open(download.value.path(), "rb").read()


def plain(color):
    """A color that was mixed, as files write it."""
    mixed = re.fullmatch(r"color\(srgb (\S+) (\S+) (\S+?)(?: / (\S+))?\)", color)
    if not mixed:
        return color
    parts = ", ".join(str(int(255 * float(part) + 0.5)) for part in mixed.groups()[:3])
    return f"rgba({parts}, {mixed[4]})" if mixed[4] else f"rgb({parts})"


def notes(playing):
    """Why does this step matter? A note says it, and travels with the link, the recording, the text and the test."""
    page = playing.page
    playing.reopen()
    events = sequence(playing, 3)
    for event in events:
        playing.button(event).click()
    page.locator("#back").click()
    page.locator("#note").focus()
    page.keyboard.type("look <b>here")
    page.locator("#forward").click()
    playing.equal(page.locator("#note").input_value(), "", "the note of another moment")
    note = "look <b>here"
    playing.equal(page.locator("#timeline .remark").all_text_contents(), [note], "notes in the timeline")
    link, recording = copied(playing, "copy-link", "Link"), copied(playing, "copy-recording", "JSON Lines")
    lines = [json.loads(line) for line in recording.splitlines()]
    playing.equal([line.get("note") for line in lines], [None] * (len(events) - 2) + [note, None], "notes of the recording")
    playing.expect("\\<b\\>here" in copied(playing, "copy-story", "Markdown"), "the note is not in the Markdown")
    playing.expect("Note over Sender,Machine: look #60;b#62;here" in copied(playing, "copy-sequence", "Mermaid"),
                   "the note is not in the sequence diagram")
    playing.expect(f"// {note}" in copied(playing, "copy-test", "Swift test"), "the note is not in the Swift test")
    page.goto("about:blank")
    page.goto(link)
    playing.equal(page.locator("#timeline .remark").all_text_contents(), [note], "notes after the link")
    playing.reopen()
    page.locator("#speed").select_option("Infinity")
    page.evaluate(DROP, [recording, True])
    page.locator("#timeline .remark").wait_for()
    playing.equal(page.locator("#timeline .remark").all_text_contents(), [note], "notes after the recording")
    page.locator("#speed").select_option("1")


def pictures(playing):
    """How does it look, and how did it come about? A file shows it without the page, still or moving."""
    if not playing.has_picture:
        return
    page = playing.page
    playing.reopen()
    events = sequence(playing, 2)
    for event in events:
        playing.button(event).click()
    before = playing.shown()
    name, text = saved(playing, "save-svg")
    playing.expect(re.fullmatch(r"[\w-]+\.svg", name), f"the SVG is called {name}")
    drawn = ElementTree.fromstring(text)
    words = " ".join("".join(found.itertext()) for found in drawn.iter(f"{SVG}text"))
    states = {part for state in playing.machine["chart"]["regions"] for part in (inner["name"] for inner in state["states"])}
    squeezed = "".join(words.split())
    missing = [state for state in states if "".join(state.split()) not in squeezed]
    playing.expect(not missing or playing.name.startswith("<"), f"the SVG has no {missing}")
    playing.expect(b"class=" not in text and b"var(" not in text and b"href" not in text, "the SVG needs the page")
    box = page.evaluate("(({ x, y, width, height }) => [x, y, width, height])(document.querySelector('#picture svg').viewBox.baseVal)")
    shown = [float(part) for part in drawn.get("viewBox").split()]
    playing.expect(all(abs(one - other) < 0.02 for one, other in zip(box, shown)), f"the SVG shows {shown}, and the page {box}")
    lit = page.evaluate("getComputedStyle(document.querySelector('#picture svg .active > path, #picture svg .active > polygon')).fill")
    playing.expect(plain(lit).encode() in text, f"nothing in the SVG has the color of the current state, {lit}")

    name, png = saved(playing, "save-png")
    playing.expect(name.endswith(".png") and png[:8] == b"\x89PNG\r\n\x1a\n", f"{name} is not a PNG")
    size = [int.from_bytes(png[at:at + 4], "big") for at in (16, 20)]
    scale = min(2, 8000 / max(box[2:]))
    playing.expect(all(abs(found - scale * one) <= 1.5 for found, one in zip(size, box[2:])), f"the PNG has {size} pixels for {box}")

    name, text = saved(playing, "save-moving")
    moving = ElementTree.fromstring(text)
    frames = [found for found in moving if found.tag == f"{SVG}g"]
    playing.equal(len(frames), len(events) + 1, "frames of the moving picture")
    captions = ["".join(frame.findall(f"{SVG}text")[-1].itertext()) for frame in frames]
    for caption, event in zip(captions[1:], events):
        playing.expect("".join(playing.events[event]["name"].split())[:5] in "".join(caption.split()) or playing.name.startswith("<"),
                       f"a frame says {caption!r} of {playing.events[event]['name']}")
    playing.equal(frames[-1].get("visibility"), None, "the last frame for a reader that shows no motion")
    playing.equal(playing.shown(), before, "what the page shows after saving")
