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

    private func validate(_ index: Int) throws(ChartError) {
        let node = nodes[index]
        let name = index == 0 ? "the chart" : "“\(node.state.id)”"
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
            if node.parent == 0, !node.state.exitActions.isEmpty {
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
                throw ChartError(position, "the initial state of \(name) is outside it", expected: "a state inside it")
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
        for id in edge.transition.condition?.states ?? [] where index(of: id).map({ $0 == 0 || isHistory($0) }) ?? true
        {
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
        _ targets: [Int],
        of owner: String,
        at position: Position
    ) throws(ChartError) {
        for (offset, first) in targets.enumerated() {
            for second in targets.dropFirst(offset + 1) {
                let common = ancestors(of: first).first { isInside(second, $0) }
                let isNested = isInside(first, second) || isInside(second, first)
                guard !isNested, let common, kind(common) == .parallel,
                    !isHistory(first) || nodes[first].parent != common,
                    !isHistory(second) || nodes[second].parent != common
                else {
                    throw ChartError(
                        position,
                        "\(owner) “\(nodes[first].state.id)” and “\(nodes[second].state.id)”, which cannot be active at the same time",
                        expected: "states in different regions of a parallel state. "
                            + "In Mermaid and PlantUML, a line “--” separates two regions"
                    )
                }
            }
        }
    }

    /// Rejects transitions without an external event that would follow each other forever.
    private func rejectEndlessSteps() throws(ChartError) {
        let completions = awaitedCompletions.map { EventDescriptor.completion + nodes[$0].state.id }
        // Transitions without an event, or for an event that the machine itself may raise.
        let steps = edges.indices.filter { index in
            let events = edges[index].transition.events
            return events.isEmpty || completions.contains { completion in events.contains { $0.matches(completion) } }
        }
        guard steps.count <= Self.stepLimit else {
            let position = edges[steps[Self.stepLimit]].transition.position
            throw ChartError(
                position,
                "the chart has more than \(Self.stepLimit) transitions without an external event",
                expected: "fewer such transitions"
            )
        }
        var entered: [Int: Set<Int>] = [:]
        for step in steps {
            let edge = edges[step]
            if edge.targets.isEmpty, edge.transition.events.isEmpty {
                throw ChartError(
                    edge.transition.position,
                    "a transition without an event or a target would be taken forever",
                    expected: "an event or a target"
                )
            }
            entered[step] = possiblyEntered(by: edge)
        }
        /// Returns the steps that may follow a step.
        func successors(of step: Int) -> [Int] {
            let states = entered[step] ?? []
            return steps.filter { next in
                let edge = edges[next]
                guard !edge.transition.events.isEmpty else { return states.contains(edge.source) }
                return states.contains { state in
                    guard kind(state) == .final, let parent = nodes[state].parent else { return false }
                    return ([parent] + [nodes[parent].parent].compactMap { $0 }).contains { completed in
                        let event = EventDescriptor.completion + nodes[completed].state.id
                        return edge.transition.events.contains { $0.matches(event) }
                    }
                }
            }
        }
        var isOpen: [Int: Bool] = [:]
        func visit(_ step: Int) throws(ChartError) {
            if isOpen[step] == true {
                throw ChartError(
                    edges[step].transition.position,
                    "transitions without an external event can form an endless loop",
                    expected: "an event on at least one of them"
                )
            }
            guard isOpen[step] == nil else { return }
            isOpen[step] = true
            for next in successors(of: step) { try visit(next) }
            isOpen[step] = false
        }
        for step in steps { try visit(step) }
    }

    /// The largest number of transitions that need no external event.
    private static let stepLimit = 500

    /// Returns all states that a transition may enter, for any contents of histories.
    private func possiblyEntered(by edge: Edge) -> Set<Int> {
        guard let domain = domain(of: edge) else { return [] }
        var result: Set<Int> = []
        func enter(_ node: Int) {
            if isHistory(node) {
                guard let parent = nodes[node].parent else { return }
                result.formUnion(parent...nodes[parent].last)
                return
            }
            guard result.insert(node).inserted else { return }
            switch kind(node) {
            case .compound: for child in nodes[node].initial { enterWithAncestors(child, below: node) }
            case .parallel: for child in nodes[node].children { enter(child) }
            case .atomic, .final, .history: break
            }
        }
        func enterWithAncestors(_ node: Int, below outer: Int) {
            enter(node)
            for ancestor in ancestors(of: node).prefix(while: { $0 != outer }) {
                result.insert(ancestor)
                if kind(ancestor) == .parallel { for child in nodes[ancestor].children { enter(child) } }
            }
        }
        for target in edge.targets { enterWithAncestors(target, below: domain) }
        // The source stays active, so its transitions can follow as well.
        if domain == edge.source { result.insert(domain) }
        return result
    }
}
