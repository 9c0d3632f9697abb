public import StateMachines

/// Two different results of a definition in one state.
///
/// A graph is correct only if `handleEvent` and `sampleEvents` depend only on the state and the
/// event. If a definition reads a clock, a random number or the order of a set, its results can
/// differ from those during the exploration: an event leads to another state, or the number of
/// sample events changes.
///
/// ```text
/// closed does not answer the same each time: open led to open when the graph was made, and is
/// rejected now. Let handleEvent and sampleEvents depend on the state and the event alone.
/// ```
///
/// For such a definition, ``StateGraph/check(_:)-(MachineProperty<Definition>)`` leaves a property
/// undecided with ``UndecidedProperty/nondeterminism``, and ``StateGraph/traces(_:stepLimit:)``
/// throws this error.
public struct Nondeterminism<Definition: StateDefinition>: Error, Sendable {
    /// One result of a definition.
    public enum Answer: Sendable {
        /// The event is rejected.
        case rejected

        /// The event is handled and leads to this state.
        case state(Definition)

        /// The state has this number of sample events.
        case sampleEventCount(Int)
    }

    /// The state in which the results differ.
    public let state: Definition

    /// The event that was tried, or `nil` if the sample events themselves differ.
    public let event: Definition.Event?

    /// The result during the exploration.
    public let first: Answer

    /// The current result.
    public let second: Answer
}

extension Nondeterminism: CustomStringConvertible {
    /// A sentence with the state, the event and both results, and the remedy.
    public var description: String {
        "\(reason). Make handleEvent and sampleEvents depend only on the state and the event."
    }

    /// A text with the state, the event and both results.
    var reason: String {
        let subject = event.map { "\(ValueName(of: $0))" } ?? "it"
        return """
            \(ValueName(of: state)) does not always respond in the same way: \
            \(subject) \(first.words("led", "was", "had")) when the graph was created, and \(second.words("leads", "is", "has")) now
            """
    }
}

extension Nondeterminism.Answer {
    /// Creates an event's result.
    ///
    /// - Parameter state: The state after the event, or `nil` if the event was rejected.
    init(_ state: Definition?) {
        self = state.map { .state($0) } ?? .rejected
    }

    /// Returns a description of the result with the given verbs.
    ///
    /// - Parameters: The verbs in the past tense or in the present tense.
    fileprivate func words(_ leads: String, _ be: String, _ have: String) -> String {
        switch self {
        case .rejected: "\(be) rejected"
        case .state(let state): "\(leads) to \(ValueName(of: state))"
        case .sampleEventCount(let count): "\(have) \(count) sample event\(count == 1 ? "" : "s")"
        }
    }
}

extension Nondeterminism: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension Nondeterminism.Answer: Equatable where Definition: Equatable {}
extension Nondeterminism: Hashable where Definition: Hashable, Definition.Event: Hashable {}
extension Nondeterminism.Answer: Hashable where Definition: Hashable {}
