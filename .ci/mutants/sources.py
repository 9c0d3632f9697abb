"""Makes mistakes in the source of the library. Whether its tests notice is in `judging.py`.

Where a mistake can be made is found in the text of each file. In the copy all these places ask whether it is their turn.
"""

import collections
import hashlib
import os
import pathlib
import re

from mistakes import find
from schemata import Rewriting, operator_source

# How many percent of the mistakes in a module the tests must notice. The others make no difference, or one of time or memory alone:
# a shorter way, a hint to the scheduler, a check that is repeated. The only mistake in the locks is of this kind.
MODULES = {
    "StateMachines": 85, "StateMachineGraphs": 90, "StateMachineDiagrams": 90, "StateMachineRecording": 90,
    "StateMachineTesting": 85, "StateMachineInspection": 90, "StateMachineCatalog": 90,
    "StateMachineInspectionMessages": 90, "StateMachineScaffolding": 90, "StreamMachine": 90, "ImageSearchMachine": 90,
    "RemoteContentMachine": 90, "VideoMachine": 90, "StateMachineLocks": 0, "StateMachineHTTPClient": 85,
    "StateMachineLoopbackHTTP": 90, "ExploredSystems": 90, "DurableMachines": 90,
}
ERROR = re.compile(r"^(/[^:\n]+):(\d+):(\d+): error: (.*)$", re.MULTILINE)


class Sources:
    """The mistakes in some modules, and the copy in which they are made."""

    def __init__(self, copy, modules, options):
        parts, sample, seed = options.file, options.sample, options.seed or 0
        self.mistakes, self.uncompilable, self.rewritings = [], [], {}
        self.originals = {
            name.removeprefix("Sources/"): copy.files[name]
            for name in sorted(copy.files)
            if name.startswith(tuple(f"Sources/{module}/" for module in modules)) and name.endswith(".swift") and ".docc/" not in name
            and (not parts or any(part in name for part in parts))
        }
        if self.originals:
            self.mistakes = find(self.originals)
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
            copy.files[f"Sources/{file}"] = self.rewritings[file].text if file in mistaken else text
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
