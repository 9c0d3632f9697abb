"""Runs the commands whose output stands in Examples/README.md, compares what they print, and draws it as pictures of a terminal.

usage: transcripts.py compare BINARIES    runs each command with the programs in this folder, and compares what it prints
       transcripts.py update BINARIES     runs them, and puts what they print into the page
       transcripts.py draw                draws the pictures
       transcripts.py drawn               checks that the pictures are up to date

A transcript is a block of the language `console` behind a comment with the name of its picture:

    <!-- transcript: feed -->
    … ![Words for those who do not see it](Pictures/feed.svg) …
    ```console
    $ printf 'refresh\\n' | swift run remote-content
    what the command prints, on both of its outputs
    ```
"""

import difflib
import re
import subprocess
import sys
import unicodedata
from dataclasses import dataclass
from html import escape
from pathlib import Path
from xml.etree import ElementTree

EXAMPLES = Path(__file__).resolve().parent.parent / "Examples"
PAGE = EXAMPLES / "README.md"
PICTURES = EXAMPLES / "Pictures"


@dataclass
class Transcript:
    name: str
    command: str
    lines: list
    start: int      # the index of the first line behind the command
    end: int        # the index of the line that closes the block

    @property
    def picture(self):
        return PICTURES / f"{self.name}.svg"


def transcripts():
    found, name, page = [], None, PAGE.read_text().splitlines()
    for index, line in enumerate(page):
        if match := re.fullmatch(r"<!-- transcript: ([\w-]+) -->", line):
            name = match[1]
        elif line == "```console":
            end = page.index("```", index)
            found.append(Transcript(name, page[index + 1].removeprefix("$ "), page[index + 2:end], index + 2, end))
            name = None
    if not found or any(transcript.name is None for transcript in found):
        sys.exit(f"{PAGE}: a transcript has no name")
    return found


# Running

def run(transcript, binaries):
    """What a command prints, within a minute. `swift run NAME` becomes the program that was built."""
    script = 'swift() { shift; local program=$1; shift; "$BINARIES/$program" "$@"; }\n' + transcript.command
    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", script], env={"BINARIES": str(binaries), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
    )
    if result.returncode != 0:
        sys.exit(f"{transcript.command}\nends with {result.returncode}\n{result.stdout}")
    return result.stdout.splitlines()


def compare(binaries, update):
    failed, page = False, PAGE.read_text().splitlines()
    # From the end to the beginning: a replacement moves the lines after it.
    for transcript in reversed(transcripts()):
        printed = run(transcript, binaries)
        if printed == transcript.lines:
            continue
        if update:
            page[transcript.start:transcript.end] = printed
            continue
        failed = True
        print(*difflib.unified_diff(transcript.lines, printed, str(PAGE), transcript.command, lineterm=""), sep="\n")
    if failed:
        sys.exit(1)
    if update:
        PAGE.write_text("\n".join(page) + "\n")


# Drawing

FONT, CELL, ROW, MARGIN, BAR = 14, 8.4, 20, 16, 34
COLUMNS = 104       # longer lines are broken between words
COLORS = {
    "plain": "#e4e7eb", "dim": "#9aa5b1", "rejected": "#9aa5b1", "bold": "#ffffff", "event": "#f7c948",
    "entered": "#7bc47f", "exited": "#e39ec1", "error": "#ff9b9b", "prompt": "#7cc4fa",
}


def width(text):
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def kind(line, previous):
    """The kind of a line, from its form: it decides the color."""
    if " ─ " in line or line.startswith("● → "):
        return "transition"
    if re.match(r"[a-z-]+: [A-Z]", line):
        return "error"
    if re.match(r"\d+  –  ", line):
        return "rejected"
    if re.match(r"[a-z-]+: |\d+ (of \d+ )?[a-z]+,", line):
        return "dim"
    if previous in (None, "dim", "transition") and not re.match(r"\w+, ", line):
        return "bold"
    return "plain"


