public import StateMachines

/// What a reason ends with if it comes from an exploration with a key.
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

extension MachineProperty.Invariant {
    /// Returns the reason why a state violates the property.
    func reason(_ state: ValueName) -> String {
        switch self {
        case .always: "\(state) violates it"
        case .never: "\(state) is reached"
        case .noDeadEnd: "no event is handled in \(state), which is not final"
        }
    }
}

extension MachineProperty where Definition: FiniteStateDefinition {
    /// The condition on the events so far, if the property has one.
    @usableFromInline var history: History? {
        if case .history(let history) = claim { history } else { nil }
    }

    /// Whether only a graph can refute the property, because no single state or step can.
    var isAboutRuns: Bool {
        switch claim {
        case .alwaysPossible, .leadsTo, .eventuallyAlways: true
        case .states, .steps, .history, .reachable: false
        }
    }

    /// Returns the verdict after an incomplete exploration that did not decide the property.
    func undecided(after statistics: ExplorationStatistics) -> Verdict<Definition> {
        let bounds = "within \(count(statistics.states, "state")) and depth \(statistics.depth)"
        let reason =
            switch claim {
            case .states, .steps, .history, .alwaysPossible, .leadsTo, .eventuallyAlways:
                "no counterexample was found \(bounds), and there are more states"
            case .reachable: "no state that satisfies it was found \(bounds), and there are more states"
            }
        return .undecided(UndecidedProperty(property: name, reason: reason))
    }
}
