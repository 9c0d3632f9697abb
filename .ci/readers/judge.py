#!/usr/bin/env python3
"""Checks the files of `ReaderFixtureTests` with the programs that read their formats."""

import argparse
import concurrent.futures
import pathlib
import sys
import time

import overlaps
import pages
import pictures
import self_test
from judges import JUDGES, Fixtures


def main():
    """Runs the judges and ends with 1 if one of them complains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="what ReaderFixtureTests has written")
    parser.add_argument("--scratch", type=pathlib.Path, required=True, help="what install-readers has filled")
    parser.add_argument("--self-test", action="store_true", help="break files, and see that the judges notice")
    parser.add_argument("--svg", type=pathlib.Path, metavar="FOLDER", help="pictures to look at as well")
    parser.add_argument("--pages", type=pathlib.Path, metavar="FOLDER", help="generated pages to show in a browser as well")
    parser.add_argument("--screenshots", type=pathlib.Path, metavar="FOLDER", help="where pictures of these pages go, to be looked at")
    arguments = parser.parse_args()
    if arguments.self_test:
        sys.exit(self_test.run(arguments.folder.resolve(), arguments.scratch.resolve(), complaints))
    found = complaints(Fixtures(arguments.folder.resolve(), arguments.scratch.resolve()), report=print)
    if arguments.svg:
        found["pictures"] = dict(pictures.judge(arguments.svg))
        found["overlaps"] = overlaps.judge_all(arguments.svg, arguments.folder)
    if arguments.pages:
        found["pages"] = pages.judge(arguments.pages, arguments.scratch.resolve(), arguments.screenshots)
    for errors in found.values():
        for file, messages in errors.items():
            for message in messages[:5]:
                print(f"{file}: {message}", file=sys.stderr)
    sys.exit(any(found.values()))


def complaints(fixtures, report=lambda line: None):
    """For each judge the files with errors, and their messages."""
    found = {}
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for name, errors, line in pool.map(judged, JUDGES, [fixtures] * len(JUDGES)):
            found[name] = errors
            report(line)
    return found


def judged(name, fixtures):
    """The name of a judge, the files with errors and their messages, and a line of the report."""
    begin = time.monotonic()
    found, count = {}, 0
    for file, errors in JUDGES[name](fixtures):
        count += 1
        if errors:
            found[file] = errors
    walked = f", {fixtures.steps} steps" if fixtures.steps else ""
    return name, found, f"{name}: {count} files{walked}, {len(found)} with differences, {time.monotonic() - begin:.0f}s"


if __name__ == "__main__":
    main()
