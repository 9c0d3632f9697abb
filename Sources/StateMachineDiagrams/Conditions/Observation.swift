/// The features and the outcome of one event.
///
/// A table or an arrow summarizes many observations.
struct Observation<Outcome: Hashable> {
    var features: [Feature]
    var outcome: Outcome
}

extension Observation {
    /// Returns the features with the given keys, in the order of the keys.
    func values(of keys: [Feature.Key]) -> [Feature] {
        keys.compactMap { key in features.first { $0.key == key } }
    }
}
