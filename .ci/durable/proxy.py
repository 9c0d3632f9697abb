"""Passes connections on to a PostgreSQL server, and delays, stalls and cuts them at random bytes.

usage: proxy.py SERVER_FOLDER OWN_FOLDER SEED        prints the numbers of accidents when it is terminated
"""

import asyncio
import collections
import os
import random
import signal
import sys

SOCKET = "/.s.PGSQL.5432"
server, own, seed = sys.argv[1], sys.argv[2], sys.argv[3]
chance = random.Random(seed)
counts = collections.Counter()


async def pass_on(reader, writer, cut):
    """Passes bytes on in one direction, until one side ends or an accident happens."""
    try:
        while data := await reader.read(65536):
            accident = chance.random()
            if accident < 0.002:
                counts["cuts"] += 1
                # A part of a message arrives.
                writer.write(data[: chance.randrange(len(data))])
                await writer.drain()
                break
            if accident < 0.003:
                counts["stalls"] += 1
                await asyncio.sleep(3)
            elif accident < 0.05:
                counts["delays"] += 1
                await asyncio.sleep(chance.random() * 0.02)
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    cut()


async def connect(reader, writer):
    counts["connections"] += 1
    try:
        server_reader, server_writer = await asyncio.open_unix_connection(server + SOCKET)
    except OSError:
        return writer.close()

    def cut():
        writer.close()
        server_writer.close()

    await asyncio.gather(pass_on(reader, server_writer, cut), pass_on(server_reader, writer, cut))


async def main():
    await asyncio.start_unix_server(connect, own + SOCKET)
    os.chmod(own + SOCKET, 0o777)
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()
    print(", ".join(f"{count} {name}" for name, count in sorted(counts.items())), flush=True)
    # Connections that are still open are no reason to wait.
    os._exit(0)


asyncio.run(main())
