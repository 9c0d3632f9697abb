public import StateMachines

/// The verdict of a bounded search on a property, and how much it has explored.
public struct BoundedResult<Definition: FiniteStateDefinition>: Sendable {
    /// What was claimed.
    public let property: String

    /// Whether the property holds: undecided if the bounds were reached before.
    public let verdict: Verdict<Definition>

    /// How many states and transitions were explored, and to which depth.
    public let statistics: ExplorationStatistics

    /// Whether the whole space was explored.
    public let isComplete: Bool

    /// Whether the property holds for certain.
    public var holds: Bool { verdict.holds }

    /// What refutes the property, if that was found.
    public var counterexample: Counterexample<Definition>? { verdict.counterexample }
}

extension BoundedResult: CustomStringConvertible {
    /// The verdict, and the statistics below it.
    public var description: String {
        let verdict =
            switch verdict {
            case .holds(nil): "\"\(property)\" holds: the whole space was explored."
            case .holds: "\"\(property)\" \(verdict)"
            case .fails, .undecided: "\(verdict)"
            }
        return "\(verdict)\nLooked at \(statistics)."
    }
}
