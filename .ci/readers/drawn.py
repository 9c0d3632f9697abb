"""Has Mermaid, PlantUML and Graphviz read the diagrams of the tests, so that each of them is one that a person can have drawn.

usage: drawn.py SCRATCH_FOLDER
"""

import pathlib
import subprocess
import sys
import tempfile

import mermaid
import plantuml

# What people write although the program of this name refuses it, and why we read it.
REFUSED = {
    "checkout.mmd": "a composite state with activities, which Mermaid cannot draw",
    "desk.mmd": "a composite state with activities, which Mermaid cannot draw",
    "arrows-both-ways.puml": "an arrow from right to left, which Debian's PlantUML of 2020 does not know",
    "quoted-names.puml": "a quoted name without an alias, which Debian's PlantUML of 2020 does not know",
}
FOLDERS = [pathlib.Path("Tests/Fixtures", name) for name in ("HandDrawn", "Diagrams")]


def refusals(scratch):
    """The files that their own programs refuse, with the reasons."""
    files = {ending: sorted(file for folder in FOLDERS for file in folder.glob(f"*.{ending}")) for ending in ("mmd", "puml", "dot")}
    if not all(files.values()):
        raise ValueError(f"no diagrams in {FOLDERS}")
    for file, result in zip(files["mmd"], mermaid.read([file.read_text() for file in files["mmd"]], scratch)):
        if "error" in result:
            yield f"{file}: {result['error'].splitlines()[0]}"
    with tempfile.TemporaryDirectory() as folder:
        paths = [file.resolve() for file in files["puml"]]
        pictures = pathlib.Path(folder)
        failed = plantuml.run("-tsvg", paths, pictures)
        yield from (f"{file}: PlantUML refuses line {line}" for file, line in failed.items())
        drawn = {picture.stem for picture in pictures.iterdir()}
        yield from (f"{file}: PlantUML draws nothing" for file in paths if str(file) not in failed and file.stem not in drawn)
    for file in files["dot"]:
        result = subprocess.run(["dot", "-Tcanon", file], capture_output=True, text=True, timeout=60)
        if result.returncode or "Error" in result.stderr:
            yield f"{file}: {result.stderr.strip()}"


if __name__ == "__main__":
    found = [text for text in refusals(pathlib.Path(sys.argv[1])) if pathlib.Path(text.split(": ")[0]).name not in REFUSED]
    print("\n".join(["Diagrams of the tests that their own programs refuse:", *found]) if found else "The diagrams of the tests are valid.")
    sys.exit(1 if found else 0)
