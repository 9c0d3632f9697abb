"""Runs tests of the copy, until one of them notices something."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time


def run(tests, filters, environment=None, limit=300, is_mistaken=True):
    """What becomes of some tests, what they print, and how many seconds they take.

    - `noticed`: one has failed, or the process has crashed.
    - `no end`: they have been ended.
    - `unnoticed`: all of them pass.
    """
    command = ["nice", str(tests), "--testing-library", "swift-testing"]
    for pattern in filters:
        command += ["--filter", pattern]
    start = time.monotonic()
    process = subprocess.Popen(
        command,
        # Where `swift test` runs tests, too: in the folder of the package.
        cwd=str(tests).split("/.build/")[0],
        # No backtrace of a crash, which takes seconds.
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no", **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    expired = threading.Event()

    def end():
        # Kills its child processes too, which would keep its output open.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, lambda: (expired.set(), end()))
    timer.start()
    output = []
    for line in process.stdout:
        output.append(line)
        if is_mistaken and "recorded an issue" in line:
            # One failed test is enough, and other tests may now wait for ever.
            end()
            break
    process.stdout.close()
    timer.cancel()
    text = "".join(output)
    if not is_mistaken and " 0 tests" in text:
        sys.exit("there are no tests")
    failed = process.wait() != 0
    verdict = "no end" if expired.is_set() else "noticed" if failed else "unnoticed"
    return verdict, text, time.monotonic() - start
