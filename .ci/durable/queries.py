"""Performs every SQL block of the articles on both databases, and compares what `durable-machines copy` prints with the article.

usage: queries.py FLEETS FILE PSQL CONNECTION     FLEETS is the program, and FILE is the database of orders, which is moved.

A block that begins with `-- SQLite` or `-- PostgreSQL` is for one of the databases, and the next one for the other is its counterpart.
"""

import json
import pathlib
import re
import sqlite3
import subprocess
import sys
import time

fleets, file, psql, connection = sys.argv[1:]
schema = "moved"
articles = sorted(pathlib.Path("Sources/DurableMachines/DurableMachines.docc/Articles").glob("*.md"))


def on_postgresql(statement):
    run = subprocess.run([psql, connection, "-v", "ON_ERROR_STOP=1", "-At", "-c", f"SET search_path = {schema}", "-c", statement],
                         capture_output=True, text=True)
    assert run.returncode == 0, f"{statement}\n{run.stderr}"
    return [line.split("|") for line in run.stdout.splitlines()[1:]]


def on_sqlite(statement):
    try:
        return [["" if value is None else str(value) for value in row] for row in lite.execute(statement)]
    except sqlite3.Error as error:
        sys.exit(f"{statement}\n{error}")


def insert(connection, table, **values):
    """Adds a row in which the columns that nobody cares about are 0 or empty."""
    for _, name, kind, is_needed, *_ in connection.execute(f"PRAGMA table_info({table})").fetchall():
        if name not in values and is_needed:
            values[name] = 0 if kind == "INTEGER" else ""
    places = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({places})", list(values.values()))


# Each query finds something: an order that waits, and a job in each state.
now = int(time.time() * 1e6)
with sqlite3.connect(file) as writer:
    state = json.dumps({"placed": {"cents": 4200}})
    insert(writer, "order_machines", id="order-42", version=1, last_number=1, shape=1, name="placed", state=state)
    insert(writer, "order_history", machine="order-42", number=1, kind="created", time=now, version=1, shape=1, content=state)
    for ordinal, state in enumerate(["waiting", "held", "parked", "done"]):
        insert(writer, "order_jobs", machine="order-42", version=1, ordinal=ordinal, activity="{}", shape=1, due=now, state=state,
               attempts=1, failures=1, next_take=now - 100_000_000 if state in ("waiting", "held") else None)
writer.close()

copied = subprocess.run([fleets, "copy", file, connection, "--schema", schema], capture_output=True, text=True)
assert copied.returncode == 0, copied.stderr
text = next(article for article in articles if article.name == "OperatingAFleet.md").read_text()
printed = re.search(r"^```text\n(Copied .*?)^```", text, re.M | re.S)[1]


def without_details(text):
    return re.sub(r"\d+", "N", text.replace(file, "orders.db"))


assert without_details(copied.stdout) == without_details(printed), f"the article has\n{printed}and it prints\n{copied.stdout}"


def are_equal(left, right, block):
    """Whether values are equal, although the databases write dates in different ways, and time passes between two queries."""
    left, right = (re.sub(r"^(\d+-\d+-\d+ [\d:]+).*", r"\1", value) for value in (left, right))
    return left == right or ("now" in block and left + right != "" and abs(float(left) - float(right)) < 60)


def compare(rows, others, block):
    assert rows, f"{block}\nfinds nothing"
    same = len(rows) == len(others) and all(
        len(row) == len(other) and all(are_equal(*values, block) for values in zip(row, other))
        for row, other in zip(sorted(rows), sorted(others)))
    assert same, f"{block}\nfinds {rows} in the file, and {others} on the server"


lite = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
count, waiting = 0, None
for article in articles:
    text = article.read_text()
    blocks = re.findall(r"^```sql\n(.*?)^```", text, re.M | re.S)
    fences = re.findall(r"^[ >]*(?:```|~~~)[ {.]*\w*sql", text, re.M | re.I)
    assert len(blocks) == len(fences), f"{article} has SQL that is not a block of `sql`"
    for block in blocks:
        database = re.match(r"-- (SQLite|PostgreSQL)( only)?\n", block)
        for statement in filter(None, map(str.strip, re.sub("^--.*\n", "", block).split(";"))):
            count += 1
            if database is None:
                compare(on_sqlite(statement), on_postgresql(statement), block)
            elif database[1] == "SQLite":
                assert waiting is None, f"{block}\nhas no counterpart before it"
                waiting = on_sqlite(statement)
            else:
                found = on_postgresql(statement)
                if not database[2]:
                    assert waiting is not None, f"{block}\nhas no counterpart"
                    compare(waiting, found, block)
                    waiting = None
    assert waiting is None, f"a block in {article} has no counterpart"
assert count >= 20, f"there are only {count} statements"
machines = on_postgresql("SELECT count(*) FROM order_machines")[0][0]
print(f"{count} statements of the articles, {machines} machines moved")
