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
/// - A store has a few connections, each with its own thread, and one more that renews leases. Each
///   connection is opened when it is needed, and again after it is lost. A transaction is repeated
///   if the connection is lost before the commit, or if the server ends the transaction in favor of
///   another transaction (after a deadlock, for example). If a connection is lost during a commit,
///   the call throws ``DurableStoreError/disconnected(_:reason:)``, and the caller may repeat the
///   call, because events have identifiers.
/// - Calls that involve the same machine wait for each other in the process, and not on
///   connections.
/// - A call ends within ten seconds if the server cannot be reached, and within ten seconds more
///   than `waitingForLock` in any case.
/// - If a process is suspended within a transaction, the server ends the connection of that process
///   after half of the time that `waitingForLock` allows, but never in less than five seconds.
///   Other processes can then lock the machine.
/// - An event takes two round trips: one reads and locks the machine, and one writes and commits.
/// - An event is on the disk of the server when the call returns. If `synchronous_commit` is off
///   for the database, the store turns it on for its connections.
/// - The times of jobs are measured by the server's clock, so the clocks of hosts may differ.
/// - The tables are created with the first transaction of a fleet.
///
/// The library libpq, version 14 or later, is loaded when the first store is created. On systems
/// without it, run `apt-get install libpq5` or `brew install libpq`.
public final class PostgreSQLStore: DurableStore, RowStore, CustomStringConvertible {
    let threads: PostgreSQLThreads
    private let schema: String?

    /// The rows, for fleets.
    public var rows: StoreRows { StoreRows(self) }

    /// The name of the type with the schema, such as `PostgreSQLStore(shop)`.
    ///
    /// The connection string is left out, because it can contain a password.
    public var description: String { "PostgreSQLStore" + (schema.map { "(\($0))" } ?? "") }

    /// The work of all connections so far.
    var counts: PostgreSQLCounts { threads.counts }

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
    ///   - hasHints: Whether the processes of a fleet tell each other about jobs with `NOTIFY`, so
    ///     that a job begins within milliseconds in another process. A run then has a connection of
    ///     its own for `LISTEN`.
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
        now: (@Sendable () -> Date)? = nil
    ) throws(DurableStoreError) {
        let place = PostgreSQLPlace(options: options, schema: schema, partitions: partitions)
        let limits = PostgreSQLLimits(lock: limit)
        try self.init(
            place,
            connections: connections,
            limits: limits,
            hasHints: hasHints,
            now: now,
            library: PostgreSQLLibrary.shared
        )
    }

    init(
        _ place: PostgreSQLPlace,
        connections: Int,
        limits: PostgreSQLLimits,
        hasHints: Bool = true,
        now: (@Sendable () -> Date)?,
        library: Result<PostgreSQLLibrary, DurableStoreError>
    ) throws(DurableStoreError) {
        let library = try library.get()
        try library.check(place.options)
        if let schema = place.schema { try FleetName.check(schema: schema) }
        schema = place.schema
        threads = PostgreSQLThreads(max(1, connections), now: now, limits: limits, hasHints: hasHints) {
            () throws(DurableStoreError) in
            try PostgreSQLConnection(to: place, limits: limits, library: library)
        }
    }

    /// Performs reads and writes as one transaction.
    ///
    /// - Throws: The error of the closure, or a ``DurableStoreError``.
    package func write<Result: Sendable>(
        fleet: String,
        isAlone: Bool,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await threads.perform(.write, fleet: fleet, body)
    }

    /// Performs reads and writes as one transaction of a kind.
    ///
    /// - Throws: The error of the closure, or a ``DurableStoreError``.
    package func write<Result: Sendable>(
        _ kind: WriteKind,
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        if let limit = kind.limit { return try await threads.renew(fleet: fleet, within: limit, body) }
        return try await threads.perform(.write, fleet: fleet, machine: kind.machine, body)
    }

    /// Performs reads on a single consistent version of the data.
    ///
    /// - Throws: The error of the closure, or a ``DurableStoreError``.
    package func read<Result: Sendable>(
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await threads.perform(.read, fleet: fleet, body)
    }

    /// Calls a closure when another process says that a job is due, for as long as a body runs.
    package func withHints<Result: Sendable>(
        of fleet: String,
        _ receive: @escaping @Sendable () -> Void,
        _ body: () async -> Result
    ) async -> Result {
        await threads.hints.withReceiver(of: fleet, receive, body)
    }

    /// Tells other processes that a job is due.
    package func sendHint(to fleet: String) async {
        guard threads.hints.maySend(to: fleet) else { return }
        let hint = FleetHint(fleet: fleet, sender: threads.hints.sender)
        _ = try? await threads.perform(.withoutTransaction, fleet: fleet) { $0.connection.send(hint, within: .seconds(2)) }
    }

    /// Performs the waiting transactions, closes the connections, and returns when they are closed.
    ///
    /// Later calls throw ``DurableStoreError/closed(_:)``. A store also closes its connections when
    /// there are no more references to it.
    public func close() async { await threads.close() }
}

extension PostgreSQLLibrary {
    /// Makes sure that libpq reads a connection string as its author means it.
    ///
    /// The error contains no part of the string, because that may be a part of a password. A
    /// password with an `@` or a `/` in a URL would end up in the name of the host or the database,
    /// which errors contain.
    func check(_ options: String) throws(DurableStoreError) {
        guard !options.utf8.contains(0), let parsed = parseOptions(options, nil) else {
            throw .cannotOpen(
                "PostgreSQL",
                reason: "The connection string is neither a URL (postgres://host/database) nor a list of options."
            )
        }
        defer { freeOptions(parsed) }
        guard Self.isUnambiguous(options), hasPlainNames(parsed) else {
            throw .cannotOpen(
                "PostgreSQL",
                reason: "In the URL, the user, the password and the database need percent encoding: write %40 for @, "
                    + "%2F for /, %3A for : and %3F for ?."
            )
        }
    }

    /// Whether a URL has at most one `@`, and it comes before the path.
    private static func isUnambiguous(_ options: String) -> Bool {
        guard let scheme = options.firstRange(of: "://"), !options[..<scheme.lowerBound].contains("=") else {
            return true
        }
        let place = options[scheme.upperBound...].prefix { $0 != "?" }
        return place.filter { $0 == "@" }.count <= 1 && !place.drop { $0 != "/" }.contains("@")
    }

    /// Whether no part of another option is in the names that errors contain.
    private func hasPlainNames(_ options: OpaquePointer) -> Bool {
        var option = UnsafePointer<PostgreSQLOption>(options)
        while let keyword = option.pointee.keyword.map({ String(cString: $0) }) {
            let value = option.pointee.value.map { String(cString: $0) } ?? ""
            switch keyword {
            case "host", "hostaddr", "dbname", "user": if value.contains("://") { return false }
            case "port": if !value.allSatisfy({ $0.isNumber || $0 == "," }) { return false }
            default: break
            }
            option += 1
        }
        return true
    }
}

/// An element of the array that libpq's parser returns (`PQconninfoOption`), up to an element
/// without a keyword.
struct PostgreSQLOption {
    typealias Text = UnsafePointer<CChar>?

    let keyword: Text
    let environment: Text
    let compiled: Text
    let value: Text
    let label: Text
    let character: Text
    let size: Int32
}
