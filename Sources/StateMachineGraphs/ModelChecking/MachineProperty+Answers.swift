import StateMachines

/// An ending for reasons that come from an exploration with a key.
let asFarAsTheKeyTells = ", as far as the key shows"

extension MachineProperty {
    func counterexample(
        _ reason: String,
        _ trace: Trace<Definition>?,
        loop: Trace<Definition>? = nil,
        at proof: Counterexample<Definition>.Proof,
        isAbstracted: Bool = false
    ) -> Counterexample<Definition> {
        Counterexample(
            property: name,
            reason: isAbstracted ? reason + asFarAsTheKeyTells : reason,
            trace: trace,
            loop: loop,
            proof: proof,
            isAbstracted: isAbstracted
        )
    }
}

extension MachineProperty.Safety {
    /// Returns the reason why a state violates the property.
    func reason(_ state: ValueName) -> String {
        if kind == .noDeadEnd { return "no event is handled in \(state), which is not final" }
        return kind == .never ? "\(state) is reached" : "\(state) violates it"
    }
}

extension MachineProperty where Definition: FiniteStateDefinition {
    /// Returns the verdict after an incomplete exploration that did not decide the property.
    func undecided(after statistics: ExplorationStatistics) -> Verdict<Definition> {
        let bounds = "within \(count(statistics.states, "state")) and depth \(statistics.depth)"
        let found =
            switch claim {
            case .safety, .promise: "no counterexample was found"
            case .goal: "no state that satisfies it was found"
            }
        return .undecided(UndecidedProperty(property: name, reason: "\(found) \(bounds), and there are more states"))
    }
}
