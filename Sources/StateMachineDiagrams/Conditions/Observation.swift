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
