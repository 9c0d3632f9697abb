"""The expected names in files."""

import unicodedata

HIDDEN = {"Cc", "Zl", "Zp", "Cn", "Co", "Cs"}
ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text):
    """A text with its hidden characters as Swift writes them."""
    return "".join(escaped(character) if is_hidden(character) else character for character in text)


def is_hidden(character):
    """Whether a character is invisible, or changes how others look; joiners inside an emoji are neither."""
    category = unicodedata.category(character)
    is_joiner = character == "\u200d" or 0xE0020 <= ord(character) <= 0xE007F
    return category in HIDDEN or category == "Cf" and not is_joiner


def escaped(character):
    """A character as Swift writes it."""
    return ESCAPES.get(character, f"\\u{{{ord(character):X}}}")


def is_same(read, expected, limit=None):
    """Whether a name was read correctly, in full or with an ellipsis after a number of characters.

    Characters that are newer than this Python's tables may be escaped or not.
    """
    expected = visible(expected)
    read = "".join(escaped(c) if unicodedata.category(c) == "Cn" else c for c in read)
    if read == expected:
        return True
    return bool(limit and read.endswith("…") and len(read) >= limit and expected.startswith(read[:-1]))


def differences(what, read, expected, limit=None):
    """The names that are missing, and the unexpected ones."""
    missing = list(expected)
    errors = []
    for name in read:
        match = next((other for other in missing if is_same(name, other, limit)), None)
        if match is None:
            errors.append(f"{what}: {name!r} is unexpected")
        else:
            missing.remove(match)
    return errors + [f"{what}: {visible(name)!r} is missing" for name in missing]


def cell(path):
    """The path of a random machine's state or event in the cell of a table."""
    text = ".".join(path)
    return text if len(text) <= 80 else text[:79] + "…"


def label(event):
    """A hostile chart's event with its payload."""
    return f"{event['name']}({event['payload']})"


def arrow_label(event):
    """The label of an event's arrow in a hostile chart: a payload that is not a word is marked as a sample."""
    mark = "" if is_word(event["payload"]) else "e.g. "
    return f"{event['name']}({mark}{event['payload']})"


def is_word(text):
    """Whether a payload looks like the name of a case."""
    kinds = [unicodedata.category(character)[0] for character in text]
    return all(kind in "LN" or character == "_" for kind, character in zip(kinds, text)) and kinds[0] != "N"
