"""Makes mistakes in this package, one after the other, and looks whether its tests notice.

A copy of the package with its tests is built once, with all mistakes in it, each of them switched off; the environment switches
one on (mutant schemata: Untch, Offutt and Harrold, "Mutation analysis using mutant schemata", 1993).
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

import definitions
import sources
from definitions import ROOT
from judging import Judge

HERE = pathlib.Path(__file__).resolve().parent
# With so many mistakes, it takes less time to build for speed.
MANY = 500
ADDED = ["Mistakes", "Mutation", "list-mutants"]


class Copy:
    """The files of a copy of the package, which are written where they differ, so that little has to be built again."""

    def __init__(self, folder):
        self.folder = folder
        self.files = {}
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, listed.split("\0")):
            # A link is copied as the file that it leads to.
            if not (ROOT / name).is_relative_to(HERE) and (ROOT / name).is_file():
                self.files[name] = (ROOT / name).read_bytes()
        for name in ADDED:
            for path in (HERE / name).iterdir():
                self.files[f"Sources/{name}/{path.name}"] = path.read_bytes()

    def write(self):
        for path in self.folder.rglob("*.swift"):
            name = path.relative_to(self.folder)
            if name.parts[0] != ".build" and str(name) not in self.files:
                path.unlink()
        for name, contents in self.files.items():
            path = self.folder / name
            if not path.exists() or path.read_bytes() != contents:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(contents)
                if (ROOT / name).exists():
                    shutil.copymode(ROOT / name, path)

    def text(self, name):
        return self.files[name].decode()

    def add_to_manifest(self, modules):
        """Adds the targets that mistakes need; `modules` are those with definitions."""
        lists = f"let defining: Set = {json.dumps(sorted(modules))}\nlet mistaken: Set = {json.dumps(list(sources.MODULES))}\n"
        self.files["Package.swift"] += b"\n" + lists.encode() + (HERE / "Package.swift.txt").read_bytes()

    def build(self, own_sources):
        """Builds the tests, without the mistakes that do not compile, and returns where the programs are."""
        if len(own_sources.mistakes) > MANY:
            os.environ["OPTIMIZED"] = "yes"
        while True:
            self.write()
            result = swift(self.folder, "build", "--build-tests", "--scratch-path", self.folder / ".build")
            if result.returncode == 0:
                break
            messages = result.stdout + result.stderr
            if not own_sources.drop_uncompilable(messages, self):
                errors = [line for line in messages.splitlines() if "error:" in line]
                sys.exit("the copy does not build:\n" + "\n".join(errors[:20]))
        folder = pathlib.Path(swift(self.folder, "build", "--show-bin-path").stdout.strip())
        return folder, next(folder.glob("*.xctest"))


def swift(folder, *arguments):
    return subprocess.run(["nice", "swift", *arguments], cwd=folder, capture_output=True, text=True, errors="replace")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scratch", type=pathlib.Path, help="a directory for the copy")
    parser.add_argument("--machine", action="append", help="only the definition of this machine; may be given more than once")
    parser.add_argument(
        "--module", action="append", choices=sources.MODULES, help="only the source of this module; may be given more than once"
    )
    parser.add_argument("--file", action="append", help="only source files with this in their paths; may be given more than once")
    parser.add_argument("--sample", type=int, help="the largest number of mistakes of each kind, and of each --module, chosen at random")
    parser.add_argument(
        "--seed", type=int, help="the seed of the sample; the default is a random seed for definitions, and a fixed one for sources"
    )
    parser.add_argument(
        "--require", type=float, metavar="PERCENT", help="the percentage of all mistakes in sources that must be noticed, in place of those of each module"
    )
    parser.add_argument("--log", type=argparse.FileType("w"), help="a file for the result of each mistake in a source, written at once")
    parser.add_argument("--again", type=pathlib.Path, metavar="LOG", help="only the mistakes in sources that were not noticed according to a log")
    return parser.parse_args()


def main():
    options = arguments()
    folder = options.scratch.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    is_all = not (options.machine or options.module or options.file or options.again)

    copy = Copy(folder)
    copy.add_to_manifest(definitions.prepare(copy))
    modules = options.module or (sources.MODULES if is_all or options.file or options.again else [])
    own = sources.Sources(copy, modules, options)
    program_folder, tests = copy.build(own)

    is_complete = True
    if is_all or options.machine:
        is_complete = definitions.judge(program_folder / "list-mutants", tests, options)
    if modules:
        is_complete = Judge(own, tests).judge(options) and is_complete
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
