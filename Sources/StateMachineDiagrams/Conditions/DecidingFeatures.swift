import StateMachines

/// Returns, for each outcome, the values of the features that distinguish it.
///
/// The function looks for the smallest set of features that decides the outcome. It prefers sets
/// with a named condition and without sample values, and tries every set of up to three features.
/// If none of them decides, it drops features one after another from the complete set.
///
/// - Returns: The values, without features if there is only one outcome. The result is `nil` if
///   even the complete set does not decide.
func distinctions<Outcome>(of observations: [Observation<Outcome>]) -> [(outcome: Outcome, values: [[Feature]])]? {
    let outcomes = observations.map(\.outcome).uniqued()
    guard outcomes.count > 1 else { return outcomes.map { ($0, [[]]) } }
    guard let chosen = decidingFeatures(of: observations) else { return nil }
    return outcomes.map { outcome in
        (outcome, observations.filter { $0.outcome == outcome }.map { $0.values(of: chosen) }.uniqued())
    }
}

/// Returns the keys of the smallest set of features that decides the outcome, or `nil` if even all
/// of them do not.
func decidingFeatures<Outcome>(of observations: [Observation<Outcome>]) -> [Feature.Key]? {
    func decide(_ keys: [Feature.Key]) -> Bool {
        var outcomes: [[Feature]: Outcome] = [:]
        return observations.allSatisfy { observation in
            let values = observation.values(of: keys)
            defer { outcomes[values] = observation.outcome }
            return outcomes[values].map { $0 == observation.outcome } ?? true
        }
    }
    guard Set(observations.map(\.outcome)).count > 1 else { return [] }
    let keys = observations.flatMap { $0.features.map(\.key) }.uniqued()
    guard decide(keys) else { return nil }
    /// Returns the smallest set of up to three keys, or otherwise the keys without needless ones.
    func smallestSet(of keys: [Feature.Key]) -> [Feature.Key] {
        let set = (1...3).lazy.compactMap { keys.subsets(ofSize: $0).first(where: decide) }.first
        return set
            ?? keys.reduce(keys) { chosen, key in
                let fewer = chosen.filter { $0 != key }
                return decide(fewer) ? fewer : chosen
            }
    }
    // A name says more than the samples that it stands for.
    let samples = Set(observations.flatMap { $0.features.filter(\.isSample).map(\.key) })
    let others = keys.filter { !samples.contains($0) }
    if keys.contains(where: { $0.kind == .named }), decide(others) {
        let set = smallestSet(of: others)
        if set.contains(where: { $0.kind == .named }) { return set }
    }
    return smallestSet(of: keys)
}

extension Array {
    /// Returns the subsets with a certain number of elements, in the order of the elements.
    func subsets(ofSize size: Int) -> [[Element]] {
        guard size > 0 else { return [[]] }
        return indices.flatMap { first in
            Array(self[(first + 1)...]).subsets(ofSize: size - 1).map { [self[first]] + $0 }
        }
    }
}
