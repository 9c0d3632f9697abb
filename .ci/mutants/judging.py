"""Judges the mistakes in the source of the library: noticed by a test or not.

For each mistake it runs the tests that come by its place, until one of them notices.
"""

import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

from runner import run
from sources import MODULES


class Judge:
    """The tests, and the mistakes that they should notice."""

    def __init__(self, sources, tests):
        self.sources, self.tests = sources, tests
        # For each file, how many mistakes in it each group of tests has noticed.
        self.notices = collections.defaultdict(collections.Counter)

    def judge(self, options):
        """Runs the tests with each mistake, and prints the score; returns whether enough was noticed."""
        groups = self.calibrate()

        def judge(mistake):
            verdict = self.notice(groups, mistake)
            if options.log:
                options.log.write(f"{verdict}: {mistake}\n")
                options.log.flush()
            return verdict

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            verdicts = list(pool.map(judge, self.sources.mistakes))
        return report(self.sources, verdicts, options.require)

    def calibrate(self):
        """The tests in groups, the fastest one first: how to run it, how long it takes, and where it comes by."""
        command = [self.tests, "--testing-library", "swift-testing", "--list-tests"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        suites = {line.split("/")[0] for line in listed.splitlines() if "/" in line}
        patterns = [f"^{re.escape(suite)}/" for suite in sorted(suites)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            groups = list(pool.map(lambda pattern: self.record(pattern), patterns))
        if self.sources.is_sample:
            # Leave out a suite that takes longer than most others together.
            total = sum(seconds for _, seconds, _ in groups)
            groups = [group for group in groups if group[1] < total / 4]
        return sorted(groups, key=lambda group: group[1])

    def record(self, pattern):
        """Runs a group of tests without a mistake."""
        size = max((mistake.number for mistake in self.sources.mistakes), default=0) + 1
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes(size))
            file.flush()
            verdict, output, seconds = run(self.tests, [pattern], {"SOURCE_MUTANT_RECORD": file.name}, is_mistaken=False)
            if verdict != "unnoticed":
                sys.exit(f"without a mistake, the tests {pattern} fail:\n" + output[-3000:])
            return pattern, seconds, pathlib.Path(file.name).read_bytes()

    def notice(self, groups, mistake):
        """What becomes of one mistake: only tests that come to it, first those that noticed others in its file, then the fastest."""
        notices = self.notices[mistake.file]
        own = sorted((group for group in groups if group[2][mistake.number]), key=lambda group: -notices[group[0]])
        if not own:
            return "never reached"
        while own:
            part = [own.pop(0)]
            while own and sum(group[1] for group in part) + own[0][1] < 2:
                part.append(own.pop(0))
            limit = 10 + 4 * sum(group[1] for group in part)
            patterns = [group[0] for group in part]
            verdict, output, _ = run(self.tests, patterns, {"SOURCE_MUTANT": str(mistake.number)}, limit)
            notices.update(pattern for pattern in patterns if has_noticed(pattern, output))
            if verdict != "unnoticed":
                return verdict
        return "unnoticed"


def has_noticed(pattern, output):
    """Whether the output has an issue of a suite, which is in a file of its name."""
    suite = pattern.removeprefix("^").removesuffix("/").split(".")[-1]
    return any("recorded an issue" in line and f" {suite}.swift:" in line for line in output.splitlines())


def report(sources, verdicts, required):
    """Prints the score of each module and what was not noticed; returns whether enough was: so many percent, or those of each module."""
    results, is_enough = list(zip(sources.mistakes, verdicts)), True
    for module, percent in MODULES.items():
        own = [verdict for mistake, verdict in results if mistake.file.startswith(module + "/")]
        broken = sum(mistake.file.startswith(module + "/") for mistake in sources.uncompilable)
        if own:
            print(
                f"{module}: {noticed(own)} of {len(own)} mistakes noticed ({own.count('no end')} by tests without an end);"
                f" {broken} do not compile; {percent} % are required of all"
            )
            is_enough = is_enough and noticed(own) * 100 >= len(own) * percent
    for mistake, verdict in results:
        if verdict in ("unnoticed", "never reached"):
            print(f"{verdict}: {mistake}")
    return is_enough if required is None else noticed(verdicts) * 100 >= len(verdicts) * required


def noticed(verdicts):
    return verdicts.count("noticed") + verdicts.count("no end")
