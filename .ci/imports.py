"""Fails if a file imports a module of this package that the manifest does not name as a dependency of the file's target, or if the
manifest names one that no file imports. The compiler would not notice either, as long as the module is built for another target.

usage: imports.py
"""

import json
import pathlib
import re
import subprocess
import sys

manifest = json.loads(subprocess.run(["swift", "package", "dump-package"], check=True, capture_output=True, text=True).stdout)
targets = {target["name"]: target for target in manifest["targets"]}
modules = {name.replace("-", "_"): name for name in targets}
problems = []
for name, target in targets.items():
    if target["type"] == "plugin":
        continue
    folder = pathlib.Path(target.get("path") or ("Tests" if target["type"] == "test" else "Sources") + "/" + name)
    imported = set()
    for file in folder.rglob("*.swift"):
        if ".docc/" not in f"{file}":
            imported |= set(re.findall(r"(?m)^(?:@\w+(?:\([^)]*\))? )*(?:\w+ )?import (?:\w+ )?(\w+)", file.read_text()))
    used = {modules[module] for module in imported if module in modules and modules[module] != name}
    declared = {dependency["byName"][0] for dependency in target["dependencies"]}
    problems += [f"{name} imports {other}, but does not depend on it" for other in sorted(used - declared)]
    # A program is a dependency of the tests that start it.
    problems += [f"{name} depends on {other}, but does not import it"
                 for other in sorted(declared - used) if targets[other]["type"] != "executable"]
print("\n".join(problems))
sys.exit(bool(problems))
