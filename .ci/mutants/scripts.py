"""Makes mistakes in the scripts of playable pages, and reports which of them the tests without a browser notice.

    scripts.py --deno PROGRAM --count 500 [--seed 1] [--module NAME]

Each mistake changes one place of one script. The tests of this script in .ci/playable-page/Scripts run, or those that use it if it has
none of its own. A mistake that they do not notice is a missing test, or makes no difference, or can only be seen in a browser.
PAGE_TEST_MODULES is the folder with jsdom that check-pages makes.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESOURCES = ROOT / "Sources/StateMachineCatalog/PlayablePage/Resources"
TESTS = ROOT / ".ci/playable-page/Scripts"

#: What is replaced, and by what.
MISTAKES = [
    (r" === ", " !== "), (r" !== ", " === "), (r" <= ", " < "), (r" >= ", " > "), (r" < ", " <= "), (r" > ", " >= "),
    (r" && ", " || "), (r" \|\| ", " && "), (r" \?\? ", " && "), (r" \+ 1\b", " + 2"), (r" - 1\b", " - 2"), (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"), (r"\b0\b", "1"), (r" \+ (?=[a-z])", " - "), (r" \* ", " / "), (r"\+\+", "--"), (r"\bMath\.min\b", "Math.max"),
    (r"\bMath\.max\b", "Math.min"), (r"\.some\(", ".every("), (r"\.every\(", ".some("), (r"\bif \((?!!)", "if (!"), (r" \? (?=.* : )", " && false ? "),
    (r"(?<=\.)slice\(", "concat("), (r"(?<=\.)push\(", "includes("), (r"!(?=[\w(])", ""),
    (r"^( *)(?!return|const|let|if|for|while|case|import|export|break|throw)[\w.#]+(?:\?\.)?[\w.]*\(.*\);$", r"\1"),
]


def places(module):
    """The mistakes in a script: the number of the line, and the line with the mistake."""
    found, isComment = [], False
    for number, line in enumerate((RESOURCES / module).read_text().split("\n")):
        bare = line.strip()
        isComment = isComment or bare.startswith("/*")
        if not isComment and not bare.startswith(("//", "import ", "export {", "} from")):
            code = re.sub(r"/\*.*?\*/", lambda comment: " " * len(comment[0]), line)
            for old, new in MISTAKES:
                for match in re.finditer(old, code):
                    changed = line[:match.start()] + match.expand(new) + line[match.end():]
                    # A change inside a text says nothing.
                    if code[:match.start()].count('"') % 2 == 0 and code[:match.start()].count("`") % 2 == 0:
                        found.append((module, number, changed))
        if "*/" in bare:
            isComment = False
    return found


def imports(file):
    """The modules that a test or a module imports, directly or not."""
    seen, left = set(), [file]
    while left:
        for name in re.findall(r'from "(?:page|\.)/([\w-]+\.js)"', left.pop().read_text()):
            if name not in seen and (RESOURCES / name).exists():
                seen.add(name)
                left.append(RESOURCES / name)
    # The machine of the tests is a module of its own.
    return seen | {"machine.js"}


def tests(module):
    """The tests of a module, or if it has none of its own, those that use it."""
    files = sorted(TESTS.glob("*.test.js"))
    own = [file for file in files if file.name == module.replace(".js", ".test.js")]
    return own or [file for file in files if module in imports(file)]


def by_scripts(deno, files, mistake=None, limit=60):
    """How tests without a browser notice a mistake: "fails", "never ends", or not at all. On a busy machine, time is short."""
    if not files:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copytree(RESOURCES, folder / "page")
        if mistake:
            module, number, changed = mistake
            lines = (folder / "page" / module).read_text().split("\n")
            lines[number] = changed
            (folder / "page" / module).write_text("\n".join(lines))
        (folder / "deno.json").write_text(json.dumps({"imports": {"page/": f"{(folder / 'page').as_uri()}/"}}))
        command = [deno, "test", "--quiet", "--no-check", "--no-remote", "--cached-only", "--fail-fast", "--allow-env", "--allow-read",
                   "--config", folder / "deno.json", *files]
        try:
            return subprocess.run(command, capture_output=True, timeout=limit).returncode and "fails"
        except subprocess.TimeoutExpired:
            return "never ends"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deno", required=True)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", action="append", help="only this script, such as coverage.js")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()

    modules = options.module or sorted(file.name for file in RESOURCES.glob("*.js") if not file.name.startswith("front-"))
    modules = [module for module in modules if tests(module)]
    all = [place for module in modules for place in places(module)]
    chosen = sorted(random.Random(options.seed).sample(all, min(options.count, len(all))))
    os.environ.setdefault("DENO_NO_UPDATE_CHECK", "1")
    files = {module: tests(module) for module in modules}
    all_files = sorted(set().union(*files.values()))
    assert not by_scripts(options.deno, all_files, limit=600), "the tests fail without a mistake"
    with ThreadPoolExecutor(options.workers) as pool:
        noticed = list(pool.map(lambda mistake: by_scripts(options.deno, files[mistake[0]], mistake), chosen))
    left = [mistake for mistake, isNoticed in zip(chosen, noticed) if not isNoticed]
    endless = noticed.count("never ends")
    for module, number, changed in left:
        print(f"{module}:{number + 1}: {changed.strip()}")
    share = 1 - len(left) / max(1, len(chosen))
    print(f"{len(chosen) - len(left)} of {len(chosen)} mistakes are noticed ({share:.1%}), {endless} of them because a test never ends")
    return 0 if share >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())
