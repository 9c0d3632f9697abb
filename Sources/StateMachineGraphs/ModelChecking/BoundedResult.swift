public import StateMachines

/// A bounded search's result: the verdict on a property, and the size of the explored part.
public struct BoundedResult<Definition: FiniteStateDefinition>: Sendable {
    /// The property's name.
    public let property: String

    /// The verdict, which is undecided if the search reached a bound before it decided the
    /// property.
    public let verdict: Verdict<Definition>

    /// The number of explored states and transitions, and the depth.
    public let statistics: ExplorationStatistics

    /// Whether the search expanded all states, or all states within the constraint.
    public let isComplete: Bool

    /// A hint at the payload that grew, if the search ended at the state limit.
    public let tooManyStates: TooManyStates<Definition>?

    /// Whether the property is proved.
    public var holds: Bool { verdict.holds }

    /// The counterexample, if the search found one.
    public var counterexample: Counterexample<Definition>? { verdict.counterexample }
}

extension BoundedResult: CustomStringConvertible {
    /// The verdict, with the statistics on the next line.
    public var description: String {
        let verdict =
            switch verdict {
            case .holds(nil): "\"\(property)\" holds. Everything within the bounds was explored."
            case .holds: "\"\(property)\" \(verdict)"
            case .fails, .undecided: "\(verdict)"
            }
        let growth = tooManyStates.map { " \($0.finding)" } ?? ""
        return "\(verdict)\nExplored \(statistics).\(growth)"
    }
}

extension BoundedResult: Equatable where Definition.Event: Equatable, Definition.Output: Equatable {}
extension BoundedResult: Hashable where Definition.Event: Hashable, Definition.Output: Hashable {}
