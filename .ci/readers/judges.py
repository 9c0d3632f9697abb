"""Each judge reads the files of one format, and lists the errors in each."""

import json
import pathlib
import re
import tempfile

import jsonschema

import chart
import dot
import drawing
import elements
import machine
import markdown
import mermaid
import plantuml
import sismic_machine
import walks
from names import arrow_label, cell, differences, is_same, label, visible

SCHEMA = pathlib.Path(__file__).parents[2] / "Docs/machine.schema.json"


class Fixtures:
    """The files of a folder, and their expected contents."""

    def __init__(self, folder, scratch):
        self.scratch = scratch
        #: The number of steps taken in walks.
        self.steps = 0
        self.machines = sorted(path.with_suffix("").with_suffix("") for path in folder.glob("machines/*.walks.json"))
        self.machines += sorted(path.with_suffix("").with_suffix("") for path in folder.glob("random/*.walks.json"))
        self.hostile = sorted(path.with_suffix("").with_suffix("") for path in folder.glob("hostile/*.expected.json"))

    def files(self, extension):
        """All files with an extension."""
        return [base.with_suffix(f".{extension}") for base in self.machines + self.hostile]

    def is_hostile(self, file):
        """Whether it is a chart of hostile names."""
        return file.with_suffix("") in self.hostile

    def is_random(self, file):
        """Whether it is a machine that was made at random."""
        return file.parent.name == "random"

    def expected(self, file):
        """The names in a hostile chart."""
        return json.loads(file.with_suffix(".expected.json").read_text())

    def machine(self, file):
        """The JSON of a machine."""
        return json.loads(file.with_suffix(".json").read_text())

    def walks(self, file):
        """The walks through a machine."""
        return json.loads(file.with_suffix(".walks.json").read_text())

    def walk_errors(self, file, start, ids, places):
        """The errors on the walks through a machine."""
        found = self.walks(file)
        self.steps += sum(len(walk["steps"]) for walk in found)
        return walks.differences(start, found, ids, places)

    def drawing_errors(self, file, picture):
        """The errors in a diagram."""
        if self.is_hostile(file):
            return drawing.hostile_errors(picture, self.expected(file))
        return drawing.machine_errors(picture, self.machine(file))


def each(files, errors_of):
    """Each file with its errors; a failure of the reader is one."""
    for file in files:
        try:
            yield file, errors_of(file)
        except Exception as error:
            yield file, [f"{type(error).__name__}: {error}"]


def judge_dot(fixtures):
    """Graphviz lays it out, shows the names, and in the machines nothing overlaps and no label lies across a frame.

    The ids are those of the JSON.
    """
    def errors_of(file):
        layout = dot.layout(file)
        picture = dot.drawing(layout)
        errors = fixtures.drawing_errors(file, picture) + elements.picture_errors(layout, fixtures.machine(file)["chart"])
        if fixtures.is_random(file):
            return errors
        if not fixtures.is_hostile(file):
            errors += dot.overlaps(layout) + dot.crossings(layout)
            if not any(map(dot.is_cluster, layout.get("objects", []))):
                errors += dot.overlaps(dot.layout(file, lambda text: text.replace("rankdir=TB", "rankdir=LR")))
            return errors
        activities = [activity for list_ in picture.states.values() for activity in list_]
        return errors + differences("activities", activities, fixtures.expected(file)["activities"])

    return each(fixtures.files("dot"), errors_of)


def judge_mermaid(fixtures):
    """Mermaid parses it, and holds the names, the nesting and the arrows."""
    files = fixtures.files("mmd")
    drawn = {number for number, file in enumerate(files) if not fixtures.is_hostile(file)}
    results = dict(zip(files, mermaid.read([file.read_text() for file in files], fixtures.scratch, drawn)))

    def errors_of(file):
        if "error" in results[file]:
            return [results[file]["error"]]
        return fixtures.drawing_errors(file, mermaid.drawing(results[file]))

    return each(files, errors_of)


def judge_plantuml(fixtures):
    """PlantUML accepts it and shows the names; its arrows have the right targets."""
    files = fixtures.files("puml")
    with tempfile.TemporaryDirectory() as folder:
        shown = plantuml.texts(files, pathlib.Path(folder))
        machines = [file for file in files if not fixtures.is_hostile(file) and not isinstance(shown[file], str)]
        ends = {file: plantuml.ends(file, pathlib.Path(folder)) for file in machines}
    arrows = plantuml.arrows(machines)

    def errors_of(file):
        if isinstance(shown[file], str):
            return [shown[file]]
        if fixtures.is_hostile(file):
            return plantuml_names(shown[file], fixtures.expected(file))
        return plantuml_errors(shown[file], arrows[file], ends[file], fixtures.machine(file))

    return each(files, errors_of)


