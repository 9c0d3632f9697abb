"""Measures procrastinate: jobs that are deferred, and jobs that a worker does.

usage: procrastinate_orders.py URL CLIENTS COUNT
"""

import asyncio
import logging

import procrastinate
import psycopg_pool
from measuring import Measuring

measuring = Measuring()
app = procrastinate.App(connector=procrastinate.PsycopgConnector())


@app.task(name="charge")
async def charge(order):
    return "did charge"


async def autocommit(connection):
    await connection.set_autocommit(True)


async def defer(kind):
    """Lets each client defer its jobs, each of which has the lock of an order of its own."""

    async def client(number):
        for order in measuring.share(number):
            await charge.configure(lock=f"{kind}-{order}").defer_async(order=order)

    await asyncio.gather(*(client(number) for number in range(measuring.clients)))


async def main():
    # One statement is one transaction, and no connection is checked before it is used: a round trip for each call instead of four.
    pool = psycopg_pool.AsyncConnectionPool(
        measuring.url, min_size=measuring.clients, max_size=measuring.clients + 4, configure=autocommit, open=False
    )
    await pool.open(wait=True)
    async with app.open_async(pool):
        await app.schema_manager.apply_schema_async()
        with measuring.measured("defer"):
            await defer("order")
        worker = {"concurrency": measuring.clients, "install_signal_handlers": False}
        with measuring.measured("jobs"):
            await app.run_worker_async(wait=False, **worker)
        with measuring.measured("whole"):
            working = asyncio.create_task(app.run_worker_async(**worker))
            await defer("new")
            while True:
                row = await app.connector.execute_query_one_async(
                    "SELECT count(*) AS waiting FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
                )
                if row["waiting"] == 0:
                    break
                await asyncio.sleep(0.02)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        row = await app.connector.execute_query_one_async(
            "SELECT count(*) AS done FROM procrastinate_jobs WHERE status = 'succeeded'"
        )
        assert row["done"] == 2 * measuring.count
    await pool.close()


logging.basicConfig(level=logging.ERROR)
asyncio.run(main())
