"""What the measurements of the starts of jobs in other processes have in common."""

import asyncio
import json
import random
import statistics
import sys
import time


class Starting:
    """Prints the same lines as `benchmarks durable --only starts`."""

    def __init__(self, program):
        self.program = program
        self.url, processes, count = sys.argv[1:4]
        self.processes, self.count = int(processes), int(count)
        self.starts = asyncio.Queue()

    async def read(self, worker):
        while line := await worker.stdout.readline():
            words = line.decode().split()
            if len(words) == 2:
                self.starts.put_nowait((words[0], int(words[1])))

    async def measure(self, begin):
        """Measures a call that lets a job begin, with the name of an order."""
        arguments = [self.program, *sys.argv[1:4], "worker"]
        workers = [
            await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=asyncio.subprocess.PIPE)
            for _ in range(self.processes)
        ]
        readers = [asyncio.create_task(self.read(worker)) for worker in workers]
        for number in range(10 * self.processes):
            await begin(f"first-{number}")
            await self.starts.get()
            await asyncio.sleep(0.1)
        times = []
        for number in range(self.count):
            await asyncio.sleep(random.uniform(0.005, 0.06))
            start = time.monotonic_ns()
            await begin(f"order-{number}")
            while True:
                order, begun = await self.starts.get()
                if order == f"order-{number}":
                    break
            times.append((begun - start) / 1e6)
        times.sort()
        self.report("start", self.count, median=statistics.median(times), late=times[len(times) * 95 // 100])

        async def client(first):
            for number in range(first, 4 * self.count, 16):
                await begin(f"shared-{number}")

        start = time.perf_counter()
        clients = asyncio.gather(*(client(number) for number in range(16)))
        for _ in range(4 * self.count):
            await self.starts.get()
        await clients
        self.report("shared", 4 * self.count, seconds=time.perf_counter() - start)
        for worker in workers:
            worker.kill()
        for reader in readers:
            reader.cancel()

    def report(self, measure, count, **values):
        print(json.dumps({"measure": measure, "processes": self.processes, "count": count, **values}), flush=True)
