"""Prints the medians of the measurements as a Markdown table.

usage: table.py MEASUREMENTS
"""

import collections
import json
import statistics
import sys

GROUPS = {
    "events per second": [
        ("machines note", "**`send`, a timer stays**"),
        ("machines pay", "**`send`, a timer ends and a job begins**"),
        ("dbos store", "DBOS, `send` to a workflow that does not run"),
        ("dbos send", "DBOS, `send` to a workflow that runs"),
        ("dbos receive", "DBOS, the workflow has received the message"),
        ("procrastinate defer", "procrastinate, `defer` returns"),
    ],
    "jobs per second, for jobs that were stored before the measurement": [
        ("machines jobs", "**`run`**"),
        ("dbos jobs", "DBOS, a queue"),
        ("procrastinate jobs", "procrastinate, a worker"),
    ],
    "orders per second, from their creation to the end of their job": [
        ("machines whole", "**`create` and `run`**"),
        ("dbos whole", "DBOS, a call of a workflow"),
        ("procrastinate whole", "procrastinate, `defer` and a worker"),
    ],
}

measurements = collections.defaultdict(list)
with open(sys.argv[1]) as lines:
    for line in lines:
        contender, content = line.split(" ", 1)
        measurement = json.loads(content)
        measurements[f"{contender} {measurement['measure']}", measurement["clients"]].append(measurement)


def median(row, clients, value):
    return statistics.median(value(measurement) for measurement in measurements[row, clients])


print("| | 1 client | 16 clients | writing transactions | bytes of the log | client's processor ms |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
for title, rows in GROUPS.items():
    print(f"| *{title}* | | | | | |")
    for row, name in rows:
        one, many = (median(row, clients, lambda each: each["count"] / each["seconds"]) for clients in (1, 16))
        transactions, size, processor = (
            median(row, 16, lambda each: each[key] / each["count"]) for key in ("transactions", "bytes", "processor")
        )
        print(f"| {name} | {one:.0f} | {many:.0f} | {transactions:.1f} | {size:.0f} | {processor * 1000:.2f} |")
