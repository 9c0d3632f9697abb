import Foundation
import StateMachines

/// The connection of one thread, which is opened again after it is lost.
final class PostgreSQLWorker {
    private let now: (@Sendable () -> Date)?
    private let limits: PostgreSQLLimits
    private let total: PostgreSQLMeter
    private let open: @Sendable () throws(DurableStoreError) -> PostgreSQLConnection
    private var connection: PostgreSQLConnection?

    init(
        now: (@Sendable () -> Date)?,
        limits: PostgreSQLLimits,
        total: PostgreSQLMeter,
        open: @escaping @Sendable () throws(DurableStoreError) -> PostgreSQLConnection
    ) {
        (self.now, self.limits, self.total, self.open) = (now, limits, total, open)
    }

    func close() { connection = nil }

    /// Performs a request, and repeats it while the server ends its transaction because of others
    /// or the connection is lost before the commit.
    func perform(_ request: StoreRequest<PostgreSQLTransaction>) {
        let end = ContinuousClock.now + limits.connecting
        var pause = 0.001
        while true {
            var isCommitting = false
            do {
                let delivery = try attempt(request, isCommitting: &isCommitting)
                return delivery()
            } catch {
                guard isRepeatable(error, isCommitting: isCommitting), ContinuousClock.now < end else {
                    return request.fail(error)
                }
            }
            Thread.sleep(forTimeInterval: .random(in: pause / 2...pause))
            pause = min(pause * 2, 1)
        }
    }

    private func isRepeatable(_ error: any Error, isCommitting: Bool) -> Bool {
        guard let error = error as? DurableStoreError else { return false }
        switch error {
        case .cannotOpen: return true
        // During a commit, nobody knows whether the server has committed.
        case .disconnected: return !isCommitting
        default: return error.isConflict
        }
    }

    private func attempt(
        _ request: StoreRequest<PostgreSQLTransaction>,
        isCommitting: inout Bool
    ) throws -> StoreRequest<PostgreSQLTransaction>.Delivery {
        if connection?.isLost != false {
            connection = nil
            connection = try open()
        }
        guard let connection else { throw DurableStoreError.closed("PostgreSQL") }
        let before = connection.counts
        defer { total.add(connection.counts - before) }
        try connection.prepareTables(of: request.fleet)
        do {
            let transaction = PostgreSQLTransaction(
                on: connection,
                fleet: request.fleet,
                isWriting: request.kind != .read,
                now: now?()
            )
            if request.kind == .withoutTransaction { return try request.run(transaction) }
            transaction.begin()
            let delivery = try request.run(transaction)
            try transaction.prepareCommit()
            isCommitting = request.kind != .read
            try transaction.commit()
            return delivery
        } catch {
            connection.rollBack()
            throw error
        }
    }
}
