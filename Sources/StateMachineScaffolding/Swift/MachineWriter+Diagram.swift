extension MachineWriter {
    /// The file with what the diagram calls states, events and actions.
    func diagramFile() -> SwiftSource {
        var file = SwiftSource(["@testable import \(module)", ""])
        addEventNames(to: &file)
        file.add()
        file.block("extension \(name)") { file in
            file.add(comment: "The active states without active states inside, by the names of the diagram.")
            if machine.isWrapped {
                file.add("var diagramStates: [String] { state.diagramStates }")
            } else {
                addLeaves(of: machine.outerRegions ?? 0, to: &file)
            }
        }
        for (node, type) in machine.types.sorted(by: { $0.key < $1.key }) where type != name {
            file.add()
            file.block("extension \(name).\(type)") { addLeaves(of: node, to: &$0) }
        }
        if machine.hasActions {
            file.add()
            file.block("extension \(name).Action") { file in
                file.add(comment: "What the diagram calls it.")
                file.block("var diagramAction: String") { file in
                    file.add([
                        .choice(
                            "self",
                            machine.actions.map { action in
                                SwiftCode.Arm(patterns: [".\(action.name)"], body: [.line(action.diagram.literal)])
                            }
                        )
                    ])
                }
            }
        }
        return file
    }

    private func addEventNames(to file: inout SwiftSource) {
        file.block("extension \(name).Event") { file in
            let hasGuards = !machine.guards.isEmpty
            file.add(comment: "The event that the diagram calls so\(hasGuards ? ", with the guards that hold" : "").")
            file.block("init?(diagramEvent: String\(hasGuards ? ", guards: Set<String> = []" : ""))") { file in
                let isPrefix = tree.edges.contains { $0.transition.events.contains(where: \.isPrefix) }
                if isPrefix { file.add("var name = diagramEvent[...]") }
                let cases = machine.events.indices.filter { machine.events[$0].diagram != "*" }.map { index in
                    let arguments = machine.payloads[index].map {
                        "\(machine.guards[$0] ?? $0): guards.contains(\($0.literal))"
                    }
                    let value =
                        ".\(machine.events[index].name)"
                        + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
                    return (machine.events[index].diagram.literal, value)
                }
                let open = machine.events.firstIndex { $0.diagram == "*" }
                func addCases(_ file: inout SwiftSource, _ last: [String]) {
                    for (pattern, value) in cases { file.add("case \(pattern): self = \(value)") }
                    file.add("default:")
                    for line in last { file.add("    \(line)") }
                    file.add("}")
                }
                let otherwise: String
                if let open {
                    let arguments = machine.payloads[open].map {
                        "\(machine.guards[$0] ?? $0): guards.contains(\($0.literal))"
                    }
                    otherwise =
                        "self = .\(machine.events[open].name)"
                        + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
                } else {
                    otherwise = "return nil"
                }
                guard isPrefix else {
                    file.add("switch diagramEvent {")
                    return addCases(&file, [otherwise])
                }
                // What a chart does for `a` it does for `a.b` as well, unless it names that.
                file.block("while true") { file in
                    file.add("switch name {")
                    for (pattern, value) in cases {
                        file.add("case \(pattern):")
                        file.add("    self = \(value)")
                        file.add("    return")
                    }
                    file.add("default:")
                    file.add("    guard let dot = name.lastIndex(of: \".\") else {")
                    file.add("        \(otherwise)")
                    if open != nil { file.add("        return") }
                    file.add("    }")
                    file.add("    name = name[..<dot]")
                    file.add("}")
                }
            }
        }
    }

    private func addLeaves(of node: Int, to file: inout SwiftSource) {
        file.block("var diagramStates: [String]") { file in
            func leaves(_ child: Int, _ value: String) -> String {
                machine.types[child] == nil ? "[\(machine.state(child).id.literal)]" : "\(value).diagramStates"
            }
            if tree.kind(node) == .parallel {
                let regions = tree.nodes[node].children.map { leaves($0, SwiftName.declared(machine.cases[$0])) }
                return file.add(regions.joined(separator: " + "))
            }
            let arms = tree.nodes[node].children.map { child in
                let variable = SwiftName.declared(machine.variables[child] ?? "")
                let binding = machine.types[child] == nil ? "" : "(let \(variable))"
                return SwiftCode.Arm(
                    patterns: [".\(machine.cases[child])\(binding)"],
                    body: [.line(leaves(child, variable))]
                )
            }
            file.add([.choice("self", arms)])
        }
    }
}

extension String {
    /// The text as a literal in Swift.
    var literal: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: scalar.value < 32 ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
