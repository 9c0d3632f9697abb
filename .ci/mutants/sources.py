"""Makes mistakes in the source of the library, one after the other, and looks whether its tests notice.

Where a mistake can be made is found in the text of each file. In the copy all these places ask whether it is their turn.
"""

import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from mistakes import Finder
from runner import run
from schemata import Rewriting, operator_source

MODULES = [
    "StateMachines", "StateMachineGraphs", "StateMachineDiagrams", "StateMachineTesting", "StateMachineInspection", "StateMachineCatalog",
    "InspectionMessages", "StateMachineScaffolding", "StreamMachine", "ImageSearchMachine", "RemoteContentMachine", "VideoMachine",
    "HTTPClient", "LoopbackHTTP",
]
EXPLAINED = pathlib.Path(__file__).with_name("Explained.md")
ERROR = re.compile(r"^(/[^:\n]+):(\d+):(\d+): error: (.*)$", re.MULTILINE)
EXPLANATION = re.compile(r"- `` (.+?) ``: (?:`` (.+?) ``: )?\S")


class Sources:
    """The mistakes in some modules, and the copy in which they are made."""

    def __init__(self, copy, modules, options):
        parts, sample, seed = options.file, options.sample, options.seed or 0
        self.mistakes, self.uncompilable, self.rewritings = [], [], {}
        # For each file, how many mistakes in it each group of tests has noticed.
        self.notices = collections.defaultdict(collections.Counter)
        self.originals = {
            name.removeprefix("Sources/"): copy.text(name)
            for name in sorted(copy.files)
            if name.startswith(tuple(f"Sources/{module}/" for module in modules)) and name.endswith(".swift") and ".docc/" not in name
            and (not parts or any(part in name for part in parts))
        }
        for file, text in self.originals.items():
            self.mistakes += Finder(file, text).mistakes()
        # By its own text, so that a mistake stays in a sample for as long as its line stays.
        self.mistakes.sort(key=lambda mistake: hashlib.sha256(f"{seed} {mistake}".encode()).digest())
        if options.again:
            missed = {line.split(": ", 1)[1] for line in options.again.read_text().splitlines() if line.startswith(("un", "never"))}
            self.mistakes = [mistake for mistake in self.mistakes if str(mistake) in missed]
        self.is_sample = bool(options.again or sample)
        if sample:
            self.take_sample(sample, seed, is_by_module=bool(options.module))
        for number, mistake in enumerate(self.mistakes, 1):
            mistake.number = number
        self.write(copy)

    def take_sample(self, size, seed, is_by_module):
        """Keeps the first mistakes, in all or of each module."""
        taken, counts = [], collections.Counter()
        for mistake in self.mistakes:
            part = mistake.file.split("/")[0] if is_by_module else "all modules"
            counts[part] += 1
            if counts[part] <= size:
                taken.append(mistake)
        for part, count in sorted(counts.items()):
            print(f"{part}: {min(size, count)} of {count} mistakes in sources, chosen with --seed {seed}", flush=True)
        self.mistakes = taken

    def write(self, copy):
        """Writes the mistakes into the copy."""
        mistaken = {mistake.file for mistake in self.mistakes}
        self.rewritings = {
            file: Rewriting(text, [mistake for mistake in self.mistakes if mistake.file == file])
            for file, text in self.originals.items()
            if file in mistaken
        }
        for file, text in self.originals.items():
            copy.files[f"Sources/{file}"] = (self.rewritings[file].text if file in mistaken else text).encode()
        operators = [group for rewriting in self.rewritings.values() for group in rewriting.operators]
        copy.files["Sources/Mistakes/Operators.swift"] = "".join(map(operator_source, operators)).encode()

    def drop_uncompilable(self, messages, copy):
        """Drops the mistakes that do not compile; returns whether there are any."""
        dropped = {}
        for path, line, column, message in ERROR.findall(messages):
            name = pathlib.Path(path)
            file = str(name.relative_to(copy.folder / "Sources")) if name.is_relative_to(copy.folder / "Sources") else ""
            if file == "Mistakes/Operators.swift":
                text = copy.text("Sources/" + file).splitlines()[int(line) - 1]
                dropped |= {int(number): message for number in re.findall(r"isMutated\((\d+)\)", text)}
            elif file in self.rewritings:
                mistake = self.rewritings[file].blamed(int(line), int(column))
                if mistake:
                    dropped[mistake.number] = message
        for mistake in self.mistakes:
            if mistake.number in dropped and os.environ.get("VERBOSE"):
                print(f"does not compile: {mistake}: {dropped[mistake.number]}", flush=True)
        self.uncompilable += [mistake for mistake in self.mistakes if mistake.number in dropped]
        self.mistakes = [mistake for mistake in self.mistakes if mistake.number not in dropped]
        self.write(copy)
        return bool(dropped)

    def judge(self, tests, options):
        """Runs the tests with each mistake, and prints the score; returns whether enough was noticed or is explained."""
        groups = self.calibrate(tests)

        def judge(mistake):
            verdict = self.notice(tests, groups, mistake)
            if options.log:
                options.log.write(f"{verdict}: {mistake}\n")
                options.log.flush()
            return verdict

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            verdicts = list(pool.map(judge, self.mistakes))
        return report(self, verdicts, options.require)

    def calibrate(self, tests):
        """The tests in groups, the fastest one first: how to run it, how long it takes, and where it comes by."""
        command = [tests, "--testing-library", "swift-testing", "--list-tests"]
        listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        suites = {line.split("/")[0] for line in listed.splitlines() if "/" in line}
        patterns = [f"^{re.escape(suite)}/" for suite in sorted(suites)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            groups = list(pool.map(lambda pattern: self.record(tests, pattern), patterns))
        if self.is_sample:
            # Leave out a suite that takes longer than most others together.
            total = sum(seconds for _, seconds, _ in groups)
            groups = [group for group in groups if group[1] < total / 4]
        return sorted(groups, key=lambda group: group[1])

    def record(self, tests, pattern):
        """Runs a group of tests without a mistake."""
        size = max((mistake.number for mistake in self.mistakes), default=0) + 1
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes(size))
            file.flush()
            verdict, output, seconds = run(tests, [pattern], {"SOURCE_MUTANT_RECORD": file.name}, is_mistaken=False)
            if verdict != "unnoticed":
                sys.exit(f"without a mistake, the tests {pattern} fail:\n" + output[-3000:])
            return pattern, seconds, pathlib.Path(file.name).read_bytes()

    def notice(self, tests, groups, mistake):
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
            verdict, output, _ = run(tests, patterns, {"SOURCE_MUTANT": str(mistake.number)}, limit)
            notices.update(pattern for pattern in patterns if has_noticed(pattern, output))
            if verdict != "unnoticed":
                return verdict
        return "unnoticed"


