public import StateMachines

/// What a bounded search says about a property, and how far it has looked.
public struct BoundedResult<Definition: FiniteStateDefinition>: Sendable {
    /// What was claimed.
    public let property: String

    /// Whether it is so.
    public let answer: Answer

    /// How many states and transitions were looked at, and to which depth.
    public let statistics: ExplorationStatistics

    /// Whether the whole space was explored.
    public let isComplete: Bool

    /// What can be said within bounds.
    public enum Answer: Sendable {
        /// The property holds: the whole space was explored, or a shortest path leads to what is claimed to be reachable.
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
    /// The answer, and below it how far was looked.
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

extension MachineProperty where Definition: FiniteStateDefinition {
    /// What can be said when nothing decided it on the path.
    func answer(in graph: StateGraph<Definition>, isComplete: Bool) -> BoundedResult<Definition>.Answer {
        guard isComplete else { return .undecided(reason: undecidedReason(after: graph.statistics)) }
        switch graph.check(self) {
        case .holds(let witness): return .holds(witness: witness)
        case .fails(let counterexample):
            if case .undecided = counterexample.proof { return .undecided(reason: counterexample.reason) }
            return .fails(counterexample)
        }
    }

    /// Why nothing can be said after an exploration that was not complete.
    func undecidedReason(after statistics: ExplorationStatistics) -> String {
        let bounds = "within \(count(statistics.states, "state")) and depth \(statistics.depth)"
        return switch claim {
        case .always, .never, .steps, .history: "nothing breaks it \(bounds), and there are more"
        case .reachable: "no such state was found \(bounds), and there are more"
        case .alwaysPossible, .leadsTo:
            "it takes the whole space to tell what is possible or will be, and there is more than was found \(bounds)"
        }
    }
}
