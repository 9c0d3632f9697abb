"""Breaks files, and checks that each judge notices."""

import pathlib
import shutil
import tempfile

import dot
import overlaps
import pages
import pictures
from judges import JUDGES, Fixtures

#: For each judge a text, its replacement, and the file: transitions with other targets, other names, and final states that are missing,
#: superfluous or in a frame.
BREAKS = {
    "DOT": [("StreamState.dot", "s0 -> s1 ", "s0 -> s2 "), ("0.dot", "<b>", "<b>x"), ("1.dot", "&gt;", ">x"),
            ("Room.dot", 'id="arrow_0"', 'id="arrow_99"'), ("Enemy.dot", 's1 -> "final"', ""),
            ("Onboarding.dot", 's10 -> "final"', 's10 -> "final"; s9 -> "final"'),
            ("FormValidation.dot", '  subgraph "cluster_region2" {', '  subgraph "cluster_region2" { "final";')],
    "Mermaid": [("StreamState.mmd", "idle --> connecting", "idle --> live"), ("0.mmd", 'state "', 'state "x'),
                ("1.mmd", " : ", " : x"), ("Enemy.mmd", "outOfPlay --> [*]", ""),
                ("Onboarding.mmd", "finished --> [*]", "finished --> [*]\n  notifications --> [*]"),
                ("FormValidation.mmd", "[*] --> editing", "[*] --> editing\n    submitted --> [*]")],
    "PlantUML": [("StreamState.puml", "idle --> connecting", "idle --> live"), ("0.puml", 'state "', 'state "x'),
                 ("1.puml", "@enduml", "state {\n@enduml"), ("Enemy.puml", "outOfPlay --> [*]", ""),
                 ("Onboarding.puml", "finished --> [*]", "finished --> [*]\nnotifications --> [*]"),
                 ("FormValidation.puml", "[*] --> editing", "[*] --> editing\n  submitted --> [*]")],
    "Markdown": [("StreamState.md", "| idle ", "| idol "), ("0.md", "| --- | --- |\n| ", "| --- | --- |\n| <b>"),
                 ("1.md", "| --- | --- |\n| ", "| --- | --- |\n| `"),
                 ("Room.md", "| off | · | on if door is not closed", "| off | · | off if door is not closed"),
                 ("Enemy.md", "| outOfPlay&nbsp;◉", "| outOfPlay"),
                 ("Onboarding.md", "| showing |", "| showing&nbsp;● |"),
                 ("FormValidation.md", "| submission.submitting |", "| submission.submitting&nbsp;◉ |")],
    "SCXML": [("StreamState.scxml", 'target="connecting"', 'target="live"'), ("0.scxml", 'machine:name="', 'machine:name="x'),
              ("1.scxml", 'target="', 'target="s'), ("Enemy.scxml", '<final id="outOfPlay"', '<state id="outOfPlay"'),
              ("FormValidation.scxml", '<state id="submitted"', '<final id="submitted"')],
    "sismic": [("StreamState.yaml", '"target" : "connecting"', '"target" : "live"'), ("0.yaml", '"event" : "', '"event" : "x'),
               ("Enemy.yaml", '"name" : "outOfPlay",\n          "type" : "final"', '"name" : "outOfPlay"'),
               ("FormValidation.yaml", '"name" : "submitted"', '"name" : "submitted", "type" : "final"')],
    "JSON": [("Room.json", '"target" : 1', '"target" : 0'), ("0.json", '"version" : 2', '"version" : 2, "more" : 0'),
             ("1.json", '"name" : "', '"name" : "x'), ("StreamState.json", '"arrow_0"\n', '"arrow_1"\n'),
             # The chart comes before the states, by which the other judges go.
             ("FormValidation.json", '"isFinal" : true', '"isFinal" : false'),
             ("TrafficLight.json", '"isFinal" : false', '"isFinal" : true')],
}


