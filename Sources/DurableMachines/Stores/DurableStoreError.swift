import StateMachineCommandLine

/// An error that a store throws.
public enum DurableStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The database's client library is not installed, is too old, or lacks a function.
    case library(String, reason: String, installation: String)

    /// The file cannot be opened, or the database cannot be reached.
    case cannotOpen(String, reason: String)

    /// The database's encoding is not UTF-8, so it cannot store all states and names.
    case encoding(String, found: String)

    /// A schema's name is not allowed.
    ///
    /// A name has at most 40 lowercase letters, digits and underscores, and begins with a letter.
    case invalidSchema(String)

    /// The file is not a database or is damaged.
    case damaged(String, reason: String)

    /// The file was deleted, replaced or truncated while the store had it open.
    ///
    /// The transaction has changed nothing. The store refuses all further transactions, and
    /// ``Fleet/run(workers:queues:until:perform:)`` ends.
    case replaced(String, reason: String)

    /// The file, its folder or its disk is not writable.
    case readOnly(String)

    /// The disk is full, or the file has reached its size limit.
    case full(String)

    /// Somebody has locked the file or a row, and the store has waited for this number of seconds.
    case busy(String, seconds: Double)

    /// The tables have a newer schema than this program supports.
    case newerSchema(String, schema: Int)

    /// The tables have an older schema, which this kind of access does not upgrade.
    case olderSchema(String, schema: Int)

    /// The fleets were moved to another database with the command `durable-machines copy`.
    case moved(String)

    /// The database has not answered, and the transaction may or may not have been committed.
    case disconnected(String, reason: String)

    /// Too many calls are waiting for the store, or all of its connections were busy for too long.
    ///
    /// The call has changed nothing.
    case overloaded(String, reason: String)

    /// The store is closed.
    case closed(String)

    /// The database has reported any other error, with its code and message.
    case failed(String, code: String, message: String)

    /// A sentence about the error.
    public var description: String {
        switch self {
        case .library(let name, let reason, let installation):
            "The library \(name) cannot be used: \(reason). To install it: \(installation)"
        case .cannotOpen(let path, let reason): "Cannot open \(path): \(reason)"
        case .encoding(let path, let found):
            "\(Self.start(path)) uses the encoding \(found). Create a database with the encoding UTF-8 instead."
        case .invalidSchema(let name):
            "The schema name “\(name.abbreviated(after: 40))” is not allowed: use at most 40 lowercase letters, digits and "
                + "underscores, and begin with a letter."
        case .damaged(let path, let reason): "\(Self.start(path)) is not a database or is damaged: \(reason)"
        case .replaced(let path, let reason):
            "The store for \(path) has stopped: \(reason). Restore the files, and open the store again."
        case .readOnly(let path): "\(Self.start(path)) is not writable."
        case .full(let path): "There is not enough space to write to \(path)."
        case .busy(let path, let seconds):
            "Another connection held a lock on \(path) for more than \(seconds) seconds."
        case .newerSchema(let path, let schema):
            "The tables in \(path) have schema \(schema), which this version of the program cannot use. "
                + "Use a newer version."
        case .olderSchema(let path, let schema):
            """
            The tables in \(path) have the older schema \(schema). To upgrade them, open the database with a store, \
            or use the command 'durable-machines schema' with the option --apply.
            """
        case .moved(let path):
            "The fleets in \(path) were moved to another database. Use that database instead."
        case .disconnected(let name, let reason):
            "\(Self.start(name)) did not answer, and the transaction may or may not have been committed: \(reason)"
        case .overloaded(let name, let reason):
            "The store for \(name) is overloaded, and the call changed nothing: \(reason)"
        case .closed(let path): "The store for \(path) is closed."
        case .failed(let path, let code, let message):
            "\(Self.start(path)) reports \(code.isEmpty ? "an error" : "error \(code)"): \(message)"
        }
    }

    /// Returns a name for the beginning of a sentence, such as a path or “The database shop”.
    private static func start(_ name: String) -> String {
        name.hasPrefix("the ") ? "T\(name.dropFirst())" : name
    }
}
