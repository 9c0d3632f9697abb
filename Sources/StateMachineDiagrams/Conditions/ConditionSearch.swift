import StateMachineGraphs
import StateMachines

/// Returns the conditions of each outcome, in the order in which the outcomes are first observed.
///
/// The conditions name only the fewest features that decide every outcome. Each is minimal: a
/// combination of values that was not observed may belong to any outcome, unless the conditions of
/// two outcomes would then claim it. See ``MinimalCover``.
///
/// A rejection for a reason has no condition, because the reason says why. The conditions of the
/// other outcomes do not contain values that only tell them from such rejections. They name the
/// reason as an exception instead. A guard that only names states of regions stays, because it is
/// about the states that the diagram shows. Where the rejections are not shown, a guard of
/// statements stays as well.
///
/// - Parameters:
///   - observations: The observations.
///   - isBesideRejections: Whether the rejections are shown together with the conditions.
func conditions<Outcome>(
    of observations: [Observation<Outcome>],
    isBesideRejections: Bool
) -> [(outcome: Outcome, conditions: [ConditionText])] {
    let all = conditionsOfAll(observations)
    let refused = observations.filter { $0.outcome.reason != nil }
    guard !refused.isEmpty else { return all.map { ($0.outcome, $0.conditions.map(\.condition)) } }
    let handled = all.filter { !$0.outcome.isRejection }.flatMap(\.conditions)
    let literals = handled.flatMap(\.clauses).joined()
    let isOfRegions = literals.allSatisfy { $0.first.kind == .region }
    let isOfStatements = !isBesideRejections && literals.allSatisfy { $0.statement != nil }
    let isKept = !handled.contains { $0.condition == .unknown } && (isOfRegions || isOfStatements)
    let others = isKept ? all : conditionsOfAll(observations.filter { $0.outcome.reason == nil })
    return all.map { outcome, _ in
        guard outcome.reason == nil else { return (outcome, [.always]) }
        let conditions = others.first { $0.outcome == outcome }?.conditions ?? []
        return (
            outcome,
            conditions.map { condition, clauses in
                var condition = condition
                let exceptions = refused.filter { observation in clauses.contains { observation.satisfies($0) } }
                condition.exceptions = exceptions.compactMap(\.outcome.reason).uniqued()
                return condition
            }
        )
    }
}

/// A condition with its alternatives.
private typealias FoundCondition = (condition: ConditionText, clauses: [[Literal]])

private func conditionsOfAll<Outcome>(
    _ observations: [Observation<Outcome>]
) -> [(outcome: Outcome, conditions: [FoundCondition])] {
    let outcomes = observations.map(\.outcome).uniqued()
    guard outcomes.count > 1 else { return outcomes.map { ($0, [(.always, [[]])]) } }
    guard let keys = decidingFeatures(of: observations) else {
        // Something decides that names do not show.
        return outcomes.map { ($0, [(.unknown, [[]])]) }
    }
    let combinations = Combinations(of: observations, keys, outcomes)
    return zip(outcomes, combinations.clauses).map { outcome, clauses in
        let isAfterRejection = outcomes.count == 2 && outcomes.contains { $0 != outcome && $0.isRejection }
        let naming: Literal.Naming =
            outcome.isRejection ? .allowed : isAfterRejection && keys.count == 1 ? .fewer : .short
        return (outcome, ConditionText.conditions(of: clauses, naming))
    }
}

extension Observation {
    /// Whether all requirements are fulfilled.
    fileprivate func satisfies(_ clause: [Literal]) -> Bool {
        clause.allSatisfy { literal in
            features.contains { $0.key == literal.first.key && literal.allowed.contains($0) }
        }
    }
}

/// The observed values of some features, with the outcomes to which they lead.
private struct Combinations<Outcome: ObservedOutcome> {
    private let keys: [Feature.Key]

    /// The observed values of each feature, in the order of their numbers.
    ///
    /// A feature that a state or an event does not have is `nil`.
    private var domains: [[Feature?]]

    /// Above this number of barred cubes, the conditions of two outcomes may overlap.
    private static var barredLimit: Int { 100 }

    /// The distinct combinations of each outcome.
    private var groups: [[[Int]]]

    init(of observations: [Observation<Outcome>], _ keys: [Feature.Key], _ outcomes: [Outcome]) {
        self.keys = keys
        var numbers = keys.map { _ in Numbering<Feature?>() }
        var domains: [[Feature?]] = keys.map { _ in [] }
        var groups: [Outcome: [[Int]]] = [:]
        for observation in observations {
            let combination = keys.indices.map { index in
                let feature = observation.features.first { $0.key == keys[index] }
                let number = numbers[index].number(of: feature)
                if number == domains[index].count { domains[index].append(feature) }
                return number
            }
            groups[observation.outcome, default: []].append(combination)
        }
        self.domains = domains
        self.groups = outcomes.map { groups[$0, default: []].uniqued() }
    }

    /// The alternatives of each outcome.
    var clauses: [[[Literal]]] { covers.map { $0.map(literals) } }

    private var covers: [[Cube]] {
        var (covers, barred): ([[Cube]], [Cube]) = ([], [])
        repeat {
            covers = groups.indices.map { index in
                let others = groups.indices.filter { $0 != index }.flatMap { groups[$0] }
                return MinimalCover(of: groups[index], excluding: others, and: barred).cubes
            }
            let claimed = claimedTwice(covers)
            if claimed.isEmpty { break }
            barred += claimed
        } while barred.count < Self.barredLimit
        return covers
    }

    /// Returns the combinations that the conditions of two outcomes claim although nobody tried
    /// them.
    ///
    /// A combination with values of states that do not occur together is not reported, because it
    /// cannot happen.
    private func claimedTwice(_ covers: [[Cube]]) -> [Cube] {
        let ofStates = keys.indices.filter { keys[$0].kind != .event }
        guard ofStates.count < keys.count else { return [] }
        var claimed: [Cube] = []
        for (index, cover) in covers.enumerated() {
            for cube in cover {
                for other in covers[(index + 1)...].joined() {
                    guard let both = cube.intersection(other) else { continue }
                    let isPossible = groups.joined().contains { both.contains($0, in: ofStates) }
                    if isPossible { claimed.append(both) }
                }
            }
        }
        return claimed
    }

    private func literals(of cube: Cube) -> [Literal] {
        zip(cube.values, domains).compactMap { allowed, domain in
            guard let allowed else { return nil }
            let features = domain.indices.filter(allowed.contains).compactMap { domain[$0] }
            guard let first = features.first else { return nil }
            let excluded = domain.indices.filter { !allowed.contains($0) }.map { domain[$0] }
            let isNameable = excluded.allSatisfy { $0 != nil }
            return Literal(first: first, allowed: features, excluded: isNameable ? excluded.compactMap(\.self) : [])
        }
    }
}
