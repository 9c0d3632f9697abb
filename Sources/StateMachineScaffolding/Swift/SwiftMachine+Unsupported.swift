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
        let initial = state(node).initial
        if !tree.isHistory(node), tree.nodes[node].initial.contains(where: tree.isHistory) {
            throw ChartError(
                initial?.position ?? state(node).position,
                "\(node == 0 ? "the chart" : "“\(state(node).id)”") begins with a history",
                expected: "a state; the history can be the target of transitions"
            )
        }
        guard case .history = state(node).kind, let parent = tree.nodes[node].parent else { return }
        let inside = parent...tree.nodes[parent].last
        if completions.contains(where: { inside.contains($0) }) {
            throw ChartError(
                state(node).position,
                "the history “\(state(node).id)” stores a state that may have reached its end, and a transition is for that end",
                expected: "a history of states without such a transition"
            )
        }
    }

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
            guard let parent = tree.nodes[target].parent else { continue }
            // What stays active depends on what is stored; that is written for one target.
            let initial = tree.nodes[target].initial
            let isDeep = tree.kind(target) == .history(isDeep: true) && !initial.contains(where: tree.isHistory)
            let isPlain = initial.allSatisfy { tree.nodes[$0].parent == parent && !tree.isHistory($0) }
            let isWritten = tree.kind(parent) == .compound ? isDeep || isPlain : tree.nodes[parent].children.count > 1
            if tree.isInside(edge.source, parent), !isWritten || edge.targets.count > 1 {
                throw ChartError(
                    transition.position,
                    "a transition from inside “\(state(parent).id)” leads to its own history",
                    expected: "a transition from outside, or a state as the target"
                )
            }
        }
    }
}
