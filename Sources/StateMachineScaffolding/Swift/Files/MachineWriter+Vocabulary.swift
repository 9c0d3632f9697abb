extension MachineWriter {
    /// Adds the types of the events, the actions and the activities.
    func addVocabulary(to file: inout SwiftSource) {
        let isEveryCaseKnown = machine.isEveryEventKnown
        file.block("public enum Event: Hashable, Sendable" + (isEveryCaseKnown ? ", CaseIterable" : "")) { file in
            file.add(
                cases: machine.events.indices.map { index in
                    let event = machine.events[index]
                    let payload = machine.payload(of: index).map { part in
                        switch part {
                        case .parameter(let parameter): parameter.description
                        case .guard(let text): "\(machine.guards[text] ?? text): Bool"
                        }
                    }
                    let arguments = payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))"
                    let isOther = event.diagram == "*"
                    let comment = isOther ? "Any event without a name in the diagram." : eventComment(index)
                    return (comment, SwiftName.declared(event.name) + arguments)
                }
            )
        }
        file.add()
        addRefusals(to: &file)
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

    /// Adds the type of the reasons for which a state rejects an event.
    private func addRefusals(to file: inout SwiftSource) {
        guard !refusals.isEmpty else { return }
        file.add(comment: "The reason why a state rejects an event.")
        file.block("public enum Refusal: Error, Hashable") { file in
            file.add(
                cases: [("The state does not handle the event.", "invalid")]
                    + refusals.map { (refusalComment($0), SwiftName.declared($0)) }
            )
        }
        file.add()
    }

    /// Returns the guard that decides about a rejection, in the words of the diagram.
    private func refusalComment(_ refusal: String) -> String? {
        for (text, name) in machine.guards {
            if refusal == name { return "The guard “\(text)” holds." }
            if refusal == negation(of: name) {
                return "The guard “\(text)” does not hold."
            }
        }
        return nil
    }

    /// Returns a sentence about the parameters of an event, which the machine does not keep.
    private func parameterComment(_ index: EventID) -> String? {
        let names = keptNowhere(index).map { "`\($0)`" }
        return names.isEmpty ? nil : "The machine does not keep \(names.joined(separator: ", "))."
    }

    /// Returns the doc comment for an event: the words that its names in Swift do not repeat.
    private func eventComment(_ index: EventID) -> String? {
        let event = machine.events[index]
        let edge = tree.edges.first { edge in edge.transition.events.contains { $0.name == event.diagram } }
        // The comment of an event does not contain a transition's guards and actions.
        let label = edge.flatMap { edge in
            edge.transition.label.flatMap {
                try? TransitionLabel($0, at: edge.transition.position, splitsEvents: false).event
            }
        }
        let text = label ?? event.diagram
        let title = SwiftName.repeats(text, event.name) ? [] : ["“\(text.prefix(300))”."]
        let guards = machine.payloads[index].compactMap { text -> String? in
            let name = machine.guards[text] ?? text
            return SwiftName.repeats(text, name) ? nil : "- `\(name)`: “\(text)”"
        }
        let parts = [title, parameterComment(index).map { [$0] } ?? [], guards].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
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
            file.add(
                cases: names.map { diagram, name in
                    let title = SwiftName.repeats(diagram, name) ? nil : "“\(diagram)”."
                    let work = type == "Activity" ? [waitComment(diagram), restartComment(diagram)] : []
                    let sentences = work.compactMap(\.self).joined(separator: " ")
                    let lines = [title, sentences.isEmpty ? nil : sentences].compactMap(\.self)
                    return (lines.isEmpty ? nil : lines.joined(separator: "\n\n"), SwiftName.declared(name))
                }
            )
        }
        file.add()
    }

    /// Returns a sentence about an activity that only waits.
    private func waitComment(_ activity: String) -> String? {
        guard let wait = tree.nodes.lazy.compactMap({ $0.state.waits[activity] }).first,
            let event = machine.events.first(where: { $0.diagram == wait.event })
        else { return nil }
        return "Waits \(wait.time) and then sends `.\(event.name)`."
    }

    /// Adds the initial states, the passing states and the sample events.
    func addFiniteness(to file: inout SwiftSource) {
        file.block("extension \(name): FiniteStateDefinition") { file in
            file.add("public static var initialStates: [\(name)] { [\(initialValues.joined(separator: ", "))] }")
            let passing = passingStates.map { value(containing: $0).text }
            if !passing.isEmpty {
                file.add()
                file.add(comment: "The machine leaves these states within the event that enters them.")
                file.block("public static var passingStates: [\(name)]") { file in
                    file.list(opening: "[", passing, closing: "]")
                }
            }
            guard !machine.isEveryEventKnown else { return }
            file.add()
            let guards = machine.guards.isEmpty ? [] : ["every combination of its guards"]
            let samples = machine.parameters.allSatisfy(\.isEmpty) ? [] : ["one value of each parameter"]
            file.add(comment: "Every event with \((guards + samples).joined(separator: " and ")).")
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

    func valuations(of event: EventID) -> [[String: Bool]] {
        machine.payloads[event].reduce([[:]]) { valuations, name in
            valuations.flatMap { valuation in [true, false].map { valuation.merging([name: $0]) { $1 } } }
        }
    }

    /// The entry at the beginning of the machine, before the first step that needs no event.
    var initialEntry: SwiftMachine.Entry {
        let machine = machine.beforeHistory
        guard let parallel = machine.outerRegions else { return machine.entry(inside: .root, for: []) }
        return machine.entry(of: parallel, for: [])
    }

    /// Whether steps that need no event may follow the beginning.
    var beginsWithSteps: Bool { machine.hasOwnSteps || !initialEntry.completions.isEmpty }

    private var initialValues: [String] {
        let isStruct = machine.outerRegions != nil || machine.isWrapped
        let first = isStruct ? .call(.name(name), []) : beginsWithSteps ? beginning : initialEntry.value
        return ([first] + tree.otherBeginnings.map(beginning)).compactMap { $0?.text }
    }
}
