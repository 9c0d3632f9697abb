import StateMachines

/// Finds the conditions of each outcome, in the order in which outcomes are first observed.
///
/// Where the alternative is a rejection in fewer cases, or one of a few against many, the condition
/// of the other outcome is that these are not the case.
func conditions<Outcome>(
    of observations: [Observation<Outcome>],
    isRejection: (Outcome) -> Bool
) -> [(outcome: Outcome, conditions: [Condition])] {
    guard let outcomes = distinctions(of: observations) else {
        // Something decides that names do not show.
        return observations.map(\.outcome).uniqued().map { ($0, [Condition(guards: ["in some cases"])]) }
    }
    return outcomes.enumerated().map { place, outcome in
        let others = outcomes.count == 2 ? outcomes[1 - place] : nil
        if let others, others.values.count <= 2, others.values.allSatisfy({ $0.count == 1 && !$0[0].isTruthValue }),
            !isRejection(outcome.outcome),
            isRejection(others.outcome) ? others.values.count <= outcome.values.count : outcome.values.count > 3
        {
            return (outcome.outcome, summary(of: others.values, isNegated: true))
        }
        return (outcome.outcome, summary(of: outcome.values))
    }
}

/// Alternatives in words: as one condition where event and state are independent, otherwise as one
/// for each.
private func summary(of values: [[Feature]], isNegated: Bool = false) -> [Condition] {
    let pairs = values.map { features in
        (features.filter { $0.kind == .event }, features.filter { $0.kind != .event })
    }
    func condition(_ arguments: [[Feature]], _ guards: [[Feature]]) -> Condition {
        Condition(arguments: words(arguments, isNegated), guards: words(guards, isNegated), isNegated: isNegated)
    }
    let (arguments, guards) = (pairs.map(\.0).uniqued(), pairs.map(\.1).uniqued())
    let isIndependent = pairs.count == arguments.count * guards.count
    return isIndependent ? [condition(arguments, guards)] : pairs.map { condition([$0.0], [$0.1]) }
}

/// Each alternative in words; a label that all have in common is said once.
private func words(_ alternatives: [[Feature]], _ isNegated: Bool) -> [String] {
    alternatives.filter { !$0.isEmpty }.enumerated().map { index, features in
        let isRepeated = features.count == 1 && index > 0 && features[0].label == alternatives[0].first?.label
        return features.map { feature in
            // One mark is enough for alternatives that follow each other.
            let isMarked = feature.isSample && !(isRepeated && alternatives[index - 1][0].isSample)
            let mark = isNegated ? (feature.isSample ? "unlike " : "not ") : isMarked ? "e.g. " : ""
            let value = mark + feature.value
            return isRepeated ? value : feature.label.map { "\($0): \(value)" } ?? value
        }.joined(separator: ", ")
    }
}
