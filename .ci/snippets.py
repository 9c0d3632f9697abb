"""Writes a package of the Swift in Markdown and in tutorials, and compares what its programs print with the text that follows them.

usage: snippets.py write ROOT SCRATCH FILE...      writes the package SCRATCH, whose programs are in the files
       snippets.py compare ROOT SCRATCH FILE...    runs the programs that were built, and compares what they print
       snippets.py update ROOT SCRATCH FILE...     runs them, and puts what they print into the files

A block of Swift belongs to the part that a comment before it begins, or to the part that is open:

    <!-- program: Name -->      an executable; its blocks are one file, main.swift. Each Markdown file begins with one, FilePage.
    <!-- library: Name -->      a module, which programs and tests below may import
    <!-- tests: Name -->        tests, which are run
    <!-- file: Name.swift -->   one block, or one hidden part, in a file of its own in the open part
    <!-- not compiled: reason -->   one block that belongs to no part
    <!-- prints -->             before a block of text: the next lines that the program prints; all such blocks together are all it prints
    <!-- hidden                 Swift that the reader is spared, up to the line -->

A comment that names an earlier part of the same file continues this part.

", main actor" behind a name isolates the part to the main actor by default. ", with Other/File.swift" gives it that file of another part
or of the repository; more files may follow.

A tutorial, Name.tutorial, shows files one after the other, each of them several times as it grows. Each step of it is a part with all
files as they are by then:

    @Code(name: "Search.swift", file: Search-3.swift)   changes a file of the program; before there is a main.swift, of a library
    @Code(name: "SearchTests.swift", …)                 changes a file of its tests
    @Code(name: "Package.swift", …)                     changes the manifest that the reader has
    @Code(name: "Terminal", file: output-1.txt)         is what the program prints by then; once there are tests, what they throw

Tests without such text have to pass.
"""

import difflib
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

LIBRARIES = [
    "StateMachines", "StateMachineGraphs", "StateMachineDiagrams", "StateMachineRecording", "StateMachineTesting",
    "StateMachineInspection", "StateMachineCatalog", "ExploredSystems", "DurableMachines", "StreamMachine", "ImageSearchMachine", "RemoteContentMachine", "VideoMachine",
]

# The folder in which all checks build.
BUILD = Path(__file__).resolve().parents[1] / ".build"

# Declarations for systems without these frameworks.
APPLE_FRAMEWORKS = ["SwiftUI", "UIKit"] if sys.platform != "darwin" else []


@dataclass
class Part:
    kind: str
    name: str
    source: Path
    on_main_actor: bool = False
    borrowed: list = field(default_factory=list)
    files: dict = field(default_factory=dict)
    prints: list = field(default_factory=list)
    output: Path | None = None

    @property
    def main_file(self):
        return "main.swift" if self.kind == "program" else f"{self.name}.swift"

    @property
    def folder(self):
        return ("Tests/" if self.kind == "tests" else "Sources/") + self.name

    def add(self, lines, file=None):
        self.files.setdefault(file or self.main_file, []).extend(lines + [""])

    @property
    def imports(self):
        text = "\n".join(line for lines in self.files.values() for line in lines)
        return sorted(set(re.findall(r"^(?:@testable )?import (\w+)", text, re.MULTILINE)))


