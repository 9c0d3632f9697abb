"""Makes mistakes in the scripts of pages in a browser, and reports which of them no check notices."""

import argparse
import json
import os
import pathlib
import queue
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from script_copies import PAGES, RESOURCES, copy

sys.path.insert(0, str(PAGES))
from playwright.sync_api import Error, sync_playwright

import bundle
import check
import looks
from executed import Executed
from playing import Playing

#: Pages that together execute what the scripts can do without an inspector.
NAMES = ["StreamState", "StreamSession", "Refuted", "Crowded", "Large"]

#: How many checks of an inspector are tried with a mistake: the fastest ones that execute it.
LIVE_LIMIT = 6


def by_pages(folder, mistakes, workers):
    """The mistakes that no page notices; the folder has pages in `catalog` and `fixtures`, and `recording.jsonl`."""
    with Pages(folder) as pages:
        executed = [found for name in NAMES for found in pages.executed(name)]
    players = queue.SimpleQueue()
    for _ in range(workers):
        players.put(Player(folder))

    def notice(mistake):
        tried = cheapest(mistake, executed)
        if not tried:
            return None
        player = players.get()
        try:
            return player.notice(mistake, tried)
        finally:
            players.put(player)

    found = left(mistakes, notice, workers)
    while not players.empty():
        players.get().end()
    return found


def cheapest(mistake, executed):
    """What to try: each check once, on the page where it executes the changed line in the shortest time.

    What looks at the whole page in all sizes and colors takes the longest, and notices hardly any mistake.
    """
    found = {}
    for seconds, name, position, one, lines in sorted(executed, key=lambda found: found[0]):
        if mistake[:2] in lines and one != looks.everywhere.__name__:
            found.setdefault(one, (seconds, name, position))
    return sorted(found.values())


def by_live(programs, mistakes, workers):
    """The mistakes that no page of an inspector notices."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def live(scripts, *options, limit=None):
            """The check that fails, "never ends", or nothing if all pass."""
            command = [sys.executable, PAGES / "live.py", "--programs", programs, "--screenshots", folder / "screenshots",
                       "--scripts", scripts, "--fail-fast", *options]
            # In a session of its own, so that what it has started ends with it.
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
            try:
                said, _ = process.communicate(timeout=limit)
                return process.returncode and re.findall(r"^(\w+): [\d.]+ s$", said, re.MULTILINE)[-1]
            except subprocess.TimeoutExpired:
                end(process)
                return "never ends"

        assert not live(RESOURCES, "--executed", folder / "executed.json"), "the scripts fail without a mistake"
        executed = json.loads((folder / "executed.json").read_text())

        def notice(mistake):
            with tempfile.TemporaryDirectory() as scratch:
                scripts = pathlib.Path(scratch) / "page"
                copy(mistake, scripts)
                tried = sorted((found["seconds"], name) for name, found in executed.items() if list(mistake[:2]) in found["lines"])
                tried = tried[:LIVE_LIMIT]
                while tried:
                    limit = 60 + 5 * sum(seconds for seconds, _ in tried)
                    failed = live(scripts, "--limit", "10", *(f"--only={name}" for _, name in tried), limit=limit)
                    if not failed or failed == "never ends":
                        return failed
                    # On a busy machine, a check can fail by itself, but hardly twice.
                    if live(scripts, "--limit", "10", f"--only={failed}", limit=limit):
                        return failed
                    tried = tried[[name for _, name in tried].index(failed) + 1:]
                return None

        return left(mistakes, notice, workers)


def end(process):
    """Ends a process that has a session of its own, and all that it has started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def left(mistakes, notice, workers):
    """Prints which check notices each mistake, and returns the mistakes that none notices."""
    def said(mistake):
        module, number, changed = mistake
        found = notice(mistake)
        print(f"{found or '?':40} {module}:{number + 1}: {changed.strip()}", flush=True)
        return found

    with ThreadPoolExecutor(workers) as pool:
        return [mistake for mistake, found in zip(mistakes, pool.map(said, mistakes)) if not found]


