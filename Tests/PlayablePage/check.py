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
import history
import keyboard
import looks
import recordings
import special
import transitions
from playing import Playing

#: What is checked of every machine.
CHECKS = [
    looks.sizes, transitions.from_list, transitions.through_arrows, transitions.from_table, history.initial_states,
    history.browser_history, history.branches, history.unknown_addresses, keyboard.order, keyboard.playing_on, keyboard.buttons,
    looks.motion,
]

#: What is checked of the machines in Fixtures.
FIXTURES = {
    "Refuted": CHECKS + [special.counterexamples],
    "Crowded": [special.crowded, keyboard.playing_on, keyboard.buttons, history.browser_history],
    "<script>{{name}}": CHECKS + [special.hostile],
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("catalog", "fixtures", "recording", "tests", "screenshots"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--machine", action="append", help="only this one")
    options = parser.parse_args()
    for folder in (options.tests, options.screenshots):
        folder.mkdir(parents=True, exist_ok=True)
    recording = options.recording.read_text()

    complaints = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context = browser.new_context(viewport=looks.WIDE, permissions=["clipboard-read", "clipboard-write"])
        fixtures = [(options.fixtures / f"{name}.html", checks) for name, checks in FIXTURES.items()]
        catalog = sorted(file for file in options.catalog.glob("*.html") if file.stem != "index")
        for file, checks in [(file, CHECKS) for file in catalog] + fixtures:
            if options.machine and file.stem not in options.machine:
                continue
            begin = time.monotonic()
            playing = Playing(context, file)
            for check in checks:
                check(playing)
            if file in catalog:
                copies.write(playing, options.tests)
            if playing.name == "StreamSession":
                recordings.live(playing, recording)
                recordings.paces(playing, recording)
                recordings.opened(playing, options.recording)
            if playing.name == "StreamState":
                recordings.by_hand(playing)
                recordings.malformed(playing)
            looks.everywhere(playing, options.screenshots)
            playing.page.close()
            complaints += playing.complaints
            print(f"{playing.name}: {len(playing.transitions)} transitions, {time.monotonic() - begin:.1f} s", flush=True)
        browser.close()
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
