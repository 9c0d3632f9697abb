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
    /// The rules of the inner states that have their own rules.
    let innerRules: [StateID: [SwiftStatement]]
    /// The reasons of rejections that a guard decides, in the order of the code.
    let refusals: [String]
    /// The expressions in these statements.
    let used: Set<SwiftExpression>
    /// The activities that do not start again although their states are entered again.
    let restarts: [Restart]
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
        try Self.checkSize(of: machine, position: chart.root.position)
        restarts = Self.restarts(in: tree, of: chart)
        let steps = StepWriter(machine: machine)
        let guards = Set(machine.guards.values)
        let eventCode = steps.eventStatements().namingRefusals(by: guards)
        completionCode = machine.needsCompletions ? steps.completionStatements() : []
        ownCode = machine.hasOwnSteps ? steps.ownStatements() : []
        let definitions = tree.nodes.indices.filter(machine.isDefinition)
        let rules = definitions.map { ($0, steps.statements(of: $0).namingRefusals(by: guards)) }
        let refusals = (eventCode + rules.flatMap(\.1)).refusals
        self.refusals = refusals
        self.eventCode = refusals.isEmpty ? eventCode : eventCode.offeringRefusals
        innerRules = Dictionary(
            uniqueKeysWithValues: rules.map { ($0, refusals.isEmpty ? $1 : $1.offeringRefusals) }
        )
        let inner = innerRules.values.flatMap { $0 }
        used = Set((eventCode + completionCode + ownCode + inner).all.flatMap(\.expressions).flatMap(\.all))
    }

    /// The largest number of pairs of a state and an event, each of which is in a `switch`.
    package static let switchLimit = 100_000

    /// Rejects a machine whose `switch` would be too long to read and to compile.
    private static func checkSize(of machine: SwiftMachine, position: Position) throws(ChartError) {
        let states = machine.tree.nodes.indices.filter { machine.tree.kind($0) == .atomic }.count
        let events = machine.events.indices.count
        guard states * events <= switchLimit else {
            throw ChartError(
                position,
                "the machine would have \(states) states and \(events) events, and thus \(states * events) pairs in its switch",
                expected: "at most \(switchLimit) pairs. Divide the machine into machines that send each other events"
            )
        }
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
        if let title = tree.name, !SwiftName.repeats(title, module) { file.add(comment: "The machine “\(title)”.") }
        if let parallel = machine.outerRegions {
            file.block("public struct \(name): StateDefinition, Hashable") { file in
                addProperties(of: parallel, to: &file)
                addHistories(to: &file)
                addVocabulary(to: &file)
                addRules(to: &file)
            }
        } else if machine.isWrapped {
            file.block("public struct \(name): StateDefinition, Hashable") { file in
                let value = initialEntry.value?.qualified(by: "State")
                file.add("public internal(set) var state = \(value?.text ?? "")")
                file.add()
                addHistories(to: &file)
                addVocabulary(to: &file)
                addRules(to: &file)
            }
        } else {
            file.block("public enum \(name): StateDefinition, Hashable") { file in
                addCases(of: .root, to: &file)
                addVocabulary(to: &file)
                addRules(to: &file)
            }
        }
        addHelpers(to: &file)
        file.add()
        addFiniteness(to: &file)
        return file
    }

    private func typeFile(_ node: StateID) -> SwiftSource {
        let isDefinition = machine.isDefinition(node)
        let isStruct = tree.kind(node) == .parallel
        // Only this conformance marks a type as a state if it is not the payload of a case.
        let isRegion = node == .root || tree.nodes[node].parent.map { tree.kind($0) == .parallel } == true
        // What a history stores is data. Without the conformance, it would be a region.
        let isStored = tree.nodes[node].histories.contains { machine.histories[$0] != nil }
        let isNested = isStored && (isDefinition || isStruct) || isRegion && !isDefinition && !isStruct
        let kind = (isDefinition ? "StateDefinition, " : "") + (isNested ? "NestedState, " : "")
        var file = SwiftSource(kind.isEmpty ? [] : ["public import StateMachines", ""])
        file.block("extension \(name)") { file in
            let type = machine.types[node] ?? ""
            let conformances = "\(kind)Hashable" + (isDefinition ? "" : ", Sendable")
            file.block("public \(isStruct ? "struct" : "enum") \(type): \(conformances)") { file in
                if isStruct { addProperties(of: node, to: &file) } else { addCases(of: node, to: &file) }
                if let rules = innerRules[node] { addRules(rules, of: node, to: &file) }
                if needsFinal(node) { addFinal(of: node, to: &file) }
                addLists(of: node, to: &file)
            }
        }
        return file
    }

    // MARK: States

    private func addCases(of node: StateID, to file: inout SwiftSource) {
        file.add(
            cases: tree.nodes[node].children.map { child in
                let payload = machine.types[child].map { "(\($0))" } ?? ""
                return (comment(of: child), SwiftName.declared(machine.cases[child]) + payload)
            }
        )
    }

    /// Returns the doc comment for a state: its label, unless the name repeats it, and its notes.
    ///
    /// - Returns: `nil` if the name says everything.
    private func comment(of node: StateID) -> String? {
        let state = machine.state(node)
        let text = state.label ?? state.id
        let title = text == "[*]" || SwiftName.repeats(text, machine.cases[node]) ? nil : "“\(text)”."
        let parts = [title].compactMap(\.self) + state.notes
        return parts.isEmpty ? nil : parts.joined(separator: title == nil ? "\n" : "\n\n")
    }

    private func addProperties(of parallel: StateID, to file: inout SwiftSource) {
        for region in tree.nodes[parallel].children {
            guard let type = machine.types[region], let value = machine.beforeHistory.entry(of: region, for: []).value
            else {
                continue
            }
            if let comment = comment(of: region) { file.add(comment: comment) }
            file.add("public internal(set) var \(SwiftName.declared(machine.cases[region])): \(type) = \(value.text)")
        }
        file.add()
    }
}
