"""Copies of the scripts of playable pages with a mistake in them."""

import pathlib
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESOURCES = ROOT / "Sources/StateMachineCatalog/PlayablePage/Resources"
PAGES = ROOT / ".ci/playable-page"


def copy(mistake, folder):
    """A copy of the scripts with a mistake, if there is one: the script, the number of the line, and the changed line."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(RESOURCES, folder)
    if not mistake:
        return
    module, number, changed = mistake
    lines = (folder / module).read_text().split("\n")
    lines[number] = changed
    (folder / module).write_text("\n".join(lines))
