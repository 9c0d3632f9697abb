import StateMachineGraphs

/// What is known when an event arrives, and what becomes of it: one observation of many that a table or an arrow sums up.
struct Observation<Outcome: Hashable> {
    var features: [Feature]
    var outcome: Outcome
}

/// Something that an outcome may depend on.
struct Feature: Hashable {
    enum Kind: Hashable { case event, state }

    var kind: Kind
    var label: String?
    /// The place among features of its kind, for those without a label.
    var index: Int
    var value: String

    var key: Key { Key(kind: kind, label: label, index: label == nil ? index : 0) }

    struct Key: Hashable {
        var kind: Kind
        var label: String?
        var index: Int
    }

    static func features(of fields: [Name.Field], _ kind: Kind) -> [Feature] {
        fields.enumerated().map { Feature(kind: kind, label: $1.label, index: $0, value: $1.value) }
    }
}

/// In which cases an outcome is what it is: the fewest parts of the payloads that tell it from the other outcomes.
///
/// `search("flowers")` and `search(" ")` come to different ends, and so do `play` at the beginning and `play` at the end.
struct Condition: Hashable {
    /// What the payload of the event is like: alternatives, or nothing if it does not matter.
    var arguments: [String] = []

    /// What the state is like: alternatives, or nothing if it does not matter.
    var guards: [String] = []

    static let always = Condition()
}

/// Finds the conditions of each outcome, in the order in which outcomes are first observed.
func conditions<Outcome>(of observations: [Observation<Outcome>]) -> [(outcome: Outcome, conditions: [Condition])] {
    distinctions(of: observations).map { ($0, summary(of: $1)) }
}

/// What tells outcomes apart: for each of them all values that the deciding features have; no features for a sole outcome.
///
/// Looks for a smallest set of features that determines the outcome, by trying them all, up to three at a time.
func distinctions<Outcome>(of observations: [Observation<Outcome>]) -> [(outcome: Outcome, values: [[Feature]])] {
    let outcomes = observations.map(\.outcome).uniqued()
    guard outcomes.count > 1 else { return outcomes.map { ($0, [[]]) } }
    let keys = observations.flatMap { $0.features.map(\.key) }.uniqued()
    let chosen = smallestDeterminingSet(keys, observations) ?? keys
    return outcomes.map { outcome in
        (outcome, observations.filter { $0.outcome == outcome }.map { $0.values(of: chosen) }.uniqued())
    }
}

private func smallestDeterminingSet<Outcome>(
    _ keys: [Feature.Key],
    _ observations: [Observation<Outcome>]
) -> [Feature.Key]? {
    func determines(_ keys: [Feature.Key]) -> Bool {
        var outcomes: [[Feature]: Outcome] = [:]
        return observations.allSatisfy { observation in
            let values = observation.values(of: keys)
            defer { outcomes[values] = observation.outcome }
            return outcomes[values].map { $0 == observation.outcome } ?? true
        }
    }
    for size in 1...3 {
        if let set = keys.subsets(ofSize: size).first(where: determines) { return set }
    }
    return nil
}

extension Observation {
    /// The features with these keys, those of the event first.
    fileprivate func values(of keys: [Feature.Key]) -> [Feature] {
        keys.compactMap { key in features.first { $0.key == key } }
    }
}

/// Alternatives in words: as one condition where event and state are independent, otherwise as one for each.
private func summary(of values: [[Feature]]) -> [Condition] {
    func words(_ features: [Feature], _ kind: Feature.Kind) -> String {
        features.filter { $0.kind == kind }
            .map { feature in feature.label.map { "\($0): \(feature.value)" } ?? feature.value }
            .joined(separator: ", ")
    }
    let pairs = values.map { (words($0, .event), words($0, .state)) }
    let arguments = pairs.map(\.0).uniqued()
    let guards = pairs.map(\.1).uniqued()
    if pairs.count == arguments.count * guards.count {
        return [Condition(arguments: arguments.filter { !$0.isEmpty }, guards: guards.filter { !$0.isEmpty })]
    }
    return pairs.map { Condition(arguments: [$0.0].filter { !$0.isEmpty }, guards: [$0.1].filter { !$0.isEmpty }) }
}

extension Array {
    fileprivate func subsets(ofSize size: Int) -> [[Element]] {
        guard size > 0 else { return [[]] }
        return indices.flatMap { first in
            Array(self[(first + 1)...]).subsets(ofSize: size - 1).map { [self[first]] + $0 }
        }
    }
}

extension Array where Element: Hashable {
    /// The elements in order, each at its first place.
    func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// Alternatives for people: the first three of them.
func alternatives(_ values: [String]) -> String {
    values.count > 3 ? values.prefix(3).joined(separator: " or ") + " or …" : values.joined(separator: " or ")
}
