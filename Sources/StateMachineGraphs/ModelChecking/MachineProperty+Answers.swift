import StateMachines

extension MachineProperty {
    func counterexample(
        _ reason: String,
        _ trace: Trace<Definition>,
        at proof: Counterexample<Definition>.Proof
    ) -> Counterexample<Definition> {
        Counterexample(property: name, reason: reason, trace: trace, loop: nil, proof: proof)
    }
}

extension MachineProperty where Definition: FiniteStateDefinition {
    /// The verdict after an exploration that was not complete, and in which no single state or step
    /// decided it.
    func undecided(after statistics: ExplorationStatistics) -> Verdict<Definition> {
        let bounds = "within \(count(statistics.states, "state")) and depth \(statistics.depth)"
        let reason =
            switch claim {
            case .always, .never, .steps, .history: "nothing breaks it \(bounds), and there are more"
            case .reachable: "no such state was found \(bounds), and there are more"
            case .alwaysPossible, .leadsTo:
                "it takes the whole space to tell what is possible or will be, and there is more than was found \(bounds)"
            }
        return .undecided(UndecidedProperty(property: name, reason: reason))
    }
}
