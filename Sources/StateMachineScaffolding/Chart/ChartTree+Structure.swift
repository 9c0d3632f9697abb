extension ChartTree {
    package func kind(_ node: Int) -> Chart.State.Kind { nodes[node].state.kind }

    package func isHistory(_ node: Int) -> Bool { if case .history = kind(node) { true } else { false } }

    /// Whether a state is inside another one.
    package func isInside(_ node: Int, _ outer: Int) -> Bool { node > outer && node <= nodes[outer].last }

    /// The states around a state, innermost first; the last one is the chart as a whole.
    package func ancestors(of node: Int) -> [Int] {
        var result: [Int] = []
        var next = nodes[node].parent
        while let ancestor = next {
            result.append(ancestor)
            next = nodes[ancestor].parent
        }
        return result
    }

    /// The child of a state that a state inside it is, or is inside of.
    package func child(of outer: Int, around node: Int) -> Int? {
        nodes[outer].children.first { $0 == node || isInside(node, $0) }
    }

    /// The state that stays active during a transition while all that is active inside it is
    /// exited; `nil` without targets.
    ///
    /// It is the source itself if the transition is internal, and otherwise the innermost compound
    /// state around the source and all targets (`getTransitionDomain` of SCXML's algorithm).
    package func domain(of edge: Edge) -> Int? {
        guard !edge.targets.isEmpty else { return nil }
        if edge.transition.isInternal, kind(edge.source) == .compound,
            edge.targets.allSatisfy({ isInside($0, edge.source) })
        {
            return edge.source
        }
        return ancestors(of: edge.source).first { ancestor in
            kind(ancestor) == .compound && edge.targets.allSatisfy { isInside($0, ancestor) }
        }
    }

    /// The events that transitions name, in the order of the file, without those of completions;
    /// "*" for all others if there is a transition for every event.
    package var events: [String] {
        var result: [String] = []
        for edge in edges {
            for event in edge.transition.events where !event.isForCompletionsOnly && !event.name.isEmpty {
                if !result.contains(event.name) { result.append(event.name) }
            }
        }
        let isOpen = edges.contains { $0.transition.events.contains { $0.name.isEmpty } }
        return isOpen ? result + ["*"] : result
    }

    /// The states whose completion some transition is for.
    package var awaitedCompletions: [Int] {
        let descriptors = Set(edges.flatMap(\.transition.events))
        return nodes.indices.dropFirst().filter { node in
            guard kind(node) == .compound || kind(node) == .parallel else { return false }
            let event = EventDescriptor.completion + nodes[node].state.id
            return raisesCompletion(node) && descriptors.contains { $0.matches(event) }
        }
    }

    /// Whether the state can reach an end: a compound state with a final child, a parallel one
    /// where all regions can.
    private func raisesCompletion(_ node: Int) -> Bool {
        switch kind(node) {
        case .compound: nodes[node].children.contains { kind($0) == .final }
        case .parallel: nodes[node].children.allSatisfy(raisesCompletion)
        case .atomic, .final, .history: false
        }
    }
}
