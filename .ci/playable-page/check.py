"""Plays every machine in a browser without a window, and compares what its page shows with its JSON.

    check.py --catalog FOLDER --fixtures FOLDER --recording FILE --tests FOLDER --screenshots FOLDER

The folders have each machine as HTML and as JSON. What a machine's page copies as tests in Swift is written into --tests.
"""

import argparse
import pathlib
import sys
import time

from playwright.sync_api import sync_playwright

import copies
import diagram
import folds
import history
import keyboard
import looks
import self_test
import special
import stories
import transitions
from playing import Playing

#: What depends on the machine, and is checked of each.
MACHINE_CHECKS = [looks.sizes, transitions.from_list, transitions.through_arrows, diagram.opens, diagram.fits, diagram.phone]

#: What depends on the scripts, which are the same in all pages.
SCRIPT_CHECKS = [
    stories.steps, stories.story, history.browser_history, keyboard.order, keyboard.playing_on, keyboard.buttons, looks.motion, looks.pictures, diagram.zooms,
]

#: The machines of the catalog whose pages show that: states in one level, nested ones with a history, regions, and many events.
SCRIPTED = ["StreamState", "Onboarding", "StreamSession", "Order"]

CHECKS = MACHINE_CHECKS + SCRIPT_CHECKS

#: What is checked of the machines in Fixtures.
FIXTURES = {
    "Refuted": CHECKS + [special.counterexamples, stories.broken],
    "Crowded": [special.crowded, keyboard.playing_on, keyboard.buttons, history.browser_history],
    "Large": [folds.large, keyboard.order, keyboard.playing_on, diagram.phone],
    "<script>{{name}}": CHECKS + [special.hostile],
}


def checks(file, options):
    """The checks of a page, each with its arguments."""
    isScripted = file.stem in SCRIPTED or options.all
    if file.parent == options.catalog:
        found = [(check, ()) for check in (CHECKS if isScripted else MACHINE_CHECKS)]
        found += [(check, (options.tests,)) for check in (copies.write, *([copies.missing] if isScripted else []))]
    else:
        found = [(check, ()) for check in FIXTURES[file.stem]]
    if file.stem == "StreamSession":
        found.append((copies.recording, (options.recording,)))
    return found + [(looks.everywhere, (options.screenshots,))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("catalog", "fixtures", "recording", "tests", "screenshots"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--machine", action="append", help="only this machine; may be given more than once")
    parser.add_argument("--all", action="store_true", help="check the scripts on the page of each machine")
    parser.add_argument("--part", default="1/1", help="1/2 for the first, the third and so on of the machines, 2/2 for the others")
    parser.add_argument("--self-test", action="store_true", help="break pages, and see that each check notices")
    options = parser.parse_args()
    for folder in (options.tests, options.screenshots):
        folder.mkdir(parents=True, exist_ok=True)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = browser.new_context(viewport=looks.WIDE, permissions=["clipboard-read", "clipboard-write"])
        complaints = self_test.run(context, options) if options.self_test else play(context, options)
        browser.close()
    print("\n".join(complaints))
    return 1 if complaints else 0


def play(context, options):
    """Plays all machines; returns what is wrong."""
    catalog = sorted(file for file in options.catalog.glob("*.html") if file.stem not in ("index", "side-by-side"))
    complaints = [] if catalog else ["There are no pages."]
    part, parts = map(int, options.part.split("/"))
    machines = catalog + [options.fixtures / f"{name}.html" for name in FIXTURES]
    for file in machines[part - 1::parts]:
        if options.machine and file.stem not in options.machine:
            continue
        begin = time.monotonic()
        playing = Playing(context, file)
        for check, arguments in checks(file, options):
            playing.run(check, *arguments)
        playing.page.close()
        complaints += playing.complaints
        print(f"{playing.name}: {len(playing.transitions)} transitions, {time.monotonic() - begin:.1f} s", flush=True)
    return complaints


if __name__ == "__main__":
    sys.exit(main())
