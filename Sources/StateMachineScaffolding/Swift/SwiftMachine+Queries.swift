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
            result.formUnion(WalkFlags(inside: type).names)
        }
        return result
    }

    /// The variables of walks over the regions of parallel states inside others.
    var innerWalks: [WalkFlags] {
        types.sorted { $0.key < $1.key }.filter { tree.kind($0.key) == .parallel }.map { WalkFlags(inside: $0.value) }
    }

    /// The histories with the properties that store them.
    var storedHistories: [(history: Int, property: String)] {
        histories.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The variable that holds what was stored, while it is entered.
    func stored(_ type: String) -> String { "stored\(type)" }

    /// The property that says whether a state is active.
    func activityCheck(of id: String) -> String { "isIn" + SwiftName.upper(id, kind: "State") }

    /// How a state is found in the machine: conditions to bind its value or to match its case,
    /// outermost first.
    ///
    /// - Returns: The conditions, and how its value is read where they hold.
    func conditions(for node: Int, isBound: Bool) -> (conditions: [SwiftCondition], value: SwiftExpression) {
        var steps: [(name: String, variable: String?, value: SwiftExpression)] = []
        var value = isWrapped ? SwiftExpression.name("state") : .self
        let path = ([node] + tree.ancestors(of: node)).reversed()
        for (outer, inner) in zip(path, path.dropFirst()) where inner != outerRegions {
            if tree.kind(outer) == .parallel {
                value = value.property(cases[inner])
            } else {
                steps.append((cases[inner], variables[inner], value))
                if let variable = variables[inner] { value = .name(variable) }
            }
        }
        if !isBound, !steps.isEmpty { steps[steps.count - 1].variable = nil }
        let conditions = steps.map { step in
            SwiftCondition.matches(.case(step.name, step.variable.map { [.constant($0)] } ?? []), step.value)
        }
        return (conditions, value)
    }

    /// What a history stores of the value of the state around it: with a shallow one the child with
    /// what that begins with.
    func storedValue(of history: Int, _ value: SwiftExpression) -> SwiftExpression {
        guard tree.kind(history) != .history(isDeep: true), let node = tree.nodes[history].parent else { return value }
        guard tree.kind(node) == .compound else { return entryOfRegions(node, for: []).value ?? value }
        let isPlain = tree.nodes[node].children.allSatisfy { types[$0] == nil }
        return isPlain ? value : .member(value, "withoutInnerStates")
    }
}

extension SwiftExpression {
    /// Whether it is what is done at the exit of the states inside one.
    var isExitActions: Bool {
        switch self {
        case .name("exitActions"), .member(_, "exitActions"): true
        default: false
        }
    }
}