class Pages:
    """Pages of a folder with other scripts, in a browser."""

    def __init__(self, folder):
        self.folder = folder
        self.scratch = tempfile.TemporaryDirectory()
        self.options = argparse.Namespace(all=False, recording=folder / "recording.jsonl", **{
            name: pathlib.Path(self.scratch.name, name) for name in ("catalog", "fixtures", "tests", "screenshots")})
        for name in ("catalog", "fixtures", "tests", "screenshots"):
            getattr(self.options, name).mkdir()

    def __enter__(self):
        self.playwright = sync_playwright().start()
        browser = self.playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        self.context = browser.new_context(viewport=looks.WIDE, permissions=["clipboard-read", "clipboard-write"])
        return self

    def __exit__(self, *_):
        self.playwright.stop()
        self.scratch.cleanup()

    def built(self, name):
        """A page as it was built, and the folder in which its copy has to be."""
        isInCatalog = (self.folder / "catalog" / f"{name}.html").exists()
        kind = "catalog" if isInCatalog else "fixtures"
        return self.folder / kind / f"{name}.html", getattr(self.options, kind)

    def play(self, name, scripts, isCompact=True):
        file, folder = self.built(name)
        copied = folder / file.name
        copied.write_text(bundle.served(file.read_text(), scripts, isCompact))
        shutil.copy(file.with_suffix(".json"), folder)
        return Playing(self.context, copied)

    def executed(self, name):
        """For each check of a page its seconds, the page, its position, its name, and the lines that are executed until it ends."""
        built = self.built(name)[0].read_text()
        playing = self.play(name, RESOURCES, isCompact=False)
        executed = Executed(playing.page, RESOURCES)
        playing.reopen()
        loaded = executed.lines(built)
        for position, (one, arguments) in enumerate(self.checks(name)):
            begin = time.monotonic()
            playing.run(one, *arguments)
            yield time.monotonic() - begin, name, position, one.__name__, loaded | executed.lines(built)
        assert not playing.complaints, f"without a mistake, there are complaints: {playing.complaints}"
        playing.page.close()

    def notice(self, mistake, tried):
        """The first check that notices a mistake, of checks with their pages and positions; nothing if none does."""
        scripts = pathlib.Path(self.scratch.name, "page")
        copy(mistake, scripts)
        opened = {}
        try:
            for _, name, position in tried:
                try:
                    # Checks share a page, as they do without a mistake. On a busy machine, a check can fail by itself, but hardly twice.
                    playing = opened.get(name) or opened.setdefault(name, self.play(name, scripts))
                    if self.complains(playing, position):
                        playing = self.play(name, scripts)
                        isNoticed = self.complains(playing, position)
                        playing.page.close()
                        if isNoticed:
                            return f"{name}, {self.checks(name)[position][0].__name__}"
                except Error:
                    return f"{name} does not load"
            return ""
        finally:
            for playing in opened.values():
                playing.page.close()

    def checks(self, name):
        return check.checks(self.built(name)[1] / f"{name}.html", self.options)

    def complains(self, playing, position):
        """Whether a check complains about a page."""
        playing.page.set_default_timeout(4_000)
        playing.complaints.clear()
        one, arguments = self.checks(playing.name)[position]
        playing.run(one, *arguments)
        return bool(playing.complaints)


class Player:
    """A process that makes mistakes in pages, one after the other. It is replaced when a mistake never ends."""

    def __init__(self, folder):
        self.folder = folder
        self.process = None

    def notice(self, mistake, tried):
        if not self.process:
            self.process = subprocess.Popen([sys.executable, __file__, self.folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            start_new_session=True)
        self.process.stdin.write(json.dumps([mistake, tried]).encode() + b"\n")
        self.process.stdin.flush()
        isReady, _, _ = select.select([self.process.stdout], [], [], 60 + 5 * sum(seconds for seconds, _, _ in tried))
        if not isReady:
            self.end()
            return "never ends"
        said = self.process.stdout.readline()
        assert said, "the process has ended"
        return json.loads(said)

    def end(self):
        if self.process:
            end(self.process)
        self.process = None


if __name__ == "__main__":
    with Pages(pathlib.Path(sys.argv[1])) as pages:
        for line in sys.stdin:
            print(json.dumps(pages.notice(*json.loads(line))), flush=True)
