/// A writer of the files of a module and its test target.
package struct MachineWriter {
    let machine: SwiftMachine
    let chart: Chart
    /// The statements for events.
    let eventCode: [SwiftStatement]
    /// The statements for completions.
    let completionCode: [SwiftStatement]
    /// The statements that need no event.
    let ownCode: [SwiftStatement]
    /// The expressions in these statements.
    let used: Set<SwiftExpression>
    var tree: ChartTree { machine.tree }
    /// The name of the machine's type.
    package var name: String { machine.name }
    var module: String { machine.module }

    /// Creates a writer for a chart.
    ///
    /// - Throws: ``ChartError`` if the chart is empty or contains something that cannot be written.
    package init(_ chart: Chart, module: String) throws(ChartError) {
        let tree = try ChartTree(chart)
        self.chart = chart
        machine = try SwiftMachine(tree, module: module)
        let steps = StepWriter(machine: machine)
        eventCode = steps.eventStatements()
        completionCode = machine.needsCompletions ? steps.completionStatements() : []
        ownCode = machine.hasOwnSteps ? steps.ownStatements() : []
        used = Set((eventCode + completionCode + ownCode).all.flatMap(\.expressions).flatMap(\.all))
    }

    /// Returns the files of the module, by their names.
    package func sources() -> [String: String] {
        var files = ["\(name).swift": mainFile().text]
        for (node, type) in machine.types where type != name {
            files["\(name).\(type).swift"] = typeFile(node).text
        }
        return files
    }

    func mainFile() -> SwiftSource {
        var file = SwiftSource(["public import StateMachines", ""])
        let note = tree.name.map { $0 == module ? "" : "“\($0)”, " } ?? ""
        file.add(
            comment:
                "\(note.isEmpty ? "The" : note + "the") state machine of a diagram, with its states, events and rules."
        )
        if let parallel = machine.outerRegions {
            file.block("public struct \(name): StateDefinition, Hashable") { file in
                addProperties(of: parallel, to: &file)
                addHistories(to: &file)
                addVocabulary(to: &file)
                addRules(to: &file)
            }
        } else if machine.isWrapped {
            file.block("public struct \(name): StateDefinition, Hashable") { file in
                file.add(comment: "The current state.")
                let value = initialEntry.value?.qualified(by: "State")
                file.add("public internal(set) var state = \(value?.text ?? "")")
                file.add()
                addHistories(to: &file)
                addVocabulary(to: &file)
                addRules(to: &file)
            }
        } else {
            file.block("public enum \(name): StateDefinition, Hashable") { file in
                addCases(of: 0, to: &file)
                addVocabulary(to: &file)
                addRules(to: &file)
            }
        }
        addHelpers(to: &file)
        file.add()
        addFiniteness(to: &file)
        return file
    }

    private func typeFile(_ node: Int) -> SwiftSource {
        let isDefinition = machine.isDefinition(node)
        // Only this conformance marks a type as a state if it is not the payload of a case.
        let isNested = node == 0 || tree.nodes[node].parent.map { tree.kind($0) == .parallel } == true
        let kind = isDefinition ? "StateDefinition, " : isNested && tree.kind(node) == .compound ? "NestedState, " : ""
        var file = SwiftSource(kind.isEmpty ? [] : ["public import StateMachines", ""])
        file.block("extension \(name)") { file in
            let type = machine.types[node] ?? ""
            file.add(
                comment: node == 0
                    ? "The states of the machine." : comment(of: node, after: "The states inside ")
            )
            if tree.kind(node) == .parallel {
                file.block("public struct \(type): Hashable, Sendable") { file in
                    addProperties(of: node, to: &file)
                    addLists(of: node, to: &file)
                }
            } else {
                file.block("public enum \(type): \(kind)Hashable" + (isDefinition ? "" : ", Sendable")) { file in
                    addCases(of: node, to: &file)
                    if isDefinition { addRegionRules(of: node, to: &file) }
                    addLists(of: node, to: &file)
                }
            }
        }
        return file
    }

    // MARK: States

    /// Returns the doc comment for a state, from its label and notes in the diagram.
    func comment(of node: Int, after beginning: String = "") -> String {
        let state = machine.state(node)
        let label = state.label.map { "“\($0)”" } ?? "`\(state.id)`"
        return (["\(beginning)\(label)."] + state.notes).joined(separator: "\n\n")
    }

    private func addCases(of node: Int, to file: inout SwiftSource) {
        for child in tree.nodes[node].children {
            file.add(comment: caseComment(of: child))
            let payload = machine.types[child].map { "(\($0))" } ?? ""
            file.add("case \(SwiftName.declared(machine.cases[child]))\(payload)")
            file.add()
        }
    }

    private func caseComment(of node: Int) -> String {
        let state = machine.state(node)
        let mark = state.kind == .final ? "The end" : nil
        let isMapped = state.id != machine.cases[node]
        let label = state.label ?? (isMapped || state.notes.isEmpty ? state.id : nil)
        let title = [mark, label.map { "“\($0)”" }].compactMap { $0 }.joined(separator: ": ")
        return ((title.isEmpty ? [] : [title + "."]) + state.notes).joined(separator: title.isEmpty ? "\n" : "\n\n")
    }

    private func addProperties(of parallel: Int, to file: inout SwiftSource) {
        for region in tree.nodes[parallel].children {
            guard let type = machine.types[region], let value = machine.beforeHistory.entry(of: region, for: []).value
            else {
                continue
            }
            file.add(comment: "The region " + comment(of: region))
            file.add("public internal(set) var \(SwiftName.declared(machine.cases[region])): \(type) = \(value.text)")
            file.add()
        }
    }

    private func addHistories(to file: inout SwiftSource) {
        for (history, property) in machine.storedHistories {
            guard let parent = tree.nodes[history].parent, let type = machine.types[parent] else { continue }
            file.add(
                comment:
                    "The states that were last active in `\(machine.state(parent).id)`, for its history; `nil` at first."
            )
            file.add("public internal(set) var \(SwiftName.declared(property)): \(type)?")
            file.add()
        }
    }
}
