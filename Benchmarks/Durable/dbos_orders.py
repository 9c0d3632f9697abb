"""Measures DBOS: messages to workflows that are running, and workflows with one step.

usage: dbos_orders.py events|jobs URL CLIENTS COUNT
"""

import asyncio
import os
import sys
import threading
import time

from dbos import DBOS, DBOSClient, SetWorkflowID
from measuring import KEPT, Measuring

part = sys.argv.pop(1)
measuring = Measuring()
DBOS(
    config={
        "name": "orders",
        "system_database_url": measuring.url,
        "log_level": "ERROR",
        # The threads that receive messages, or that do jobs. More threads than connections are slower.
        "max_executor_threads": 20 if part == "events" else measuring.clients,
        "sys_db_pool_size": 20,
        # No connection is checked before it is used, which saves a round trip for each transaction.
        "db_engine_kwargs": {"pool_pre_ping": False},
    }
)
received = 0


@DBOS.workflow()
async def order():
    global received
    while True:
        await DBOS.recv_async("events", timeout_seconds=365 * 24 * 3600)
        received += 1


@DBOS.step()
def charge():
    return "did charge"


@DBOS.workflow()
def charging():
    return charge()


def scalar(query):
    return measuring.connection.execute(query).fetchone()[0]


def in_threads(body):
    threads = [threading.Thread(target=body, args=(client,)) for client in range(measuring.clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def enqueue(workflow, queue, ids):
    """Stores workflows in a queue that is not registered yet."""
    client = DBOSClient(system_database_url=measuring.url)
    for workflow_id in ids:
        client.enqueue({"workflow_name": workflow, "queue_name": queue, "workflow_id": workflow_id})
    client.destroy()


def send(client, orders="order"):
    for number in measuring.share(client):
        DBOS.send(f"{orders}-{number % KEPT}", {"note": number}, "events", idempotency_key=f"note-{number}")


def call(client):
    for number in measuring.share(client):
        with SetWorkflowID(f"new-{number}"):
            assert charging() == "did charge"


async def measure_events():
    # The first orders do not run in any process.
    enqueue("order", "nobody", (f"stored-{number}" for number in range(KEPT)))
    with measuring.measured("store"):
        await asyncio.to_thread(in_threads, lambda client: send(client, "stored"))
    for number in range(KEPT):
        with SetWorkflowID(f"order-{number}"):
            await DBOS.start_workflow_async(order)
    # An order waits for its first message when the time limit of the message is stored.
    while scalar("SELECT count(*) FROM dbos.operation_outputs WHERE function_name = 'DBOS.sleep'") < KEPT:
        await asyncio.sleep(0.05)
    with measuring.measured("send", "receive") as sent:
        await asyncio.to_thread(in_threads, send)
        sent()
        while received < measuring.count:
            await asyncio.sleep(0.005)


def measure_jobs():
    # A queue that does not limit its workers takes all waiting workflows at once, so that the threads are the only limit.
    enqueue("charging", "jobs", (f"job-{number}" for number in range(measuring.count)))
    with measuring.measured("jobs"):
        DBOS.register_queue("jobs", polling_interval_sec=0.01)
        waiting = "SELECT count(*) FROM dbos.workflow_status WHERE queue_name = 'jobs' AND status IN ('ENQUEUED', 'PENDING')"
        while scalar(waiting) > 0:
            time.sleep(0.02)
    with measuring.measured("whole"):
        in_threads(call)
    assert scalar("SELECT count(*) FROM dbos.workflow_status WHERE status = 'SUCCESS'") == 2 * measuring.count


DBOS.launch()
if part == "events":
    asyncio.run(measure_events())
else:
    measure_jobs()
# The orders wait for messages forever.
os._exit(0)