def pieces(line, kind):
    """The words of a line with their columns and colors. Two spaces divide a line into its columns."""
    for match in re.finditer(r"\S+(?: \S+)*", line):
        text, column = match[0], width(line[:match.start()])
        move = re.fullmatch(r"(.* ─ |● → )(.+)( → .*)|(● → )(.*)", text)
        if kind == "transition" and move and move[2]:
            for part, color in [(move[1], "plain"), (move[2], "event"), (move[3], "plain")]:
                yield column, part, color
                column += width(part)
        elif kind == "transition" and text[0] in "+-":
            yield column, text, "entered" if text[0] == "+" else "exited"
        else:
            yield column, text, "plain" if kind == "transition" else kind


def rows(transcript):
    """The rows of a terminal, each a list of pieces. The command comes first."""
    words, command = transcript.command.split(" "), [[(0, "$", "prompt")]]
    column = 2
    for word in words:
        if column + width(word) > COLUMNS:
            command.append([])
            column = 4
        command[-1].append((column, word, "bold"))
        column += width(word) + 1
    yield from command
    previous = None
    for line in transcript.lines:
        previous = kind(line, previous)
        row, shift = [], 0
        for column, text, color in pieces(line, previous):
            if column - shift + width(text) > COLUMNS and row:
                yield row
                row, shift = [], column - 4
            row.append((column - shift, text, color))
        yield row


def picture(transcript):
    drawn = list(rows(transcript))
    columns = max(column + width(text) for row in drawn for column, text, _ in row)
    wide, high = round(2 * MARGIN + columns * CELL), BAR + len(drawn) * ROW + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}" role="img">',
        "<!-- Generated from Examples/README.md by .ci/check-examples. Do not edit. -->",
        f"<title>{escape(transcript.command)}</title>",
        "<style>text { font: %dpx ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre }"
        % FONT,
        *(f".{name} {{ fill: {color} }}" for name, color in COLORS.items()),
        ".bold { font-weight: bold }</style>",
        f'<rect x="0.5" y="0.5" width="{wide - 1}" height="{high - 1}" rx="8" fill="#1f2933" stroke="#52606d"/>',
        *(f'<circle cx="{MARGIN + 4 + 18 * index}" cy="17" r="5" fill="#52606d"/>' for index in range(3)),
    ]
    for index, row in enumerate(drawn):
        y = BAR + index * ROW + 14
        for column, text, color in row:
            # The reader's font may be wider or narrower; `textLength` keeps the columns of a terminal.
            lead = len(text) - len(text.lstrip(" "))
            text, column = text.strip(" "), column + lead
            x, length = MARGIN + column * CELL, width(text) * CELL
            lines.append(f'<text class="{color}" x="{x:.1f}" y="{y}" textLength="{length:.1f}">{escape(text)}</text>')
    return "\n".join([*lines, "</svg>", ""])


def draw():
    PICTURES.mkdir(exist_ok=True)
    for transcript in transcripts():
        transcript.picture.write_text(picture(transcript))
    for old in set(PICTURES.iterdir()) - {transcript.picture for transcript in transcripts()}:
        old.unlink()


def drawn():
    """Checks that the pictures are up to date, and that the page shows each of them."""
    page = PAGE.read_text()
    wanted = {transcript.picture: picture(transcript) for transcript in transcripts()}
    for path, text in wanted.items():
        if not path.exists() or path.read_text() != text:
            sys.exit(f"{path.relative_to(EXAMPLES)} is out of date; run: .ci/check-examples --update")
        ElementTree.fromstring(text)     # fails if the text is not XML
        if f"Pictures/{path.name}" not in page:
            sys.exit(f"{path.relative_to(EXAMPLES)} is not in {PAGE.name}")
    if others := set(PICTURES.iterdir()) - set(wanted):
        sys.exit(f"no transcript has this picture: {', '.join(path.name for path in others)}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["compare", binaries]: compare(binaries, update=False)
        case ["update", binaries]: compare(binaries, update=True)
        case ["draw"]: draw()
        case ["drawn"]: drawn()
        case _: sys.exit(__doc__)
