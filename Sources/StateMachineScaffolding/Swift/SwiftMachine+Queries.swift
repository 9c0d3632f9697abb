extension SwiftMachine {
    /// The case that says that a state has reached its end.
    func completionName(_ node: Int) -> String { variables[node] ?? cases[node] }

    /// The method that stores what a history is for.
    func keeper(of history: Int) -> String {
        let property = histories[history] ?? ""
        return "keep" + property.prefix(1).uppercased() + property.dropFirst()
    }

    /// The names of this machine that the code for events uses without a dot before them.
    var namesInRules: Set<String> {
        var result = Set(histories.keys.map(keeper))
        result.formUnion(histories.values)
        result.formUnion(variables.values)
        for (index, node) in tree.nodes.enumerated().dropFirst() {
            result.insert(activityCheck(of: node.state.id))
            guard let type = types[index] else { continue }
            result.insert(stored(type))
            guard node.state.kind == .parallel else { continue }
            result.formUnion(node.children.map { cases[$0] })
            result.formUnion(StepContext.Walk(parallel: index, isMixed: false, suffix: "In\(type)").names)
        }
        return result
    }

    /// The variable that holds what was stored, while it is entered.
    func stored(_ type: String) -> String { "stored\(type)" }

    /// The property that says whether a state is active.
    func activityCheck(of id: String) -> String { "isIn" + SwiftName.upper(id, kind: "State") }

    /// How a state is found in the machine: conditions to bind its value or to match its case,
    /// outermost first.
    ///
    /// - Returns: The conditions, and how its value is read where they hold.
    func conditions(for node: Int, isBound: Bool) -> (conditions: [String], value: String) {
        var conditions: [String] = []
        var value = isWrapped ? "state" : "self"
        let path = [node] + tree.ancestors(of: node)
        for (outer, inner) in zip(path.reversed(), path.reversed().dropFirst()) {
            if inner == outerRegions { continue }
            if tree.kind(outer) == .parallel {
                value = value == "self" ? SwiftName.declared(cases[inner]) : "\(value).\(cases[inner])"
            } else if let variable = variables[inner], isBound || inner != node {
                conditions.append("case .\(cases[inner])(let \(SwiftName.declared(variable))) = \(value)")
                value = SwiftName.declared(variable)
            } else {
                conditions.append("case .\(cases[inner]) = \(value)")
            }
        }
        if !isBound, let last = conditions.last, let start = last.firstIndex(of: "("),
            let end = last.firstIndex(of: ")")
        {
            conditions[conditions.count - 1] = String(last[..<start] + last[last.index(after: end)...])
        }
        return (conditions, value)
    }

    /// What a history stores of the value of the state around it: with a shallow one the child with
    /// what that begins with.
    func storedValue(of history: Int, _ value: String) -> String {
        guard tree.kind(history) != .history(isDeep: true), let node = tree.nodes[history].parent else { return value }
        guard tree.kind(node) == .compound else { return entryOfRegions(node, for: []).value ?? value }
        let isPlain = tree.nodes[node].children.allSatisfy { types[$0] == nil }
        return isPlain ? value : "\(value).withoutInnerStates"
    }
}
