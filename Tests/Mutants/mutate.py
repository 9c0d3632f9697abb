"""Makes mistakes in the machines, one after the other, and looks whether their tests notice.

A copy of the machines and of their tests is built once. In the copy each definition asks, before it does what its source says,
whether it is to make a mistake; the environment tells it which one.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
COPIED = ["Sources", "Examples/Gallery", "Tests/MachineTests", "Tests/TestSupport"]
HANDLER = re.compile(r"mutating func handleEvent\(_ event: Event\) throws\(TransitionError\)")
ACTIVITIES = re.compile(r"public var activities: \[Activity\] \{")
VISITOR = re.compile(r"public func visitActivities\(_ visit: \(Activity\) -> Void\)")
VISITED = re.compile(r"\bvisitedActivities\b")
FINITE = re.compile(r"^extension ([\w.]+): FiniteStateDefinition \{", re.MULTILINE)


def machines():
    """The file, the module and the type of each definition that can be explored."""
    files = [file for folder in ["Sources", "Examples/Gallery"] for file in sorted((ROOT / folder).rglob("*.swift"))]
    finite = {name for file in files for name in FINITE.findall(file.read_text())}
    for file in files:
        # A file is called like the type in it.
        if file.stem in finite and HANDLER.search(file.read_text()):
            path = file.relative_to(ROOT)
            finite.remove(file.stem)
            yield path, "GalleryMachines" if path.parts[0] == "Examples" else path.parts[1], file.stem
    if finite:
        sys.exit(f"no file has the rules of {', '.join(sorted(finite))}")


def prepare(scratch):
    """Copies the machines with their tests, and lets the definitions make mistakes."""
    for folder in ["Sources", "Examples", "Tests"]:
        shutil.rmtree(scratch / folder, ignore_errors=True)
    for folder in COPIED:
        shutil.copytree(ROOT / folder, scratch / folder, dirs_exist_ok=True)
    for name in ["Mutation", "list-mutants"]:
        shutil.copytree(HERE / name, scratch / "Sources" / name, dirs_exist_ok=True)
    shutil.copy(HERE / "Package.swift.txt", scratch / "Package.swift")

    hooks, listed, modules = {}, [], set()
    for path, module, name in machines():
        text = (scratch / path).read_text()
        text, handlers = HANDLER.subn("mutating func originalHandleEvent(_ event: Event) throws(TransitionError)", text)
        text, activities = ACTIVITIES.subn("public var originalActivities: [Activity] {", text)
        # A machine asks the visitor. Without one it goes through the list, which is where a mistake is made. Left as it is, the
        # visitor would differ from the list, and each mistake be noticed for that alone.
        text, visitors = VISITOR.subn("public func originalVisitActivities(_ visit: (Activity) -> Void)", text)
        text, visited = VISITED.subn("originalVisitedActivities", text)
        if handlers != 1 or activities > 1 or visitors != visited:
            sys.exit(
                f"{path} has {handlers} handlers of events, {activities} lists of activities,"
                f" {visitors} visitors of them, and {visited} lists made by those"
            )
        (scratch / path).write_text(text)
        hook = f"extension {name}: Mutable {{\n"
        hook += "    public mutating func handleEvent(_ event: Event) throws(TransitionError) -> Output {\n"
        hook += "        try mutatedHandleEvent(event)\n    }\n"
        if activities:
            hook += "    public var activities: [Activity] { mutatedActivities }\n"
        if visitors:
            hook += "    var originalVisitedActivities: [Activity] {\n        var activities: [Activity] = []\n"
            hook += "        originalVisitActivities { activities.append($0) }\n        return activities\n    }\n"
        hooks.setdefault((path.parent, module), []).append(hook + "}\n")
        listed.append(name)
        modules.add(module)
    for (folder, _), texts in hooks.items():
        (scratch / folder / "Mutants.swift").write_text("public import Mutation\npublic import StateMachines\n\n" + "\n".join(texts))
    (scratch / "Sources/list-mutants/Machines.swift").write_text(
        "".join(f"import {module}\n" for module in sorted(modules | {"Mutation"}))
        + "\nlet machines: [any Mutable.Type] = [" + ", ".join(f"{name}.self" for name in listed) + "]\n"
    )


def build(scratch):
    """Builds the copy: the program that lists the mistakes, and the tests."""
    for arguments in [["--product", "list-mutants"], ["--build-tests"]]:
        result = subprocess.run(["swift", "build", *arguments], cwd=scratch, capture_output=True, text=True)
        if result.returncode:
            errors = [line for line in (result.stdout + result.stderr).splitlines() if "error:" in line]
            sys.exit("the copy does not build:\n" + "\n".join(errors[:20]))
    folder = pathlib.Path(
        subprocess.run(["swift", "build", "--show-bin-path"], cwd=scratch, capture_output=True, text=True, check=True)
        .stdout.strip()
    )
    return folder, next(folder.glob("*.xctest"))


def run(tests, mutant):
    """Whether the tests notice, by failing or by crashing, or never come to an end; and what they print."""
    environment = dict(os.environ)
    if mutant:
        environment["MUTANT"] = json.dumps(mutant)
    command = [str(tests), "--testing-library", "swift-testing", "--filter", "^MachineTests\\."]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    expired = threading.Event()
    limit = threading.Timer(300, lambda: (expired.set(), process.kill()))
    limit.start()
    output = []
    for line in process.stdout:
        output.append(line)
        if mutant and "recorded an issue" in line:
            # One test that fails is enough, and others may wait for what will not come.
            process.kill()
            break
    process.stdout.close()
    limit.cancel()
    text = "".join(output)
    if not mutant and " 0 tests" in text:
        sys.exit("there are no tests")
    failed = process.wait() != 0
    return "no end" if expired.is_set() else "noticed" if failed else "unnoticed", text


def words(mutant):
    """A mistake in words."""
    if mutant["kind"] == "deactivate":
        return f"{mutant['machine']}: {mutant['state']} without {mutant['activity']}"
    arrow = f"{mutant['machine']}: {mutant['state']} ─ {mutant['event']} → {mutant.get('result', '–')}"
    return arrow + {"drop": " is rejected", "accept": " is accepted"}.get(
        mutant["kind"], f" leads to {mutant.get('target')}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scratch", type=pathlib.Path, help="a directory for the copy")
    parser.add_argument("--machine", action="append", help="only this machine; may be given more than once")
    parser.add_argument("--sample", type=int, help="so many mistakes at most, chosen at random")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="chooses the sample")
    options = parser.parse_args()

    scratch = options.scratch.resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    prepare(scratch)
    folder, tests = build(scratch)
    verdict, output = run(tests, None)
    if verdict != "unnoticed":
        sys.exit("without a mistake, the tests fail:\n" + output[-2000:])

    listed = subprocess.run([folder / "list-mutants"], capture_output=True, text=True, check=True).stdout
    mutants = [json.loads(line) for line in listed.splitlines()]
    known = sorted({mutant["machine"] for mutant in mutants})
    for name in options.machine or []:
        if name not in known:
            sys.exit(f"there is no machine {name}; there are: {', '.join(known)}")
    mutants = [mutant for mutant in mutants if not options.machine or mutant["machine"] in options.machine]
    if options.sample and options.sample < len(mutants):
        print(f"{options.sample} of {len(mutants)} mistakes, chosen with --seed {options.seed}")
        mutants = random.Random(options.seed).sample(mutants, options.sample)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(lambda mutant: run(tests, mutant)[0], mutants))
    for machine in known:
        own = [verdict for mutant, verdict in zip(mutants, verdicts) if mutant["machine"] == machine]
        if own:
            print(f"{machine}: {own.count('noticed')} of {len(own)} mistakes noticed")
    for mutant, verdict in zip(mutants, verdicts):
        if verdict != "noticed":
            print(f"{verdict}: {words(mutant)}")
    print(f"score: {verdicts.count('noticed')} of {len(verdicts)}")
    return 0 if verdicts.count("noticed") == len(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
