extension SwiftMachine {
    /// Refuses what cannot be written, in words.
    func rejectUnsupported() throws(ChartError) {
        for node in tree.nodes.indices { try rejectUnsupported(node) }
        for edge in tree.edges { try rejectUnsupported(edge) }
        guard !tree.events.isEmpty else {
            throw ChartError(state(0).position, "no transition has an event", expected: "a transition with an event")
        }
    }

    private func rejectUnsupported(_ node: Int) throws(ChartError) {
        guard case .history = state(node).kind, let parent = tree.nodes[node].parent else { return }
        let inside = parent...tree.nodes[parent].last
        // What is stored with a child would depend on what is stored then.
        if tree.kind(node) == .history(isDeep: false),
            let inner = inside.dropFirst().first(where: { !tree.isHistory($0) && beginsWithHistory($0) })
        {
            throw ChartError(
                state(node).position,
                "the history “\(state(node).id)” is shallow, and “\(state(inner).id)” inside begins with a history",
                expected: "a deep history"
            )
        }
        if completions.contains(where: { inside.contains($0) }) {
            throw ChartError(
                state(node).position,
                "the history “\(state(node).id)” stores a state that may have reached its end, and a transition is for that end",
                expected: "a history of states without such a transition"
            )
        }
    }

    private func beginsWithHistory(_ node: Int) -> Bool { tree.nodes[node].initial.contains(where: tree.isHistory) }

    private func rejectUnsupported(_ edge: ChartTree.Edge) throws(ChartError) {
        let transition = edge.transition
        let isTakenByItself =
            transition.events.isEmpty
            || completions.contains { completed in
                transition.events.contains { $0.matches(EventDescriptor.completion + state(completed).id) }
            }
        if isTakenByItself, let guarded = transition.condition?.guards.first {
            throw ChartError(
                transition.position,
                "the guard “\(guarded)” is on a transition without an external event, which could carry it",
                expected: "an event, or In()"
            )
        }
        for target in edge.targets where tree.isHistory(target) {
            guard let parent = tree.nodes[target].parent, tree.isInside(edge.source, parent) else { continue }
            guard edge.targets.count == 1, alwaysLeaves(edge, to: target, of: parent) else {
                throw ChartError(
                    transition.position,
                    "a transition from inside “\(state(parent).id)” leads to its own history",
                    expected: "a transition from outside, or a state as the target"
                )
            }
        }
    }

    /// Whether a transition to the history of a state around its source leaves the same states,
    /// whatever is stored.
    ///
    /// Otherwise SCXML's algorithm may enter a state again that it has not left.
    private func alwaysLeaves(_ edge: ChartTree.Edge, to history: Int, of parent: Int) -> Bool {
        let initial = tree.nodes[history].initial
        let isChild = tree.nodes[edge.source].parent == parent && !edge.transition.isInternal
        guard tree.kind(parent) == .compound else {
            // Some region that is stored is not that of the source.
            let region = tree.child(of: parent, around: edge.source)
            let isElsewhere = initial.contains { tree.child(of: parent, around: $0) != region }
            return tree.nodes[parent].children.count > 1 && (isChild || isElsewhere)
        }
        let isShallow = tree.kind(history) == .history(isDeep: false)
        return isChild || isShallow && initial.allSatisfy { tree.nodes[$0].parent == parent && !tree.isHistory($0) }
    }
}
