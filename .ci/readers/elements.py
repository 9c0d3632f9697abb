"""The chart in the JSON of a machine, compared with its picture, with its transitions and with its lists."""


def picture_errors(layout, chart):
    """The ids in a layout of Graphviz that differ from those of the chart, and arrows between others."""
    objects = {item["_gvid"]: item for item in layout.get("objects", [])}
    frames = {item["name"]: item for item in objects.values()}
    found, arrows = [item["id"] for item in objects.values() if "id" in item], {}
    for edge in layout.get("edges", []):
        if "id" in edge:
            ends = (frames.get(edge.get(frame), objects[edge[end]]) for frame, end in (("ltail", "tail"), ("lhead", "head")))
            found.append(edge["id"])
            arrows[edge["id"]] = tuple(item.get("id") for item in ends)
    errors = [f"the id {one} is there twice" for one in set(found) if found.count(one) > 1]
    wanted = set(states(chart)) | regions(chart["regions"]) | {arrow["id"] for arrow in chart["arrows"]}
    errors += [f"the id {one} is not in the picture" for one in wanted - set(found)]
    errors += [f"the id {one} is not in the JSON" for one in set(found) - wanted]
    for arrow in chart["arrows"]:
        if arrows.get(arrow["id"], ()) != (arrow["source"], arrow["target"]):
            errors.append(f"{arrow['id']} leads from and to {arrows.get(arrow['id'])} in the picture")
    return errors


def states(chart):
    """The ids of the states of a chart, each with those of the states around it."""
    found = {}

    def add(inside, outer):
        for region in inside:
            for state in region["states"]:
                found[state["id"]] = outer
                add(state["regions"], outer | {state["id"]})

    add(chart["regions"], frozenset())
    return found


def final_errors(machine):
    """Innermost states of the chart that are final in it or in the machine, and not in both."""
    final, others = ({one for state in machine["states"] if state["isFinal"] == is_final for one in state["chartStates"]}
                     for is_final in (True, False))
    found = set()

    def compare(inside):
        for state in (state for region in inside for state in region["states"]):
            if state["isFinal"] != (not state["regions"] and state["id"] in final - others):
                found.add(state["id"])
            compare(state["regions"])

    compare(machine["chart"]["regions"])
    return [f"{state} is final in the chart or in the machine, and not in both" for state in found]


def regions(inside):
    """The ids of the regions that have a frame."""
    return {region["id"] for region in inside if "id" in region}.union(
        *(regions(state["regions"]) for region in inside for state in region["states"]))


def transition_errors(machine):
    """Transitions that begin or end elsewhere than their arrows, those that move what no arrow shows, and unknown activities."""
    arrows = {arrow["id"]: arrow for arrow in machine["chart"]["arrows"]}
    around = states(machine["chart"])
    errors = []
    for number, transition in enumerate(machine["transitions"]):
        before, after = (set(machine["states"][transition[end]]["chartStates"]) for end in ("source", "target"))
        shown = [arrows[one] for one in transition["arrows"]]
        errors += [f"transition {number} is not where {arrow['id']} is" for arrow in shown
                   if arrow["source"] not in before or arrow["target"] not in after]
        ends = {arrow["target"] for arrow in shown}
        for state in after - before:
            if state not in ends and not any(state in around[end] or end in around[state] for end in ends):
                errors.append(f"transition {number} leads to {state}, and no arrow does")
    used = {name for state in machine["states"] for name in state["activities"]}
    used |= {name for transition in machine["transitions"] for end in ("exited", "entered") for name in transition[end]}
    errors += [f"the activity {name!r} is listed or goes on, and not both" for name in used ^ {activity["name"] for activity in machine["activities"]}]
    behind = {one for transition in machine["transitions"] for one in transition["arrows"]}
    return errors + [f"no transition is behind {one}" for one in arrows.keys() - behind]
