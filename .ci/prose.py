"""Finds words in the prose of Markdown files and Swift comments that a native reader stumbles over.

usage: prose.py FILE...

Code blocks, inline code and links do not count.
"""

import pathlib
import re
import sys

RULES = {
    "anew": r"\banew\b",
    "also if": r"\balso if\b",
    "for ever": r"\bfor ever\b",
    "goes on": r"\b(goes|go|going|went|gone) on\b(?! to\b)",
    "is no": r"(?<!there )\b(is|are|was|were) no (?!longer\b|more\b|fewer\b|less\b|way\b)",
    "known of": r"\bknown of\b",
    "outside of": r"\boutside of\b",
    "present state": r"\bpresent (state|states|one|activity|activities|event)\b",
    "stands": r"\bstands? (before|behind|beside)\b",
    "what became": r"\bwhat (became|becomes) of\b",
}


def prose(path):
    """The prose of a file, without code."""
    text = path.read_text()
    if path.suffix == ".swift":
        lines = [match[1] for match in re.finditer(r"^ *//[/ ]? ?(.*)$", text, re.MULTILINE)]
        text = "\n".join(lines)
    text = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    return re.sub(r"``?[^`\n]*``?|\]\([^)]*\)|\"[^\"\n]*\"|“[^”]*”", "", text)


def main(paths):
    found = [
        f"{path}: {rule}: {match[0]}"
        for path in paths
        for text in [prose(pathlib.Path(path))]
        for rule, pattern in RULES.items()
        for match in re.finditer(pattern, text, re.IGNORECASE)
    ]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
