extension ChartTree {
    func validate() throws(ChartError) {
        var errors = ErrorList()
        for index in nodes.indices where !errors.isFull {
            errors.collect { () throws(ChartError) in try validate(index) }
        }
        for edge in edges where !errors.isFull { errors.collect { () throws(ChartError) in try validate(edge) } }
        try errors.throwAll()
        try rejectEndlessSteps()
    }

    private func validate(_ index: StateID) throws(ChartError) {
        let node = nodes[index]
        let name = index == .root ? "the chart" : "“\(node.state.id)”"
        let position = node.state.initial?.position ?? node.state.position
        switch node.state.kind {
        case .atomic: break
        case .compound:
            guard !node.children.isEmpty else {
                throw ChartError(
                    node.state.position,
                    "\(name) contains no states",
                    expected: "at least one state inside it"
                )
            }
            guard !node.initial.isEmpty else {
                throw ChartError(
                    position,
                    "\(name) has no initial state",
                    expected: "the id of the state that it enters first"
                )
            }
        case .parallel:
            guard !node.children.isEmpty else {
                throw ChartError(
                    position,
                    "the parallel state \(name) has no regions",
                    expected: "a state inside it for each region"
                )
            }
            if let child = node.children.first(where: { kind($0) == .final }) {
                throw ChartError(
                    nodes[child].state.position,
                    "the final state “\(nodes[child].state.id)” is directly inside the parallel state \(name)",
                    fix: "move it into a region of \(name)"
                )
            }
        case .final:
            if let transition = node.state.transitions.first {
                throw ChartError(
                    transition.position,
                    "a transition begins at the final state \(name)",
                    expected: "a state that is not final"
                )
            }
            if node.parent == .root, !node.state.exitActions.isEmpty {
                throw ChartError(
                    node.state.position,
                    "the exit actions of \(name) never run, because the machine ends in this state",
                    expected: "entry actions"
                )
            }
        case .history:
            guard let parent = node.parent, let first = node.initial.first else {
                throw ChartError(
                    position,
                    "the history \(name) has no default target, which the machine enters if nothing is stored yet",
                    expected: "a transition with a target"
                )
            }
            guard node.initial.allSatisfy({ $0 != index && isInside($0, parent) }) else {
                throw ChartError(
                    position,
                    "the default target of the history \(name) is outside the state that contains the history",
                    expected: "a target inside that state"
                )
            }
            guard !isHistory(first) || nodes[first].parent != parent else {
                throw ChartError(
                    position,
                    "the default target of the history \(name) is another history in the state that contains \(name)",
                    expected: "a state that is not a history"
                )
            }
        }
        if node.state.kind == .compound || node.state.kind == .parallel {
            guard node.initial.allSatisfy({ isInside($0, index) }) else {
                throw ChartError(
                    position,
                    "the initial state of \(name) is outside \(name)",
                    expected: "a state inside \(name)"
                )
            }
        }
        let isHistory = isHistory(index)
        try validateTargets(
            node.initial,
            of: isHistory ? "the history \(name) has the default targets" : "\(name) has the initial states",
            at: position
        )
    }

    private func validate(_ edge: Edge) throws(ChartError) {
        try validateTargets(edge.targets, of: "a transition has the targets", at: edge.transition.position)
        for id in edge.transition.condition?.states ?? []
        where index(of: id).map({ $0 == .root || isHistory($0) }) ?? true {
            throw ChartError(
                edge.transition.position,
                "In() refers to “\(id)”, which is not a state",
                expected: "the id of a state"
            )
        }
    }

    /// Checks that several targets can be active at the same time.
    ///
    /// They have to be in different regions of a parallel state.
    ///
    /// - Parameter owner: The beginning of an error message, which names the owner of the targets.
    private func validateTargets(
        _ targets: [StateID],
        of owner: String,
        at position: Position
    ) throws(ChartError) {
        for (offset, first) in targets.enumerated() {
            for second in targets.dropFirst(offset + 1) {
                let isNested = isInside(first, second) || isInside(second, first)
                guard !isNested, let common = parallel(separating: first, second),
                    !isHistory(first) || nodes[first].parent != common,
                    !isHistory(second) || nodes[second].parent != common
                else {
                    throw ChartError(
                        position,
                        "\(owner) “\(nodes[first].state.id)” and “\(nodes[second].state.id)”, "
                            + "which cannot both be active",
                        expected: "states in different regions of a parallel state. "
                            + "In Mermaid and PlantUML, a line “--” separates two regions"
                    )
                }
            }
        }
    }

    /// Rejects transitions without an external event that would follow each other forever.
    private func rejectEndlessSteps() throws(ChartError) {
        let steps = steps
        guard steps.count <= Self.stepLimit else {
            let position = edges[steps[Self.stepLimit]].transition.position
            throw ChartError(
                position,
                "the chart has more than \(Self.stepLimit) transitions without an external event",
                expected: "fewer such transitions"
            )
        }
        for step in steps where edges[step].targets.isEmpty && edges[step].transition.events.isEmpty {
            throw ChartError(
                edges[step].transition.position,
                "a transition without an event or a target would be taken forever",
                expected: "an event or a target"
            )
        }
        let following = following(of: steps)
        var isOpen: [EdgeID: Bool] = [:]
        func visit(_ step: EdgeID) throws(ChartError) {
            if isOpen[step] == true {
                throw ChartError(
                    edges[step].transition.position,
                    "transitions without an external event can form an endless loop",
                    expected: "an event on at least one of these transitions"
                )
            }
            guard isOpen[step] == nil else { return }
            isOpen[step] = true
            for next in following[step] ?? [] { try visit(next) }
            isOpen[step] = false
        }
        for step in steps { try visit(step) }
    }

    /// The largest number of transitions that need no external event.
    private static let stepLimit = 500
}
