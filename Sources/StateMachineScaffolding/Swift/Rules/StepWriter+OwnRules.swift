extension StepWriter {
    /// Returns the outermost enclosing state with its own rules, except the state whose rules are
    /// being written.
    func owner(in context: Context) -> StateID? {
        guard case .event = context.trigger else { return nil }
        return context.path.first { $0 != context.unit && machine.ownRules.contains($0) }
    }

    /// Returns the statements for an event that the innermost state passes to an enclosing state
    /// with its own rules, if that state handles the event.
    ///
    /// - Returns: `nil` if a transition leaves that state from here, or if that state has no rules
    ///   for the event.
    func forwarded(in context: Context) -> [SwiftStatement]? {
        guard let owner = owner(in: context), let inner = context.path.last else { return nil }
        let inside = tree.edges.indices.filter { index in
            let source = tree.edges[index].source
            return (source == owner || tree.isInside(source, owner)) && isTriggered(index, by: context.trigger)
        }
        guard inside.contains(where: { machine.isOwn(tree.edges[$0], of: owner) }) else { return nil }
        let candidates = candidates(in: context)
        if tree.kind(inner) == .parallel, inside.contains(where: { tree.isInside(tree.edges[$0].source, inner) }) {
            // No transition leaves the state from inside these regions.
            return forward(to: owner, candidates, in: context)
        }
        let isLeft = (candidates + (tree.kind(inner) == .compound ? inside : [])).contains { index in
            let edge = tree.edges[index]
            return tree.isInside(edge.source, owner) && !machine.isOwn(edge, of: owner)
        }
        return isLeft ? nil : forward(to: owner, candidates, in: context)
    }

    /// Returns statements that forward the event to a state with its own rules.
    ///
    /// - Parameter candidates: The possible transitions; those outside the state follow if it
    ///   rejects the event.
    func forward(to node: StateID, _ candidates: [EdgeID], in context: Context) -> [SwiftStatement] {
        let others = candidates.filter { !machine.isOwn(tree.edges[$0], of: node) }
        let body = forward(to: node, in: context)
        let otherwise = decide(others, in: context)
        return otherwise == [.rejection] ? body : [.attempt(body, otherwise: otherwise)]
    }

    private func forward(to node: StateID, in context: Context) -> [SwiftStatement] {
        guard let parent = tree.nodes[node].parent else { return [] }
        let value = context.value(node)
        let handling = SwiftExpression.try(.call(.member(value, "handleEvent"), with: .event))
        let back = assign(.case(machine.cases[node], value), to: parent, in: context)
        if machine.followed.contains(node), let edge = machine.completionTransition(of: node) {
            return follow(edge, after: handling, of: value, otherwise: back, in: context)
        }
        return [.defer(back), machine.hasActions ? .return(handling) : .evaluate(handling)]
    }

    /// Returns statements that handle an event and then take a transition if the state is final.
    private func follow(
        _ edge: ChartTree.Edge,
        after handling: SwiftExpression,
        of value: SwiftExpression,
        otherwise back: [SwiftStatement],
        in context: Context
    ) -> [SwiftStatement] {
        guard let domain = tree.domain(of: edge) else { return [] }
        let isFinal = SwiftCondition.holds(.member(value, "isFinal"))
        let move = move(along: edge, inside: domain, in: context)
        let exits = exits(inside: domain, in: context.completed(edge.source, in: tree))
        guard machine.hasActions else {
            return [.evaluate(handling), .if([isFinal], move.changes, otherwise: back)]
        }
        let actions = SwiftStatement.constant("actions", handling)
        let more = exits + move.actions + move.entry.actions
        let result = SwiftStatement.return(.name("actions"))
        if more.isEmpty { return [actions, .if([isFinal], move.changes, otherwise: back), result] }
        let all = ActionList(expression: .name("actions")) + more
        return [actions, .if(isFinal, move.changes + [.return(all.expression)])] + back + [result]
    }
}

extension StepContext {
    /// Returns the context of a state that has just reached its end.
    fileprivate func completed(_ node: StateID, in tree: ChartTree) -> StepContext {
        var context = self
        if let position = context.path.firstIndex(of: node) { context.path.removeSubrange((position + 1)...) }
        let ends = tree.nodes[node].children.filter { tree.kind($0) == .final }
        let areAlike = Set(ends.map { tree.nodes[$0].state.exitActions }).count == 1
        if areAlike, let end = ends.first { context.path.append(end) }
        return context
    }
}
