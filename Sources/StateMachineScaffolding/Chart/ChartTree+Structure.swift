extension ChartTree {
    /// The final states that stand for arrows to `[*]` and that Swift calls `end`.
    ///
    /// If another state beside one of them has this name, it is not among them.
    package var ends: Set<StateID> {
        Set(
            nodes.compactMap { node in
                let end = node.children.first { nodes[$0].state.kind == .final && nodes[$0].state.label == "[*]" }
                let isTaken = node.children.contains { child in
                    child != end && SwiftName.lower(nodes[child].state.id, kind: "state") == "end"
                }
                return isTaken ? nil : end
            }
        )
    }

    package func kind(_ node: StateID) -> Chart.State.Kind { nodes[node].state.kind }

    package func isHistory(_ node: StateID) -> Bool { if case .history = kind(node) { true } else { false } }

    /// Returns whether a state is inside another state.
    package func isInside(_ node: StateID, _ outer: StateID) -> Bool { node > outer && node <= nodes[outer].last }

    /// Returns the enclosing states of a state, from the innermost to the root.
    package func ancestors(of node: StateID) -> [StateID] {
        var result: [StateID] = []
        var next = nodes[node].parent
        while let ancestor = next {
            result.append(ancestor)
            next = nodes[ancestor].parent
        }
        return result
    }

    /// Returns the child of `outer` that is `node` or contains it.
    package func child(of outer: StateID, around node: StateID) -> StateID? {
        nodes[outer].children.first { $0 == node || isInside(node, $0) }
    }

    /// Returns the parallel state that contains two states in different regions, if there is one.
    func parallel(separating first: StateID, _ second: StateID) -> StateID? {
        ancestors(of: first).first { isInside(second, $0) }.flatMap { kind($0) == .parallel ? $0 : nil }
    }

    /// Returns whether two states can be active at the same time.
    func canBeActive(_ node: StateID, with other: StateID) -> Bool {
        node == other || isInside(node, other) || isInside(other, node) || parallel(separating: node, other) != nil
    }

    /// Returns the domain of a transition; `nil` without targets.
    ///
    /// The domain stays active during the transition, and all active states inside it are exited.
    /// For an internal transition, it is the source itself. Otherwise, it is the innermost compound
    /// state that contains the source and all targets (`getTransitionDomain` in SCXML's algorithm).
    package func domain(of edge: Edge) -> StateID? {
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

    /// The events that transitions name, in the order of the file, without completion events.
    ///
    /// If a transition is for every event, the list contains "*" for all other events.
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

    /// The states whose completion triggers a transition.
    package var awaitedCompletions: [StateID] {
        let descriptors = Set(edges.flatMap(\.transition.events))
        return nodes.indices.dropFirst().filter { node in
            guard kind(node) == .compound || kind(node) == .parallel else { return false }
            let event = EventDescriptor.completion + nodes[node].state.id
            return raisesCompletion(node) && descriptors.contains { $0.matches(event) }
        }
    }

    /// Returns whether a state can reach an end.
    ///
    /// A compound state can do so if it has a final child, and a parallel state if all of its
    /// regions can.
    private func raisesCompletion(_ node: StateID) -> Bool {
        switch kind(node) {
        case .compound: nodes[node].children.contains { kind($0) == .final }
        case .parallel: nodes[node].children.allSatisfy(raisesCompletion)
        case .atomic, .final, .history: false
        }
    }
}
