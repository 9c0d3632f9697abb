"""Performs the queries of the articles for operators, and compares what `durable-machines copy` prints with the article.

usage: queries.py FLEETS FILE PSQL CONNECTION     FLEETS is the program, and FILE is the database of orders, which is moved.
"""

import pathlib
import re
import sqlite3
import subprocess
import sys

fleets, file, psql, connection = sys.argv[1:]
schema = "moved"
articles = pathlib.Path("Sources/DurableMachines/DurableMachines.docc/Articles")
article = (articles / "OperatingAFleet.md").read_text()


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## )", article, re.M | re.S)[1]


def statements(text):
    """The statements in the SQL blocks of a text."""
    blocks = re.findall(r"^```sql\n(.*?)^```", text, re.M | re.S)
    return [statement.strip() for block in blocks for statement in block.split(";") if statement.strip()]


def on_postgresql(statement):
    run = subprocess.run([psql, connection, "-v", "ON_ERROR_STOP=1", "-At", "-c", f"SET search_path = {schema}", "-c", statement],
                         capture_output=True, text=True)
    assert run.returncode == 0, f"{statement}\n{run.stderr}"
    return run.stdout.splitlines()[1:]


queries, figures = statements(section("Queries")), statements(section("Dashboards"))
others = statements((articles / "AFleetOnPostgreSQL.md").read_text())
assert len(queries) >= 7 and len(figures) >= 10, f"{len(queries)} queries, {len(figures)} figures"

copied = subprocess.run([fleets, "copy", file, connection, "--schema", schema], capture_output=True, text=True)
assert copied.returncode == 0, copied.stderr
printed = re.search(r"^```text\n(Copied .*?)^```", article, re.M | re.S)[1]


def without_details(text):
    return re.sub(r"\d+", "N", text.replace(file, "orders.db"))


assert without_details(copied.stdout) == without_details(printed), f"the article has\n{printed}and it prints\n{copied.stdout}"

lite = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
counts = [lite.execute(query).fetchall() for query in queries][0]
assert sum(count for _, count in counts) > 0, "the file has no machines"
# The article says what differs in SQLite.
now = "extract(epoch FROM now())"
for figure in figures:
    if "pg_stat" not in figure and "ALTER" not in figure:
        lite.execute(figure.replace(f"{now} * 1e6", "strftime('%s', 'now') * 1000000").replace(now, "strftime('%s', 'now')")).fetchall()

for statement in figures + others:
    on_postgresql(statement)
moved = [tuple(line.split("|")) for line in on_postgresql(figures[0])]
assert sorted(moved) == sorted((name, str(count)) for name, count in counts), f"{moved} instead of {counts}"
print(f"{len(queries) + len(figures + others)} statements of the articles, {sum(count for _, count in counts)} machines moved")
