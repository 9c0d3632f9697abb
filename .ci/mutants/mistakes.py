"""Finds the mistakes that can be made in files, by a program in Swift, which uses the parser of the toolchain."""

import collections
import json
import pathlib
import subprocess
import tempfile
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent


@dataclass
class Mistake:
    """A mistake with its name and its edit of the source. Places are in bytes."""
    file: str
    words: str
    start: int
    end: int
    # Texts in place of a part of the source, or around it, with `#` for the number: `start`, `end`, `before` and perhaps `after`.
    edit: dict = None
    # The operator that it replaces, and the replacement.
    operator: tuple = None
    code: str = ""
    # Which one it is in its file: of several around the same part of the source, the first one is outside.
    order: int = 0
    # Which one it is of all, for the environment.
    number: int = 0

    def __str__(self):
        return f"{self.file}: `` {self.code} ``: `` {self.words} ``"


def find(texts):
    """The mistakes in files, whose texts are given."""
    info = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout)
    host = pathlib.Path(info["paths"]["runtimeResourcePath"]) / "host"
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "find-mistakes"
        libraries = ["-lSwiftOperators", "-lSwiftParser", "-lSwiftSyntax", "-Xlinker", "-rpath", "-Xlinker", host]
        sources = sorted((HERE / "find-mistakes").glob("*.swift"))
        subprocess.run(["swiftc", "-swift-version", "6", "-I", host, "-L", host, *libraries, "-o", program, *sources], check=True)
        for file, text in texts.items():
            (program.parent / file).parent.mkdir(parents=True, exist_ok=True)
            (program.parent / file).write_bytes(text)
        listed = subprocess.run([program, *texts], cwd=folder, capture_output=True, check=True).stdout
    found = [Mistake(**json.loads(line), order=order) for order, line in enumerate(listed.splitlines())]
    seen = collections.Counter()
    for mistake in sorted(found, key=lambda mistake: mistake.start):
        text = texts[mistake.file]
        line = text[text.rfind(b"\n", 0, mistake.start) + 1 : text.find(b"\n", mistake.start)].decode()
        mistake.code = line.split(" //")[0].strip()
        name = str(mistake)
        seen[name] += 1
        if seen[name] > 1:
            mistake.words += f" (no. {seen[name]})"
    return found
