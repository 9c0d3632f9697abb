import StateMachineLocks
import StateMachines

/// A transaction that a caller waits for.
final class StoreRequest<Transaction>: Sendable {
    /// How the transaction is performed.
    enum Kind: Sendable {
        case read
        case write
        /// A write that does not share its commit with other writes.
        case writeAlone
        /// Work that begins and ends its own transactions, for measurements.
        case withoutTransaction
    }

    /// The machine of a transaction on one machine.
    struct Key: Hashable, Sendable {
        let fleet: String
        let machine: MachineID
    }

    /// The resumption of a caller with the result of its closure.
    typealias Delivery = @Sendable () -> Void

    let fleet: String
    let kind: Kind

    /// The machine; requests with equal keys are performed one after the other.
    let key: Key?

    /// The time within which the call must have an answer; `nil` for the limit of the queue.
    let limit: Duration?

    let start = ContinuousClock.now

    private let state = Locked(RequestState.waiting)
    private let body: @Sendable (Transaction) throws -> Delivery
    private let resume: @Sendable (any Error) -> Void

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - fleet: The name of the fleet.
    ///   - kind: How the transaction is performed.
    ///   - key: The machine of a transaction on one machine.
    ///   - limit: The time within which the call must have an answer; `nil` for the limit of the
    ///     queue.
    ///   - continuation: Receives the result of the closure, or an error.
    ///   - body: The reads and writes.
    init<Result: Sendable>(
        fleet: String,
        kind: Kind,
        key: Key?,
        limit: Duration?,
        continuation: CheckedContinuation<Result, any Error>,
        _ body: @escaping @Sendable (Transaction) throws -> Result
    ) {
        (self.fleet, self.kind, self.key, self.limit) = (fleet, kind, key, limit)
        self.body = { transaction in
            let result = try body(transaction)
            return { continuation.resume(returning: result) }
        }
        resume = { continuation.resume(throwing: $0) }
    }

    /// Whether the caller has its answer, so that nobody needs the transaction.
    var isAnswered: Bool { state.withLock { $0 == .answered } }

    /// Whether no thread has taken the request.
    var isWaiting: Bool { state.withLock { $0 == .waiting } }

    /// Tells the request what happens; returns whether its caller still waits.
    func handle(_ event: RequestState.Event) -> Bool {
        state.withLock { state in (try? state.handleEvent(event)) != nil }
    }

    /// Calls the caller's closure and returns the delivery of its result.
    func run(_ transaction: Transaction) throws -> Delivery {
        let delivery = try body(transaction)
        return { if self.handle(.answer) { delivery() } }
    }

    /// Resumes the caller with an error, unless it has its answer.
    func fail(_ error: any Error) {
        if handle(.answer) { resume(error) }
    }

    /// Resumes a caller that does not wait any longer.
    ///
    /// - Parameters:
    ///   - error: The error if nothing has changed.
    ///   - unknown: The error if the commit is under way.
    func giveUp(_ error: any Error, unknown: DurableStoreError) {
        let (isFirst, isCommitting) = state.withLock { state in
            let isCommitting = state == .committing && kind != .read
            return ((try? state.handleEvent(.giveUp)) != nil, isCommitting)
        }
        if isFirst { resume(isCommitting ? unknown : error) }
    }
}
