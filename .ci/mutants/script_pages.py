"""Makes mistakes in the scripts of pages in a browser, and reports which of them no check notices."""

import argparse
import json
import os
import pathlib
import shutil
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


def by_pages(folder, mistakes, workers):
    """The mistakes that no page notices; the folder has pages in `catalog` and `fixtures`, and `recording.jsonl`."""
    with Pages(folder) as pages:
        executed = sorted((found for name in NAMES for found in pages.executed(name)), key=lambda found: found[0])

    def notice(mistake):
        tried = [(seconds, name, position) for seconds, name, position, lines in executed if mistake[:2] in lines]
        if not tried:
            return None
        # In a process of its own, since some mistakes never end.
        task = json.dumps({"folder": str(folder), "mistake": mistake, "tried": [found[1:] for found in tried]})
        try:
            run = subprocess.run([sys.executable, __file__], input=task, stdout=subprocess.PIPE, text=True,
                                 timeout=60 + sum(5 * found[0] + 5 for found in tried))
            run.check_returncode()
            return run.stdout.strip()
        except subprocess.TimeoutExpired:
            return "never ends"

    return left(mistakes, notice, workers)


def by_live(programs, mistakes, workers):
    """The mistakes that no page of an inspector notices."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def live(scripts, *options, limit=None):
            command = [sys.executable, PAGES / "live.py", "--programs", programs, "--screenshots", folder / "screenshots",
                       "--scripts", scripts, *options]
            try:
                return subprocess.run(command, stdout=subprocess.DEVNULL, timeout=limit).returncode
            except subprocess.TimeoutExpired:
                return "never ends"

        assert live(RESOURCES, "--executed", folder / "executed.json") == 0, "the scripts fail without a mistake"
        executed = json.loads((folder / "executed.json").read_text())

        def notice(mistake):
            with tempfile.TemporaryDirectory() as scratch:
                scripts = pathlib.Path(scratch) / "page"
                copy(mistake, scripts)
                tried = sorted((found["seconds"], name) for name, found in executed.items() if list(mistake[:2]) in found["lines"])
                for seconds, name in tried:
                    # On a busy machine, a check can fail by itself, but hardly twice.
                    if all(live(scripts, "--limit", "10", "--only", name, limit=60 + 5 * seconds) for _ in range(2)):
                        return name
                return None

        return left(mistakes, notice, workers)


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
        """For each check of a page its seconds, the page, its position, and the lines that it executes, or the page while it is loaded."""
        built = self.built(name)[0].read_text()
        playing = self.play(name, RESOURCES, isCompact=False)
        executed = Executed(playing.page, RESOURCES)
        playing.reopen()
        loaded = executed.lines(built)
        for position, (one, arguments) in enumerate(check.checks(playing.file, self.options)):
            begin = time.monotonic()
            playing.run(one, *arguments)
            yield time.monotonic() - begin, name, position, loaded | executed.lines(built)
        assert not playing.complaints, f"without a mistake, there are complaints: {playing.complaints}"
        playing.page.close()

    def notice(self, mistake, tried):
        """The first check that notices a mistake, of pairs of a page and a position; nothing if none does."""
        scripts = pathlib.Path(self.scratch.name, "page")
        copy(mistake, scripts)
        for name, position in tried:
            try:
                # On a busy machine, a check can fail by itself, but hardly twice.
                if all(self.complains(name, position, scripts) for _ in range(2)):
                    return f"{name}, {check.checks(self.built(name)[1] / f'{name}.html', self.options)[position][0].__name__}"
            except Error:
                return f"{name} does not load"
        return ""

    def complains(self, name, position, scripts):
        """Whether a check complains about a page of its own."""
        playing = self.play(name, scripts)
        one, arguments = check.checks(playing.file, self.options)[position]
        playing.run(one, *arguments)
        playing.page.close()
        return bool(playing.complaints)


if __name__ == "__main__":
    task = json.load(sys.stdin)
    pages = Pages(pathlib.Path(task["folder"])).__enter__()
    print(pages.notice(task["mistake"], task["tried"]), flush=True)
    pages.scratch.cleanup()
    # A page that never ends would keep the browser from being closed.
    os._exit(0)
