import StateMachineLocks
import StateMachines

/// A transaction that a caller waits for.
final class StoreRequest: Sendable {
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
    private let body: @Sendable (SQLTransaction) throws -> Delivery
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
        _ body: @escaping @Sendable (SQLTransaction) throws -> Result
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
    func run(_ transaction: SQLTransaction) throws -> Delivery {
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

/// The life of a call to a store with connections, from the view of its caller.
///
/// The caller can stop waiting at any time. Until the commit begins, nothing has changed then.
enum RequestState: StateDefinition, Hashable {
    /// The call waits for a connection.
    case waiting

    /// A thread performs the transaction, and has not begun to commit it.
    case running

    /// The commit is under way, so the database may or may not have performed it.
    case committing

    /// The caller has its answer.
    case answered

    enum Event: Hashable, Sendable {
        /// A thread takes the call, or begins again after the database has ended the transaction.
        case begin

        /// The thread has lost its connection, and another one performs the call.
        case putBack

        /// The thread is about to commit.
        case commit

        /// The thread has a result or an error.
        case answer

        /// The caller stops waiting, because its task is cancelled or its time is over.
        case giveUp
    }

    var isFinal: Bool { self == .answered }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .waiting:
            switch event {
            case .begin: self = .running
            // The server of the thread that has taken the call does not answer.
            case .putBack: break
            case .answer, .giveUp: self = .answered
            case .commit: throw .invalid
            }
        case .running:
            switch event {
            case .begin: break
            case .putBack: self = .waiting
            case .commit: self = .committing
            case .answer, .giveUp: self = .answered
            }
        case .committing:
            switch event {
            // The database has ended the transaction, as it does after a deadlock.
            case .begin: self = .running
            case .answer, .giveUp: self = .answered
            case .putBack, .commit: throw .invalid
            }
        case .answered:
            switch event {
            case .begin, .putBack, .commit, .answer, .giveUp: throw .invalid
            }
        }
    }
}
