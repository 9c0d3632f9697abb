extension SwiftMachine {
    /// Returns whether the rules of a state are in its own type.
    func isDefinition(_ node: StateID) -> Bool { ownRules.contains(node) || isOfferedRegion(node) }

    private func isOfferedRegion(_ node: StateID) -> Bool {
        tree.kind(node) == .compound && tree.nodes[node].parent.map(offeredRegions.contains) == true
    }

    /// Returns whether the regions of a parallel state are independent.
    ///
    /// They are independent if no two of their transitions can conflict and if nothing in a region
    /// refers to states outside. Each region then becomes a separate machine, and `Regions.offer`
    /// passes an event to all regions that it concerns.
    func areIndependent(_ parallel: StateID) -> Bool {
        guard tree.kind(parallel) == .parallel,
            !tree.ancestors(of: parallel).contains(where: { tree.kind($0) == .parallel }),
            !completions.contains(where: { awaited in
                let isFollowed = awaited == parallel && followed.contains(awaited)
                return awaited >= parallel && awaited <= tree.nodes[parallel].last && !isFollowed
            }),
            !histories.keys.contains(where: { tree.isInside($0, parallel) })
        else { return false }
        let inside = tree.edges.filter { tree.isInside($0.source, parallel) }
        guard !inside.isEmpty, inside.allSatisfy({ isLocal($0, to: parallel) }) else { return false }
        let around = tree.edges.filter { $0.source == parallel || tree.isInside(parallel, $0.source) }
        return events.allSatisfy { event in
            let concerned = inside.filter { isFor(event.diagram, on: $0) }
            if concerned.isEmpty { return true }
            if around.contains(where: { isFor(event.diagram, on: $0) }) { return false }
            let regions = Set(concerned.compactMap { tree.child(of: parallel, around: $0.source) })
            return regions.count == 1 || concerned.allSatisfy(isSilent)
        }
    }

    private func isFor(_ event: String, on edge: ChartTree.Edge) -> Bool {
        edge.transition.events.contains { $0.matches(event) }
    }

    private func isLocal(_ edge: ChartTree.Edge, to parallel: StateID) -> Bool {
        guard let region = tree.child(of: parallel, around: edge.source), tree.kind(region) == .compound,
            edge.source != region
        else { return false }
        let events = edge.transition.events
        let isByItself =
            events.isEmpty
            || completions.contains { completed in
                events.contains { $0.matches(EventDescriptor.completion + state(completed).id) }
            }
        let staysInside = tree.domain(of: edge).map { $0 == region || tree.isInside($0, region) } ?? true
        return staysInside && !isByItself && (edge.transition.condition?.states.isEmpty ?? true)
    }

    /// Returns whether a transition performs no actions, whatever states are active.
    private func isSilent(_ edge: ChartTree.Edge) -> Bool {
        guard edge.transition.actions.isEmpty else { return false }
        guard let domain = tree.domain(of: edge) else { return true }
        return !hasActions(inside: domain, \.entryActions) && !hasActions(inside: domain, \.exitActions)
    }
}
