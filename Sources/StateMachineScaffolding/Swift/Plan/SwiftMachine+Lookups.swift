extension SwiftMachine {
    /// Returns the name of the case for the completion of a state.
    func completionName(_ node: StateID) -> String { variables[node] ?? cases[node] }

    /// The names of this machine that the code for events uses without a preceding dot.
    var namesInRules: Set<String> {
        var result = Set(histories.keys.map(keeper))
        result.formUnion(histories.values)
        result.formUnion(variables.values)
        for (index, node) in tree.nodes.numbered.dropFirst() {
            result.insert(activityCheck(of: node.state.id))
            guard let type = types[index] else { continue }
            result.insert(stored(type))
            guard node.state.kind == .parallel else { continue }
            result.formUnion(node.children.map { cases[$0] })
            result.formUnion(RegionFlags(inside: type).names)
        }
        return result
    }

    /// The variables of walks over the regions of nested parallel states.
    var innerWalks: [RegionFlags] {
        types.sorted { $0.key < $1.key }.filter { tree.kind($0.key) == .parallel }.map { RegionFlags(inside: $0.value) }
    }

    /// Returns the name of the property that tells whether a state is active.
    func activityCheck(of id: String) -> String { "isIn" + SwiftName.upper(id, kind: "State") }

    /// Returns the conditions that find a state in the machine, beginning with the outermost.
    ///
    /// The conditions bind the state's value or match its case.
    ///
    /// - Returns: The conditions, and the expression that reads the value where they hold.
    func conditions(for node: StateID, isBound: Bool) -> (conditions: [SwiftCondition], value: SwiftExpression) {
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
}

extension SwiftExpression {
    /// Whether the expression is the list of exit actions of the states inside a state.
    var isExitActions: Bool {
        switch self {
        case .name("exitActions"), .member(_, "exitActions"): true
        default: false
        }
    }
}
