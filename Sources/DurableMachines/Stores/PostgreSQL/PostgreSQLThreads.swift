import Foundation
import StateMachineLocks

/// The threads that the connections of a store belong to.
///
/// libpq waits for servers and locks, and these waits must not block the threads of Swift tasks.
/// One more thread, with a connection of its own, renews leases.
final class PostgreSQLThreads: Sendable {
    typealias Queue = RequestQueue<PostgreSQLTransaction>

    private let queue: Queue
    private let renewals: Queue
    private let total: PostgreSQLMeter
    let hints: PostgreSQLHints

    /// The work of all connections so far.
    var counts: PostgreSQLCounts { total.counts }

    /// The number of attempts to connect that have failed since the last connection.
    var failures: Int { queue.failures }

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - count: The number of threads and of connections, besides those for leases.
    ///   - now: The clock of the store; `nil` for the clock of the server.
    ///   - limits: The times that a connection waits.
    ///   - hasHints: Whether hints are sent and received.
    ///   - open: Opens a connection.
    init(
        _ count: Int,
        now: (@Sendable () -> Date)?,
        limits: PostgreSQLLimits,
        hasHints: Bool,
        open: @escaping @Sendable () throws(DurableStoreError) -> PostgreSQLConnection
    ) {
        let queueLimits = Queue.Limits(unconnected: limits.connecting, answer: limits.lock + limits.connecting)
        queue = Queue("PostgreSQL", threads: count, limits: queueLimits)
        renewals = Queue("PostgreSQL", threads: 1, limits: queueLimits)
        total = PostgreSQLMeter()
        hints = PostgreSQLHints(isEnabled: hasHints, limits: limits, open: open)
        let (total, doubt, hints) = (total, ConnectionDoubt(), hints)
        for queue in Array(repeating: queue, count: count) + [renewals] {
            let thread = Thread {
                PostgreSQLWorker(
                    queue,
                    now: now,
                    limits: limits,
                    total: total,
                    doubt: doubt,
                    hints: hints,
                    open: open
                ).serve()
                queue.finish()
            }
            thread.name = "PostgreSQL"
            // The closures call code of users, such as recursive decoding.
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    deinit {
        queue.close()
        renewals.close()
    }

    /// Performs a transaction.
    ///
    /// - Parameters:
    ///   - kind: How the transaction is performed.
    ///   - fleet: The name of the fleet.
    ///   - machine: The machine of a transaction on one machine.
    ///   - body: The reads and writes.
    func perform<Result: Sendable>(
        _ kind: StoreRequest<PostgreSQLTransaction>.Kind,
        fleet: String,
        machine: MachineID? = nil,
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Result
    ) async throws -> Result {
        try await queue.perform(kind, fleet: fleet, machine: machine, body)
    }

    /// Renews leases, on the connection for this.
    func renew<Result: Sendable>(
        fleet: String,
        within limit: Duration,
        _ body: @escaping @Sendable (PostgreSQLTransaction) throws -> Result
    ) async throws -> Result {
        try await renewals.perform(.write, fleet: fleet, limit: limit, body)
    }

    /// Performs the waiting transactions and closes the connections.
    func close() async {
        await queue.closeAndWait()
        await renewals.closeAndWait()
        await hints.close()
    }
}

/// What the connections of a store know about each other: if one of them gets no answer, the others
/// may have lost their server, too.
final class ConnectionDoubt: Sendable {
    private let silences = Locked(0)
    private let isKnown = Locked(false)

    /// The number of answers that have not arrived in time.
    var count: Int { silences.withLock(\.self) }

    func raise() { silences.withLock { $0 += 1 } }

    /// Whether a connection was ever opened, so that the address is right.
    var hasConnected: Bool { isKnown.withLock(\.self) }

    func noteConnection() { isKnown.withLock { $0 = true } }
}