def plantuml_names(texts, expected):
    """The differences between the texts of a picture and the expected names."""
    names = expected["states"] + [arrow_label(event) for event in expected["events"]]
    # PlantUML writes all spaces alike, and those at the ends as a distance.
    return differences("texts", texts, [visible(name).replace("\u00a0", " ").strip(" ") for name in names], limit=60)


def plantuml_errors(texts, arrows, ends, machine):
    """States and events that are not in the picture of a machine, arrows that do not lead there, and other ends than its own."""
    steps = [step for transition in machine["transitions"] for step in drawing.moves(machine, transition)]
    regions = drawing.regions(machine)
    names = {name for state in machine["states"] for path in drawing.paths(state) for name in path}
    names |= {drawing.short_names(drawing.event_name(machine, transition), regions)[-1] for transition in machine["transitions"]}
    errors = [f"{name} is missing" for name in names if not any(name in text for text in texts)]
    known = {(start[-1], end[-1], name) for start, end, event in steps for name in drawing.short_names(event, start[:1])}
    for source, target, text in arrows:
        event = drawing.event_of(text)
        if source != target and (source, target, event) not in known:
            errors.append(f"an arrow from {source} to {target} for {event}, which does not lead there")
    found = sorted(f"{name} in the frame {frame}" if frame else name for name, frame in ends)
    wanted = sorted(path[-1] for path in drawing.final_paths(machine))
    return errors + ([f"the final states are {found}, not {wanted}"] if found != wanted else [])


def judge_markdown(fixtures):
    """Both readers see the title, the states and the events in the tables, and nothing but what is written there."""
    def errors_of(file):
        is_hostile = fixtures.is_hostile(file)
        wanted = hostile_page(fixtures.expected(file)) if is_hostile else machine_page(fixtures.machine(file))
        pages = markdown.read(file.read_text())
        return [f"{reader}: {error}" for reader, page in pages.items() for error in page_errors(page, wanted)]

    return each(fixtures.files("md"), errors_of)


def page_errors(page, wanted):
    """The differences between a page and its expected contents."""
    errors = [f"the page has an unexpected {element}" for element in page.odd]
    if not is_same(page.title or "", wanted["title"]):
        errors.append(f"the title is {page.title!r}, not {visible(wanted['title'])!r}")
    has_regions = bool(wanted.get("regions"))
    # After the matrices, of which there is one for each region that does something.
    after = ["states", "events"] + ["transitions"] * wanted.get("has_transitions", True)
    # A machine with reasons of its own has a table of them.
    listed = [table for table in page.tables if table[0][0] == "reason for rejection"]
    rest = [table for table in page.tables if table not in listed]
    count = len(rest) - len(after)
    if count < 1 and not has_regions or count < 0 or len(listed) > 1:
        return errors + [f"{len(page.tables)} tables"]
    matrices, tables = rest[:count], dict(zip(after, rest[count:]))
    cells = "".join(cell for matrix in matrices for row in matrix for cell in row)
    errors += [f"the reason {row[0]!r} is in no matrix" for table in listed for row in table[1:] if f"–\u00a0{row[0]}" not in cells]
    rows = [re.fullmatch("(.*?)((?:\u00a0[●◉])*)", row[0], re.DOTALL).groups() for row in tables["states"][1:]]
    errors += differences("states", [name for name, _ in rows], wanted["states"])
    for sign, states in wanted.get("marks", {}).items():
        found = {name for name, marks in rows if sign in marks}
        errors += [f"{state} has the mark {sign} in the page or ought to, and not both" for state in found ^ states]
    errors += differences("events", [row[0] for row in tables["events"][1:]], wanted.get("cases", wanted["events"]))
    if has_regions:
        errors += region_errors(matrices, wanted["regions"])
        # The list of transitions has the combinations of the regions' states, except initial ones in which nothing happens.
        places = {place for row in tables.get("transitions", [])[1:] for place in (row[0], row[2])}
        found = differences("combinations", sorted(places), sorted(wanted["leaves"]), limit=80)
        errors += [error for error in found if error.endswith("is unexpected")]
    else:
        matrix = upright(joined(matrices), wanted["leaves"])
        errors += differences("columns", matrix[0][1:], wanted["events"], limit=80)
        errors += differences("rows", [row[0] for row in matrix[1:]], wanted["leaves"], limit=80)
    if "transitions" in wanted:
        errors += differences("activities", [tables["states"][1][1]], wanted["activities"])
        errors += differences("transitions", [" / ".join(row[:3]) for row in tables["transitions"][1:]], wanted["transitions"])
    return errors


