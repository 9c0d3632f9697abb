public import StateMachines

/// The answer of a bounded search about a property, and how much it has explored.
public struct BoundedResult<Definition: FiniteStateDefinition>: Sendable {
    /// What was claimed.
    public let property: String

    /// The answer.
    public let answer: Answer

    /// How many states and transitions were explored, and to which depth.
    public let statistics: ExplorationStatistics

    /// Whether the whole space was explored.
    public let isComplete: Bool

    /// An answer within bounds.
    public enum Answer: Sendable {
        /// The property holds: the whole space was explored, or a shortest path leads to what is
        /// claimed to be reachable.
        case holds(witness: Trace<Definition>?)

        /// The property does not hold.
        case fails(Counterexample<Definition>)

        /// The bounds were reached before this was decided.
        case undecided(reason: String)
    }

    /// Whether the property holds for certain.
    public var holds: Bool {
        switch answer {
        case .holds: true
        case .fails, .undecided: false
        }
    }

    /// What refutes the property, if that was found.
    public var counterexample: Counterexample<Definition>? {
        switch answer {
        case .fails(let counterexample): counterexample
        case .holds, .undecided: nil
        }
    }
}

extension BoundedResult: CustomStringConvertible {
    /// The answer, and the statistics below it.
    public var description: String {
        let answer =
            switch answer {
            case .holds(nil): "\"\(property)\" holds: the whole space was explored."
            case .holds(let witness?): "\"\(property)\" holds: \(witness)"
            case .fails(let counterexample): "\(counterexample)"
            case .undecided(let reason): "\"\(property)\" is not decided: \(reason)."
            }
        return "\(answer)\nLooked at \(statistics)."
    }
}
