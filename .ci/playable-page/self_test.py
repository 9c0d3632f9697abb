"""Breaks pages, and sees that each check notices."""

import base64
import hashlib
import pathlib
import re
import shutil
import tempfile

import copies
import diagram
import folds
import history
import keyboard
import looks
import special
import stories
import transitions
from playing import Playing

#: For each check a page, a text in it, and what stands there instead.
BREAKS = [
    (looks.sizes, "StreamState", "</body>", "<!-- " + "-" * 400_000 + " --></body>"),
    (looks.sizes, "StreamState", "const m = {};", "const m = {};" + " " * 120_000),
    (transitions.from_list, "StreamState", "entered: transition?.entered ?? []", "entered: []"),
    (transitions.from_list, "StreamSession", 'button.classList.toggle("rejected", !transition)',
     'button.classList.toggle("rejected", event === 0)'),
    (transitions.through_arrows, "Enemy", "if (possible.length === 1)", "if (possible.length >= 1)"),
    (transitions.through_arrows, "StreamState", "widen(arrow);", 'arrow.style.pointerEvents = "none";'),
    (stories.steps, "StreamState", "(shown.parentElement ?? shown).offsetTop", "shown.offsetTop"),
    (stories.steps, "StreamState", "places.find((place) => place > at)", "places.find((place) => place >= at)"),
    (stories.steps, "StreamState", "only.length > 0 ?", "only.length > 2 ?"),
    (stories.story, "StreamState", "{ index: from - 1 }", "{ index: from }"),
    (stories.story, "StreamState", "const first = begin ?", "const first = !begin ?"),
    (stories.broken, "Refuted", "if (!broken) return player.play(next);", "return player.play(next);"),
    (stories.broken, "Refuted", "if (said.get(list) === key) return;", ""),
    (history.browser_history, "StreamState", '? "replaceState" : "pushState"', '? "replaceState" : "replaceState"'),
    (history.browser_history, "StreamState", "if (moment) timeline.goTo(moment);", ""),
    (keyboard.order, "StreamState", '"data-event": index,', '"data-event": index, tabindex: index % 2 - 1,'),
    (keyboard.order, "StreamState", "outline:3px solid var(--accent)", "outline:none"),
    (keyboard.playing_on, "StreamState", "key.preventDefault();action();", "key.preventDefault();"),
    (keyboard.buttons, "StreamState", 'setAttribute("aria-disabled", String(!on))', 'toggleAttribute("disabled", !on)'),
    (keyboard.buttons, "StreamState", "if (hadFocus) parent.focus({ preventScroll: true });", ""),
    (looks.motion, "RemoteContentState", "&& !isStill", ""),
    (looks.motion, "RemoteContentState", "entered = after.filter", "entered = before.filter"),
    (looks.everywhere, "StreamState", "</h1>", "</h1><p><code style></code></p><div id=wide></div>"),
    (looks.everywhere, "StreamState", "margin:0;overflow-wrap:anywhere;}", "margin:0;white-space:nowrap;min-width:500px;}"),
    (looks.everywhere, "StreamState", "--quiet:#a3b1bf", "--quiet:#404040"),
    (looks.everywhere, "StreamState", "(prefers-color-scheme:dark)", "(min-width:99999px)"),
    (diagram.fits, "StreamState", "height !== this.#box.frame.height) this.#open();", "height !== this.#box.frame.height) {}"),
    (diagram.opens, "StreamSession", "const readable = 0.72;", "const readable = 0.4;"),
    (diagram.fits, "StreamState", "this.#map?.show(box);", ""),
    (diagram.zooms, "StreamState", "return view.pan(keyStep, 0);", "return false;"),
    (diagram.zooms, "StreamState", "distance(now, other) / Math", "1 / Math"),
    (diagram.phone, "StreamSession", "0.6rem;position:sticky;", "0.6rem;position:static;"),
    (diagram.phone, "StreamSession", 'byID("now").textContent = moment.stateName;', ""),
    (folds.large, "Large", "fold.isClosed = isClosed;", "fold.isClosed = false;"),
    (folds.large, "Large", "if (key.key !== \"Enter\"", "if (key.key !== \"F1\""),
    (folds.large, "Large", "line.after(head);", ""),
    (looks.pictures, "StreamState", "const isLast = index === frames.length - 1;", "const isLast = index === 0;"),
    (looks.pictures, "StreamState", "copy.setAttribute(name, plainColor(value));", ""),
    (looks.pictures, "StreamState", "Math.min(sharpness, longestSide", "Math.max(sharpness, longestSide"),
    (copies.recording, "StreamSession", 'await read(input.files ?? undefined, onText, onTexts);', "await read(undefined, onText, onTexts);"),
    (copies.write, "StreamState", 'return [...recorded, `#expect(${moment.outcome === "rejected"', 'return moment.outcome === "rejected" ? [] : [...recorded, `#expect(${moment.outcome === "rejected"'),
    (special.counterexamples, "Refuted", "isLoop: index >= steps.length", "isLoop: false"),
    (special.crowded, "Crowded", "words.every((word)", "words.some((word)"),
    (special.hostile, "<script>{{name}}", "made.append(...children);", "made.append(...children, document.createElement('img'));"),
    (special.hostile, "<script>{{name}}", "<h1>&lt;", "<h1>"),
    (keyboard.playing_on, "StreamState", "const m = {};", "const m = {}; console.log(1);"),
    (keyboard.playing_on, "StreamState", "const m = {};", "const m = {}; new Image().src = 'http://localhost:9/';"),
]


def run(context, options):
    """Returns what is wrong with the checks."""
    complaints = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for check, name, old, new in BREAKS:
            source = next(file for file in (options.catalog / f"{name}.html", options.fixtures / f"{name}.html") if file.exists())
            text = source.read_text()
            if old not in text:
                complaints.append(f"{name} has no {old!r} to break")
                continue
            shutil.copy(source.with_suffix(".json"), folder)
            (folder / source.name).write_text(allowed(text.replace(old, new, 1)))
            playing = Playing(context, folder / source.name)
            playing.page.set_default_timeout(1000)
            playing.run(check, *arguments(check, options, folder))
            playing.page.close()
            if not playing.complaints:
                complaints.append(f"{check.__name__} does not notice {new[:60]!r} in place of {old!r}")
    print(f"{len(BREAKS) - len(complaints)} of {len(BREAKS)} broken pages are noticed")
    return complaints


def arguments(check, options, folder):
    if check is copies.recording:
        return [options.recording]
    return [folder] if check in (looks.everywhere, copies.write, copies.missing) else []


def allowed(page):
    """The page with a policy that allows its script and its style sheet as they are now."""
    for kind, pattern in (("script", r'<script type="module">(.*?)</script>'), ("style", r"<style>(.*?)</style>")):
        text = re.search(pattern, page, re.DOTALL).group(1)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        page = re.sub(rf"{kind}-src '[^']*'", lambda _: f"{kind}-src 'sha256-{digest}'", page, count=1)
    return page