def joined(matrices):
    """One matrix of the parts of one that is wider than a page: each has some of the states and the events that they handle."""
    if len(matrices) == 1:
        return matrices[0]
    events = dict.fromkeys(row[0] for matrix in matrices for row in matrix[1:])
    lines = [["", *events]]
    for matrix in matrices:
        cells = {row[0]: row[1:] for row in matrix[1:]}
        for place, state in enumerate(matrix[0][1:]):
            lines.append([state, *(cells[event][place] if event in cells else "–" for event in events)])
    return lines


def upright(matrix, states):
    """A matrix with states in its rows: one that would be wider than a page has them in its columns."""
    names = [visible(state) for state in states]
    is_upright = len(matrix) - 1 == len(names) and all(any(is_same(row[0], name, 80) for name in names) for row in matrix[1:])
    return matrix if is_upright else [list(row) for row in zip(*matrix)]


def region_errors(matrices, regions):
    """What the matrices of regions say that the machine does not do, and what they do not say.

    `regions` has for each region and state what becomes of the region with each event: a set of states, `None` for an event that is
    rejected, and the state itself in brackets for one that changes another region only.
    """
    found = {}
    for matrix in matrices:
        cells = upright(matrix, regions.get(matrix[0][0], {}))
        found[matrix[0][0]] = {row[0]: dict(zip(cells[0][1:], row[1:])) for row in cells[1:]}
    errors = []
    for region, states in regions.items():
        for state, events in states.items():
            for event, outcomes in events.items():
                targets = {outcome for outcome in outcomes if isinstance(outcome, str) and outcome != state}
                cell = found.get(region, {}).get(state, {}).get(event)
                where = f"{event} in {state} of {region}"
                if cell is None:
                    errors += [f"{where} leads to {target}, and nothing says so" for target in targets]
                    continue
                lines = [line.removeprefix("otherwise ").split(" if ")[0].removesuffix(", e.g.") for line in cell.split("\n")]
                lines = ["–" if line.startswith("–\u00a0") else line for line in lines]
                errors += [f"{where} leads to {target}, and not to {lines}" for target in targets - set(lines)]
                errors += [f"{where} does not lead to {line}" for line in set(lines) - targets - {"=", "–", "·", state}]
                if cell == "–" and outcomes != {None} or "=" in cell and state not in outcomes or cell == "·" and targets:
                    errors.append(f"{where} is not {cell}")
    return errors


def hostile_page(expected):
    """The expected page of a hostile chart."""
    names, events = expected["states"], expected["events"]
    leaves = [f"{names[0]}.{names[1]}", *names[2:]]
    return {
        "title": expected["name"], "states": [names[0], *leaves], "leaves": leaves,
        "events": [event["name"] for event in events], "activities": [", ".join(expected["activities"])],
        "transitions": [" / ".join([leaf, arrow_label(event), after])
                        for leaf, event, after in zip(leaves, events, leaves[1:] + leaves[:1])],
    }


def machine_page(machine):
    """The expected page of a machine."""
    states = [cell(path[:end]) for state in machine["states"] for path in drawing.paths(state)
              for end in range(2 if "regions" in state else 1, len(path) + 1)]
    return {
        "title": machine["name"], "states": dict.fromkeys(states),
        "marks": {
            "●": {cell(path) for state in machine["states"] if state["isInitial"] for path in drawing.paths(state)},
            "◉": {cell(path) for path in drawing.final_paths(machine)},
        },
        # Long names can have the same abbreviation.
        "leaves": [cell(path) for path in dict.fromkeys(tuple(state["path"]) for state in machine["states"])],
        "events": dict.fromkeys(cell(event["path"]) for event in machine["events"]),
        "regions": region_outcomes(machine), "has_transitions": bool(machine["transitions"]),
        # What it means that an event is for a part of the machine is told too.
        "cases": dict.fromkeys(cell(event["path"][:end]) for event in machine["events"]
                               for end in range(1, len(event["path"]) + 1)),
    }


def region_outcomes(machine):
    """For each region and state of it, what becomes of the region with each event, as `region_errors` wants it."""
    found = {}
    events = dict.fromkeys(range(len(machine["events"])))
    steps = {(step["source"], step["event"]): step["target"] for step in machine["transitions"]}
    for number, state in enumerate(machine["states"]):
        for place, region in enumerate(state.get("regions", [])):
            name = cell(region["path"])
            for event in events:
                outcomes = found.setdefault(cell([region["name"]]), {}).setdefault(name, {}).setdefault(
                    cell(machine["events"][event]["path"]), set())
                target = steps.get((number, event))
                after = None if target is None else cell(machine["states"][target]["regions"][place]["path"])
                outcomes.add((after,) if after == name and target != number else after)
    return found


