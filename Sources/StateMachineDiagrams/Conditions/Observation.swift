/// The features and the outcome of one event.
///
/// A table or an arrow summarizes many observations.
struct Observation<Outcome: ObservedOutcome> {
    var features: [Feature]
    var outcome: Outcome
}

/// The outcome of an event, as far as a table or an arrow distinguishes outcomes.
protocol ObservedOutcome: Hashable {
    /// Whether the event is rejected.
    var isRejection: Bool { get }

    /// The reason of a rejection, or `nil` if there is none to show.
    var reason: String? { get }
}

extension ObservedOutcome {
    var isRejection: Bool { false }
    var reason: String? { nil }
}

extension MachineDescription.Step {
    /// The reason why the event is rejected without its payload, which is only a sample.
    var reason: String? { rejection.map(MachineDescription.title) }
}

extension Observation {
    /// Returns the features with the given keys, in the order of the keys.
    func values(of keys: [Feature.Key]) -> [Feature] {
        keys.compactMap { key in features.first { $0.key == key } }
    }
}
