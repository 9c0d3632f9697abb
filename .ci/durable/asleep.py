"""Stops a worker process for longer than its leases while it has jobs, and lets it continue after another one has taken some over.

usage: asleep.py FOLDER ORDERS [--postgres CONNECTION]     ORDERS is the program.
"""

import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import time

folder, program, *postgres = sys.argv[1:]
file = f"{folder}/asleep.db"
shop = subprocess.Popen(
    [program, "--orders", "300", "--workers", "2", "--file", file, *postgres], stdout=subprocess.PIPE, text=True, bufsize=1
)
first = shop.stdout.readline()
table = (first.rsplit(" schema ", 1)[-1].strip() + "." if postgres else "") + "order_jobs"
connection = None if postgres else sqlite3.connect(file, timeout=0.5, isolation_level=None)


def wait_for(what, condition):
    """Waits until there are such jobs, which may be so for some milliseconds only, and returns their number."""
    if not postgres:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                if count := connection.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchone()[0]:
                    return count
            except sqlite3.OperationalError:
                pass
            time.sleep(0.002)
        fail(f"no job was ever {what}")
    loop = f"""
        DO $$ DECLARE n bigint; BEGIN
            FOR i IN 1..20000 LOOP
                -- Within a transaction, 'to_regclass' would not notice that another one creates the table.
                IF EXISTS (SELECT FROM pg_tables WHERE schemaname || '.' || tablename = '{table}') THEN
                    SELECT count(*) INTO n FROM {table} WHERE {condition};
                    IF n > 0 THEN RAISE NOTICE '%', n; RETURN; END IF;
                END IF;
                PERFORM pg_sleep(0.002);
            END LOOP;
            RAISE EXCEPTION 'no job was ever {what}';
        END $$"""
    result = subprocess.run(["psql", "-X", postgres[1], "-c", loop], capture_output=True, text=True)
    if result.returncode != 0:
        fail(result.stderr)
    return int(result.stderr.split("NOTICE:")[1])


def fail(reason):
    shop.kill()
    sys.exit(reason)


def is_locked():
    """Whether somebody has the lock of the file, such as a process that was stopped at a bad moment."""
    if postgres:
        return False  # The server ends the transactions of processes that do not continue.
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
        return False
    except sqlite3.OperationalError:
        return True


wait_for("held", "state = 'held'")
children = pathlib.Path(f"/proc/{shop.pid}/task").glob("*/children")
worker = int(" ".join(path.read_text() for path in children).split()[0])
for _ in range(100):
    os.kill(worker, signal.SIGSTOP)
    start = time.monotonic()
    if not is_locked():
        break
    os.kill(worker, signal.SIGCONT)
    time.sleep(0.01)  # It goes on, to the end of its transaction.
else:
    fail("the file was locked whenever the worker was stopped")
try:
    count = wait_for("taken over", "attempts > 1")
    time.sleep(1)
finally:
    os.kill(worker, signal.SIGCONT)
print(f"a worker slept for {time.monotonic() - start:.1f} s, and another one took over at least {count} of its jobs", flush=True)
rest = shop.communicate(timeout=120)[0].splitlines()
print(rest[-1])
sys.exit(0 if shop.returncode == 0 and rest[-1].startswith("0 differences") else "the orders and the ledger differ")
