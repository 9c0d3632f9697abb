"""Makes mistakes in this package, one after the other, and looks whether its tests notice.

A copy of the package with its tests is built once, with all mistakes in it, each of them switched off; the environment switches
one on (mutant schemata: Untch, Offutt and Harrold, "Mutation analysis using mutant schemata", 1993).
"""

import argparse
import os
import pathlib
import subprocess
import sys

import definitions
import sources

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
COPIED = [
    "Sources", "Examples/Gallery", "Tests/TestSupport",
    *(sources.MACHINE_TESTS.get(target, f"Tests/{target}") for target in sources.TARGETS),
]
# With so many mistakes, it takes less time to build for speed.
MANY = 500
ADDED = ["Mistakes", "Mutation", "list-mutants"]


class Copy:
    """The files of a copy of the package, which are written where they differ, so that little has to be built again."""

    def __init__(self, folder):
        self.folder = folder
        self.files = {}
        for name in COPIED:
            self.add(ROOT / name, name)
        for name in ADDED:
            self.add(HERE / name, f"Sources/{name}")
        self.files["Package.swift"] = (HERE / "Package.swift.txt").read_bytes()

    def add(self, source, name):
        for path in source.rglob("*"):
            if path.is_file():
                self.files[f"{name}/{path.relative_to(source)}"] = path.read_bytes()

    def write(self):
        for top in ["Sources", "Examples", "Tests"]:
            for path in (self.folder / top).rglob("*"):
                if path.is_file() and str(path.relative_to(self.folder)) not in self.files:
                    path.unlink()
        for name, contents in self.files.items():
            path = self.folder / name
            if not path.exists() or path.read_bytes() != contents:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(contents)

    def text(self, name):
        return self.files[name].decode()

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
    parser.add_argument("--sample", type=int, help="the largest number of mistakes of each kind, chosen at random")
    parser.add_argument(
        "--seed", type=int, help="the seed of the sample; the default is a random seed for definitions, and a fixed one for sources"
    )
    parser.add_argument(
        "--require", type=float, default=100, metavar="PERCENT", help="the percentage of mistakes in sources that must be noticed or explained"
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
    definitions.prepare(copy)
    modules = options.module or (sources.MODULES if is_all or options.file or options.again else [])
    own = sources.Sources(copy, modules, options)
    program_folder, tests = copy.build(own)

    is_complete = True
    if is_all or options.machine:
        is_complete = definitions.judge(program_folder / "list-mutants", tests, options)
    if modules:
        is_complete = own.judge(tests, options) and is_complete
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
