"""Writes the public API of modules as text, compares it with the files in Docs/API, and looks in CHANGELOG.md for what users have lost.

usage: api.py FOLDER [--update]       the symbol graphs of a module are in FOLDER/MODULE

A line is a declaration, or a conformance of the type above it. A declaration that was removed or changed since the newest tag, or without
a tag since Docs/API began, must be named in the changelog: an entry that was written since then, under "Moved and renamed" or "Fixed", has
the name of the declaration and that of its type as code. A type is enough for its members.
"""

import collections
import difflib
import json
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path("Docs/API")
HEAD = "// The public API of {}. Written by .ci/check-api --update.\n"
# Every type has these, or they follow from others.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype"}
RELATIONS = {"conformance": ": ", "superclass": ": ", "sameType": " == "}


def constraints(parts):
    return {f"{part['lhs']}{RELATIONS[part['kind']]}{part['rhs']}" for part in parts or []}


def where(parts, known):
    """The constraints that the declaration of the type does not have."""
    added = sorted(constraints(parts) - known)
    return f" where {', '.join(added)}" if added else ""


def api(folder, module):
    """The text of a module's API: types with their conformances and members, in the order of their names."""
    children = collections.defaultdict(set)
    declarations = collections.defaultdict(set)
    conformances = collections.defaultdict(set)
    known = collections.defaultdict(set)
    for file in sorted(folder.glob("*.json")):
        graph = json.loads(file.read_text())
        symbols = {symbol["identifier"]["precise"]: symbol for symbol in graph["symbols"]}
        required = {relation["source"] for relation in graph["relationships"] if relation["kind"] == "requirementOf"}
        for symbol in symbols.values():
            path = tuple(symbol["pathComponents"])
            known[path] |= constraints(symbol.get("swiftGenerics", {}).get("constraints"))
        for precise, symbol in symbols.items():
            path = tuple(symbol["pathComponents"])
            for depth in range(len(path)):  # The types around it come first, even if they belong to another module.
                children[path[:depth]].add(path[depth])
            if symbol["kind"]["identifier"] == "swift.extension":
                continue
            text = re.sub(r"\s+", " ", "".join(fragment["spelling"] for fragment in symbol["declarationFragments"]))
            if " where " not in text:
                text += where(symbol.get("swiftExtension", {}).get("constraints"), known[path[:-1]])
            declarations[path].add(f"requirement {text}" if precise in required else text)
        for relation in graph["relationships"]:
            symbol, target = symbols.get(relation["source"]), symbols.get(relation["target"])
            # The declaration of a protocol lists those that it refines.
            if relation["kind"] != "conformsTo" or not symbol or symbol["kind"]["identifier"] == "swift.protocol":
                continue
            path = tuple(symbol["pathComponents"])
            other = ".".join(target["pathComponents"]) if target else relation["targetFallback"].split(".")[-1]
            if other not in IMPLIED:
                conformances[path].add(f": {other}{where(relation.get('swiftConstraints'), known[path])}")
    for own in conformances.values():
        own -= {text.replace("Hashable", "Equatable", 1) for text in own if text.startswith(": Hashable")}

    lines = []

    def write(path, depth):
        indent = "    " * depth
        for name in sorted(children[path], key=lambda name: (name.split("(")[0].lower(), name)):
            inner = path + (name,)
            own = sorted(declarations[inner]) or [f"extension {name}"]
            lines.extend(indent + text for text in own)
            lines.extend(f"{indent}    {text}" for text in sorted(conformances[inner]))
            write(inner, depth + 1)

    write((), 0)
    return HEAD.format(module) + "\n" + "\n".join(lines) + "\n"


def name(line):
    """The name that a declaration declares: send, init, subscript, or the symbols of an operator."""
    text = re.sub(r"@\w+(\([^)]*\))? ", "", line)
    found = re.search(r"\b(?:func|var|let|struct|class|enum|protocol|case|typealias|associatedtype|actor|extension|macro) (\S+?)(?=[(<:\s]|$)", text)
    if found:
        return found[1].strip("`")
    found = re.search(r"\b(init|subscript|deinit)\b", text)
    return found[1] if found else text.lstrip(": ").split(" ")[0]


