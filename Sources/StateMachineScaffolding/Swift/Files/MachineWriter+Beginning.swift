extension MachineWriter {
    /// Adds the initializers of a machine that is a struct.
    func addInitializers(to file: inout SwiftSource) {
        file.add(comment: "Creates a machine in its initial state.")
        if beginsWithSteps {
            file.add("public init() { self = Self.beginning\(machine.hasActions ? ".machine" : "") }")
        } else {
            file.add("public init() {}")
        }
        file.add()
        // Swift does not synthesize the internal memberwise initializer if another initializer
        // exists, so the code declares one.
        var properties: [(name: String, type: String, value: SwiftExpression)] = []
        let begin = machine.beforeHistory
        if let parallel = machine.outerRegions {
            for region in tree.nodes[parallel].children {
                guard let type = machine.types[region], let value = begin.entry(of: region, for: []).value else {
                    continue
                }
                properties.append((machine.cases[region], type, value))
            }
        } else {
            properties.append(("state", "State", begin.entry(inside: .root, for: []).value ?? .nil))
        }
        for (history, property) in machine.storedHistories {
            properties.append((property, (machine.types[tree.nodes[history].parent ?? .root] ?? "") + "?", .nil))
        }
        guard !properties.isEmpty else { return }
        let parameters = properties.enumerated().map { index, property in
            // The first parameter has no default, so that the call without arguments stays
            // unambiguous.
            "\(property.name): \(property.type)" + (index == 0 ? "" : " = \(property.value.text)")
        }
        var header = SwiftSource()
        header.list(opening: "init(", parameters, closing: ") {")
        for line in header.lines { file.add(line) }
        for property in properties { file.add("    self.\(property.name) = \(SwiftName.declared(property.name))") }
        file.add("}")
        file.add()
    }

    /// Adds the actions at the beginning of the machine, and its first state.
    func addBeginning(to file: inout SwiftSource) {
        let entry = initialEntry
        guard beginsWithSteps else {
            file.add(comment: "The actions to perform when the machine begins.")
            file.block("public static var initialActions: [Action]") { $0.add(entry.actions.expression.text) }
            return file.add()
        }
        if machine.hasActions {
            file.add(comment: "The actions to perform when the machine begins.")
            file.add("public static var initialActions: [Action] { beginning.actions }")
            file.add()
        }
        file.add(comment: "The initial machine, after the transitions without an event.")
        let type = machine.hasActions ? "(machine: \(name), actions: [Action])" : name
        file.block("private static var beginning: \(type)") { $0.add(beginningStatements) }
        file.add()
    }

    /// The initial machine after its first steps.
    var beginning: SwiftExpression {
        machine.hasActions ? .member(.name("beginning"), "machine") : .name("beginning")
    }

    /// Returns the machine at another beginning.
    func beginning(in targets: [StateID]) -> SwiftExpression? {
        let machine = machine.beforeHistory
        guard let parallel = machine.outerRegions else {
            let value = machine.entry(inside: .root, for: targets).value
            return self.machine.isWrapped ? value.map { .call(.name(name), [.init(label: "state", value: $0)]) } : value
        }
        return machine.entryOfRegions(parallel, for: targets.filter { tree.isInside($0, parallel) }).value
    }

    private var beginningStatements: [SwiftStatement] {
        let begun = SwiftExpression.name("machine")
        var code = [SwiftStatement.variable("machine", value: beginningValue)]
        if machine.needsCompletions {
            let queued = initialEntry.completions.map { SwiftExpression.case(machine.completionName($0)) }
            code.append(.variable("completions", type: .list("Completion"), value: .list(queued)))
        }
        let settling = settling(begun, after: .nil)
        guard machine.hasActions else {
            return code + [.evaluate(settling), .return(begun)]
        }
        let actions = initialEntry.actions + ActionList(expression: settling)
        return code + [.constant("actions", actions.expression), .return(.tuple([begun, .name("actions")]))]
    }

    /// The machine before the first step that needs no event.
    private var beginningValue: SwiftExpression? {
        if let parallel = machine.outerRegions { return machine.beforeHistory.entryOfRegions(parallel, for: []).value }
        guard let value = initialEntry.value else { return nil }
        return machine.isWrapped
            ? .call(.name(name), [.init(label: "state", value: value)]) : value.qualified(by: name)
    }
}
