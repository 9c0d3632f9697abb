extension ChartTree {
    func validate() throws(ChartError) {
        for index in nodes.indices { try validate(index) }
        for edge in edges { try validate(edge) }
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
                throw ChartError(node.state.position, "\(name) has no state inside it", expected: "a state")
            }
            guard !node.initial.isEmpty else {
                throw ChartError(position, "\(name) does not say what it begins with", expected: "the id of a state")
            }
        case .parallel:
            guard !node.children.isEmpty else {
                throw ChartError(position, "\(name) is parallel and has no region", expected: "a state inside it")
            }
            if let child = node.children.first(where: { kind($0) == .final }) {
                throw ChartError(
                    nodes[child].state.position,
                    "\(name) is parallel, and one of its regions is a final state",
                    expected: "a final state inside the region"
                )
            }
        case .final:
            if let transition = node.state.transitions.first {
                throw ChartError(
                    transition.position,
                    "a transition leaves the final state \(name)",
                    expected: "a state that is not final"
                )
            }
            if node.parent == 0, !node.state.exitActions.isEmpty {
                throw ChartError(
                    node.state.position,
                    "\(name) ends the machine and has exit actions, which nothing would perform",
                    expected: "entry actions"
                )
            }
        case .history:
            guard let parent = node.parent, let first = node.initial.first else {
                throw ChartError(
                    position,
                    "the history \(name) does not say what is entered at first",
                    expected: "a transition with a target"
                )
            }
            guard node.initial.allSatisfy({ $0 != index && isInside($0, parent) }) else {
                throw ChartError(
                    position,
                    "the history \(name) leads out of what it stores",
                    expected: "a state inside the one around it"
                )
            }
            guard !isHistory(first) || nodes[first].parent != parent else {
                throw ChartError(
                    position,
                    "the history \(name) leads to another one of the same state",
                    expected: "a state"
                )
            }
        }
        if node.state.kind == .compound || node.state.kind == .parallel {
            guard node.initial.allSatisfy({ isInside($0, index) }) else {
                throw ChartError(position, "what \(name) begins with is not inside it", expected: "a state inside it")
            }
        }
        try validateTargets(node.initial, at: position)
    }

    private func validate(_ edge: Edge) throws(ChartError) {
        try validateTargets(edge.targets, at: edge.transition.position)
        for id in edge.transition.condition?.states ?? [] where index(of: id).map({ $0 == 0 || isHistory($0) }) ?? true
        {
            throw ChartError(
                edge.transition.position,
                "In() names “\(id)”, which is no state",
                expected: "the id of a state"
            )
        }
    }

    /// Several targets have to be active at the same time: in different regions of a parallel
    /// state.
    private func validateTargets(_ targets: [Int], at position: Position) throws(ChartError) {
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
                        "“\(nodes[first].state.id)” and “\(nodes[second].state.id)” cannot be active together",
                        expected: "targets in different regions of a parallel state"
                    )
                }
            }
        }
    }

    /// Transitions without an external event must not lead to each other for ever.
    private func rejectEndlessSteps() throws(ChartError) {
        let completions = awaitedCompletions.map { EventDescriptor.completion + nodes[$0].state.id }
        // No event, or one that the machine itself may raise.
        let steps = edges.indices.filter { index in
            let events = edges[index].transition.events
            return events.isEmpty || completions.contains { completion in events.contains { $0.matches(completion) } }
        }
        guard steps.count <= Self.stepLimit else {
            let position = edges[steps[Self.stepLimit]].transition.position
            throw ChartError(position, "there are more than \(Self.stepLimit) transitions without an external event")
        }
        var entered: [Int: Set<Int>] = [:]
        for step in steps {
            let edge = edges[step]
            if edge.targets.isEmpty, edge.transition.events.isEmpty {
                throw ChartError(
                    edge.transition.position,
                    "a transition without an event and without a target would be taken for ever",
                    expected: "an event or a target"
                )
            }
            entered[step] = possiblyEntered(by: edge)
        }
        /// The steps that may follow one.
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
                    "transitions without an external event may follow each other for ever",
                    expected: "an event on one of them"
                )
            }
            guard isOpen[step] == nil else { return }
            isOpen[step] = true
            for next in successors(of: step) { try visit(next) }
            isOpen[step] = false
        }
        for step in steps { try visit(step) }
    }

    /// The most transitions that need no event from outside.
    private static let stepLimit = 500

    /// All states that a transition may enter, whatever a history stores.
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
        // What stays active leads on as what is entered does.
        if domain == edge.source { result.insert(domain) }
        return result
    }
}
