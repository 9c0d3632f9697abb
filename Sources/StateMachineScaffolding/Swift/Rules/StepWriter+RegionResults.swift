extension StepWriter {
    /// Returns the statements of an outermost walk with its variables and its result.
    func complete(_ walk: [SwiftStatement]) -> [SwiftStatement] {
        let indexed = withFlags(walk)
        var code = indexed.simplified(flags: indexed.all.compactMap(\.declaredVariable))
        let lists = machine.hasActions ? Self.lists.filter(code.changedVariables.contains) : []
        if machine.hasActions, !code.isEnd { code.append(.return(Self.result(lists))) }
        let declarations = lists.map { SwiftStatement.variable($0, type: .list("Action"), value: .list([])) }
        code = declarations + code
        return code.uses("before") ? [.constant("before", .self)] + code : code
    }

    /// The lists of actions, in the order of their execution.
    private static let lists = ["exits", "actions", "entries"]

    private static func result(_ lists: [String]) -> SwiftExpression {
        lists.isEmpty ? .list([]) : .joined(lists.map(SwiftExpression.name), by: .plus)
    }

    /// Returns the statements with flags instead of indices, unless an action has to be inserted.
    private func withFlags(_ code: [SwiftStatement]) -> [SwiftStatement] {
        let inserts = code.containsAnywhere { statement in
            if case .evaluate(.call(.insertAction, _)) = statement { true } else { false }
        }
        if inserts { return code }
        let walks = [.outermost] + machine.innerWalks
        return code.replacingIndices(
            with: Dictionary(walks.map { ($0.unanswered, $0.isUnanswered) }) { first, _ in first }
        )
    }
}
