import StateMachines

/// What is known when an event arrives, and what becomes of it: one observation of many that a
/// table or an arrow sums up.
struct Observation<Outcome: Hashable> {
    var features: [Feature]
    var outcome: Outcome
}

extension Observation {
    /// The features with these keys, those of the event first.
    func values(of keys: [Feature.Key]) -> [Feature] {
        keys.compactMap { key in features.first { $0.key == key } }
    }
}

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

/// What tells outcomes apart: for each of them all values that the deciding features have; no
/// features for a sole outcome.
///
/// `nil` if not even all features decide. Looks for a smallest set that does, by trying all sets of
/// up to three; larger ones are what is left when features are dropped one after the other.
func distinctions<Outcome>(of observations: [Observation<Outcome>]) -> [(outcome: Outcome, values: [[Feature]])]? {
    let outcomes = observations.map(\.outcome).uniqued()
    guard outcomes.count > 1 else { return outcomes.map { ($0, [[]]) } }
    guard let chosen = decidingFeatures(of: observations) else { return nil }
    return outcomes.map { outcome in
        (outcome, observations.filter { $0.outcome == outcome }.map { $0.values(of: chosen) }.uniqued())
    }
}

private func decidingFeatures<Outcome>(of observations: [Observation<Outcome>]) -> [Feature.Key]? {
    func decide(_ keys: [Feature.Key]) -> Bool {
        var outcomes: [[Feature]: Outcome] = [:]
        return observations.allSatisfy { observation in
            let values = observation.values(of: keys)
            defer { outcomes[values] = observation.outcome }
            return outcomes[values].map { $0 == observation.outcome } ?? true
        }
    }
    let keys = observations.flatMap { $0.features.map(\.key) }.uniqued()
    guard decide(keys) else { return nil }
    for size in 1...3 {
        if let set = keys.subsets(ofSize: size).first(where: decide) { return set }
    }
    return keys.reduce(keys) { chosen, key in
        let fewer = chosen.filter { $0 != key }
        return decide(fewer) ? fewer : chosen
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

extension Array {
    fileprivate func subsets(ofSize size: Int) -> [[Element]] {
        guard size > 0 else { return [[]] }
        return indices.flatMap { first in
            Array(self[(first + 1)...]).subsets(ofSize: size - 1).map { [self[first]] + $0 }
        }
    }
}
