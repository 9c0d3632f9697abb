public import StateMachines

/// Two different answers of a definition to the same question: what an event leads to in a state,
/// or how many sample events it has.
///
/// A graph describes a definition whose `handleEvent` and `sampleEvents` depend on nothing but the
/// state and the event. One that reads a clock, a random number or the order of a set gives an
/// answer while it is explored, and may give another one later:
///
/// ```text
/// closed does not answer the same each time: open led to open when the graph was made, and is
/// rejected now. Let handleEvent and sampleEvents depend on the state and the event alone.
/// ```
///
/// ``StateGraph/check(_:)-(MachineProperty<Definition>)`` then leaves a property undecided, for
/// this ``UndecidedProperty/nondeterminism``, and ``StateGraph/traces(_:stepLimit:)`` throws it.
public struct Nondeterminism<Definition: StateDefinition>: Error, Sendable {
    /// What a definition answers.
    public enum Answer: Sendable {
        /// The event is rejected.
        case rejected

        /// The event is handled and leads to this state.
        case state(Definition)

        /// The state has so many sample events.
        case sampleEventCount(Int)
    }

    /// The state in which the answers differ.
    public let state: Definition

    /// The event that was tried; `nil` if the sample events themselves differ.
    public let event: Definition.Event?

    /// The answer when the graph was made.
    public let first: Answer

    /// The answer now.
    public let second: Answer
}

extension Nondeterminism: CustomStringConvertible {
    /// The state, the event, both answers, and the remedy.
    public var description: String {
        "\(reason). Let handleEvent and sampleEvents depend on the state and the event alone."
    }

    /// The state, the event and both answers.
    var reason: String {
        let subject = event.map { "\(ValueName(of: $0))" } ?? "it"
        return """
            \(ValueName(of: state)) does not answer the same each time: \
            \(subject) \(first.words("led", "was", "had")) when the graph was made, and \(second.words("leads", "is", "has")) now
            """
    }
}

extension Nondeterminism.Answer {
    /// - Parameter state: The state after the event; `nil` if it is rejected.
    init(_ state: Definition?) {
        self = state.map { .state($0) } ?? .rejected
    }

    /// - Parameters: The verbs in the tense of the answer.
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
