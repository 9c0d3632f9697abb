extension MachineWriter {
    /// The lists of a type inside the machine, and whether it has reached its end.
    func addLists(of node: Int, to file: inout SwiftSource) {
        addLists(inside: node, to: &file)
        if has(inside: node, \.activities) {
            file.add(comment: "What goes on inside, outermost first.")
            addList(
                of: node,
                "activities",
                "Activity",
                own: [],
                modifier: machine.isDefinition(node) ? "public " : "",
                to: &file
            ) {
                ActionList(machine.state($0).activities.map(machine.activityName))
            }
        }
        if needsShallowValue(node) { addShallowValue(of: node, to: &file) }
    }

    /// What is done at the exits and entries of all states inside, and whether they have reached
    /// their end.
    func addLists(inside node: Int, to file: inout SwiftSource) {
        if used.contains(where: \.isExitActions), has(inside: node, \.exitActions) {
            file.add(comment: "What is done when all active states inside are exited, innermost first.")
            addList(of: node, "exitActions", "Action", own: [], modifier: "", isReversed: true, to: &file) {
                machine.list(machine.state($0).exitActions)
            }
        }
        if !machine.histories.isEmpty, has(inside: node, \.entryActions) {
            file.add(comment: "What is done when the active states inside are entered, outermost first.")
            addList(of: node, "entryActions", "Action", own: [], modifier: "", to: &file) {
                machine.list(machine.state($0).entryActions)
            }
        }
        addCompletion(of: node, to: &file)
    }

    func has(inside node: Int, _ names: KeyPath<Chart.State, [String]>) -> Bool {
        machine.hasActions(inside: node, names)
    }

    /// A property that lists something of all active states inside a state.
    func addList(
        of node: Int,
        _ property: String,
        _ type: String,
        own: [String],
        modifier: String,
        isReversed: Bool = false,
        to file: inout SwiftSource,
        _ names: (Int) -> ActionList
    ) {
        let keyPath = keyPath(property)
        func elements(of child: Int, in value: SwiftExpression) -> ActionList {
            let inner = has(inside: child, keyPath) ? ActionList(expression: value.property(property)) : ActionList()
            return isReversed ? inner + names(child) : names(child) + inner
        }
        file.block("\(modifier)var \(property): [\(type)]") { file in
            if tree.kind(node) == .parallel {
                var list = ActionList(own)
                for region in isReversed ? tree.nodes[node].children.reversed() : tree.nodes[node].children {
                    list += elements(of: region, in: .name(machine.cases[region]))
                }
                return file.add([.evaluate(list.expression)])
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

    private func keyPath(_ property: String) -> KeyPath<Chart.State, [String]> {
        switch property {
        case "exitActions": \.exitActions
        case "entryActions": \.entryActions
        default: \.activities
        }
    }

    // MARK: Ends

    private func addCompletion(of node: Int, to file: inout SwiftSource) {
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

    /// Whether it, or a parallel state around it through regions alone, leads on at its end.
    private func needsCompletion(_ node: Int) -> Bool {
        var next: Int? = tree.kind(node) == .parallel ? node : tree.nodes[node].parent
        while let parallel = next, tree.kind(parallel) == .parallel {
            if machine.completions.contains(parallel) { return true }
            next = tree.nodes[parallel].parent
        }
        return false
    }

    // MARK: Shallow histories

    private func needsShallowValue(_ node: Int) -> Bool {
        tree.kind(node) == .compound
            && tree.nodes[node].histories.contains { tree.kind($0) == .history(isDeep: false) }
            && tree.nodes[node].children.contains { machine.types[$0] != nil }
    }

    private func addShallowValue(of node: Int, to file: inout SwiftSource) {
        file.add(comment: "The same child, as it is when it is entered.")
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
}
