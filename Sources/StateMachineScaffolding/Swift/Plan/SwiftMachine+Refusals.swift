extension SwiftMachine {
    /// Rejects parts of the chart that the writer cannot translate.
    func rejectUnsupported() throws(ChartError) {
        var errors = ErrorList()
        for node in tree.nodes.indices { errors.collect { () throws(ChartError) in try rejectUnsupported(node) } }
        for edge in tree.edges { errors.collect { () throws(ChartError) in try rejectUnsupported(edge) } }
        try errors.throwAll()
        guard !tree.events.isEmpty else {
            throw ChartError(
                state(.root).position,
                "no transition has an event",
                expected: "at least one transition with an event"
            )
        }
    }

    private func rejectUnsupported(_ node: StateID) throws(ChartError) {
        guard case .history = state(node).kind, let parent = tree.nodes[node].parent else { return }
        // The value stored with a child would depend on the history stored at that time.
        if tree.kind(node) == .history(isDeep: false),
            let inner = (parent...tree.nodes[parent].last).dropFirst()
                .first(where: { !tree.isHistory($0) && beginsWithHistory($0) })
        {
            throw ChartError(
                state(node).position,
                "the history “\(state(node).id)” is shallow, but “\(state(inner).id)”, which it may restore, begins with another history",
                fix: "make “\(state(node).id)” a deep history"
            )
        }
        if let completed = completedState(in: node) {
            let id = state(completed).id
            throw ChartError(
                state(node).position,
                "the history “\(state(node).id)” may restore the final state of “\(id)”, and the machine "
                    + "would take the transition for the completion of “\(id)” (done.state.\(id)) again",
                fix: "let the event that completes “\(id)” lead to the target of this transition"
            )
        }
    }

    private func beginsWithHistory(_ node: StateID) -> Bool { tree.nodes[node].initial.contains(where: tree.isHistory) }

    private func rejectUnsupported(_ edge: ChartTree.Edge) throws(ChartError) {
        let transition = edge.transition
        for target in edge.targets where tree.isHistory(target) {
            guard let parent = tree.nodes[target].parent, tree.isInside(edge.source, parent) else { continue }
            guard edge.targets.count == 1, alwaysLeaves(edge, to: target, of: parent) else {
                throw ChartError(
                    transition.position,
                    "a transition from inside “\(state(parent).id)” leads to the history of that state",
                    expected: "a transition from outside that state, or a state as the target"
                )
            }
        }
    }

    /// Returns whether a transition to an enclosing state's history always exits the same states.
    ///
    /// If the exited states depend on the stored history, SCXML's algorithm may enter a state again
    /// that it has not exited.
    private func alwaysLeaves(_ edge: ChartTree.Edge, to history: StateID, of parent: StateID) -> Bool {
        let initial = tree.nodes[history].initial
        let isChild = tree.nodes[edge.source].parent == parent && !edge.transition.isInternal
        guard tree.kind(parent) == .compound else {
            // A stored region differs from the region of the source.
            let region = tree.child(of: parent, around: edge.source)
            let isElsewhere = initial.contains { tree.child(of: parent, around: $0) != region }
            return tree.nodes[parent].children.count > 1 && (isChild || isElsewhere)
        }
        let isShallow = tree.kind(history) == .history(isDeep: false)
        return isChild || isShallow && initial.allSatisfy { tree.nodes[$0].parent == parent && !tree.isHistory($0) }
    }
}
