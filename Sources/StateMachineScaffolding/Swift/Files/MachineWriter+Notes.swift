import StateMachineCommandLine

extension MachineWriter {
    /// The states whose regions have numbers instead of names.
    package var regionNotes: [String] {
        tree.nodes.indices.filter { tree.kind($0) == .parallel }.compactMap { node in
            let unnamed = tree.nodes[node].children.filter { chart.unnamedRegions.contains(machine.state($0).id) }
            guard !unnamed.isEmpty else { return nil }
            let names = unnamed.map { "`\(machine.cases[$0])`" }.joined(separator: ", ")
            let regions =
                unnamed.count == 1
                ? "a region of “\(machine.state(node).id)” is called"
                : "regions of “\(machine.state(node).id)” are called"
            return "note: \(regions) \(names); to name a region, write the comment “region: NAME” in it"
        }
    }

    /// The labels that contain more than words, with their names in Swift.
    ///
    /// A label of words, such as `check out`, becomes a name that everyone expects.
    package var namingNotes: [String] {
        let chosen = Set(tree.namings.map { [$0.kind.rawValue, $0.label] })
        let guards = machine.guards.sorted { $0.key < $1.key }.map { (diagram: $0.key, name: $0.value) }
        let all: [(SwiftNaming.Kind, [(diagram: String, name: String)])] = [
            (.event, Array(machine.events)), (.guard, guards), (.action, machine.actions),
            (.activity, machine.activities),
        ]
        return all.flatMap { kind, names in
            names.compactMap { label, name in
                let omission = kind == .event ? Self.omission(in: label) : ""
                let isChosen = chosen.contains([kind.rawValue, label]) && omission.isEmpty
                guard label != "*", !isChosen, !label.allSatisfy(Self.isExpected) else { return nil }
                return "note: the \(kind.rawValue) “\(label.abbreviated(after: 60))” is called `\(name)`\(omission)"
            }
        }
    }

    /// Returns the words that tell which parameters of a label are left out.
    private static func omission(in label: String) -> String {
        guard let signature = try? EventSignature(label), let first = signature.omitted.first else { return "" }
        let types = "Int, Double, String or Bool"
        if signature.parameters.isEmpty { return " and has no parameters, because their types are not \(types)" }
        return signature.omitted.count == 1
            ? " without the parameter `\(first)`, because its type is not \(types)"
            : " without the parameters \(signature.omitted.map { "`\($0)`" }.joined(separator: ", ")), "
                + "because their types are not \(types)"
    }

    /// The guards of transitions without an event whose values differ from what one may expect.
    package var guardNotes: [String] {
        var notes: [String] = []
        func add(_ note: String) { if !notes.contains(note) { notes.append(note) } }
        for name in tree.guardsAtBeginning {
            add("note: before the first event, the guard “\(name)” of a transition without an event is false")
        }
        for (event, guards) in zip(tree.events, tree.guardsOfSteps(after: tree.events)) {
            let own = tree.edges.filter { $0.transition.events.contains { $0.matches(event) } }
            for name in guards where own.contains(where: { $0.transition.condition?.guards.contains(name) == true }) {
                add(
                    "note: the guard “\(name)” of “\(event)” also decides about a transition without an event; "
                        + "it has one value for both, so use two names if the action changes it"
                )
            }
        }
        for (index, event) in machine.events.numbered {
            for text in machine.payloads[index] {
                let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
                let name = machine.guards[text] ?? text
                for parameter in machine.parameters[index]
                where words.contains(parameter.name) && parameter.name != name {
                    add(
                        "note: `\(event.name)` has a separate value `\(name)` for the guard “\(text.abbreviated(after: 60))”; "
                            + "to decide by `\(parameter.name)`, replace the value with a comparison"
                    )
                }
            }
        }
        return notes
    }

    /// The parameters of events, which the generated machine does not keep.
    package var parameterNotes: [String] {
        let labels = machine.events.indices.compactMap { index -> String? in
            let names = keptNowhere(index)
            return names.isEmpty ? nil : "`\(machine.events[index].name)(\(names.map { "\($0):" }.joined()))`"
        }
        guard !labels.isEmpty else { return [] }
        return [
            "note: the machine does not keep the parameters of \(labels.joined(separator: ", ")); "
                + "to keep a value, add it to the payload of a state or of an action"
        ]
    }

    /// The parameters of an event that are not guards.
    func keptNowhere(_ event: EventID) -> [String] {
        machine.payload(of: event).compactMap { part in
            if case .parameter(let parameter) = part { parameter.name } else { nil }
        }
    }

    private static func isExpected(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character.isWhitespace || "_-.'’".contains(character)
    }
}
