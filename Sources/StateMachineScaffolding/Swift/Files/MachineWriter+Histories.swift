// What the generated files say of histories: their properties, the methods that store them, and the
// values that the tests expect in them.

extension MachineWriter {
    /// Adds the properties that store histories.
    func addHistories(to file: inout SwiftSource) {
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

    /// Adds the method that enters all regions again and keeps the stored histories.
    func addEntering(to file: inout SwiftSource) {
        guard let parallel = machine.outerRegions, used.contains(.enter) else { return }
        file.block("private mutating func enter(_ regions: \(name))") { file in
            for region in tree.nodes[parallel].children where machine.types[region] != nil {
                file.add("\(SwiftName.declared(machine.cases[region])) = regions.\(machine.cases[region])")
            }
        }
        file.add()
    }

    /// Adds the methods that store histories.
    func addKeepers(to file: inout SwiftSource) {
        for (history, property) in machine.storedHistories {
            let keeper = machine.keeper(of: history)
            guard let parent = tree.nodes[history].parent, used.contains(.name(keeper)) else { continue }
            let limit = tree.kind(history) == .history(isDeep: true) ? "" : " but not the states inside them"
            file.add(comment: "Stores the active states in `\(machine.state(parent).id)`\(limit).")
            file.block("private mutating func \(keeper)()") { file in
                let found = machine.conditions(for: parent, isBound: true)
                let value = machine.storedValue(of: history, found.value)
                let isBound = value.all.contains(found.value)
                let store = SwiftStatement.assign(.name(property), value)
                addLine(of: store, if: machine.conditions(for: parent, isBound: isBound).conditions, to: &file)
            }
            file.add()
        }
    }

    /// Whether a shallow history needs the children of a state without the states inside them.
    func needsShallowValue(_ node: StateID) -> Bool {
        tree.kind(node) == .compound
            && tree.nodes[node].histories.contains { tree.kind($0) == .history(isDeep: false) }
            && tree.nodes[node].children.contains { machine.types[$0] != nil }
    }

    /// Adds the property that a shallow history stores.
    func addShallowValue(of node: StateID, to file: inout SwiftSource) {
        file.add(comment: "The child as it is when the machine enters it.")
        file.block("var withoutInnerStates: Self") { file in
            let arms = tree.nodes[node].children.map { child in
                let name = machine.cases[child]
                let value = SwiftExpression.case(name, machine.entry(of: child, for: []).value)
                return SwiftStatement.Arm(.case(name), [.evaluate(value)])
            }
            file.add([.switch(.self, arms)])
        }
        file.add()
    }

    /// Whether a history can restore the states inside a state.
    func isRestored(_ node: StateID) -> Bool {
        machine.histories.keys.compactMap { tree.nodes[$0].parent }.contains { $0 == node || tree.isInside(node, $0) }
    }

    /// Returns the values of the properties for histories, as an interpreter has stored them.
    func storedValues(of interpreter: ChartInterpreter) -> [SwiftExpression.Argument] {
        machine.storedHistories.compactMap { history, property in
            guard let active = interpreter.storedStates(in: history), let parent = tree.nodes[history].parent else {
                return nil
            }
            var all = active.union(active.flatMap(tree.ancestors))
            if tree.kind(history) == .history(isDeep: false) { for node in active { addDefaults(of: node, to: &all) } }
            return value(inside: parent, in: all).map { .init(label: property, value: $0) }
        }
    }
}
