import StateMachines

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
