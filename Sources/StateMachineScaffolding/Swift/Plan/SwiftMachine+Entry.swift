extension SwiftMachine {
    /// An entry into a state: its value in Swift, its actions, and the states that it completes.
    struct Entry {
        /// The value, or `nil` for a state without a value, such as a region without inner states.
        var value: SwiftExpression?
        var actions = ActionList()
        var completions: [StateID] = []
        /// Whether the state has reached its end.
        var isComplete = false
        /// The statements before the entry.
        var preparation: [SwiftStatement] = []
    }

    func list(_ names: [String]) -> ActionList { ActionList(names.map(actionName)) }

    /// Returns the entry into a compound state for some targets, or into its initial child.
    func entry(inside compound: StateID, for targets: [StateID]) -> Entry {
        let targets = targets.isEmpty ? tree.nodes[compound].initial : targets
        guard let first = targets.first else { return Entry() }
        if let stored = storedEntry(inside: compound, for: targets) { return stored }
        guard let child = tree.child(of: compound, around: first) else { return Entry() }
        var entry = entry(of: child, for: targets)
        entry.value = .case(cases[child], entry.value)
        entry.isComplete = tree.kind(child) == .final
        if entry.isComplete, completions.contains(compound) { entry.completions.append(compound) }
        return entry
    }

    /// Returns the entry into a state, including the state itself.
    func entry(of node: StateID, for targets: [StateID]) -> Entry {
        let inner = targets.filter { tree.isInside($0, node) }
        var result: Entry
        switch tree.kind(node) {
        case .atomic, .final, .history: result = Entry()
        case .compound: result = entry(inside: node, for: inner)
        case .parallel: result = entryOfRegions(node, for: inner)
        }
        result.actions = list(state(node).entryActions) + result.actions
        return result
    }

    func entryOfRegions(_ parallel: StateID, for targets: [StateID]) -> Entry {
        if let stored = storedEntry(inside: parallel, for: targets) { return stored }
        var result = Entry(isComplete: true)
        var arguments: [SwiftExpression.Argument] = []
        let children = tree.nodes[parallel].children
        for region in children {
            let inner = targets.filter { $0 == region || tree.isInside($0, region) }
            let entry = entry(of: region, for: inner)
            // Reuse the entry. Computing it twice would double the work at each level of nested
            // regions.
            let usual = inner.isEmpty && histories.isEmpty ? entry : beforeHistory.entry(of: region, for: [])
            // Without arguments, the initializer makes the beginning of the machine, which may
            // already have taken steps.
            let isNeeded = parallel == outerRegions && arguments.isEmpty
            if let value = entry.value, isNeeded || value != usual.value {
                arguments.append(.init(label: cases[region], value: value))
            }
            result.actions += entry.actions
            result.completions += entry.completions
            result.preparation += entry.preparation
            result.isComplete = result.isComplete && entry.isComplete
        }
        if result.isComplete, completions.contains(parallel), children.last.map(tree.kind) == .compound {
            result.completions.append(parallel)
        }
        result.value = .call(.name(types[parallel] ?? ""), arguments)
        return result
    }

    /// Returns whether an inner state has entry or exit actions.
    func hasActions(inside node: StateID, _ actions: KeyPath<Chart.State, [String]>) -> Bool {
        node < tree.nodes[node].last
            && (node.advanced(by: 1)...tree.nodes[node].last).contains { !state($0)[keyPath: actions].isEmpty }
    }
}
