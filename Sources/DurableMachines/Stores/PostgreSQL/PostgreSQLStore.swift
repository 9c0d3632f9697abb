public import Foundation

/// A store in a PostgreSQL database, for workers and callers on many hosts.
///
/// ```swift
/// let store = try PostgreSQLStore("postgres://shop@db.example.com/shop")
/// let orders = try Fleet<Order>(in: store)
/// ```
///
/// - The connection string is a URL or a list of options, as libpq reads them. Options that the
///   connection string lacks come from environment variables (`PGHOST`) and from the files of libpq
///   (`PGPASSFILE`, services, certificates). Errors contain the name of the database and its host,
///   but no password.
/// - A store has a few connections, each with its own thread, one more that renews leases, and
///   during a run one that receives hints. Each connection is opened when it is needed, and again
///   after it is lost. A transaction is repeated
///   if the connection is lost before the commit, or if the server ends the transaction in favor of
///   another transaction (after a deadlock, for example). If a connection is lost during a commit,
///   the call throws ``DurableStoreError/disconnected(_:reason:)``, and the caller may repeat the
///   call, because events have identifiers.
/// - Calls that involve the same machine wait for each other in the process, and not on
///   connections.
/// - A call ends within ten seconds if the server cannot be reached, and within ten seconds more
///   than `waitingForLock` in any case. If the first connection is refused, the call ends at once.
/// - Processes tell each other about jobs that are due. Such a hint is sent after the commit, and
///   nothing depends on it.
/// - If a process is suspended within a transaction, the server ends the connection of that process
///   after half of the time that `waitingForLock` allows, but never in less than five seconds.
///   Other processes can then lock the machine.
/// - An event takes two round trips: one reads and locks the machine, and one writes and commits.
/// - An event is on the disk of the server when the call returns. If `synchronous_commit` is off
///   for the database, the store turns it on for its connections.
/// - Behind a pooler, each transaction brings its settings, and no statement is prepared
///   (``PostgreSQLPooling``).
/// - The times of jobs are measured by the server's clock, so the clocks of hosts may differ.
/// - The tables are created with the first transaction of a fleet.
///
/// The library libpq, version 14 or later, is loaded when the first store is created. On systems
/// without it, run `apt-get install libpq5` or `brew install libpq`.
public final class PostgreSQLStore: DurableStore, RowStore, CustomStringConvertible {
    let threads: StoreThreads
    /// Another thread and connection, which renew leases.
    private let renewals: StoreThreads
    let hints: PostgreSQLHints
    private let total = PostgreSQLMeter()
    private let schema: String?

    /// The rows, for fleets.
    public var rows: StoreRows { StoreRows(self) }

    /// The name of the type with the schema, such as `PostgreSQLStore(shop)`.
    ///
    /// The connection string is left out, because it can contain a password.
    public var description: String { "PostgreSQLStore" + (schema.map { "(\($0))" } ?? "") }

    /// The work of all connections so far.
    var counts: PostgreSQLCounts { total.counts }

    /// Creates a store, which connects when the first transaction is performed.
    ///
    /// - Parameters:
    ///   - options: A URL or a list of options, for example `host=/run/postgresql dbname=shop`.
    ///   - schema: The schema of the tables. Its name consists of lowercase letters, digits and
    ///     underscores. The schema is created if it does not exist. If it is `nil`, the first
    ///     schema of the search path is used.
    ///   - connections: The maximum number of connections, besides the one that renews leases.
    ///   - partitions: The number of partitions of each table that the store creates. The hash of a
    ///     machine's name determines the partition of its rows. Existing tables stay as they are.
    ///   - limit: The time that a transaction waits for the locks of others.
    ///   - hasHints: Whether the processes of a fleet tell each other about jobs that are due, so
    ///     that a job usually begins within milliseconds in another process. For this, a run has a
    ///     connection of its own, which has to reach the server directly (`LISTEN`).
    ///   - pooling: How a pooler lends connections of the server, if there is one.
    ///   - now: The clock for jobs and for the history; `nil` for the clock of the server.
    /// - Throws: ``DurableStoreError/library(_:reason:installation:)`` if the library is missing,
    ///   ``DurableStoreError/cannotOpen(_:reason:)`` if the connection string cannot be read, and
    ///   ``DurableStoreError/invalidSchema(_:)`` if the schema cannot have this name.
    public convenience init(
        _ options: String,
        schema: String? = nil,
        connections: Int = 8,
        partitions: Int = 1,
        waitingForLock limit: Duration = .seconds(60),
        hints hasHints: Bool = true,
        pooling: PostgreSQLPooling = .automatic,
        now: (@Sendable () -> Date)? = nil
    ) throws(DurableStoreError) {
        let place = PostgreSQLPlace(options: options, schema: schema, partitions: partitions, pooling: pooling.mode)
        let limits = PostgreSQLLimits(lock: limit)
        try self.init(
            place,
            connections: connections,
            limits: limits,
            hasHints: hasHints,
            direct: pooling.direct,
            now: now,
            library: PostgreSQLLibrary.shared
        )
    }

