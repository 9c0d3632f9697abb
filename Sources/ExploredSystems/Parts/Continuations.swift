/// Continuations that somebody waits for, each of which has to be resumed once.
///
/// ```swift
/// var waiting = Continuations<RequestID>()
///
/// // A caller waits:
/// try waiting.suspend(id)
/// // The code under test says that it is answered:
/// try waiting.resume(id)
///
/// // Nobody waits for ever:
/// PoolSystem.Property.never("a request is lost") { $0.isAtRest && !$0.waiting.isEmpty }
/// ```
///
/// It assumes that a continuation is resumed by its identifier, and that an identifier is used
/// once: to resume one that does not wait is a fault.
public struct Continuations<ID: Hashable> {
    /// Those that wait, in the order in which they began to.
    public private(set) var waiting: [ID] = []

    private let noun: String

    /// No continuations.
    ///
    /// - Parameter noun: What a fault calls one of them.
    public init(_ noun: String = "continuation") {
        self.noun = noun
    }

    /// Whether nobody waits.
    public var isEmpty: Bool { waiting.isEmpty }

    /// How many wait.
    public var count: Int { waiting.count }

    /// Lets one wait.
    ///
    /// - Throws: A ``Fault`` if it waits already.
    public mutating func suspend(_ id: ID, fileID: String = #fileID, line: Int = #line) throws(Fault) {
        guard !waiting.contains(id) else {
            throw Fault("a \(noun) waits twice: \(id)", fileID: fileID, line: line)
        }
        waiting.append(id)
    }

    /// Resumes one.
    ///
    /// - Throws: A ``Fault`` if it does not wait: it was resumed before, or has never waited.
    public mutating func resume(_ id: ID, fileID: String = #fileID, line: Int = #line) throws(Fault) {
        guard let index = waiting.firstIndex(of: id) else {
            throw Fault("a \(noun) that does not wait is resumed", fileID: fileID, line: line)
        }
        waiting.remove(at: index)
    }
}

extension Continuations: Equatable, Hashable {}
extension Continuations: Sendable where ID: Sendable {}