def has_noticed(pattern, output):
    """Whether the output has an issue of a suite, which is in a file of its name."""
    suite = pattern.removeprefix("^").removesuffix("/").split(".")[-1]
    return any("recorded an issue" in line and f" {suite}.swift:" in line for line in output.splitlines())


def explanations():
    """What `Explained.md` says of mistakes that no test notices: of one, or of all those in a line."""
    entries, file = set(), ""
    for line in EXPLAINED.read_text().splitlines():
        if line.startswith("## "):
            file = line[3:].strip()
        elif match := EXPLANATION.match(line):
            entries.add((file, match[1], match[2]))
    return entries


def report(sources, verdicts, required):
    """Prints the score of each module and what was not noticed; returns whether so many percent were, or are explained."""
    reasons = explanations()
    results = []
    for mistake, verdict in zip(sources.mistakes, verdicts):
        if verdict in ("unnoticed", "never reached") and not reasons.isdisjoint([mistake.key, (*mistake.key[:2], None)]):
            verdict = "explained"
        results.append((mistake, verdict))
    for module in MODULES:
        own = [verdict for mistake, verdict in results if mistake.file.startswith(module + "/")]
        broken = sum(mistake.file.startswith(module + "/") for mistake in sources.uncompilable)
        if own:
            print(
                f"{module}: {own.count('noticed') + own.count('no end')} of {len(own)} mistakes noticed"
                f" ({own.count('no end')} by tests without an end), {own.count('explained')} explained; {broken} do not compile"
            )
    missed = [(mistake, verdict) for mistake, verdict in results if verdict in ("unnoticed", "never reached")]
    for mistake, verdict in missed:
        print(f"{verdict}: {mistake}")
    return len(missed) <= len(results) * (1 - required / 100)