def judge_scxml(fixtures):
    """An XML parser reads the names; python-statemachine follows the walks."""
    def errors_of(file):
        text = file.read_text()
        names, start = chart.Chart(text), machine.from_scxml(text)
        if not fixtures.is_hostile(file):
            errors = end_errors(names.final, names, fixtures.machine(file))
            return errors + chart_walk_errors(fixtures, file, start, names)
        expected = fixtures.expected(file)
        return chart_errors(names, expected) + round_errors(start, names, expected)

    return each(fixtures.files("scxml"), errors_of)


def judge_sismic(fixtures):
    """sismic follows the walks."""
    def errors_of(file):
        names = chart.Chart(file.with_suffix(".scxml").read_text())
        start = sismic_machine.from_yaml(file.read_text())
        if fixtures.is_hostile(file):
            return round_errors(start, names, fixtures.expected(file))
        errors = end_errors(start().final, names, fixtures.machine(file))
        return errors + chart_walk_errors(fixtures, file, start, names)

    return each(fixtures.files("yaml"), errors_of)


def judge_json(fixtures):
    """It follows the schema and has the names as they are; a machine made from it follows the walks, and the arrows its transitions."""
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    def errors_of(file):
        found = fixtures.machine(file)
        errors = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(found)]
        errors = errors or elements.transition_errors(found) + elements.final_errors(found)
        if errors or fixtures.is_hostile(file):
            return errors or json_errors(found, fixtures.expected(file))
        ids = {event["name"]: event["id"] for event in found["events"]}
        places = {state["id"]: [".".join(region["path"]) for region in state.get("regions", [state])]
                  for state in found["states"]}
        return fixtures.walk_errors(file, machine.from_json(found), ids, places)

    return each(fixtures.files("json"), errors_of)


def json_errors(found, expected):
    """The names in JSON that differ from those of a hostile chart."""
    names = expected["states"]
    shown = [found["name"], *(state["path"] for state in found["states"]), *found["states"][0]["activities"],
             *(event["name"] for event in found["events"][: len(expected["events"])])]
    wanted = [expected["name"], names[:2], *([name] for name in names[2:]), *expected["activities"],
              *(label(event) for event in expected["events"])]
    return [f"{one!r} is not {other!r}" for one, other in zip(shown, wanted, strict=True) if one != other]


def chart_errors(names, expected):
    """The names in SCXML that differ from those of a hostile chart."""
    errors = differences("title", [names.name], [expected["name"]])
    errors += differences("states", [path[-1] for path in names.paths.values()], expected["states"])
    return errors + differences("events", names.events, [label(event) for event in expected["events"]])


def round_errors(start, names, expected):
    """The errors on the path around a hostile chart."""
    runner = start()
    states = [*expected["states"][1:], expected["states"][1]]
    errors = []
    for event, state in zip(expected["events"], states[1:]):
        text = next((text for text in names.events if is_same(text, label(event))), None)
        is_accepted = text is not None and runner.send(names.events[text])
        found = [names.paths[id][-1] for id in runner.states()]
        if not is_accepted or not is_same(found[0], state):
            errors.append(f"{text!r} leads to {found}, not to {visible(state)!r}")
    return errors


def end_errors(found, names, machine):
    """Final states of a chart that are not those of the machine.

    A final state that handles an event is none of a chart; and one of a region would be the end of the region only.
    """
    living = {transition["source"] for transition in machine["transitions"]}
    wanted = set() if names.is_parallel else {
        state["id"] for number, state in enumerate(machine["states"]) if state["isFinal"] and number not in living
    }
    return [f"{state} is final in the chart or in the machine, and not in both" for state in wanted ^ found]


def chart_walk_errors(fixtures, file, start, names):
    """The errors on the walks through a machine with the names of a chart."""
    texts = {step["event"] for walk in fixtures.walks(file) for step in walk["steps"]}
    ids = {text: names.events[visible(text)] for text in texts if visible(text) in names.events}
    places = {id: [".".join(path)] for id, path in names.paths.items()}
    return fixtures.walk_errors(file, start, ids, places)


JUDGES = {
    "DOT": judge_dot, "Mermaid": judge_mermaid, "PlantUML": judge_plantuml, "Markdown": judge_markdown,
    "SCXML": judge_scxml, "sismic": judge_sismic, "JSON": judge_json,
}
