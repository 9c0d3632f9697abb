"""Puts other scripts, styles and markup into a generated page, as PageResources does.

    bundle.py PAGE [--resources FOLDER] [--output FILE]

A page can then be tried without a build. Without --resources, the files are those of the package. A check compares the result with a
page that the package has built, so both do the same.
"""

import argparse
import base64
import hashlib
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Sources/StateMachineCatalog/PlayablePage"


def resource(name):
    """The name of the file that is embedded as a constant: page_html is page.html, and swift_test_js is swift-test.js."""
    stem, _, kind = name.rpartition("_")
    return f"{stem.replace('_', '-')}.{kind}"


def listed(name):
    """The files that a constant of PageResources lists."""
    text = (FOLDER / "PageResources.swift").read_text()
    part = re.search(rf"static let {name} =(.*?)\n    ///", text, re.DOTALL).group(1)
    return [resource(found) for found in re.findall(r"StateMachinePageFiles\.(\w+)", part)]


def compact(text):
    text = re.sub(r"(?m)^ */\*[^*]*\*+([^/*][^*]*\*+)*/\n", "", text)
    text = re.sub(r"/\*\* @[^*]*\*/ ?", "", text)
    lines = [line.lstrip(" ") for line in text.split("\n")]
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def function(name, module):
    exports = re.findall(r"(?m)^export (?:async )?(?:class|function|const) (\w+)", module)
    body = re.sub(r'(?m)^import (\{[^}]*\}) from "\./([^"]*)\.js";',
                  lambda found: f'const {"".join(found[1].split())}=m["{found[2]}"];' + "\n" * found[1].count("\n"), module)
    body = re.sub(r"(?m)^export ", "", body)
    return f'm["{name}"] = (() => {{\n{body}return{{{",".join(exports)}}};\n}})();\n'


def script(resources, *constants):
    """The text of all modules."""
    def text(names):
        joined = "".join(function(name.removesuffix(".js"), (resources / name).read_text()) for name in names)
        return re.sub(r"([;,{(\[])\n", r"\1", compact(joined))
    return "const m = {};\n" + "".join(text(listed(constant)) for constant in constants)


def scripts(built):
    """The constants whose modules are in a built page."""
    if 'id="live-panel"' in built:
        return ["script", "liveScript"]
    if 'id="lanes"' in built:
        return ["togetherScript"]
    return ["script"] if 'id="machine"' in built else []


def style(resources, isLive=False):
    def text(names):
        joined = compact("".join((resources / name).read_text() for name in names))
        return joined.replace("\n", "").replace(": ", ":").replace(" {", "{")
    return text(listed("style")) + (text(listed("liveStyle")) if isLive else "")


def permitting(kind, text, policy):
    """A policy that permits this script or style."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return re.sub(rf"{kind}-src '[^']*'", lambda _: f"{kind}-src 'sha256-{digest}'", policy, count=1)


def page(built, resources=FOLDER / "Resources"):
    """A built page with other scripts and styles, and with the markup around what the machine has filled in."""
    template = (resources / "page.html").read_text()
    isLive = 'id="live-panel"' in built
    old = re.search(r"<style>.*?</style>", built, re.DOTALL), re.search(r'<script type="module">.*?</script>', built, re.DOTALL)
    values = {"script": script(resources, *scripts(built)), "style": style(resources, isLive)}
    values["mark"] = re.search(r"<!-- (.*?) -->", built)[1]
    values["name"] = re.search(r"<title>(.*?)</title>", built, re.DOTALL)[1]
    values["machine"] = re.search(r'id="machine">(.*?)</script>', built, re.DOTALL)[1]
    values["picture"] = re.search(r'<div id="picture"[^>]*>(.*?)</div>\n', built, re.DOTALL)[1]
    values["hint"] = re.search(r'<p class="quiet hint">(.*?)</p>', built, re.DOTALL)[1]
    values["live"] = (resources / "live.html").read_text() if isLive else ""
    values["policy"] = re.search(r'Content-Security-Policy" content="([^"]*)"', built)[1]
    for kind in ("script", "style"):
        values["policy"] = permitting(kind, values[kind], values["policy"])
    assert all(old)
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], template)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--resources", type=pathlib.Path, default=FOLDER / "Resources")
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    (options.output or options.page).write_text(page(options.page.read_text(), options.resources))
