"""Reads Mermaid diagrams with Mermaid itself, in a browser without a window."""

import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading

from drawing import Drawing

PAGE = pathlib.Path(__file__).with_name("mermaid_page.html")
MODULES = "mermaid/nicegui/elements/mermaid/dist"


def read(texts, scratch, drawn=()):
    """Mermaid's data for each text, or {"error": …}; with a picture for the numbers in `drawn`."""
    job = {"texts": texts, "isDrawn": [number in drawn for number in range(len(texts))]}
    answer = Answer()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler(json.dumps(job), scratch / MODULES, answer))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with browser(f"http://127.0.0.1:{server.server_port}/page.html"):
            if not answer.is_there.wait(timeout=240):
                raise TimeoutError("Mermaid's page did not answer")
    finally:
        server.shutdown()
    return answer.results


def drawing(result):
    """The contents of a diagram, from Mermaid's data."""
    states = result["states"]

    def path(id):
        around = path(states[id]["inside"]) if states[id]["inside"] else ()
        return (*around, plain(states[id]["descriptions"][0]))

    shown = Drawing()
    for id, state in states.items():
        shown.states[path(id)] = [plain(text).removeprefix("do / ") for text in state["descriptions"][1:]]
        shown.notes += [plain(note) for note in state["notes"]]
    for relation in result["relations"]:
        if relation["source"] is None:
            shown.initial.append(path(relation["target"]))
        elif relation["target"] is None:
            shown.final.append((path(relation["source"]), relation["inside"]))
        else:
            labels = [plain(text) for text in relation["label"].split("<br/>")]
            shown.arrows.append((path(relation["source"]), path(relation["target"]), labels))
    return shown


def plain(text):
    """A text from Mermaid, with the characters that Mermaid keeps as numbers between special marks."""
    return re.sub("\ufb02\u00b0\u00b0(\\d+)\u00b6\u00df", lambda match: chr(int(match[1])), text)


class Answer:
    """The answer of the page."""

    def __init__(self):
        self.is_there = threading.Event()
        self.results = []


def handler(job, modules, answer):
    """A server's handler that gives the page its job and Mermaid's modules, and takes its answer."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_GET(self):
            name = os.path.basename(self.path)
            if name == "page.html":
                self.send(PAGE.read_bytes(), "text/html")
            elif name == "job.json":
                self.send(job.encode(), "application/json")
            elif (modules / name).is_file():
                self.send((modules / name).read_bytes(), "text/javascript")
            else:
                self.send_error(404)

        def do_POST(self):
            answer.results = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send(b"", "text/plain")
            answer.is_there.set()

        def send(self, body, kind):
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler


def program():
    """The browser that is installed."""
    return shutil.which("chromium") or shutil.which("google-chrome") or "chromium-browser"


class browser:
    """A browser that shows an address as long as the context lasts."""

    def __init__(self, address):
        self.address = address

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-background-networking", f"--user-data-dir={self.profile.name}"]
        self.process = subprocess.Popen([program(), *options, self.address], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, start_new_session=True)

    def __exit__(self, *error):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.profile.cleanup()
