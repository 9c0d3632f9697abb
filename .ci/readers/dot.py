"""Reads DOT with Graphviz, which lays it out."""

import itertools
import json
import subprocess

from drawing import Drawing

#: The overlap of boxes that is allowed, in points: Graphviz leaves that much space in them.
TOLERANCE = 2


def layout(file, change=lambda text: text):
    """The layout of a file, or of what is made of its text, as Graphviz's JSON has it."""
    text = change(file.read_text())
    result = subprocess.run(["dot", "-Tjson"], input=text, capture_output=True, text=True, timeout=60)
    if result.returncode or result.stderr:
        raise ValueError(result.stderr or f"dot ends with {result.returncode}")
    # Graphviz leaves control characters in strings.
    return json.loads(result.stdout, strict=False)


def drawing(graph):
    """The states and arrows in a layout."""
    result = Drawing()
    objects = {item["_gvid"]: item for item in graph.get("objects", [])}
    # The smallest frame around each object comes last.
    frames = sorted(filter(is_cluster, objects.values()), key=lambda item: -len(item.get("nodes", [])))
    outer = {inner: frame for frame in frames for inner in frame.get("nodes", []) + frame.get("subgraphs", [])}

    def path(number):
        around = path(outer[number]["_gvid"]) if number in outer else ()
        return (*around, texts(objects[number])[0])

    for number, item in objects.items():
        if not item["name"].startswith(("initial", "final")) and "region" not in item["name"]:
            result.states[path(number)] = texts(item)[1:]
    clusters = {item["name"]: number for number, item in objects.items()}
    for edge in graph.get("edges", []):
        head = clusters.get(edge.get("lhead"), edge["head"])
        if objects[edge["tail"]]["name"].startswith("initial"):
            result.initial.append(path(head))
            continue
        tail = clusters.get(edge.get("ltail"), edge["tail"])
        if objects[head]["name"].startswith("final"):
            result.final.append((path(tail), outer[head]["name"] if head in outer else None))
        else:
            result.arrows.append((path(tail), path(head), lines(edge)))
    result.notes = texts(graph)
    return result


def is_cluster(item):
    """Whether an object is a frame."""
    return item["name"].startswith("cluster")


def texts(item):
    """The lines of the label of a node, a frame, an edge or the graph."""
    return [operation["text"] for operation in item.get("_ldraw_", []) if operation["op"] == "T"]


def lines(edge):
    """The labels of an edge: what is indented belongs to the line before."""
    found = []
    # A space on each side keeps labels away from lines.
    for text in (text[1:-1] for text in texts(edge)):
        if text.startswith("  ") and found:
            found[-1] += text[1:]
        else:
            found.append(text)
    return found


def overlaps(graph):
    """Labels of edges that overlap each other, nodes or titles of frames."""
    labels = [box for edge in graph.get("edges", []) for box in label_boxes(edge)]
    others = [node_box(item) for item in graph.get("objects", []) if "pos" in item]
    others += [box for item in graph.get("objects", []) if is_cluster(item) for box in label_boxes(item)]
    pairs = itertools.chain(itertools.combinations(labels, 2), itertools.product(labels, others))
    return [f"{one[0]!r} overlaps {other[0]!r}" for one, other in pairs if is_overlapping(one[1], other[1])]


def crossings(graph):
    """Labels of edges that lie across a frame which the edge does not cross."""
    found = []
    for frame in filter(is_cluster, graph.get("objects", [])):
        nodes = set(frame.get("nodes", []))
        # Graphviz rounds the corners of frames to whole points, and a label may end at its frame: its space keeps it away from the line.
        box = tuple(float(corner) + side for corner, side in zip(frame["bb"].split(","), (-1, -1, 1, 1)))
        for edge in graph.get("edges", []):
            if (edge["tail"] in nodes) == (edge["head"] in nodes):
                found += [f"{text!r} lies across the frame of {frame['name']}" for text, label in label_boxes(edge)
                          if is_overlapping(label, box) and not is_inside(label, box)]
    return found


def is_inside(one, other):
    """Whether a box (left, bottom, right, top) is inside another one."""
    return one[0] >= other[0] and one[1] >= other[1] and one[2] <= other[2] and one[3] <= other[3]


def label_boxes(item):
    """The name and the box of each line of a label."""
    boxes = []
    size = 0
    for operation in item.get("_ldraw_", []):
        if operation["op"] == "F":
            size = operation["size"]
        elif operation["op"] == "T" and operation["text"].strip():
            x, y = operation["pt"]
            left = x - {"l": 0, "c": 0.5, "r": 1}[operation["align"]] * operation["width"]
            boxes.append((operation["text"].strip(), (left, y - 0.2 * size, left + operation["width"], y + 0.8 * size)))
    return boxes


def node_box(item):
    """The name and the box of a node."""
    x, y = map(float, item["pos"].split(","))
    width, height = 72 * float(item["width"]), 72 * float(item["height"])
    return item["name"], (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def is_overlapping(one, other):
    """Whether two boxes (left, bottom, right, top) have more than a margin in common."""
    return (min(one[2], other[2]) - max(one[0], other[0]) > TOLERANCE
            and min(one[3], other[3]) - max(one[1], other[1]) > TOLERANCE)
