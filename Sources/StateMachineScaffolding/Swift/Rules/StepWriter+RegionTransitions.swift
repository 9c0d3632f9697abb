extension StepWriter {
    /// Returns the statements of a transition that transitions of other regions may accompany.
    func takeInWalk(_ move: Move, in context: Context) -> [SwiftStatement] {
        let walks = context.walks
        let left = walks.filter { !tree.isInside(move.domain, $0.parallel) }
        if left.count == walks.count, let outermost = walks.first, !outermost.isMixed {
            // No other transition can be taken with this one.
            var direct = context
            direct.isLast = true
            let body = take(move.edge, in: direct)
            return walks.allSatisfy(\.isFirst) ? body : [.if(.isNotSet(outermost.flags.moved), body)]
        }
        let conditions = conditions(leaving: left, in: context)
        let body = changes(with: move, in: context) + notes(of: move, leaving: left, in: context)
        return conditions.isEmpty ? body : [.if(conditions, body, otherwise: [])]
    }

    /// Returns the conditions that prevent a transition after conflicting transitions.
    private func conditions(leaving left: [Context.Walk], in context: Context) -> [SwiftCondition] {
        let walks = context.walks
        var conditions: [SwiftCondition] = []
        if let outermost = left.first,
            !walks.drop(while: { $0.parallel != outermost.parallel }).allSatisfy(\.isFirst)
        {
            conditions.append(.isNotSet(outermost.flags.moved))
        }
        for walk in walks where !left.contains(where: { $0.parallel == walk.parallel }) {
            if mayLeave(walk, in: context) { conditions.append(.isNotSet(walk.flags.left)) }
        }
        return conditions
    }

    /// Returns whether a transition for the event may leave the regions of a walk from inside.
    ///
    /// Other transitions may follow it.
    private func mayLeave(_ walk: Context.Walk, in context: Context) -> Bool {
        tree.edges.indices.contains { index in
            let edge = tree.edges[index]
            guard isTriggered(index, by: context.trigger), tree.isInside(edge.source, walk.parallel),
                let domain = tree.domain(of: edge), !tree.isInside(domain, walk.parallel),
                let outermost = context.walks.first
            else { return false }
            return outermost.isMixed || tree.isInside(domain, outermost.parallel)
        }
    }

    /// Returns the exits, changes, actions and entries of a transition.
    private func changes(with move: Move, in context: Context) -> [SwiftStatement] {
        var body: [SwiftStatement] = []
        if !move.exits.isEmpty {
            let exits = SwiftExpression.name("exits")
            let others = context.walks.allSatisfy(\.isFirst) ? ActionList() : ActionList(expression: exits)
            body.append(.assign(exits, (move.exits + others).expression))
        }
        body += move.changes + perform(move.actions, of: move.edge, in: context)
        if !move.entry.actions.isEmpty { body.append(.append(move.entry.actions.expression, to: "entries")) }
        return body
    }

    /// Returns the flags that a transition sets, and the statements for a region at its end.
    private func notes(of move: Move, leaving left: [Context.Walk], in context: Context) -> [SwiftStatement] {
        let parent = tree.nodes[move.domain].parent
        var body = [SwiftStatement.set(RegionFlags.isHandled)]
        for walk in context.walks {
            body.append(.set(walk.flags.moved))
            if left.contains(where: { $0.parallel == walk.parallel }) { body.append(.set(walk.flags.left)) }
            if machine.completions.contains(walk.parallel) {
                body.append(.set(walk.flags.reached, to: parent == walk.parallel && move.entry.isComplete))
            }
        }
        return parent == context.walks.last?.parallel ? body : body + completionOfRegions(around: move, in: context)
    }

    /// Returns statements for the actions of a transition that other transitions accompany.
    ///
    /// If the transition belongs to an enclosing state, its actions are inserted at the position of
    /// the first region that left the event to that state.
    func perform(_ actions: ActionList, of edge: ChartTree.Edge, in context: Context) -> [SwiftStatement] {
        guard !actions.isEmpty else { return [] }
        guard let around = context.walks.first(where: { !tree.isInside(edge.source, $0.parallel) }), around.isMixed
        else { return [.append(actions.expression, to: "actions")] }
        return [
            .evaluate(
                .call(
                    .insertAction,
                    [
                        .init(label: "contentsOf", value: actions.expression),
                        .init(label: "at", value: .name(around.flags.unanswered)),
                    ]
                )
            )
        ]
    }
}

extension SwiftExpression {
    /// The method that inserts actions before other actions.
    static let insertAction = SwiftExpression.member(.name("actions"), "insert")
}

extension SwiftCondition {
    /// Returns the condition that a flag is `false`.
    static func isNotSet(_ flag: String) -> SwiftCondition { .holds(.not(.name(flag))) }
}
