import Foundation

/// The threads that the connections of a store belong to.
///
/// libpq waits for servers and locks, and these waits must not block the threads of Swift tasks.
/// A thread connects when it gets its first request, and again after its connection is lost.
final class PostgreSQLThreads: Sendable {
    typealias Queue = RequestQueue<PostgreSQLTransaction>

    private let queue: Queue
    private let total: PostgreSQLMeter

    /// The work of all connections so far.
    var counts: PostgreSQLCounts { total.counts }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - count: The number of threads and of connections.
    ///   - now: The clock of the store; `nil` for the clock of the server.
    ///   - limits: The times that a connection waits.
    ///   - open: Opens a connection.
    init(
        _ count: Int,
        now: (@Sendable () -> Date)?,
        limits: PostgreSQLLimits,
        open: @escaping @Sendable () throws(DurableStoreError) -> PostgreSQLConnection
    ) {
        let queue = Queue(threads: count, batchLimit: 1)
        let total = PostgreSQLMeter()
        (self.queue, self.total) = (queue, total)
        for _ in 0..<count {
            let thread = Thread {
                let worker = PostgreSQLWorker(now: now, limits: limits, total: total, open: open)
                while let requests = queue.next() {
                    for request in requests { worker.perform(request) }
                }
                worker.close()
                queue.finish()
            }
            thread.name = "PostgreSQL"
            // The closures call code of users, such as recursive decoding.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    deinit { queue.close() }

    /// Performs a transaction.
    func perform<Result: Sendable>(
        _ kind: StoreRequest<PostgreSQLTransaction>.Kind,
        fleet: String,
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Result
    ) async throws -> Result {
        try await queue.perform(kind, fleet: fleet, store: "PostgreSQL", body)
    }

    /// Performs the waiting transactions and closes the connections.
    func close() async { await queue.closeAndWait() }
}
