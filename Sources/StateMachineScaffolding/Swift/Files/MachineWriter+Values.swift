extension MachineWriter {
    /// Returns the configuration of an interpreter as a Swift value.
    func value(of interpreter: ChartInterpreter) -> SwiftExpression {
        value(of: interpreter.activeStates, stored: storedValues(of: interpreter))
    }

    /// Returns a state of the machine in which a state of the diagram is active, as a Swift value.
    ///
    /// Other regions are as they are by default, and no history has stored anything.
    func value(containing node: StateID) -> SwiftExpression {
        var active = Set([node] + tree.ancestors(of: node))
        addMissing(inside: .root, to: &active)
        return value(of: active)
    }

    private func value(of active: Set<StateID>, stored: [SwiftExpression.Argument] = []) -> SwiftExpression {
        if let parallel = machine.outerRegions {
            return .call(.member(nil, "init"), regions(of: parallel, in: active) + stored)
        }
        let state = value(inside: .root, in: active) ?? .nil
        return machine.isWrapped ? .call(.name(name), [.init(label: "state", value: state)] + stored) : state
    }

    /// Returns an event in Swift, with samples of its parameters and values for its guards.
    func event(_ index: EventID, guards value: (String) -> SwiftExpression) -> SwiftExpression {
        let event = SwiftExpression.member(nil, machine.events[index].name)
        let arguments = machine.payload(of: index).map { part in
            switch part {
            case .parameter(let parameter):
                SwiftExpression.Argument(label: parameter.name, value: parameter.type.sample)
            case .guard(let text): SwiftExpression.Argument(label: machine.guards[text] ?? text, value: value(text))
            }
        }
        return arguments.isEmpty ? event : .call(event, arguments)
    }

    func value(inside node: StateID, in active: Set<StateID>) -> SwiftExpression? {
        switch tree.kind(node) {
        case .atomic, .final, .history: return nil
        case .compound:
            guard let child = tree.nodes[node].children.first(where: active.contains) else { return nil }
            return .case(machine.cases[child], value(inside: child, in: active))
        case .parallel: return .call(.member(nil, "init"), regions(of: node, in: active))
        }
    }

    private func regions(of parallel: StateID, in active: Set<StateID>) -> [SwiftExpression.Argument] {
        tree.nodes[parallel].children.compactMap { region in
            value(inside: region, in: active).map { .init(label: machine.cases[region], value: $0) }
        }
    }

    /// Adds the states that are entered with a state by default.
    func addDefaults(of node: StateID, to active: inout Set<StateID>) {
        active.insert(node)
        switch tree.kind(node) {
        case .atomic, .final, .history: break
        case .parallel: for child in tree.nodes[node].children { addDefaults(of: child, to: &active) }
        case .compound:
            let targets = tree.nodes[node].initial
            for target in targets { active.formUnion([target] + tree.ancestors(of: target)) }
            for target in targets {
                addMissing(inside: node, to: &active)
                addDefaults(of: target, to: &active)
            }
        }
    }

    /// Adds the regions of parallel states on the way to a target.
    private func addMissing(inside node: StateID, to active: inout Set<StateID>) {
        for child in tree.nodes[node].children where active.contains(child) {
            if tree.kind(child) == .parallel {
                for region in tree.nodes[child].children where !active.contains(region) {
                    addDefaults(of: region, to: &active)
                }
            }
            addMissing(inside: child, to: &active)
        }
    }
}

extension Chart.Parameter.ValueType {
    /// The value in the sample events and in the tests.
    fileprivate var sample: SwiftExpression {
        switch self {
        case .int, .double: .name("0")
        case .string: .string("")
        case .bool: .bool(false)
        }
    }
}
