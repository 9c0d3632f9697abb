// The guards of transitions without an event. Each event that such a transition can follow contains
// their values.

extension MachineWriter {
    /// Whether steps without an event read guards.
    var readsGuards: Bool { !machine.stepGuards.isEmpty }

    /// Adds properties that read the guards of steps from the event before them.
    func addGuards(to file: inout SwiftSource) {
        guard readsGuards else { return }
        file.add()
        file.block("extension \(name).Event?") { file in
            for (index, text) in machine.stepGuards.enumerated() {
                let name = machine.guards[text] ?? text
                if index > 0 { file.add() }
                file.add(comment: "The guard “\(text)” of a transition without an event; `false` before any event.")
                file.block("fileprivate var \(SwiftName.declared(name)): Bool") { file in
                    file.add([reading(text, as: name)])
                }
            }
        }
    }

    /// Returns a switch that reads a guard from an event, or is `false` if there is none.
    private func reading(_ text: String, as name: String) -> SwiftStatement {
        var reading = SwiftStatement.Arm(patterns: [], body: [.evaluate(.name(name))])
        var otherwise = SwiftStatement.Arm(patterns: [], body: [.evaluate(.bool(false))])
        for (index, event) in machine.events.numbered {
            if machine.payloads[index].contains(text) {
                let bindings = machine.payload(of: index).map { part -> SwiftPattern.Binding in
                    if case .guard(text) = part { .constant(name) } else { .ignored }
                }
                reading.patterns.append(.case(event.name, bindings))
            } else {
                otherwise.patterns.append(.case(event.name))
            }
        }
        otherwise.patterns.append(.nil)
        return .switch(.self, [reading, otherwise].filter { !$0.patterns.isEmpty })
    }
}
