import Foundation

extension SQLiteConnection {
    /// SQLite has ended a transaction of several callers.
    private struct TransactionEnded: Error {}

    /// The caller does not wait any longer, so its changes are undone.
    private struct Abandoned: Error {}

    /// Performs a read.
    func read(_ request: StoreRequest<SQLiteTransaction>, now: Date) {
        guard request.handle(.begin) else { return }
        do {
            try prepareTables(of: request.fleet)
            let delivery = try inTransaction(beginReading) {
                try checkVersion()
                return try run(request, isWriting: false, now: now)
            }
            delivery()
        } catch {
            request.fail(error)
        }
    }

    /// Performs writes in one transaction, and delivers their results after its commit.
    func write(_ requests: [StoreRequest<SQLiteTransaction>], now: @Sendable () -> Date) {
        let ready = requests.filter { request in
            guard request.handle(.begin) else { return false }
            do { try prepareTables(of: request.fleet) } catch {
                request.fail(error)
                return false
            }
            return true
        }
        guard !ready.isEmpty else { return }
        do {
            let deliveries = try inTransaction(beginWriting) {
                try checkVersion()
                guard ready.count > 1 else { return [try run(ready[0], isWriting: true, now: now())] }
                return try ready.map { try runApart($0, now: now()) }
            }
            for deliver in deliveries { deliver() }
        } catch is TransactionEnded {
            // Nothing is committed. In a transaction of its own, each caller gets its own error.
            for request in ready { write([request], now: now) }
        } catch {
            for request in ready { request.fail(error) }
        }
    }

    /// Performs work that begins and ends its own transactions.
    func performWithoutTransaction(_ request: StoreRequest<SQLiteTransaction>, now: Date) {
        do {
            let delivery = try request.run(
                SQLiteTransaction(on: self, fleet: request.fleet, isWriting: false, now: now)
            )
            delivery()
        } catch {
            request.fail(error)
        }
    }

    /// Performs reads or writes in a transaction of their own.
    func inTransaction<Result>(
        _ begin: () throws -> Void,
        _ body: () throws -> Result
    ) throws -> Result {
        rollBack()
        try begin()
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            // Damage may only be the consequence.
            if error is DurableStoreError { try checkFiles() }
            throw error
        }
    }

    /// Calls the closure of one of several callers, and undoes only its changes if it throws.
    private func runApart(_ request: StoreRequest<SQLiteTransaction>, now: Date) throws
        -> StoreRequest<SQLiteTransaction>.Delivery
    {
        try run("SAVEPOINT request")
        do {
            let delivery = try run(request, isWriting: true, now: now)
            try run("RELEASE request")
            return delivery
        } catch {
            do {
                guard isInTransaction else { throw TransactionEnded() }
                try run("ROLLBACK TO request")
                try run("RELEASE request")
            } catch {
                throw TransactionEnded()
            }
            return { request.fail(error) }
        }
    }

    private func run(_ request: StoreRequest<SQLiteTransaction>, isWriting: Bool, now: Date) throws
        -> StoreRequest<SQLiteTransaction>.Delivery
    {
        let transaction = SQLiteTransaction(on: self, fleet: request.fleet, isWriting: isWriting, now: now)
        let delivery = try request.run(transaction)
        // The closure may have caught an error that ended the transaction.
        if let failure = transaction.failure { throw failure }
        try checkTransaction()
        // From here on, the changes can only be undone together with those of other callers.
        guard request.handle(.commit) else { throw Abandoned() }
        return delivery
    }
}
