import StateMachines

/// Returns the conditions of each outcome, in the order in which the outcomes are first observed.
///
/// If there are two outcomes, the condition of one can also exclude the cases of the other. This is
/// the shorter form if the other outcome is a rejection in fewer cases, or if it occurs in few
/// cases and the first one in many.
func conditions<Outcome>(
    of observations: [Observation<Outcome>],
    isRejection: (Outcome) -> Bool
) -> [(outcome: Outcome, conditions: [Condition])] {
    guard let outcomes = distinctions(of: observations) else {
        // Something decides that names do not show.
        return observations.map(\.outcome).uniqued().map { ($0, [.unknown]) }
    }
    return outcomes.enumerated().map { place, outcome in
        let others = outcomes.count == 2 ? outcomes[1 - place] : nil
        if let others, others.values.count <= 2, others.values.allSatisfy({ $0.count == 1 && !$0[0].isTruthValue }),
            !isRejection(outcome.outcome),
            isRejection(others.outcome) ? others.values.count <= outcome.values.count : outcome.values.count > 3
        {
            return (outcome.outcome, Condition.summary(of: others.values, isNegated: true))
        }
        return (outcome.outcome, Condition.summary(of: outcome.values))
    }
}
