"""Breaks files, and checks that each judge notices."""

import pathlib
import shutil
import tempfile

import dot
import pictures
from judges import JUDGES, Fixtures

#: For each judge a text, its replacement, and the file: transitions with other targets, and other names.
BREAKS = {
    "DOT": [("StreamState.dot", "s0 -> s1 ", "s0 -> s2 "), ("0.dot", "<b>", "<b>x"), ("1.dot", "&gt;", ">x")],
    "Mermaid": [("StreamState.mmd", "idle --> connecting", "idle --> live"), ("0.mmd", 'state "', 'state "x'),
                ("1.mmd", " : ", " : x")],
    "PlantUML": [("StreamState.puml", "idle --> connecting", "idle --> live"), ("0.puml", 'state "', 'state "x'),
                 ("1.puml", "@enduml", "state {\n@enduml")],
    "Markdown": [("StreamState.md", "| idle ", "| idol "), ("0.md", "| --- | --- |\n| ", "| --- | --- |\n| <b>"),
                 ("1.md", "| --- | --- |\n| ", "| --- | --- |\n| `")],
    "SCXML": [("StreamState.scxml", 'target="connecting"', 'target="live"'), ("0.scxml", 'machine:name="', 'machine:name="x'),
              ("1.scxml", 'target="', 'target="s')],
    "sismic": [("StreamState.yaml", '"target" : "connecting"', '"target" : "live"'), ("0.yaml", '"event" : "', '"event" : "x')],
    "JSON": [("Room.json", '"target" : 1', '"target" : 0'), ("0.json", '"version" : 1', '"version" : 1, "more" : 0'),
             ("1.json", '"name" : "', '"name" : "x')],
}


def run(folder, scratch, complaints):
    """Breaks copies of some files; returns the number of judges that failed."""
    failures = 0
    with tempfile.TemporaryDirectory() as copy:
        copy = pathlib.Path(copy)
        names = [("machines", "StreamState"), ("machines", "Room"), ("hostile", "0"), ("hostile", "1")]
        for part, name in names:
            (copy / part).mkdir(exist_ok=True)
            for file in folder.glob(f"{part}/{name}.*"):
                shutil.copy(file, copy / part)
        for judge, errors in complaints(Fixtures(copy, scratch)).items():
            failures += report(f"{judge} accepts correct files", not errors)

        for file, old, new in (change for changes in BREAKS.values() for change in changes):
            replace(next(copy.glob(f"*/{file}")), old, new)
        found = complaints(Fixtures(copy, scratch))
        for judge in JUDGES:
            for file, old, new in BREAKS[judge]:
                noticed = any(path.name == file for path in found[judge])
                failures += report(f"{judge} notices {new!r} for {old!r} in {file}", noticed)

        (copy / "blank.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
        (copy / "open.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">')
        failures += report("pictures that are blank or broken are noticed", len(dict(pictures.judge(copy))) == 2)
    label = [{"op": "F", "size": 10}, {"op": "T", "pt": [0, 0], "align": "c", "width": 20, "text": "label"}]
    overlap = dot.overlaps({"edges": [{"_ldraw_": label}], "objects": [{"name": "node", "pos": "8,4", "width": "1", "height": "1"}]})
    failures += report("a label on a node is noticed", bool(overlap))
    frame = {"name": "cluster", "bb": "0,-20,40,20", "nodes": [1]}
    crossing = dot.crossings({"edges": [{"tail": 1, "head": 1, "_ldraw_": label}], "objects": [frame]})
    failures += report("a label across a frame is noticed", bool(crossing))
    return failures


def replace(file, old, new):
    """Replaces the first occurrence of a text in a file; without one, puts the new text at its end."""
    text = file.read_text()
    file.write_text(text.replace(old, new, 1) if old in text else text + new)


def report(what, is_so):
    """Prints whether a check has passed; returns 1 if it has not."""
    print(f"{'yes' if is_so else 'NO '}: {what}")
    return 0 if is_so else 1