def parts_of(path):
    """The parts of a Markdown file, and where the blocks stand that its programs print."""
    name = re.sub(r"\W", "", path.stem) + "Page"     # so that no page has the name of a module, such as Testing
    part = Part("program", name, path)
    parts, marker = [part], None
    lines = path.read_text().splitlines()
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        if line == "<!-- hidden":
            end = lines.index("-->", index)
            part.add(lines[index:end], file=marker[6:] if marker else None)
            index, marker = end + 1, None
        elif match := re.fullmatch(r"<!-- (program|library|tests): (\w+)(, main actor)?(?:, with (.+))? -->", line):
            part = next((earlier for earlier in parts if (earlier.kind, earlier.name) == (match[1], match[2])), None)
            if part is None:
                part = Part(match[1], match[2], path, on_main_actor=bool(match[3]), borrowed=(match[4] or "").split())
                parts.append(part)
        elif re.fullmatch(r"<!-- (file|not compiled): .* -->|<!-- prints -->", line):
            marker = line[5:-4]
        elif line.startswith("<!-- ") and not line.startswith("<!-- runs "):
            sys.exit(f"{path}:{index}: unknown marker: {line}")
        elif line.lstrip().startswith("```"):
            indent = len(line) - len(line.lstrip())
            language = line.strip()[3:]
            end = next(i for i in range(index, len(lines)) if lines[i].strip() == "```")
            block = [text[indent:] for text in lines[index:end]]
            if language == "swift" and not (marker or "").startswith("not compiled"):
                part.add(block, file=marker[6:] if marker else None)
            elif marker == "prints":
                part.prints.append((index, end))
            index, marker = end + 1, None
    for part in parts:
        if part.prints and not part.files:
            sys.exit(f"{path}: {part.name} prints something, and has no Swift")
    return [part for part in parts if part.files]


def steps_of(path):
    """The steps of a tutorial, each a part with its number, and tests of their own where it has some."""
    resources = path.parent.parent / "Resources"
    files, tests, parts = {}, {}, []
    for name, resource in re.findall(r'@Code\(name: "([^"]+)", file: "?([\w.-]+)"?', path.read_text()):
        text = (resources / resource).read_text()
        if resource.endswith(".txt"):
            parts[-1].output = resources / resource
            continue
        changed = files
        if name.endswith("Tests.swift"):
            changed = tests
        elif name == "Package.swift":
            continue
        changed[name] = text.splitlines()
        step = f"{path.stem}Step{len(parts) + 1}"
        parts.append(Part("program" if "main.swift" in files else "library", step, path, files=dict(files)))
        if tests:
            # The module has the name of its step.
            renamed = {
                name: [re.sub(r"^@testable import \w+", f"@testable import {step}", line) for line in lines]
                for name, lines in tests.items()
            }
            parts.append(Part("tests", f"{step}Tests", path, files=renamed))
    return parts


def check_manifests(path, scratch):
    """Has the package manager read the manifests that a tutorial shows."""
    for resource in re.findall(r'@Code\(name: "Package.swift", file: "?([\w.-]+)"?', path.read_text()):
        folder = scratch / "Manifest"
        folder.mkdir(exist_ok=True)
        (folder / "Package.swift").write_text((path.parent.parent / "Resources" / resource).read_text())
        result = subprocess.run(["swift", "package", "--package-path", folder, "dump-package"], capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"{path}: {resource} is no manifest\n{result.stderr}")


def manifest(parts, root):
    names = {part.name for part in parts}
    targets = []
    for part in parts:
        kind = {"program": "executableTarget", "library": "target", "tests": "testTarget"}[part.kind]
        products = [f'.product(name: "{name}", package: "swift-state-machines")' for name in part.imports if name in LIBRARIES]
        products += [f'.product(name: "{name}", package: "AppleFrameworks")' for name in part.imports if name in APPLE_FRAMEWORKS]
        dependencies = ", ".join(products + [f'"{name}"' for name in part.imports if name in names])
        settings = [".treatAllWarnings(as: .error)"] + [".defaultIsolation(MainActor.self)"] * part.on_main_actor
        targets.append(f'        .{kind}(name: "{part.name}", dependencies: [{dependencies}], swiftSettings: [{", ".join(settings)}]),')
    return "\n".join([
        "// swift-tools-version: 6.2", "import PackageDescription", "", "let package = Package(", '    name: "Snippets",',
        "    platforms: [.macOS(.v15)],",
        f'    dependencies: [.package(name: "swift-state-machines", path: "{root}"), .package(path: "{root}/.ci/fixtures/AppleFrameworks")],',
        "    targets: [", *targets, "    ]", ")", "",
    ])


