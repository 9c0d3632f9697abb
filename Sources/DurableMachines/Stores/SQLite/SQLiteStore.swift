public import Foundation

/// A store in a file, which several processes on one computer can use at the same time.
///
/// ```swift
/// let orders = try Fleet<Order>(in: SQLiteStore(path: "orders.db"))
/// ```
///
/// When a fleet is first used, the store creates its tables: `order_machines`, `order_history` with
/// the view `order_events`, `order_jobs` and `order_controls`. States, events and activities are
/// JSON in text columns, and times are microseconds since 1970.
///
/// - A transaction is on the disk when the call returns (`synchronous=FULL`).
/// - Due times and leases depend on the computer's clock.
/// - The file must be on a local disk.
/// - A write-ahead log, whose name ends in `-wal`, is next to the file and is a part of the
///   database. A copy of the main file alone lacks the latest transactions, and SQLite reports no
///   error. To back up a database, use `durable-machines backup` or `VACUUM INTO 'copy.db'`.
/// - While a process has an open store, it must not open the database files by other means, for
///   example to copy them. When it closed one of these files, it would lose SQLite's locks.
/// - Before each commit, the store makes sure that the file and its log are still those that it has
///   opened. If somebody has deleted, replaced or truncated them, it throws
///   ``DurableStoreError/replaced(_:reason:)`` from then on. It does not notice a truncation right
///   after another program has enlarged the file.
/// - A store has one thread, which performs its transactions in order. Writes that arrive during a
///   commit share the next commit.
///
/// The SQLite library, version 3.8.3 or later, is loaded when the first store is opened. On systems
/// without it, run `apt-get install libsqlite3-0`.
public final class SQLiteStore: DurableStore, RowStore, CustomStringConvertible {
    let threads: StoreThreads
    private let path: String

    /// The store's rows, which only fleets can read and write.
    public var rows: StoreRows { StoreRows(self) }

    /// The type's name with the path, such as `SQLiteStore(orders.db)`.
    public var description: String { "SQLiteStore(\(path))" }

    /// Opens a file, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - path: The file's path. Its folder must exist.
    ///   - limit: The time that a transaction waits for another process's lock.
    ///   - now: The clock for jobs and for the history.
    /// - Throws: A ``DurableStoreError``, for example if the file is not a database.
    public convenience init(
        path: String,
        waitingForLock limit: Duration = .seconds(60),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(DurableStoreError) {
        try self.init(path: path, waitingForLock: limit, now: now, library: SQLiteLibrary.shared)
    }

    init(
        path: String,
        waitingForLock limit: Duration,
        now: @escaping @Sendable () -> Date,
        library: Result<SQLiteLibrary, DurableStoreError>,
        elapsed: @escaping @Sendable () -> Duration = LockWait.elapsed
    ) throws(DurableStoreError) {
        let library = try library.get()
        let limits = RequestQueue.Limits(
            batch: 64,
            unconnected: limit + .seconds(10),
            answer: limit + .seconds(10)
        )
        let opening = SQLiteWorker.Opening()
        self.path = path
        threads = StoreThreads(name: "SQLite", queue: RequestQueue(path, limits: limits)) { queue in
            do throws(DurableStoreError) {
                let connection = try SQLiteConnection(
                    path: path,
                    waitingForLock: limit,
                    library: library,
                    elapsed: elapsed
                )
                let worker = SQLiteWorker(queue, on: connection, now: now)
                opening.finish(.success(()))
                return worker
            } catch {
                opening.finish(.failure(error))
                return nil
            }
        }
        try opening.wait()
    }

    /// Performs reads and writes as one transaction.
    ///
    /// - Throws: The error of the closure, or a ``DurableStoreError``.
    package func write<Result: Sendable>(
        _ kind: WriteKind,
        fleet: String,
        _ body: @escaping @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await threads.queue.perform(kind.isAlone ? .writeAlone : .write, fleet: fleet, limit: kind.limit, body)
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

    /// Performs the waiting transactions, and then closes the file.
    ///
    /// Later calls throw ``DurableStoreError/closed(_:)``. A store also closes its file when
    /// nothing refers to the store anymore.
    public func close() async { await threads.close() }
}