def run(folder, scratch, complaints):
    """Breaks copies of some files, which the judges accept as they are; returns the number of judges that failed."""
    failures = 0
    with tempfile.TemporaryDirectory() as copy:
        copy = pathlib.Path(copy)
        machines = ("StreamState", "Room", "Enemy", "Onboarding", "FormValidation", "TrafficLight")
        names = [*(("machines", name) for name in machines), ("hostile", "0"), ("hostile", "1")]
        for part, name in names:
            (copy / part).mkdir(exist_ok=True)
            for file in folder.glob(f"{part}/{name}.*"):
                shutil.copy(file, copy / part)
        for file, old, new in (change for changes in BREAKS.values() for change in changes):
            path = next(copy.glob(f"*/{file}"))
            is_there = old in path.read_text() or path.parent.name == "hostile"
            failures += 0 if is_there else report(f"{file} has {old!r}, which is to be broken", False)
            replace(path, old, new)
        found = complaints(Fixtures(copy, scratch))
        for judge in JUDGES:
            for file, old, new in BREAKS[judge]:
                noticed = any(path.name == file for path in found[judge])
                failures += report(f"{judge} notices {new!r} for {old!r} in {file}", noticed)

        (copy / "blank.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
        (copy / "open.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">')
        failures += report("pictures that are blank or broken are noticed", len(dict(pictures.judge(copy))) == 2)
        failures += page_failures(copy / "pages", scratch) + overlap_failures(copy / "overlaps")
    label = [{"op": "F", "size": 10}, {"op": "T", "pt": [0, 0], "align": "c", "width": 20, "text": "label"}]
    overlap = dot.overlaps({"edges": [{"_ldraw_": label}], "objects": [{"name": "node", "pos": "8,4", "width": "1", "height": "1"}]})
    failures += report("a label on a node is noticed", bool(overlap))
    frame = {"name": "cluster", "bb": "0,-20,40,20", "nodes": [1]}
    crossing = dot.crossings({"edges": [{"tail": 1, "head": 1, "_ldraw_": label}], "objects": [frame]})
    failures += report("a label across a frame is noticed", bool(crossing))
    return failures


#: Pages with something wrong, and the words in which it is said.
PAGES = {
    "throws": ("```mermaid\nstateDiagram-v2\n  state {\n```", "Mermaid: "),
    "wide": ("| | " + " | ".join("w" * 200 for _ in range(9)) + " |\n" + "| --- " * 10 + "|", "pixels wide"),
    "missing": ('<img src="nothing.svg">', "is not shown"),
    "empty": ("## One\n\n## Two\n\nText.", "nothing in the section One"),
    "late": ("Text.\n\n" * 50 + "| a |\n| --- |\n\n## One\n\nText.", "the first screen does not have all matrices"),
    "fine": ("| a |\n| --- |\n\n## One\n\nText.\n\n<details>\n<summary>More</summary>\n\nText.\n\n</details>", None),
}


#: What is drawn into a picture with a frame, a state and an arrow at it with a label, and the words in which it is said.
OVERLAPS = {
    "across": ('<g class="edge"><title>a-&gt;a</title><text x="50" y="40">label</text></g>', "leaves its frame"),
    "label": ('<g class="edge"><title>a-&gt;a</title><text x="12" y="60">other</text></g>', "overlaps label"),
    "state": ('<g class="edge"><title>a-&gt;a</title><text x="25" y="44">x</text></g>', "overlaps the state a"),
    "heading": ('<g class="edge"><title>a-&gt;a</title><path d="M12,18 h30"/></g>', 'through "head"'),
    "through": ('<g class="edge"><title>a-&gt;a</title><path d="M12,58 h30"/></g>', 'through "label"'),
    "clear": ("", None),
}


def overlap_failures(folder):
    """Measures pictures in which texts are hard to read; the number of those that are not noticed."""
    folder.mkdir()
    for name, (part, _) in OVERLAPS.items():
        (folder / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99" font-size="10"><g class="graph">'
            '<polygon points="0,0 99,0 99,99 0,99"/><g class="cluster"><path d="M9,9 h60 v60 h-60 z"/><text x="12" y="22">head</text></g>'
            '<g class="node"><title>a</title><circle cx="30" cy="40" r="6"/></g><g class="edge"><title>a-&gt;a</title>'
            f'<path d="M12,50 h9"/><text x="12" y="62">label</text></g>{part}</g></svg>')
    found = overlaps.judge(sorted(folder.glob("*.svg")))
    return sum(report(f"of a picture is said: {message or 'nothing'}",
                      any(message in error for error in found.get(folder / f"{name}.svg", [])) if message
                      else folder / f"{name}.svg" not in found)
               for name, (_, message) in OVERLAPS.items())


def page_failures(folder, scratch):
    """Shows pages with something wrong; the number of those that are not noticed."""
    folder.mkdir()
    for name, (text, _) in PAGES.items():
        (folder / f"{name}.md").write_text(f"{pages.GENERATED} -->\n\n# Title\n\n{text}\n")
    found = pages.judge(folder, scratch, firsts=("late", "fine"))
    failures = 0
    for name, (_, message) in PAGES.items():
        errors = found.get(folder / f"{name}.md", [])
        if message:
            failures += report(f"a page is noticed of which {message.strip(': ')!r} is said", any(message in error for error in errors))
        else:
            failures += report("a page is content with what is right", not errors)
    return failures


def replace(file, old, new):
    """Replaces the first occurrence of a text in a file; without one, which hostile names may lack, puts the new text at its end."""
    text = file.read_text()
    file.write_text(text.replace(old, new, 1) if old in text else text + new)


def report(what, is_so):
    """Prints whether a check has passed; returns 1 if it has not."""
    print(f"{'yes' if is_so else 'NO '}: {what}")
    return 0 if is_so else 1