    init(
        _ place: PostgreSQLPlace,
        connections: Int,
        limits: PostgreSQLLimits,
        hasHints: Bool = true,
        direct: String? = nil,
        now: (@Sendable () -> Date)?,
        library: Result<PostgreSQLLibrary, DurableStoreError>
    ) throws(DurableStoreError) {
        let library = try library.get()
        try library.check(place.options)
        if let schema = place.schema { try FleetName.check(schema: schema) }
        schema = place.schema
        if let direct { try library.check(direct) }
        let open = { @Sendable () throws(DurableStoreError) in
            try PostgreSQLConnection(to: place, limits: limits, library: library)
        }
        hints = PostgreSQLHints(isEnabled: hasHints, limits: limits) { () throws(DurableStoreError) in
            guard let direct else { return try open() }
            let place = PostgreSQLPlace(options: direct, schema: place.schema)
            return try PostgreSQLConnection(to: place, limits: limits, library: library)
        }
        let (total, doubt, hints) = (total, ConnectionDoubt(), hints)
        let makeWorker = { @Sendable (queue: RequestQueue) in
            PostgreSQLWorker(queue, now: now, limits: limits, total: total, doubt: doubt, hints: hints, open: open)
        }
        func makeThreads(_ count: Int) -> StoreThreads {
            let limits = RequestQueue.Limits(
                unconnected: limits.connecting,
                answer: limits.lock + limits.connecting
            )
            let queue = RequestQueue("PostgreSQL", threads: count, limits: limits)
            return StoreThreads(count, name: "PostgreSQL", queue: queue, makeWorker: makeWorker)
        }
        threads = makeThreads(max(1, connections))
        renewals = makeThreads(1)
    }

    /// Performs reads and writes as one transaction.
    ///
    /// - Throws: The error of the closure, or a ``DurableStoreError``.
    package func write<Result: Sendable>(
        _ kind: WriteKind,
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let queue = kind.limit == nil ? threads.queue : renewals.queue
        return try await queue.perform(.write, fleet: fleet, machine: kind.machine, limit: kind.limit, body)
    }

    /// Performs reads on a single consistent version of the data.
    ///
    /// - Throws: The error of the closure, or a ``DurableStoreError``.
    package func read<Result: Sendable>(
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await threads.queue.perform(.read, fleet: fleet, body)
    }

    /// Calls a closure when another process says that a job is due, for as long as a body runs.
    package func withHints<Result: Sendable>(
        of fleet: String,
        _ receive: @escaping @Sendable () -> Void,
        _ body: () async -> Result
    ) async -> Result {
        await hints.withReceiver(of: fleet, receive, body)
    }

    /// Tells other processes that a job is due.
    package func sendHint(to fleet: String) async {
        guard hints.maySend(to: fleet) else { return }
        let hint = FleetHint(fleet: fleet, sender: hints.sender)
        _ = try? await threads.queue.perform(.withoutTransaction, fleet: fleet) { rows in
            (rows.connection as? PostgreSQLConnection)?.send(hint, within: .seconds(2))
        }
    }

    /// Performs the waiting transactions, closes the connections, and returns when they are closed.
    ///
    /// Later calls throw ``DurableStoreError/closed(_:)``. A store also closes its connections when
    /// there are no more references to it.
    public func close() async {
        await threads.close()
        await renewals.close()
        await hints.close()
    }
}
