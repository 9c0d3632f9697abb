"""Finds lines of Swift that are too long: comments over 100 columns, and code over 120. The formatter does not break comments.

An example in a comment is code. A line that is a string, or is within one of several lines, may be longer, and so may a row of a table.
"""

import pathlib
import sys

COMMENT, CODE = 100, 120


def long_lines(text):
    """The number and the length of each line that is too long."""
    is_string = is_example = False
    for number, line in enumerate(text.splitlines(), 1):
        is_comment = line.lstrip().startswith("//")
        is_part = is_string or line.lstrip().startswith(('"', '? "', ': "', "/// |"))
        if is_comment and "```" in line:
            is_example = not is_example
        if not is_part and len(line) > (COMMENT if is_comment and not is_example else CODE):
            yield number, len(line)
        if not is_comment and line.count('"""') % 2 == 1:
            is_string = not is_string


def main():
    found = [
        f"{path}:{number}: {length} columns" for path in sys.argv[1:] for number, length in long_lines(pathlib.Path(path).read_text())
    ]
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
