import StateMachineCommandLine

/// An error that a call to a fleet throws.
///
/// After most errors, nothing changed. The exceptions are ``store(_:)`` and, from a method that
/// uses several transactions, ``cancelled``.
public enum FleetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The ID of a machine or an event is empty, longer than 512 bytes, or contains a zero byte.
    case invalidID(String)

    /// A fleet's name is invalid.
    ///
    /// A name can have up to 40 characters: lowercase letters, digits, and underscores. It must
    /// start with a letter and can't start with `sqlite_`.
    case invalidFleetName(String)

    /// No machine has this ID.
    case noMachine(String)

    /// The machine is at another version than the caller expects.
    case otherVersion(String, expected: Int, found: Int)

    /// The machine has already received a different event with the same ID.
    case otherEvent(String, eventID: String)

    /// A newer version of the program wrote the state, and this program has no migration for it.
    case newerShape(String, shape: Int)

    /// A stored state, event, or output cannot be decoded.
    case undecodable(String, reason: String)

    /// A new state, event, activity, or output cannot be encoded, for example because it contains a
    /// NaN.
    case unencodable(String, reason: String)

    /// An encoded value is larger than ``FleetSettings/sizeLimit``, in bytes.
    case tooLarge(String, size: Int, limit: Int)

    /// No parked job has this ID.
    case noJob(String)

    /// The store failed, and the call may or may not have been committed.
    ///
    /// You can safely repeat it with the same machine ID and event ID.
    case store(DurableStoreError)

    /// The task was cancelled before the commit, so nothing changed.
    ///
    /// Four methods use several transactions, and the ones before the cancellation stay committed:
    /// ``Fleet/removePayloads(of:before:keeping:)``, ``Fleet/removeHistory(of:before:keeping:)``,
    /// ``Fleet/reconcile()``, and ``Fleet/drain(_:reason:)``.
    case cancelled

    /// A sentence that explains the error.
    public var description: String {
        switch self {
        case .invalidID(let id):
            id.isEmpty
                ? "A machine ID or event ID is empty. Pass an ID of 1 to 512 bytes."
                : "The ID “\(id.abbreviated(after: 40))” is not allowed. An ID must be 1 to 512 bytes of UTF-8 without null bytes."
        case .invalidFleetName(let name):
            "The fleet name “\(name.abbreviated(after: 40))” is not allowed. A fleet name has at most 40 lowercase letters, "
                + "digits, and underscores. It must start with a letter, but not with sqlite_."
        case .noMachine(let id): "There is no machine “\(id)”."
        case .otherVersion(let id, let expected, let found):
            "The machine “\(id)” is at version \(found), but the caller expected version \(expected)."
        case .otherEvent(let machine, let id):
            "The machine “\(machine)” has already received a different event with the ID “\(id)”."
        case .newerShape(let id, let shape):
            "The machine “\(id)” is stored in shape \(shape), a newer format than this program reads. "
                + "Use a newer version of the program, or give its type a migration from shape \(shape)."
        case .undecodable(let id, let reason): "The machine “\(id)” has data that cannot be decoded: \(reason)"
        case .unencodable(let id, let reason): "The machine “\(id)” has data that cannot be encoded: \(reason)"
        case .tooLarge(let id, let size, let limit):
            "The data of the machine “\(id)” would be \(size) bytes, but the size limit is \(limit) bytes."
        case .noJob(let id): "There is no parked job “\(id)”."
        case .store(let error): "\(error)"
        case .cancelled: "The task was cancelled."
        }
    }

    /// Wraps an error from a store's transaction.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as FleetError: error
            case let error as DurableStoreError: .store(error)
            case is CancellationError: .cancelled
            default: .store(.failed("the store", code: "", message: "\(error)"))
            }
    }
}

/// An error from a call that also runs your own code, such as a closure or a database connection.
public enum FleetTransactionError: Error, CustomStringConvertible {
    /// An error from the fleet.
    case fleet(FleetError)

    /// An error that your closure or connection threw.
    case thrown(any Error)

    /// A description of the wrapped error.
    public var description: String {
        switch self {
        case .fleet(let error): "\(error)"
        case .thrown(let error): "\(error)"
        }
    }

    /// Wraps an error from a transaction that runs the caller's code.
    init(_ error: any Error) {
        self = (error as? CallerError).map { .thrown($0.error) } ?? .fleet(FleetError(error))
    }
}

/// An error of any type that the caller's code threw.
struct CallerError: Error {
    let error: any Error
}
