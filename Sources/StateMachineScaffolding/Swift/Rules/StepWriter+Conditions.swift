extension StepWriter {
    /// Returns the condition of a transition, with known states replaced by constants.
    func condition(of edge: ChartTree.Edge, in context: Context) -> Condition {
        edge.transition.condition?.simplified { isActive($0, in: context) } ?? .constant(true)
    }

    /// Returns whether a state is active; `nil` if this is unknown.
    func isActive(_ id: String, in context: Context) -> Bool? {
        guard let node = tree.index(of: id) else { return false }
        if context.path.contains(node) { return true }
        // If the active child of the innermost known enclosing state is known, and the state is not
        // inside it, the state is inactive.
        guard let outer = tree.ancestors(of: node).first(where: context.path.contains),
            let position = context.path.firstIndex(of: outer)
        else { return false }
        if tree.kind(outer) == .parallel { return tree.nodes[node].parent == outer ? true : nil }
        return position + 1 < context.path.count ? false : nil
    }

    func expression(_ condition: Condition, in context: Context) -> SwiftExpression {
        switch condition {
        case .constant(let value): .bool(value)
        case .guard(let name):
            // The pattern of an event binds its guards. A step reads them from the event before it.
            switch context.trigger {
            case .event: .name(machine.guards[name] ?? name)
            case .completion, .none: .member(.event, machine.guards[name] ?? name)
            }
        case .isIn(let id): activityCheck(of: id, in: context)
        case .not(let inner): .not(expression(inner, in: context))
        case .all(let conditions): .joined(conditions.map { expression($0, in: context) }, by: .and)
        case .any(let conditions): .joined(conditions.map { expression($0, in: context) }, by: .or)
        }
    }

    /// Returns a check whether a state is active, or was active before the regions moved.
    private func activityCheck(of id: String, in context: Context) -> SwiftExpression {
        let property = machine.activityCheck(of: id)
        guard let walk = context.walks.first, walk.isMixed || isPartOfMachine(walk.parallel) else {
            return .name(property)
        }
        return .member(.before, property)
    }
}
