"""Measures how soon a workflow of DBOS begins in another process, and how many several processes begin.

usage: dbos_starts.py URL PROCESSES COUNT
"""

import asyncio
import sys
import time

from dbos import DBOS, DBOSClient
from starting import Starting

url = sys.argv[1]


@DBOS.workflow()
def charging(order):
    print(order, time.monotonic_ns(), flush=True)
    return "did charge"


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
if sys.argv[-1] == "worker":
    # The shortest interval that a queue has in the other measurements, too.
    DBOS.register_queue("jobs", polling_interval_sec=0.01)
    while True:
        time.sleep(1)
client = DBOSClient(system_database_url=url)


async def enqueue(order):
    options = {"workflow_name": charging.__qualname__, "queue_name": "jobs", "workflow_id": order}
    await client.enqueue_async(options, order)


asyncio.run(Starting(__file__).measure(enqueue))
