extension MachineWriter {
    /// Adds the types of the events, the actions and the activities.
    func addVocabulary(to file: inout SwiftSource) {
        let isEveryCaseKnown = machine.isEveryEventKnown
        file.add(comment: "The events of the machine.")
        file.block("public enum Event: Hashable, Sendable" + (isEveryCaseKnown ? ", CaseIterable" : "")) { file in
            for (index, event) in machine.events.enumerated() {
                file.add(
                    comment: event.diagram == "*" ? "Any event without a name in the diagram." : eventComment(index)
                )
                let guards = machine.payloads[index].map { "\(machine.guards[$0] ?? $0): Bool" }
                let payload = machine.parameters[index].map(\.description) + guards
                let arguments = payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))"
                file.add("case \(SwiftName.declared(event.name))\(arguments)")
                file.add()
            }
        }
        file.add()
        addType(
            "Action",
            naming: machine.actions,
            comment: "An action to perform once. An event returns its actions in order.",
            to: &file
        )
        addType(
            "Activity",
            naming: machine.activities,
            comment: "Work that runs while certain states are active.",
            to: &file
        )
    }

    private func eventComment(_ index: Int) -> String {
        let event = machine.events[index]
        let edge = tree.edges.first { edge in edge.transition.events.contains { $0.name == event.diagram } }
        // The comment of an event does not contain a transition's guards and actions.
        let label = edge.flatMap { edge in
            edge.transition.label.flatMap { try? MermaidLabel($0, at: edge.transition.position).event }
        }
        let guards = machine.payloads[index].map { "- `\(machine.guards[$0] ?? $0)`: “\($0)”" }
        return (["“\((label ?? event.diagram).prefix(300))”."] + (guards.isEmpty ? [] : [""]) + guards)
            .joined(separator: "\n")
    }

    private func addType(
        _ type: String,
        naming names: [(diagram: String, name: String)],
        comment: String,
        to file: inout SwiftSource
    ) {
        guard !names.isEmpty else { return }
        file.add(comment: comment)
        file.block("public enum \(type): Hashable, Sendable, CaseIterable") { file in
            for name in names {
                file.add(comment: "“\(name.diagram)”.")
                file.add("case \(SwiftName.declared(name.name))")
                file.add()
            }
        }
        file.add()
    }

    /// Adds the initial states and the sample events.
    func addFiniteness(to file: inout SwiftSource) {
        file.block("extension \(name): FiniteStateDefinition") { file in
            file.add(comment: "The initial states.")
            file.add("public static var initialStates: [\(name)] { [\(initialValues.joined(separator: ", "))] }")
            guard !machine.isEveryEventKnown else { return }
            file.add()
            let samples = machine.parameters.allSatisfy(\.isEmpty) ? "" : " and one value of each parameter"
            file.add(comment: "Every event with every combination of its guards\(samples).")
            file.block("public var sampleEvents: [Event]") { file in
                file.list(opening: "[", self.samples(), closing: "]")
            }
        }
    }

    /// Returns every event with all values of its guards.
    func samples() -> [String] {
        machine.events.indices.flatMap { index -> [String] in
            valuations(of: index).map { valuation in event(index) { .bool(valuation[$0] ?? false) }.text }
        }
    }

    func valuations(of event: Int) -> [[String: Bool]] {
        machine.payloads[event].reduce([[:]]) { valuations, name in
            valuations.flatMap { valuation in [true, false].map { valuation.merging([name: $0]) { $1 } } }
        }
    }

    /// The entry at the beginning of the machine, before the first step that needs no event.
    var initialEntry: SwiftMachine.Entry {
        let machine = machine.beforeHistory
        guard let parallel = machine.outerRegions else { return machine.entry(inside: 0, for: []) }
        return machine.entry(of: parallel, for: [])
    }

    /// Whether steps that need no event may follow the beginning.
    var beginsWithSteps: Bool { machine.hasOwnSteps || !initialEntry.completions.isEmpty }

    private var initialValues: [String] {
        if machine.outerRegions != nil || machine.isWrapped { return ["\(name)()"] }
        let first = beginsWithSteps ? .member(.name("beginning"), "machine") : initialEntry.value
        let others = tree.otherBeginnings.map { machine.entry(inside: 0, for: $0).value }
        return ([first] + others).compactMap { $0?.text }
    }
}
