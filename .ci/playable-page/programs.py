"""Programs that run beside the browser: the inspector, and apps whose machines it shows."""

import os
import queue
import signal
import subprocess
import threading

#: How many seconds anything may take that has to come.
LIMIT = 30


class Program:
    """A program whose lines are read as they come."""

    def __init__(self, path, *arguments, inspector=None):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MACHINE_INSPECTOR")}
        if inspector:
            environment["MACHINE_INSPECTOR"] = inspector
        self.process = subprocess.Popen([str(path), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, bufsize=1, env=environment)
        self.lines = []
        self.news = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.news.put(line.rstrip("\n"))
        self.news.put(None)

    def wait_for(self, text, limit=LIMIT):
        """The next line that has a text; the limit is for programs that hang."""
        while True:
            try:
                line = self.news.get(timeout=limit)
            except queue.Empty:
                line = None
            if line is None:
                raise AssertionError(f"{self.process.args} has not printed {text!r}, but {self.lines[-20:]}")
            self.lines.append(line)
            if text in line:
                return line

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        """Closes the input, and waits until the program has ended; all lines are there then."""
        self.process.stdin.close()
        self.process.wait(timeout=LIMIT)
        while (line := self.news.get(timeout=LIMIT)) is not None:
            self.lines.append(line)

    def send(self, number):
        """Sends a signal; one that ends the program is waited for."""
        self.process.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self.process.wait(timeout=LIMIT)


class Inspector(Program):
    """An inspector, its link for browsers, and its address for apps."""

    def __init__(self, path, *arguments, at=None):
        super().__init__(path, "serve", "--no-open", *arguments, inspector=at)
        self.link = self.wait_for("/?once=")
        self.address = self.wait_for("export ").split("'")[1]
        self.wait_for("Ctrl-C")
        self.origin, self.token = self.address.split("/?token=")
        self.port = self.origin.rsplit(":", 1)[1]

    def page(self, machine):
        """The link of a page: the first one that a browser opens is exchanged for a cookie."""
        return self.link.replace("/?", f"/machines/{machine}?")
