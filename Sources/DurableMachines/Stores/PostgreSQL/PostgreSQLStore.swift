public import Foundation

/// A store in a PostgreSQL database, for workers and callers on several computers.
///
/// ```swift
/// let store = try PostgreSQLStore("postgres://shop@db.example.com/shop")
/// let orders = try Fleet<Order>(in: store)
/// ```
///
/// - The connection string is a URL or a list of options. Because libpq reads it, missing options
///   come from environment variables (`PGHOST`) and libpq's files (`PGPASSFILE`, services,
///   certificates). Errors contain the names of the database and its host, but not the password.
/// - A fleet's first transaction creates its tables.
/// - When a call returns, its transaction is on the server's disk. If `synchronous_commit` is off
///   for the database, the store turns it on for its connections.
/// - An event takes two round trips: one reads and locks the machine, and one writes and commits.
/// - The server's clock measures due times and leases, so the clocks of other computers may differ.
/// - A store has a few connections, each with its own thread, one more that renews leases and,
///   during a run, one that receives hints. They are opened when they are needed, and again after
///   they are lost.
/// - If a connection is lost before the commit, or if the server ends a transaction in favor of
///   another one, for example after a deadlock, the store repeats the transaction. If a connection
///   is lost during a commit, the call throws ``DurableStoreError/disconnected(_:reason:)``, and
///   the caller can repeat the call with the same event ID.
/// - If the server cannot be reached, a call ends within ten seconds. No call takes more than ten
///   seconds longer than `waitingForLock`. If a store's first connection is refused, the call ends
///   at once.
/// - Calls for one machine wait for each other inside the process, and not on connections.
/// - If a process is suspended within a transaction, the server ends its connection after half of
///   `waitingForLock` or five seconds, whichever is longer. Other processes can then lock the
///   machine.
/// - Processes send each other hints about due jobs. A hint is sent after the commit, and nothing
///   depends on it.
/// - Behind a pooler, each transaction sends its settings, and no statement is prepared
///   (``PostgreSQLPooling``).
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

    /// The store's rows, which only fleets can read and write.
    public var rows: StoreRows { StoreRows(self) }

    /// The type's name with the schema, such as `PostgreSQLStore(shop)`.
    ///
    /// It does not contain the connection string, which can contain a password.
    public var description: String { "PostgreSQLStore" + (schema.map { "(\($0))" } ?? "") }

    /// The work of all connections so far.
    var counts: PostgreSQLCounts { total.counts }

    /// Creates a store, which connects when it performs its first transaction.
    ///
    /// - Parameters:
    ///   - options: A URL or a list of options, such as `host=/run/postgresql dbname=shop`.
    ///   - schema: The schema of the tables, with lowercase letters, digits and underscores in its
    ///     name. The store creates it if it does not exist. If it is `nil`, the tables are in the
    ///     search path's first schema.
    ///   - connections: The maximum number of connections, in addition to the one that renews
    ///     leases.
    ///   - partitions: The number of partitions of each table that the store creates. The hash of a
    ///     machine's name determines the partition of its rows. Existing tables stay as they are.
    ///   - limit: The time that a transaction waits for the locks of others.
    ///   - hasHints: Whether the fleet's processes tell each other about due jobs, so that a job
    ///     usually begins within milliseconds in another process. To receive hints, a run needs one
    ///     more connection, which has to reach the server directly (`LISTEN`).
    ///   - pooling: How a pooler, if there is one, lends the server's connections.
    ///   - now: The clock for jobs and for the history; `nil` for the server's clock.
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

    /// Performs the waiting transactions, and then closes the connections.
    ///
    /// Later calls throw ``DurableStoreError/closed(_:)``. A store also closes its connections when
    /// nothing refers to the store anymore.
    public func close() async {
        await threads.close()
        await renewals.close()
        await hints.close()
    }
}
