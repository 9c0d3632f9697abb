/// The waiting continuations of a system, each of which has to be resumed exactly once.
///
/// ```swift
/// var waiting = SimulatedContinuations<RequestID>()
///
/// // A caller waits:
/// try waiting.suspend(id)
/// // The code under test answers the request:
/// try waiting.resume(id)
///
/// // No request waits forever:
/// PoolSystem.Property.never("a request is lost") { $0.isAtRest && !$0.waiting.isEmpty }
/// ```
///
/// The property that stores the identifiers is called `waiting`: use this name in
/// ``SystemIdentifiers``.
///
/// Each continuation needs its own identifier. Resuming a continuation that does not wait is a
/// fault.
public struct SimulatedContinuations<ID: Hashable> {
    /// The identifiers of the waiting continuations; states that differ only in the order of the
    /// identifiers count as equal.
    public var waiting: [ID] { bag.list }

    private var bag = Bag<ID>()
    private let noun: String

    /// Creates an empty collection.
    ///
    /// - Parameter noun: The word for a continuation in messages about faults.
    public init(_ noun: String = "continuation") {
        self.noun = noun
    }

    /// Whether no continuation is waiting.
    public var isEmpty: Bool { bag.list.isEmpty }

    /// The number of waiting continuations.
    public var count: Int { waiting.count }

    /// Adds a waiting continuation.
    ///
    /// - Throws: A ``SystemFault`` if the continuation is already waiting.
    public mutating func suspend(_ id: ID, fileID: String = #fileID, line: Int = #line) throws(SystemFault) {
        guard !waiting.contains(id) else {
            throw SystemFault("a \(noun) is suspended twice: \(id)", fileID: fileID, line: line)
        }
        bag.list.append(id)
    }

    /// Resumes a waiting continuation.
    ///
    /// - Throws: A ``SystemFault`` if the continuation is not waiting, because it was resumed
    ///   before or never waited.
    public mutating func resume(_ id: ID, fileID: String = #fileID, line: Int = #line) throws(SystemFault) {
        guard let index = waiting.firstIndex(of: id) else {
            throw SystemFault("a \(noun) is resumed although it is not suspended", fileID: fileID, line: line)
        }
        bag.list.remove(at: index)
    }

    /// Checks that a continuation waits, without resuming it.
    ///
    /// Use this method when the code under test reports something to a waiting caller, such as the
    /// beginning of an answer. The second argument names the report, as in "an answer begins".
    ///
    /// - Throws: A ``SystemFault`` if the continuation does not wait.
    public func expect(_ id: ID, _ what: String, fileID: String = #fileID, line: Int = #line) throws(SystemFault) {
        guard waiting.contains(id) else {
            throw SystemFault("\(what) for a \(noun) that is not suspended", fileID: fileID, line: line)
        }
    }
}

extension SimulatedContinuations: NamedPart, CustomReflectable {
    static var storedNames: [String: String] { ["bag": "waiting", "noun": "noun"] }

    /// A mirror that contains only what distinguishes states: the waiting continuations.
    public var customMirror: Mirror { Mirror(self, children: ["waiting": bag, "noun": noun], displayStyle: .struct) }
}

extension SimulatedContinuations: DescribedPart {
    /// The identifiers of the waiting continuations, such as `[0, 1]`.
    public var description: String { StateDifference.text(self) }

    var shown: Any { bag }
}

extension SimulatedContinuations: Equatable, Hashable {}
extension SimulatedContinuations: Sendable where ID: Sendable {}
