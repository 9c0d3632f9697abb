"""Finds words in the prose of Markdown files and Swift comments that a native reader stumbles over.

usage: prose.py ALLOWED FILE...

Each line of ALLOWED names a file, a rule and how often the file may break it. More than that is an error. Fewer is an error, too: then the
line must be changed, so that the allowed places only become fewer. Code blocks, inline code and links do not count.
"""

import collections
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


def main(allowed, paths):
    expected = {}
    for line in pathlib.Path(allowed).read_text().splitlines():
        path, rule, count = line.rsplit(": ", 2)
        expected[path, rule] = int(count)
    found = collections.Counter()
    for path in map(pathlib.Path, paths):
        text = prose(path)
        for rule, pattern in RULES.items():
            if count := len(re.findall(pattern, text, re.IGNORECASE)):
                found[str(path), rule] = count
    failed = False
    for key in sorted(found.keys() | expected.keys()):
        if found[key] != expected.get(key, 0):
            failed = True
            print(f"{key[0]}: {key[1]}: {found[key]}, and {expected.get(key, 0)} allowed by {allowed}")
    return failed


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