def write(parts, root, scratch):
    for part in parts:
        for path in part.borrowed:
            owner, file = path.rsplit("/", 1)
            [lines] = [other.files[file] for other in parts if other.name == owner] or [(Path(root) / path).read_text().splitlines()]
            part.files[file] = lines
    duplicates = {part.name for part in parts if sum(other.name == part.name for other in parts) > 1}
    if duplicates:
        sys.exit(f"two parts have one name: {', '.join(sorted(duplicates))}")
    for folder in ["Sources", "Tests"]:
        (scratch / folder).mkdir(parents=True, exist_ok=True)
    wanted = {scratch / "Package.swift": manifest(parts, root)}
    for part in parts:
        for file, lines in part.files.items():
            wanted[scratch / part.folder / file] = "\n".join(lines)
    for old in [*scratch.glob("Sources/*/*"), *scratch.glob("Tests/*/*")]:
        if old not in wanted:
            old.unlink()
            # The package manager takes a folder without files for a mistake, and check-snippets for tests.
            if not any(old.parent.iterdir()):
                old.parent.rmdir()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    print(len(parts), "programs, modules and tests in", len({part.source for part in parts}), "files")


def run(part, binaries):
    """What a program prints, as lines. One that does not end within a minute is not what its page says."""
    result = subprocess.run([binaries / part.name], capture_output=True, text=True, timeout=60)
    if result.returncode != 0:
        sys.exit(f"{part.source}: {part.name} ends with {result.returncode}\n{result.stderr}")
    return result.stdout.splitlines()


def thrown(part, scratch):
    """What the tests of a step throw, as lines; none if they pass."""
    result = subprocess.run(
        ["swift", "test", "--skip-build", "--package-path", scratch, "--scratch-path", BUILD, "--filter", rf"^{part.name}\."],
        capture_output=True, text=True, timeout=300,
    )
    if result.returncode == 0 and "with 0 tests" not in result.stdout:
        return []
    errors = re.findall(r"Caught error: (.*?)^[✘✔◇━↳] ", result.stdout, re.DOTALL | re.MULTILINE)
    # A page shows one error, so there must be no other failure beside it.
    if len(errors) != 1 or len(re.findall(r"^✘ .* recorded an issue", result.stdout, re.MULTILINE)) != 1:
        sys.exit(f"{part.source}: {part.name} ends with {result.returncode}\n{result.stdout}\n{result.stderr}")
    return errors[0].splitlines()


def compare(parts, scratch, update):
    """Compares what programs print, or the tests of a step throw, with the pages, or with the files that a tutorial shows."""
    failed = False
    # From the end of a file to its beginning, so that the lines that are still to be replaced stay where they are.
    for part in reversed(parts):
        printed = thrown(part, scratch) if part.kind == "tests" else run(part, BUILD / "debug")
        file = part.source if part.prints else part.output
        page = file.read_text().splitlines() if file else []
        places = part.prints or [(0, len(page))]
        shown = [line for start, end in places for line in page[start:end]]
        if printed == shown:
            continue
        if update and file and len(places) == 1:
            [(start, end)] = places
            file.write_text("\n".join(page[:start] + printed + page[end:]) + "\n")
            continue
        failed = True
        print(*difflib.unified_diff(shown, printed, f"{file or part.source}", f"what {part.name} prints", lineterm=""), sep="\n")
    if failed:
        sys.exit(1)
    print(len(parts), "programs and tests print or throw what their pages say")


if __name__ == "__main__":
    command, root, scratch = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    paths = [Path(path) for path in sys.argv[4:]]
    tutorials = [path for path in paths if path.suffix == ".tutorial"]
    steps = [part for path in tutorials for part in steps_of(path)]
    found = [part for path in paths if path not in tutorials for part in parts_of(path)]
    if command == "write":
        write(found + steps, root, scratch)
        for path in tutorials:
            check_manifests(path, scratch)
    else:
        printing = [part for part in found if part.prints] + [part for part in steps if part.output or part.kind == "tests"]
        compare(printing, scratch, update=command == "update")
