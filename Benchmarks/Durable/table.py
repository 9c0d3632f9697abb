"""Prints the medians of the measurements as a Markdown table.

usage: table.py MEASUREMENTS
"""

import collections
import json
import statistics
import sys

GROUPS = {
    "events per second": [
        ("machines note", "**`send` of the event `note`, which does not end the timer**"),
        ("machines pay", "**`send` of the event `pay`, which ends the timer and stores a job**"),
        ("dbos store", "DBOS, `send` to a workflow that is not running"),
        ("dbos send", "DBOS, `send` to a running workflow"),
        ("dbos receive", "DBOS, `send` to a running workflow and receipt of the message"),
        ("procrastinate defer", "procrastinate, `defer`, without running the job"),
    ],
    "jobs per second, for jobs that were stored before the measurement": [
        ("machines jobs", "**`run`**"),
        ("dbos jobs", "DBOS, a queue"),
        ("procrastinate jobs", "procrastinate, a worker"),
    ],
    "orders per second, from the creation of an order to the end of its job": [
        ("machines whole", "**`create` and `run`**"),
        ("dbos whole", "DBOS, a workflow call"),
        ("procrastinate whole", "procrastinate, `defer` and a worker"),
    ],
}

measurements = collections.defaultdict(list)
with open(sys.argv[1]) as lines:
    for line in lines:
        contender, content = line.split(" ", 1)
        measurement = json.loads(content)
        parties = measurement.get("clients", measurement.get("processes"))
        measurements[f"{contender} {measurement['measure']}", parties].append(measurement)


def median(row, clients, value):
    return statistics.median(value(measurement) for measurement in measurements[row, clients])


print("| | 1 client | 16 clients | write transactions | log bytes | processor ms of the contender |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
for title, rows in GROUPS.items():
    print(f"| *{title}* | | | | | |")
    for row, name in rows:
        one, many = (median(row, clients, lambda each: each["count"] / each["seconds"]) for clients in (1, 16))
        transactions, size, processor = (
            median(row, 16, lambda each: each[key] / each["count"]) for key in ("transactions", "bytes", "processor")
        )
        print(f"| {name} | {one:.0f} | {many:.0f} | {transactions:.1f} | {size:.0f} | {processor * 1000:.2f} |")

print()
print("| | milliseconds to the start, 1 process | of 95 % | 4 processes | of 95 % | orders per second, 4 processes |")
print("| --- | ---: | ---: | ---: | ---: | ---: |")
for row, name in [
    ("machines", "**`create` and `run`**"), ("dbos", "DBOS, a queue"), ("procrastinate", "procrastinate, a worker")
]:
    times = [median(f"{row} start", processes, lambda each: each[key]) for processes in (1, 4) for key in ("median", "late")]
    rate = median(f"{row} shared", 4, lambda each: each["count"] / each["seconds"])
    print(f"| {name} | {' | '.join(f'{time:.1f}' for time in times)} | {rate:.0f} |")
