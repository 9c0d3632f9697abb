"""Checks SVG pictures."""

import struct
import subprocess
import xml.etree.ElementTree as ElementTree


def judge(folder):
    """The pictures of a folder that have errors, with these."""
    files = sorted(folder.rglob("*.svg"))
    if not files:
        yield folder, ["there are no pictures"]
    for file in files:
        errors = errors_of(file)
        if errors:
            yield file, errors


def errors_of(file):
    """The errors in a picture."""
    try:
        ElementTree.parse(file)
    except ElementTree.ParseError as error:
        return [f"not XML: {error}"]
    picture, message = drawn(file.read_bytes())
    if message:
        return [message]
    width, height = struct.unpack(">II", picture[16:24])
    blank, _ = drawn(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>'.encode())
    return ["it is blank"] if picture == blank else []


def drawn(svg):
    """A PNG picture of an SVG picture, and the text of an error."""
    result = subprocess.run(["rsvg-convert", "--background-color=white"], input=svg, capture_output=True, timeout=60)
    return result.stdout, result.stderr.decode()
