"""The contents of a diagram in any format, compared with the machine."""

import dataclasses

from names import arrow_label, differences


@dataclasses.dataclass
class Drawing:
    """States by their paths, and arrows between them."""

    #: The path of each state, outer names first, and its activities.
    states: dict = dataclasses.field(default_factory=dict)
    #: Source, target and label lines of each arrow.
    arrows: list = dataclasses.field(default_factory=list)
    #: The paths of the initial states.
    initial: list = dataclasses.field(default_factory=list)
    #: The path of each state that leads to a mark of the end, and the frame around that mark, or `None`.
    final: list = dataclasses.field(default_factory=list)
    #: The notes below or beside the states.
    notes: list = dataclasses.field(default_factory=list)


def hostile_errors(drawing, expected):
    """The differences from the expected chart with hostile names."""
    names = expected["states"]
    errors = [f"the state {path} is marked as final" for path, _ in drawing.final]
    paths = [(names[0],), (names[0], names[1])] + [(name,) for name in names[2:]]
    errors += differences("states", [path[-1] for path in drawing.states], names)
    errors += differences("nesting", [" / ".join(path) for path in drawing.states], [" / ".join(path) for path in paths])
    labels = [line for _, _, lines in drawing.arrows for line in lines]
    events = expected["events"]
    return errors + differences("labels", labels, [arrow_label(event) for event in events], limit=60)


def machine_errors(drawing, machine):
    """The differences from the machine in its JSON."""
    places = {path[:end] for state in machine["states"] for path in paths(state) for end in range(1, len(path) + 1)}
    regions = {path[:1] for state in machine["states"] if "regions" in state for path in paths(state)}
    errors = [f"no state {path}" for path in (places - regions) - set(drawing.states)]
    errors += [f"the state {path} is unexpected" for path in set(drawing.states) - places]

    steps = {step for transition in machine["transitions"] for step in moves(machine, transition)}
    arrows = [(source, target, event_of(line)) for source, target, lines in drawing.arrows for line in lines]
    arrows = [(source, target, full_name(event, source, machine)) for source, target, event in arrows]
    for source, target, event in steps:
        if not any(source[: len(start)] == start and (end, name) == (target, event) for start, end, name in arrows):
            errors.append(f"no arrow from {source} to {target} for {event}")
    steps |= {step for transition in machine["transitions"] for step in moves(machine, transition, is_moving=False)}
    for source, target, event in arrows:
        if not any(start[: len(source)] == source and (end, name) == (target, event) for start, end, name in steps):
            errors.append(f"an arrow from {source} to {target} for {event}, which does not lead there")

    begin = {path for state in machine["states"] if state["isInitial"] for path in paths(state)}
    for path in begin:
        if not any(path[: len(start)] == start for start in drawing.initial):
            errors.append(f"the initial state {path} is not marked")
    # A mark inside a frame would be the end of a region or of a state only.
    end = {(path, None) for path in final_paths(machine)}
    errors += [f"the final state {path} is not marked" for path, _ in end - set(drawing.final)]
    errors += [f"{path} is marked as final, in the frame {frame}" for path, frame in set(drawing.final) - end]
    quiet = {event_name(machine, transition) for transition in machine["transitions"]
             if transition["source"] == transition["target"]}
    for event in quiet - {event for _, _, event in arrows}:
        if not any(event in note for note in drawing.notes):
            errors.append(f"there is no note that {event} changes nothing")
    return errors


def paths(state):
    """The path of a state of the machine, or of the state of each of its regions."""
    if "regions" in state:
        return [(region["name"], *region["path"]) for region in state["regions"]]
    return [tuple(state["path"])]


def final_paths(machine):
    """The paths of states in which the machine is only when it has reached its end."""
    final, others = ({path for state in machine["states"] if state["isFinal"] == is_final for path in paths(state)}
                     for is_final in (True, False))
    return final - others


def regions(machine):
    """The names of the regions of a machine."""
    return {region["name"] for state in machine["states"] for region in state.get("regions", [])}


def short_names(event, regions):
    """The possible names of an event inside these regions: with and without the prefix of a region."""
    return [event, *(event.removeprefix(f"{region}.") for region in regions if event.startswith(f"{region}."))]


def full_name(event, source, machine):
    """The name of an event; inside a region without the region's name."""
    if source[0] not in regions(machine):
        return event
    names = {event_name(machine, transition) for transition in machine["transitions"]}
    return next((name for name in sorted(names) if event in short_names(name, source[:1])), event) if event not in names else event


def moves(machine, transition, is_moving=True):
    """Source, target and event of each region that a transition changes, or of each that it does not change."""
    before, after = (paths(machine["states"][transition[end]]) for end in ("source", "target"))
    event = event_name(machine, transition)
    return [(start, end, event) for start, end in zip(before, after) if (start != end) == is_moving]


def event_name(machine, transition):
    """The event of a transition, without its payload."""
    return ".".join(machine["events"][transition["event"]]["path"])


def event_of(line):
    """The event in the label of an arrow: `event(argument) [guard] / output`."""
    return line.split("(")[0].split(" [")[0].split(" / ")[0].strip()
