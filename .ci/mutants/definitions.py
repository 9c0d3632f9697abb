"""Makes mistakes in the definitions of machines: a row of a table that says something else, an activity that is missing.

In the copy each definition asks, before it does what its source says, whether it is to make a mistake.
"""

import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time

from runner import run

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The tests of definitions, without those of clients and drivers.
TESTS = [
    "Tests/StreamMachineTests/Definition", "Tests/ImageSearchMachineTests/Definition",
    "Tests/RemoteContentMachineTests/Definition", "Tests/VideoMachineTests/Definition", "Tests/ExampleTests/Gallery",
    "Tests/StateMachineExamplePropertiesTests", "Tests/DurableMachinesTests/Jobs/JobStateTests.swift", "Tests/ExampleTests/Orders/OrderTests.swift",
]
# The modules with definitions outside Sources/.
EXAMPLES = {"Examples/Gallery": "GalleryMachines", "Examples/OrderMachine": "OrderMachine"}

HANDLER = re.compile(r"mutating func handleEvent\(_ event: Event\) throws\((\w+)\)")
ACTIVITIES = re.compile(r"public var activities: \[Activity\] \{")
VISITOR = re.compile(r"public func visitActivities\(_ visit: \(Activity\) -> Void\)")
FINITE = re.compile(r"^extension ([\w.]+): FiniteStateDefinition \{", re.MULTILINE)


def machines(copy):
    """The file, the module and the type of each definition that can be explored."""
    files = sorted(
        name
        for name in copy.files
        if name.endswith(".swift") and name.startswith(("Sources/", *EXAMPLES)) and ".docc/" not in name
    )
    finite = {name for file in files for name in FINITE.findall(copy.text(file))}
    for file in files:
        path = pathlib.PurePath(file)
        # A file is called like the type in it.
        if path.stem in finite and HANDLER.search(copy.text(file)):
            finite.remove(path.stem)
            yield file, EXAMPLES.get("/".join(path.parts[:2]), path.parts[1]), path.stem
    if finite:
        sys.exit(f"no file has the rules of {', '.join(sorted(finite))}")


def prepare(copy):
    """Lets the definitions of a copy make mistakes; returns their modules."""
    hooks, listed, modules = {}, [], set()
    for file, module, name in machines(copy):
        reasons, activities, visitors = [], 0, 0
        # The list of activities may be beside them.
        for part in filter(copy.files.get, [file, file.removesuffix(".swift") + ".Activity.swift"]):
            reasons += HANDLER.findall(copy.text(part))
            text = HANDLER.sub(r"mutating func originalHandleEvent(_ event: Event) throws(\1)", copy.text(part))
            text, found = ACTIVITIES.subn("public var originalActivities: [Activity] {", text)
            activities += found
            # A visitor is replaced by one of the mistaken list.
            text, found = VISITOR.subn("func originalVisitActivities(_ visit: (Activity) -> Void)", text)
            visitors += found
            copy.files[part] = text.encode()
        if len(reasons) != 1 or activities + visitors > 1:
            sys.exit(
                f"{file} has {len(reasons)} handlers of events, {activities} lists of activities, {visitors} visitors of them"
            )
        access = "public " if re.search(rf"public (enum|struct) {name.split('.')[-1]}\b", copy.text(file)) else ""
        hook = f"extension {name}: Mutable {{\n"
        hook += f"    {access}typealias Rejection = {reasons[0]}\n"
        hook += f"    {access}mutating func handleEvent(_ event: Event) throws({reasons[0]}) -> Output {{\n"
        hook += "        try mutatedHandleEvent(event)\n    }\n"
        if activities:
            hook += f"    {access}var activities: [Activity] {{ mutatedActivities }}\n"
        if visitors:
            hook += "    public func visitActivities(_ visit: (Activity) -> Void) { mutatedActivities.forEach(visit) }\n"
            hook += "    public var originalActivities: [Activity] {\n        var activities: [Activity] = []\n"
            hook += "        originalVisitActivities { activities.append($0) }\n        return activities\n    }\n"
        hooks.setdefault(str(pathlib.PurePath(file).parent), []).append(hook + "}\n")
        listed.append(name)
        modules.add(module)
    for folder, texts in hooks.items():
        copy.files[f"{folder}/Mutants.swift"] = (
            "public import Mutation\npublic import StateMachines\n\n" + "\n".join(texts)
        ).encode()
    imports = "".join(f"import {module}\n" for module in sorted(modules | {"Mutation"}))
    types = ", ".join(f"{name}.self" for name in listed)
    copy.files["Sources/list-mutants/Machines.swift"] = (
        f"{imports}\nlet machines: [any Mutable.Type] = [{types}]\n".encode()
    )
    return modules


def words(mutant):
    """A mistake in words."""
    if mutant["kind"] == "deactivate":
        return f"{mutant['machine']}: {mutant['state']} without {mutant['activity']}"
    arrow = f"{mutant['machine']}: {mutant['state']} ─ {mutant['event']} → {mutant.get('result', '–')}"
    return arrow + {"drop": " is rejected", "accept": " is accepted"}.get(
        mutant["kind"], f" leads to {mutant.get('target')}"
    )


def judge(program, tests, options):
    """Runs the tests of the machines with each mistake, and prints the score; returns whether all were noticed."""
    own_tests = []
    for place in TESTS:
        files = [ROOT / place] if place.endswith(".swift") else (ROOT / place).rglob("*.swift")
        own_tests.append(f"^{place.split('/')[1]}\\.({'|'.join(sorted(path.stem for path in files))})/")
    verdict, output, _ = run(tests, own_tests, is_mistaken=False)
    if verdict != "unnoticed":
        sys.exit("without a mistake, the tests fail:\n" + output[-2000:])

    listed = subprocess.run([program], capture_output=True, text=True, check=True, timeout=60).stdout
    mutants = [json.loads(line) for line in listed.splitlines()]
    known = sorted({mutant["machine"] for mutant in mutants})
    for name in options.machine or []:
        if name not in known:
            sys.exit(f"there is no machine {name}; there are: {', '.join(known)}")
    mutants = [mutant for mutant in mutants if not options.machine or mutant["machine"] in options.machine]
    if options.sample and options.sample < len(mutants):
        seed = options.seed if options.seed is not None else int(time.time())
        print(f"{options.sample} of {len(mutants)} mistakes in definitions, chosen with --seed {seed}")
        mutants = random.Random(seed).sample(mutants, options.sample)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(lambda mutant: run(tests, own_tests, {"MUTANT": json.dumps(mutant)})[0], mutants))
    for machine in known:
        own = [verdict for mutant, verdict in zip(mutants, verdicts) if mutant["machine"] == machine]
        if own:
            print(f"{machine}: {own.count('noticed')} of {len(own)} mistakes noticed")
    for mutant, verdict in zip(mutants, verdicts):
        if verdict != "noticed":
            print(f"{verdict}: {words(mutant)}")
    print(f"score: {verdicts.count('noticed')} of {len(verdicts)}")
    return verdicts.count("noticed") == len(verdicts)
