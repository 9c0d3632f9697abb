"""Takes Swift source apart: its tokens, which brackets belong together, and what each block is the body of."""

import re
from dataclasses import dataclass

OPERATORS = "/=-+!*%<>&|^~?."
OPEN, CLOSE = "([{", ")]}"
PATTERN = re.compile(
    r"""
    (?P<space>[ \t\r\n]+)
  | (?P<comment>//[^\n]*)
  | (?P<string>\#*\"\"\" | \#*\")
  | (?P<directive>\#(?:if|elseif|else|endif)\b[^\n]*)
  | (?P<word>[@\#]?[A-Za-z_]\w* | `[^`\n]+` | \$\w+)
  | (?P<number>\d\w*(?:\.\d\w*)?)
  | (?P<bracket>[()\[\]{}])
  | (?P<mark>[,;:@\#\\])
    """,
    re.VERBOSE,
)
# A regular expression, with or without `#`; a slash in brackets does not end it.
REGEX = re.compile(r"(#+)/.*?/\1|/(?![ \t/*])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\[\n])+/", re.DOTALL)
BEFORE_REGEX = ("(", "[", "{", ",", ":", "=", "return", "in")
TYPES = {"struct", "class", "enum", "protocol", "extension", "actor"}
FUNCTIONS = {"func", "init", "deinit", "subscript", "var", "let", "get", "set", "didSet", "willSet", "unsafeAddress"}
CONTROL = {"if", "guard", "while", "for", "switch", "do", "catch", "else", "repeat", "defer"}


@dataclass(slots=True)
class Token:
    kind: str
    text: str
    start: int
    end: int
    begins_line: bool
    # The index of the other one of a pair of brackets, and of the opening bracket around this token; -1 for none.
    partner: int = -1
    parent: int = -1
    # What a block is: "type", "function", "closure", or the statement that it belongs to.
    block: str = ""


def end_of_string(text, start, quote):
    """Where a string ends that begins at `start`, with what is interpolated in it."""
    hashes = quote.count("#")
    closing, escape = quote[hashes:] + "#" * hashes, "\\" + "#" * hashes
    position = start + len(quote)
    while not text.startswith(closing, position):
        if text.startswith(escape + "(", position):
            position = end_of_parentheses(text, position + len(escape))
        else:
            position += len(escape) + 1 if text.startswith(escape, position) else 1
    return position + len(closing)


def end_of_parentheses(text, start):
    depth, position = 0, start
    while True:
        match = re.compile(r'#*"""|#*"').match(text, position)
        if match:
            position = end_of_string(text, position, match.group())
            continue
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
        if depth == 0:
            return position


def tokens(text):
    """The tokens of a file, without comments and without what Embedded Swift alone compiles."""
    found, position, begins_line, conditions = [], 0, True, []
    while position < len(text):
        regex = REGEX.match(text, position) if not found or found[-1].text in BEFORE_REGEX else None
        match = None if text.startswith(("//", "/*"), position) else regex
        match = match or PATTERN.match(text, position)
        kind = "regex" if match and match is regex else match.lastgroup if match else "operator"
        if match and kind != "string":
            end = match.end()
        elif kind == "string":
            end = end_of_string(text, position, match.group())
        else:
            end = position
            while end < len(text) and text[end] in OPERATORS and not (end > position and text[end] == "." != text[position]):
                end += 1
            if end == position:
                raise ValueError(f"unknown: {text[position:position + 20]!r}")
        piece = text[position:end]
        if kind == "space":
            begins_line = begins_line or "\n" in piece
        elif kind == "directive":
            condition = piece.split("//")[0].split(None, 1)
            if condition[0] == "#if":
                conditions.append(condition[1].strip() != "hasFeature(Embedded)")
            elif condition[0] == "#else":
                conditions[-1] = not conditions[-1] or condition == "#elseif"
            elif condition[0] == "#endif":
                conditions.pop()
            begins_line = True
        elif kind != "comment" and all(conditions):
            found.append(Token(kind, piece, position, end, begins_line))
            begins_line = False
        position = end
    match_brackets(found)
    name_blocks(found)
    return found


def match_brackets(found):
    stack = []
    for index, token in enumerate(found):
        if token.kind == "bracket" and token.text in CLOSE:
            opening = stack.pop()
            found[opening].partner, token.partner = index, opening
        token.parent = stack[-1] if stack else -1
        if token.kind == "bracket" and token.text in OPEN:
            stack.append(index)


def is_keyword(found, index, words):
    token = found[index]
    return token.kind == "word" and token.text in words and (index == 0 or found[index - 1].text not in (".", "\\"))


def is_label(found, index):
    """Whether a word is the label of an argument, such as `for:`."""
    following = found[index + 1].text if index + 1 < len(found) else ""
    return following == ":" and index > 0 and found[index - 1].text in "(,"


def body_of(found, index):
    """The opening brace of what belongs to a keyword: the first one that no argument contains."""
    index += 1
    while index < len(found):
        token = found[index]
        if token.text == "{":
            return index
        if token.text in ("(", "["):
            index = token.partner
        elif token.text in (")", "]", "}"):
            return None
        index += 1
    return None


def name_blocks(found):
    for index, token in enumerate(found):
        if is_keyword(found, index, CONTROL) and not is_label(found, index):
            body = body_of(found, index)
            if body is not None and not found[body].block:
                found[body].block = token.text
    for index, token in enumerate(found):
        if token.text == "{" and not token.block:
            token.block = block_before(found, index)


def block_before(found, index):
    """What a block is, by what stands before it."""
    index -= 1
    while index >= 0:
        token = found[index]
        if token.text in CLOSE and token.kind == "bracket":
            if token.text == "}":
                return "closure"
            index = token.partner
        elif token.text in OPEN or token.text in ("=", ",", "return", ";"):
            return "closure"
        elif is_keyword(found, index, TYPES) and found[index + 1].kind == "word":
            return "type"
        elif is_keyword(found, index, FUNCTIONS):
            return "function"
        index -= 1
    return "closure"
