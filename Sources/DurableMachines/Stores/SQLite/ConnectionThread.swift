import Dispatch
import Foundation
import StateMachineLocks

/// The thread that a connection belongs to.
///
/// SQLite waits for disks and locks, and these waits must not block the threads of Swift tasks.
/// Writes that arrive during a commit share the next commit, so many callers wait for the disk only
/// once. The thread ends after ``close()``, or when the last reference to this object goes away.
final class ConnectionThread: Sendable {
    let path: String
    private let queue: RequestQueue<SQLiteTransaction>

    /// Starts a thread and waits until it has opened the connection.
    init(
        path: String,
        waitingForLock limit: Duration,
        now: @escaping @Sendable () -> Date,
        open: @escaping @Sendable () throws(DurableStoreError) -> SQLiteConnection
    ) throws(DurableStoreError) {
        self.path = path
        let limits = RequestQueue<SQLiteTransaction>.Limits(
            batch: 64,
            unconnected: limit + .seconds(10),
            answer: limit + .seconds(10)
        )
        queue = RequestQueue(path, limits: limits)
        let opening = Opening()
        let thread = Thread { [queue] in
            Self.serve(queue, now, open, opening)
            // At this point, the connection is closed.
            queue.finish()
        }
        thread.name = "SQLite"
        // The closures call code of users, such as recursive decoding.
        thread.stackSize = 8 << 20
        thread.start()
        try opening.wait()
    }

    deinit { queue.close() }

    /// The number of transactions that wait.
    var count: Int { queue.count }

    /// Performs a transaction.
    func perform<Result: Sendable>(
        _ kind: StoreRequest<SQLiteTransaction>.Kind,
        fleet: String,
        within limit: Duration? = nil,
        _ body: @escaping @Sendable (SQLiteTransaction) throws -> Result
    ) async throws -> Result {
        try await queue.perform(kind, fleet: fleet, limit: limit, body)
    }

    /// Performs the waiting transactions and closes the connection.
    func close() async { await queue.closeAndWait() }

    // MARK: On the thread

    private static func serve(
        _ queue: RequestQueue<SQLiteTransaction>,
        _ now: @Sendable () -> Date,
        _ open: () throws(DurableStoreError) -> SQLiteConnection,
        _ opening: Opening
    ) {
        let connection: SQLiteConnection
        do { connection = try open() } catch { return opening.finish(.failure(error)) }
        queue.connected()
        opening.finish(.success(()))
        while case .perform(let requests) = queue.next(isConnected: true) {
            defer { queue.finish(requests) }
            releasingObjects {
                switch requests[0].kind {
                case .read: connection.read(requests[0], now: now())
                case .write, .writeAlone: connection.write(requests, now: now)
                case .withoutTransaction: connection.performWithoutTransaction(requests[0], now: now())
                }
            }
        }
    }

    /// Frees the temporary objects of Foundation, which otherwise live as long as the thread.
    private static func releasingObjects(_ body: () -> Void) {
        #if canImport(ObjectiveC)
        autoreleasepool(invoking: body)
        #else
        body()
        #endif
    }

    /// The result of opening a connection, which a caller waits for.
    private final class Opening: Sendable {
        private let result = Locked<Result<Void, DurableStoreError>?>(nil)
        private let isDone = DispatchSemaphore(value: 0)

        func finish(_ result: Result<Void, DurableStoreError>) {
            self.result.withLock { $0 = result }
            isDone.signal()
        }

        func wait() throws(DurableStoreError) {
            isDone.wait()
            try result.withLock { $0 }?.get()
        }
    }
}
