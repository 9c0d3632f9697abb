"""Reads PlantUML with PlantUML itself: all files in one virtual machine."""

import pathlib
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

JAR = "/usr/share/plantuml/plantuml.jar"
SVG = "{http://www.w3.org/2000/svg}"
SCXML = "{http://www.w3.org/2005/07/scxml}"


def texts(files, pictures):
    """The texts in the picture of each file, or the line of an error; writes the pictures."""
    result, failed = {}, run("-tsvg", files, pictures)
    for file in files:
        picture = pictures / f"{file.stem}.svg"
        if str(file) in failed or not picture.exists():
            result[file] = f"PlantUML refuses line {failed.get(str(file))}"
        else:
            root = ElementTree.parse(picture).getroot()
            # PlantUML writes spaces as no-break spaces, and a zero-width space before a tilde.
            result[file] = [(text.text or "").replace("\u00a0", " ").replace("\u200b", "").strip(" ") for text in root.iter(f"{SVG}text")]
    return result


def ends(file, pictures):
    """The name of each state that leads to a mark of the end, and the frame around that mark, from the picture of a file."""
    names = {id: plain(name) for name, id in re.findall(r'^ *state "(.*)" as (\w+)', file.read_text(), re.MULTILINE)}
    paths = ElementTree.parse(pictures / f"{file.stem}.svg").getroot().iter(f"{SVG}path")
    links = [re.fullmatch(r"(.*)->\*end(?:\*(.*))?", path.get("id", "")) for path in paths]
    return [(names.get(link[1], link[1]), link[2]) for link in links if link]


def arrows(files):
    """Source, target and first label of the arrows of each file; those of states with states inside are left out."""
    with tempfile.TemporaryDirectory() as folder:
        result = {}
        run("-tscxml", files, pathlib.Path(folder))
        for file in files:
            root = ElementTree.parse(pathlib.Path(folder, f"{file.stem}.scxml")).getroot()
            result[file] = [
                (plain(state.get("id")), plain(transition.get("target")), plain(transition.get("event")))
                for state in root.iter(f"{SCXML}state")
                for transition in state.iter(f"{SCXML}transition") if transition.get("event")
            ]
    return result


def run(format, files, folder):
    """Writes the files in a format; returns the lines of the errors."""
    command = ["java", "-Djava.awt.headless=true", "-jar", JAR, format, "-nometadata", "-charset", "UTF-8",
               "-nbthread", "auto", "-o", folder, *files]
    result = subprocess.run(command, capture_output=True, text=True, timeout=240)
    return {file: line for line, file in re.findall(r"Error line (\d+) in file: (.*)", result.stderr)}


def plain(text):
    """A text with its numeric character references decoded."""
    return re.sub("<U\\+([0-9A-F]+)>", lambda match: chr(int(match[1], 16)), text).replace("\u200b", "")
