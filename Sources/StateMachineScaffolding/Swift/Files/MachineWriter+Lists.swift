extension MachineWriter {
    /// The properties that list something of all active states inside a state, by name.
    enum List: String {
        case activities, entryActions, exitActions

        var type: String {
            switch self {
            case .activities: "Activity"
            case .entryActions, .exitActions: "Action"
            }
        }

        var keyPath: KeyPath<Chart.State, [String]> {
            switch self {
            case .activities: \.activities
            case .entryActions: \.entryActions
            case .exitActions: \.exitActions
            }
        }
    }

    /// Adds the lists of a type inside the machine, and the property for its end.
    func addLists(of node: StateID, to file: inout SwiftSource) {
        addLists(inside: node, to: &file)
        if has(inside: node, \.activities) {
            addList(.activities, of: node, modifier: machine.isDefinition(node) ? "public " : "", to: &file) {
                ActionList(machine.state($0).activities.map(machine.activityName))
            }
        }
        if needsShallowValue(node) { addShallowValue(of: node, to: &file) }
    }

    /// Adds the exit and entry actions of all inner states, and the property for their end.
    func addLists(inside node: StateID, to file: inout SwiftSource) {
        // Nothing exits the machine itself.
        let isExited = node != .root || used.contains(.name("exitActions"))
        if isExited, used.contains(where: \.isExitActions), has(inside: node, \.exitActions) {
            file.add(comment: "The actions when all active states inside are exited, innermost first.")
            addList(.exitActions, of: node, to: &file) {
                machine.list(machine.state($0).exitActions)
            }
        }
        if isRestored(node), has(inside: node, \.entryActions) {
            file.add(comment: "The actions when the active states inside are entered, outermost first.")
            addList(.entryActions, of: node, to: &file) {
                machine.list(machine.state($0).entryActions)
            }
        }
        addCompletion(of: node, to: &file)
    }

    func has(inside node: StateID, _ names: KeyPath<Chart.State, [String]>) -> Bool {
        machine.hasActions(inside: node, names)
    }

    /// Adds a property that lists something of all active states inside a state.
    ///
    /// - Parameters:
    ///   - own: The names that come before the names of the regions.
    ///   - names: A function that returns the names of a child itself.
    func addList(
        _ list: List,
        of node: StateID,
        own: [String] = [],
        modifier: String = "",
        to file: inout SwiftSource,
        names: (StateID) -> ActionList
    ) {
        let isReversed = list == .exitActions
        func elements(of child: StateID, in value: SwiftExpression) -> ActionList {
            let inner =
                has(inside: child, list.keyPath) ? ActionList(expression: value.property(list.rawValue)) : ActionList()
            return isReversed ? inner + names(child) : names(child) + inner
        }
        file.block("\(modifier)var \(list.rawValue): [\(list.type)]") { file in
            if tree.kind(node) == .parallel {
                var listed = ActionList(own)
                for region in isReversed ? tree.nodes[node].children.reversed() : tree.nodes[node].children {
                    listed += elements(of: region, in: .name(machine.cases[region]))
                }
                return file.add([.evaluate(listed.expression)])
            }
            let arms = tree.nodes[node].children.map { child in
                let variable = machine.variables[child] ?? ""
                let body = [SwiftStatement.evaluate(elements(of: child, in: .name(variable)).expression)]
                return SwiftStatement.Arm(.case(machine.cases[child], binding: variable, for: body), body)
            }
            file.add([.switch(.self, arms.merged)])
        }
        file.add()
    }

    // MARK: Ends

    private func addCompletion(of node: StateID, to file: inout SwiftSource) {
        guard needsCompletion(node) else { return }
        file.add(comment: "Whether the states inside have reached their end.")
        if tree.kind(node) == .parallel {
            let regions = tree.nodes[node].children.map { region -> SwiftExpression in
                machine.types[region] == nil ? .bool(false) : .member(.name(machine.cases[region]), "isComplete")
            }
            file.add("var isComplete: Bool { \(SwiftExpression.joined(regions, by: .and).text) }")
        } else {
            file.block("var isComplete: Bool") { $0.add([finals(of: node, in: .self)]) }
        }
        file.add()
    }

    /// Returns whether a transition follows the end of a state.
    ///
    /// The state is a region or a parallel state. The transition may follow the end of any parallel
    /// state that encloses it directly or through other regions.
    private func needsCompletion(_ node: StateID) -> Bool {
        var next: StateID? = tree.kind(node) == .parallel ? node : tree.nodes[node].parent
        while let parallel = next, tree.kind(parallel) == .parallel {
            if machine.completions.contains(parallel) { return true }
            next = tree.nodes[parallel].parent
        }
        return false
    }
}
