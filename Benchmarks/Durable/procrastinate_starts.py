"""Measures how soon a job of procrastinate begins in another process, and how many several processes begin.

usage: procrastinate_starts.py URL PROCESSES COUNT
"""

import asyncio
import logging
import os
import sys
import time

import procrastinate
import psycopg_pool
from starting import Starting

app = procrastinate.App(connector=procrastinate.PsycopgConnector())


@app.task(name="charge")
async def charge(order):
    # One write, because several jobs begin at the same time.
    os.write(1, f"{order} {time.monotonic_ns()}\n".encode())


async def autocommit(connection):
    await connection.set_autocommit(True)


async def main():
    async with psycopg_pool.AsyncConnectionPool(
        sys.argv[1], min_size=1, max_size=20, configure=autocommit, open=False
    ) as pool:
        async with app.open_async(pool):
            if sys.argv[-1] == "worker":
                return await app.run_worker_async(concurrency=4, install_signal_handlers=False)
            await app.schema_manager.apply_schema_async()
            await Starting(__file__).measure(lambda order: charge.configure(lock=order).defer_async(order=order))


logging.basicConfig(level=logging.ERROR)
asyncio.run(main())
