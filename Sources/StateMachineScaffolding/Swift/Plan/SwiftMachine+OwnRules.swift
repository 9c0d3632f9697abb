// The inner states whose rules are in their own types, as in a nested machine by hand.

extension SwiftMachine {
    /// Returns whether the enclosing rules can forward events to a state.
    ///
    /// The state's own rules can neither leave the state nor read or change anything outside it.
    func mayOwnRules(_ node: StateID) -> Bool {
        guard node > .root, node != outerRegions, tree.kind(node) == .compound || tree.kind(node) == .parallel,
            let parent = tree.nodes[node].parent, tree.kind(parent) == .compound,
            tree.ancestors(of: node).allSatisfy({ tree.kind($0) != .parallel || offeredRegions.contains($0) }),
            histories.keys.allSatisfy({ !tree.isInside($0, node) || tree.nodes[$0].parent == node }),
            completions.allSatisfy({ $0 < node || $0 > tree.nodes[node].last || followed.contains($0) })
        else { return false }
        let inside = tree.edges.filter { edge in
            (edge.source == node || tree.isInside(edge.source, node)) && isForEvents(edge)
        }
        let own = inside.filter { isOwn($0, of: node) }
        guard own.contains(where: { $0.source != node }) else { return false }
        let areClosed = own.allSatisfy { edge in
            (edge.transition.condition?.states.isEmpty ?? true) && !edge.targets.contains(where: tree.isHistory)
        }
        guard areClosed else { return false }
        // Only a transition that leaves the state can come between transitions inside it.
        let hasRegions = (node...tree.nodes[node].last).contains { tree.kind($0) == .parallel }
        let deciding = inside.filter { hasRegions || !isOwn($0, of: node) }
        return events.allSatisfy { event in
            let isDecided = deciding.contains { $0.transition.events.contains { $0.matches(event.diagram) } }
            return !isDecided || canForward(event.diagram, to: node)
        }
    }

    private func isForEvents(_ edge: ChartTree.Edge) -> Bool {
        edge.transition.events.contains { !$0.isForCompletionsOnly }
    }

    /// Returns whether a transition stays inside a state.
    func isOwn(_ edge: ChartTree.Edge, of node: StateID) -> Bool {
        guard edge.source == node || tree.isInside(edge.source, node) else { return false }
        return tree.domain(of: edge).map { $0 == node || tree.isInside($0, node) } ?? true
    }

    // MARK: Order

    /// Returns whether a state and the states around it choose the same transitions as the chart.
    private func canForward(_ event: String, to node: StateID) -> Bool {
        // The event is forwarded first, so own transitions come before those that leave.
        let isFirst = candidates(for: event, at: node, upTo: node).map { isOwn($0, of: node) }
        guard isFirst.drop(while: { $0 }).allSatisfy({ !$0 }) else { return false }
        return (node...tree.nodes[node].last).allSatisfy { inner in
            switch tree.kind(inner) {
            case .atomic, .final: hasOwnRulesTogether(for: event, at: inner, inside: node)
            case .parallel: canForward(event, toRegionsOf: inner, inside: node)
            case .compound, .history: true
            }
        }
    }

    /// Returns the transitions of a state and of the states around it, beginning with the state.
    private func candidates(for event: String, at node: StateID, upTo outer: StateID) -> [ChartTree.Edge] {
        ([node] + tree.ancestors(of: node)).prefix { $0 >= outer }.flatMap { tree.nodes[$0].transitions }
            .map { tree.edges[$0] }
            .filter { edge in edge.transition.events.contains { $0.matches(event) } }
    }

    /// Returns whether no transition that leaves `node` comes between transitions inside it.
    private func hasOwnRulesTogether(
        for event: String,
        at inner: StateID,
        inside node: StateID,
        after isPrecededByOwn: Bool = false
    ) -> Bool {
        let kinds = candidates(for: event, at: inner, upTo: node).map { isOwn($0, of: node) }
        let all = isPrecededByOwn ? [true] + kinds : kinds
        guard let first = all.firstIndex(of: true), let last = all.lastIndex(of: true) else { return true }
        return all[first...last].allSatisfy { $0 }
    }

    /// Returns whether the regions of a state inside `node` handle an event without the states
    /// around `node`.
    private func canForward(_ event: String, toRegionsOf parallel: StateID, inside node: StateID) -> Bool {
        let inside = tree.edges.filter { edge in
            tree.isInside(edge.source, parallel) && edge.transition.events.contains { $0.matches(event) }
        }
        if inside.isEmpty { return hasOwnRulesTogether(for: event, at: parallel, inside: node) }
        guard inside.allSatisfy({ isOwn($0, of: node) }),
            hasOwnRulesTogether(for: event, at: parallel, inside: node, after: true)
        else { return false }
        let around = candidates(for: event, at: parallel, upTo: .root)
        if around.allSatisfy({ isOwn($0, of: node) }) { return true }
        // A transition without targets does not exclude a transition of the states around.
        return (inside + around).allSatisfy { !$0.targets.isEmpty }
    }

    // MARK: Completions

    /// Whether the rules around a state can take the transition that follows its completion.
    ///
    /// They can do so if no other step comes before that transition.
    var areFollowed: Bool {
        let beginnings = [[]] + tree.otherBeginnings
        return followed.allSatisfy { ownRules.contains($0) && isFollowedAtOnce($0) }
            && beginnings.allSatisfy { entry(inside: .root, for: $0).completions.isEmpty }
            && tree.edges.allSatisfy(completesOnlyItsDomain)
    }

    /// Returns whether the same transition always follows the completion of a state.
    private func isFollowedAtOnce(_ node: StateID) -> Bool {
        let around = [node] + tree.ancestors(of: node)
        guard let first = completionTransition(of: node), tree.domain(of: first) == tree.nodes[node].parent,
            !tree.edges.contains(where: { $0.transition.events.isEmpty && around.contains($0.source) })
        else { return false }
        let event = EventDescriptor.completion + state(node).id
        return tree.edges.allSatisfy { edge in
            let isMeant = edge.transition.events.contains { $0.matches(event) }
            return !isMeant || edge.source == node && edge.transition.events.count == 1
        } && (first.transition.condition ?? .constant(true)) == .constant(true)
            && first.transition.events.allSatisfy(\.isForCompletionsOnly)
    }

    /// The first transition that follows the completion of a state.
    func completionTransition(of node: StateID) -> ChartTree.Edge? {
        let event = EventDescriptor.completion + state(node).id
        return tree.nodes[node].transitions.map { tree.edges[$0] }.first { edge in
            edge.transition.events.contains { $0.matches(event) }
        }
    }

    private func completesOnlyItsDomain(_ edge: ChartTree.Edge) -> Bool {
        guard let domain = tree.domain(of: edge) else { return true }
        let completed = entry(inside: domain, for: edge.targets).completions
        let isSeen = !edge.transition.events.isEmpty && tree.isInside(edge.source, domain)
        return completed.isEmpty || completed == [domain] && isSeen
    }
}
