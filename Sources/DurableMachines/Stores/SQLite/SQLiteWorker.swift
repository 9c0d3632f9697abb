import Dispatch
import Foundation
import StateMachineLocks

/// The connection of a store's thread.
///
/// Writes that arrive during a commit share the next commit, so many callers wait for the disk only
/// once.
final class SQLiteWorker: StoreWorker {
    private let queue: RequestQueue
    private let connection: SQLiteConnection
    private let now: @Sendable () -> Date

    init(_ queue: RequestQueue, on connection: SQLiteConnection, now: @escaping @Sendable () -> Date) {
        (self.queue, self.connection, self.now) = (queue, connection, now)
        queue.connected()
    }

    var isConnected: Bool { true }

    func connect() {}

    func perform(_ requests: [StoreRequest]) {
        defer { queue.finish(requests) }
        switch requests[0].kind {
        case .read: read(requests[0])
        case .write, .writeAlone: write(requests)
        case .withoutTransaction: performWithoutTransaction(requests[0])
        }
    }

    /// SQLite has ended a transaction of several callers.
    private struct TransactionEnded: Error {}

    /// The caller does not wait any longer, so its changes are undone.
    private struct Abandoned: Error {}

    /// Performs a read.
    private func read(_ request: StoreRequest) {
        guard request.handle(.begin) else { return }
        do {
            try connection.prepareTables(of: request.fleet)
            let delivery = try connection.inTransaction(connection.beginReading) {
                try connection.checkVersion()
                return try run(request, isWriting: false)
            }
            delivery()
        } catch {
            request.fail(error)
        }
    }

    /// Performs writes in one transaction, and delivers their results after its commit.
    private func write(_ requests: [StoreRequest]) {
        let ready = requests.filter { request in
            guard request.handle(.begin) else { return false }
            do { try connection.prepareTables(of: request.fleet) } catch {
                request.fail(error)
                return false
            }
            return true
        }
        guard !ready.isEmpty else { return }
        do {
            let deliveries = try connection.inTransaction(connection.beginWriting) {
                try connection.checkVersion()
                guard ready.count > 1 else { return [try run(ready[0], isWriting: true)] }
                return try ready.map { try runApart($0) }
            }
            for deliver in deliveries { deliver() }
        } catch is TransactionEnded {
            // Nothing is committed. In a transaction of its own, each caller gets its own error.
            for request in ready { write([request]) }
        } catch {
            for request in ready { request.fail(error) }
        }
    }

    /// Performs work that begins and ends its own transactions.
    private func performWithoutTransaction(_ request: StoreRequest) {
        do {
            let delivery = try request.run(transaction(of: request, isWriting: false))
            delivery()
        } catch {
            request.fail(error)
        }
    }

    /// Calls the closure of one of several callers, and undoes only its changes if it throws.
    private func runApart(_ request: StoreRequest) throws
        -> StoreRequest.Delivery
    {
        try connection.run("SAVEPOINT request")
        do {
            let delivery = try run(request, isWriting: true)
            try connection.run("RELEASE request")
            return delivery
        } catch {
            do {
                guard connection.isInTransaction else { throw TransactionEnded() }
                try connection.run("ROLLBACK TO request")
                try connection.run("RELEASE request")
            } catch {
                throw TransactionEnded()
            }
            return { request.fail(error) }
        }
    }

    private func run(_ request: StoreRequest, isWriting: Bool) throws
        -> StoreRequest.Delivery
    {
        let transaction = transaction(of: request, isWriting: isWriting)
        let delivery = try request.run(transaction)
        // The closure may have caught an error that ended the transaction.
        try transaction.finish()
        try connection.checkTransaction()
        // From here on, the changes can only be undone together with those of other callers.
        guard request.handle(.commit) else { throw Abandoned() }
        return delivery
    }

    private func transaction(of request: StoreRequest, isWriting: Bool) -> SQLTransaction {
        SQLTransaction(
            on: connection,
            fleet: request.fleet,
            isWriting: isWriting,
            now: now(),
            // The transaction begins with a look at the schema.
            schema: SQLiteSchema.version
        )
    }

    /// The result of opening a connection, which a caller waits for.
    final class Opening: Sendable {
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
