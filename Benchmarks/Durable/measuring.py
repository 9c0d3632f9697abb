"""What the measurements of DBOS and procrastinate have in common."""

import contextlib
import json
import sys
import time

import psycopg

# Long-lived orders, to which the clients send events in turn.
KEPT = 160


class Measuring:
    """Prints measurements as lines of JSON, with the same keys as `benchmarks durable --only peers`."""

    def __init__(self):
        self.url, clients, count = sys.argv[1:]
        self.clients, self.count = int(clients), int(count)
        self.connection = psycopg.connect(self.url, autocommit=True)

    def share(self, client):
        """The numbers of the events of a client."""
        return range(client, self.count, self.clients)

    def position(self):
        """The transactions that wrote something so far, and the bytes of the write-ahead log."""
        return self.connection.execute(
            "SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint, (pg_current_wal_lsn() - '0/0')::bigint"
        ).fetchone()

    @contextlib.contextmanager
    def measured(self, *measures):
        """Measures the body, which may call the yielded function earlier for all but the last of the measures."""
        start, processor, time_at_start = self.position(), time.process_time(), time.perf_counter()
        remaining = list(measures)

        def end():
            seconds, work = time.perf_counter() - time_at_start, time.process_time() - processor
            transactions, size = (after - before for before, after in zip(start, self.position()))
            print(
                json.dumps(
                    {
                        "measure": remaining.pop(0),
                        "clients": self.clients,
                        "count": self.count,
                        "seconds": seconds,
                        "processor": work,
                        "transactions": transactions,
                        "bytes": size,
                    }
                ),
                flush=True,
            )

        yield end
        end()