def declared(text):
    """The lines of an API, each with the names of the types around it."""
    found, around = set(), []
    for line in text.splitlines():
        if not line.strip() or line.startswith("//"):
            continue
        depth = (len(line) - len(line.lstrip())) // 4
        del around[depth:]
        # To a user, a constant is a property that can be read.
        text = re.sub(r"\blet (\S+: .*)", r"var \1 { get }", line.strip())
        found.add((tuple(around), text))
        around.append(name(text))
    return found


def lost(before, after):
    """The declarations that users have lost: those of a lost type only as the type."""
    old, new = declared(before), declared(after)
    # A type of another module that still has members here is an extension, and no longer a type of this one.
    names = {(around, name(line)) for around, line in new if not line.startswith("extension ")}
    gone = sorted(old - new)
    missing_types = {around + (name(line),) for around, line in gone if (around, name(line)) not in names}
    return [(around, line) for around, line in gone
            if not any(around[:depth] in missing_types for depth in range(1, len(around) + 1))]


def entries(changelog):
    """The entries of the first section that tell what users have to change."""
    section = re.split(r"(?m)^## ", changelog)[1]
    parts = [part for part in re.split(r"(?m)^### ", section) if part.startswith(("Moved and renamed", "Fixed"))]
    return {" ".join(entry.split()) for part in parts for entry in re.split(r"\n(?=\s*- )|\n\s*\n", part)}


def words(entry):
    """The words in the code of an entry."""
    return set(re.findall(r"[\w]+|[^\w\s`(),.:]+", " ".join(re.findall(r"`+([^`]+)`+", entry))))


def base():
    def git(*words):
        return subprocess.run(["git", *words], capture_output=True, text=True)

    tag = git("describe", "--tags", "--abbrev=0").stdout.strip()
    if tag and git("cat-file", "-e", f"{tag}:{FOLDER}").returncode == 0:
        return tag
    if git("rev-parse", "--is-shallow-repository").stdout.strip() != "false":
        sys.exit("the API cannot be compared with an earlier one: this is not a clone with its whole history")
    first = git("log", "--diff-filter=A", "--format=%H", "--reverse", "--", f"{FOLDER}").stdout.split()
    return first[0] if first else sys.exit(f"{FOLDER} has never been committed")


def main(folder, update):
    modules = sorted(path.name for path in folder.iterdir())
    since = base()
    former = subprocess.run(["git", "show", f"{since}:CHANGELOG.md"], check=True, capture_output=True, text=True).stdout
    changelog = [words(entry) for entry in entries(pathlib.Path("CHANGELOG.md").read_text()) - entries(former)]
    failed = False
    FOLDER.mkdir(exist_ok=True)
    for module in modules:
        text, file = api(folder / module, module), FOLDER / f"{module}.txt"
        if update:
            file.write_text(text)
        present = file.read_text() if file.exists() else ""
        if present != text:
            failed = True
            print(f"{file} is not up to date: run .ci/check-api --update")
            sys.stdout.writelines(difflib.unified_diff(present.splitlines(True), text.splitlines(True), "file", "code", n=0))
    obsolete = {path.name for path in FOLDER.glob("*.txt")} - {f"{module}.txt" for module in modules}
    if obsolete:
        failed = True
        print("no product has this module:", *sorted(obsolete))
    # A declaration that moved to another module counts as lost, since its users import that module now.
    files = subprocess.run(["git", "ls-tree", "--name-only", f"{since}:{FOLDER}"], capture_output=True, text=True).stdout.split()
    for file in files:
        before = subprocess.run(["git", "show", f"{since}:{FOLDER}/{file}"], capture_output=True, text=True).stdout
        after = (FOLDER / file).read_text() if (FOLDER / file).exists() else ""
        for around, line in lost(before, after):
            wanted = {name(line), *around[-1:]}
            if not any(wanted <= entry for entry in changelog):
                failed = True
                print(f"{file}: CHANGELOG.md does not name what was removed or changed: {'.'.join(around + (line,))}")
    sys.exit(failed)


main(pathlib.Path(sys.argv[1]), "--update" in sys.argv[2:])
