import StateMachineDiagrams
import StateMachineGraphs
import StateMachines

extension MachineDescription {
    /// A machine that is written down step by step, and begins in its first state.
    ///
    /// - Parameter steps: The state before, the event, and the state after, which is `nil` if the
    ///   event is rejected.
    init(_ states: [ValueName], _ steps: [(Int, ValueName, Int?)]) {
        let events = steps.map(\.1).uniqued()
        self.init(
            name: "written",
            states: states.enumerated().map { .init(name: $1, isInitial: $0 == 0) },
            events: events,
            steps: steps.map { source, event, target in
                .init(
                    source: source,
                    event: events.firstIndex(of: event) ?? 0,
                    reaction: target.map { .init(target: $0) }
                )
            }
        )
    }

    /// A machine whose events carry nothing.
    init(_ states: [ValueName], _ steps: [(Int, String, Int?)]) {
        self.init(states, steps.map { ($0, ValueName(caseName: $1), $2) })
    }
}

/// A case, with a payload that has no label.
func leaf(_ name: String, _ value: String? = nil) -> ValueName {
    ValueName(caseName: name, payload: value.map { [.init(label: nil, value: $0)] } ?? [])
}

/// A state that consists of regions, or a case with regions in it.
func regional(_ regions: KeyValuePairs<String, ValueName>, in caseName: String? = nil) -> ValueName {
    ValueName(caseName: caseName, regions: regions.map { .init(label: $0, name: $1) })
}

/// A case with a state inside it.
func outer(_ name: String, _ inner: ValueName, label: String? = nil) -> ValueName {
    ValueName(caseName: name, regions: [.init(label: label, name: inner)])
}

/// The arrows of a chart in a line each: `open → closed: close`.
func arrows(of chart: DrawnChart) -> [String] {
    let names = Dictionary(uniqueKeysWithValues: chart.allStates.map { ($0.id, $0.name) })
    return chart.arrows.map { arrow in
        let labels = arrow.labels.map(\.description).joined(separator: ", ")
        return "\(names[arrow.source, default: ""]) → \(names[arrow.target, default: ""]): \(labels)"
    }
}
