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
    /// The answer after an exploration in which no single state or step decided it.
    func answer(in graph: StateGraph<Definition>, isComplete: Bool) -> BoundedResult<Definition>.Answer {
        guard isComplete else { return .undecided(reason: undecidedReason(after: graph.statistics)) }
        switch graph.check(self) {
        case .holds(let witness): return .holds(witness: witness)
        case .fails(let counterexample):
            if case .undecided = counterexample.proof { return .undecided(reason: counterexample.reason) }
            return .fails(counterexample)
        }
    }

    /// Why a property is undecided after an exploration that was not complete.
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
