extension MachineWriter {
    /// Returns the file with the diagram's names for states, events and actions.
    func diagramFile() -> SwiftSource {
        var file = SwiftSource(["@testable import \(module)", ""])
        addEventNames(to: &file)
        file.add()
        file.block("extension \(name)") { file in
            file.add(comment: "The names of the innermost active states in the diagram.")
            if machine.isWrapped {
                file.add("var diagramStates: [String] { state.diagramStates }")
            } else {
                addLeaves(of: machine.outerRegions ?? .root, to: &file)
            }
        }
        for (node, type) in machine.types.sorted(by: { $0.key < $1.key }) where type != name {
            file.add()
            file.block("extension \(name).\(type)") { addLeaves(of: node, to: &$0) }
        }
        if machine.hasActions {
            file.add()
            file.block("extension \(name).Action") { file in
                file.add(comment: "The name of the action in the diagram.")
                file.block("var diagramAction: String") { file in
                    file.add([
                        .switch(
                            .self,
                            machine.actions.map { action in
                                SwiftStatement.Arm(.case(action.name), [.evaluate(.string(action.diagram))])
                            }
                        )
                    ])
                }
            }
        }
        return file
    }

    private func addEventNames(to file: inout SwiftSource) {
        let hasGuards = !machine.guards.isEmpty
        let isPrefix = tree.edges.contains { $0.transition.events.contains(where: \.isPrefix) }
        file.block("extension \(name).Event") { file in
            file.add(
                comment:
                    "Creates an event from its name in the diagram\(hasGuards ? " and the guards that hold" : "")."
            )
            file.block("init?(diagramEvent: String\(hasGuards ? ", guards: Set<String> = []" : ""))") { file in
                if isPrefix { addPrefixedEvents(to: &file) } else { addEvents(to: &file) }
            }
        }
    }

    /// Adds the switch over the names of events.
    private func addEvents(to file: inout SwiftSource) {
        file.add("switch diagramEvent {")
        for index in namedEvents { file.add("case \(machine.events[index].diagram.literal): \(setting(index))") }
        file.add("default:")
        file.add("    " + (openEvent.map(setting) ?? "return nil"))
        file.add("}")
    }

    /// Adds the switch over the names and prefixes of events.
    private func addPrefixedEvents(to file: inout SwiftSource) {
        file.add("var name = diagramEvent[...]")
        // A transition for `a` also handles `a.b`, unless the chart names `a.b`.
        file.block("while true") { file in
            file.add("switch name {")
            for index in namedEvents {
                file.add("case \(machine.events[index].diagram.literal):")
                file.add("    \(setting(index))")
                file.add("    return")
            }
            file.add("default:")
            file.add("    guard let dot = name.lastIndex(of: \".\") else {")
            file.add("        " + (openEvent.map(setting) ?? "return nil"))
            if openEvent != nil { file.add("        return") }
            file.add("    }")
            file.add("    name = name[..<dot]")
            file.add("}")
        }
    }

    private var namedEvents: [EventID] { machine.events.indices.filter { machine.events[$0].diagram != "*" } }

    /// The event that stands for all events that the diagram does not name.
    private var openEvent: EventID? { machine.events.firstIndex { $0.diagram == "*" } }

    private func setting(_ event: EventID) -> String {
        let guards = SwiftExpression.name("guards")
        let value = self.event(event) { .call(.member(guards, "contains"), with: .string($0)) }
        return "self = \(value.text)"
    }

    private func addLeaves(of node: StateID, to file: inout SwiftSource) {
        file.block("var diagramStates: [String]") { file in
            if tree.kind(node) == .parallel {
                let regions = tree.nodes[node].children.map { leaves(of: $0, in: machine.cases[$0]) }
                return file.add([.evaluate(.joined(regions, by: .plus))])
            }
            let arms = tree.nodes[node].children.map { child in
                let variable = machine.variables[child] ?? ""
                let body = [SwiftStatement.evaluate(leaves(of: child, in: variable))]
                return SwiftStatement.Arm(.case(machine.cases[child], binding: variable, for: body), body)
            }
            file.add([.switch(.self, arms)])
        }
    }

    private func leaves(of node: StateID, in variable: String) -> SwiftExpression {
        machine.types[node] == nil
            ? .list([.string(machine.state(node).id)]) : .member(.name(variable), "diagramStates")
    }
}
