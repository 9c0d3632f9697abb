"""Measures how soon a workflow of DBOS begins in another process, and how many several processes begin.

usage: dbos_starts.py URL PROCESSES COUNT
"""

import asyncio
import os
import sys
import time

import sqlalchemy
from dbos import DBOS, DBOSClient
from starting import Starting

url = sys.argv[1]


@DBOS.workflow()
def charging(order):
    # One write, because several jobs begin at the same time.
    os.write(1, f"{order} {time.monotonic_ns()}\n".encode())
    return "did charge"


if sys.argv[-1] == "worker":
    DBOS(
        config={
            "name": "orders",
            "system_database_url": url,
            "log_level": "ERROR",
            "max_executor_threads": 4,
            "sys_db_pool_size": 20,
            "db_engine_kwargs": {"pool_pre_ping": False},
        }
    )
    DBOS.launch()
    # The shortest interval that a queue has in the other measurements, too.
    DBOS.register_queue("jobs", polling_interval_sec=0.01)
    while True:
        time.sleep(1)


async def enqueue(order):
    options = {"workflow_name": charging.__qualname__, "queue_name": "jobs", "workflow_id": order}
    # The first worker creates the tables.
    while True:
        try:
            return await client.enqueue_async(options, order)
        except sqlalchemy.exc.ProgrammingError:
            await asyncio.sleep(0.5)


client = DBOSClient(system_database_url=url)
asyncio.run(Starting(__file__).measure(enqueue))
