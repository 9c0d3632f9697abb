import Foundation
import StateMachineLocks
import StateMachines

/// The connection of one thread, which is opened when there is something to do, and again after it
/// is lost.
final class PostgreSQLWorker: StoreWorker {
    /// The caller does not wait any longer, so nothing is committed.
    private struct Abandoned: Error {}

    private let queue: RequestQueue
    private let now: (@Sendable () -> Date)?
    private let limits: PostgreSQLLimits
    private let total: PostgreSQLMeter
    private let doubt: ConnectionDoubt
    private let hints: PostgreSQLHints
    private let open: @Sendable () throws(DurableStoreError) -> PostgreSQLConnection
    private var connection: PostgreSQLConnection?

    /// The doubt of the connection's last answer.
    private var knownDoubt = 0
    private var lastAnswer = ContinuousClock.now

    init(
        _ queue: RequestQueue,
        now: (@Sendable () -> Date)?,
        limits: PostgreSQLLimits,
        total: PostgreSQLMeter,
        doubt: ConnectionDoubt,
        hints: PostgreSQLHints,
        open: @escaping @Sendable () throws(DurableStoreError) -> PostgreSQLConnection
    ) {
        (self.queue, self.now, self.limits, self.total) = (queue, now, limits, total)
        (self.doubt, self.hints, self.open) = (doubt, hints, open)
    }

    var isConnected: Bool { connection != nil }

    func perform(_ requests: [StoreRequest]) {
        for request in requests { perform(request) }
    }

    func connect() {
        do throws(DurableStoreError) {
            connection = try open()
            (knownDoubt, lastAnswer) = (doubt.count, .now)
            doubt.noteConnection()
            queue.connected()
        } catch {
            // A server that has never answered is probably somewhere else. Later, it restarts.
            let isPermanent = error.isPermanent || (error.isRefused && !doubt.hasConnected)
            let pause = queue.couldNotConnect(error, isPermanent: isPermanent)
            Thread.sleep(forTimeInterval: pause)
            queue.mayTryAgain()
        }
    }

    private func disconnect() {
        connection = nil
        queue.disconnected()
    }

    /// Performs a request, or returns it to the queue if the connection is lost before the commit.
    private func perform(_ request: StoreRequest) {
        guard let connection, isUsable(connection) else {
            disconnect()
            return queue.putBack(request)
        }
        connection.isAbandoned = { request.isAnswered }
        defer { connection.isAbandoned = { false } }
        var pause = 0.001
        while request.handle(.begin) {
            var (isCommitting, hasDueJob) = (false, false)
            do {
                let delivery = try attempt(
                    request,
                    on: connection,
                    isCommitting: &isCommitting,
                    hasDueJob: &hasDueJob
                )
                (knownDoubt, lastAnswer) = (doubt.count, .now)
                delivery()
                if hasDueJob { sendHint(to: request.fleet, on: connection) }
            } catch let error as DurableStoreError where connection.isLost {
                if connection.isSilent { doubt.raise() }
                disconnect()
                // During a commit, nobody knows whether the server has committed.
                guard !isCommitting else {
                    request.fail(error)
                    break
                }
                if ContinuousClock.now < request.start + limits.connecting { return queue.putBack(request) }
                request.fail(error.beforeCommit)
            } catch let error as DurableStoreError where error.isConflict {
                Thread.sleep(forTimeInterval: .random(in: pause / 2...pause))
                pause = min(pause * 2, 1)
                continue
            } catch {
                request.fail(error)
            }
            break
        }
        if connection.isLost, self.connection != nil { disconnect() }
        queue.finish([request])
    }

    /// Whether a connection has just answered, or answers now.
    ///
    /// A server can disappear without a word, for example behind a load balancer. A connection that
    /// was idle, or whose neighbor gets no answer, has to show first that its server is there.
    private func isUsable(_ connection: PostgreSQLConnection) -> Bool {
        guard knownDoubt != doubt.count || lastAnswer + limits.trust < .now else { return true }
        let count = doubt.count
        guard connection.isAnswering(within: limits.probe) else {
            if connection.isSilent { doubt.raise() }
            return false
        }
        (knownDoubt, lastAnswer) = (count, .now)
        return true
    }

    /// Tells other processes about a job, unless it was just done.
    private func sendHint(to fleet: String, on connection: PostgreSQLConnection) {
        guard hints.maySend(to: fleet) else { return }
        // The caller has its answer.
        connection.isAbandoned = { false }
        connection.send(FleetHint(fleet: fleet, sender: hints.sender), within: limits.probe)
        if connection.isSilent { doubt.raise() }
    }

    private func attempt(
        _ request: StoreRequest,
        on connection: PostgreSQLConnection,
        isCommitting: inout Bool,
        hasDueJob: inout Bool
    ) throws -> StoreRequest.Delivery {
        let before = connection.counts
        defer { total.add(connection.counts - before) }
        do {
            try connection.prepareTables(of: request.fleet)
            let transaction = SQLTransaction(
                on: connection,
                fleet: request.fleet,
                isWriting: request.kind != .read,
                now: now?()
            )
            if request.kind == .withoutTransaction { return try request.run(transaction) }
            transaction.begin(with: connection.transactionSettings)
            let delivery = try request.run(transaction)
            try transaction.prepareCommit()
            guard request.kind == .read || request.handle(.commit) else { throw Abandoned() }
            isCommitting = request.kind != .read
            try transaction.commit()
            hasDueJob = transaction.hasDueJob
            return delivery
        } catch {
            connection.rollBack()
            throw error
        }
    }
}

extension DurableStoreError {
    /// The error of a connection that was lost before the commit, when nothing has changed.
    fileprivate var beforeCommit: DurableStoreError {
        if case .disconnected(let name, let reason) = self { .cannotOpen(name, reason: reason) } else { self }
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
