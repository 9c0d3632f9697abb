// Whether a history may contain a state at its end. Its entry would complete that state once more.

extension SwiftMachine {
    /// Returns a state whose final state a history may restore, and whose completion a transition
    /// handles.
    func completedState(in history: StateID) -> StateID? {
        guard let parent = tree.nodes[history].parent else { return nil }
        let isDeep = tree.kind(history) == .history(isDeep: true)
        let inside = parent...tree.nodes[parent].last
        return completions.first { completed in
            guard inside.contains(completed) else { return false }
            // The history stores which state was active directly inside, even if it was final.
            if completed == parent { return true }
            return isDeep ? !alwaysMovesOn(from: completed, inside: parent) : beginsAtAnEnd(completed)
        }
    }

    /// Returns whether a state, or a state inside it, begins with a final state.
    private func beginsAtAnEnd(_ completed: StateID) -> Bool {
        (completed...tree.nodes[completed].last).contains { node in
            tree.nodes[node].initial.contains { tree.kind($0) == .final }
        }
    }

    /// Returns whether a state is never at its end when the machine exits a state around it.
    ///
    /// This is so if a transition to another state inside follows each end, and nothing else can
    /// come first: no other region and no transition without an event.
    private func alwaysMovesOn(from completed: StateID, inside outer: StateID) -> Bool {
        guard tree.nodes.indices.allSatisfy({ tree.kind($0) != .parallel }),
            tree.edges.allSatisfy({ !$0.transition.events.isEmpty })
        else { return false }
        let completion = EventDescriptor.completion + state(completed).id
        let edges = tree.edges.filter { edge in edge.transition.events.contains { $0.matches(completion) } }
        let leave = edges.allSatisfy { edge in
            guard edge.source == completed, let domain = tree.domain(of: edge) else { return false }
            return domain != completed && (domain == outer || tree.isInside(domain, outer))
        }
        return leave && tree.isOneAlwaysTaken(edges)
    }
}
