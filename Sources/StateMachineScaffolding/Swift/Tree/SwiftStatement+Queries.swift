extension SwiftStatement {
    /// The statements directly inside, branch by branch.
    var inner: [SwiftStatement] {
        switch self {
        case .declare, .assign, .append, .evaluate, .return, .throw, .break: []
        case .closure(_, _, let body), .defer(let body): body
        case .if(_, let body, let otherwise), .attempt(let body, let otherwise): body + otherwise
        case .switch(_, let arms): arms.flatMap(\.body)
        }
    }

    /// The expressions of the statement, without the statements inside it.
    var expressions: [SwiftExpression] {
        switch self {
        case .declare(let declaration): declaration.value.map { [$0] } ?? []
        case .assign(let target, let value): [target, value]
        case .append(let value, let name): [.name(name), value]
        case .evaluate(let expression), .closure(let expression, _, _), .throw(let expression): [expression]
        case .return(let value): value.map { [$0] } ?? []
        case .break, .defer, .attempt: []
        case .if(let conditions, _, _): conditions.map(\.expression)
        case .switch(let subject, _): [subject]
        }
    }

    /// Returns whether the statement itself reads or changes a variable.
    func uses(_ variable: String) -> Bool {
        expressions.contains { $0.contains { $0 == .name(variable) } }
    }

    /// The variable that the statement declares.
    var declaredVariable: String? {
        if case .declare(let declaration) = self, declaration.kind == .variable { declaration.name } else { nil }
    }

    /// The variable that the statement changes.
    var changedVariable: String? {
        switch self {
        case .assign(.name(let name), _), .append(_, let name),
            .evaluate(.call(.member(.name(let name)?, _), _)):
            name
        default: nil
        }
    }

    /// Whether the code after the statement is unreachable.
    var isEnd: Bool {
        switch self {
        case .return, .throw: true
        case .if(_, let body, let otherwise), .attempt(let body, let otherwise): body.isEnd && otherwise.isEnd
        case .switch(_, let arms): arms.allSatisfy(\.body.isEnd)
        case .declare, .assign, .append, .evaluate, .closure, .break, .defer: false
        }
    }

    /// Returns whether the statement itself changes something inside a value.
    fileprivate func changes(_ value: SwiftExpression) -> Bool {
        if case .assign(let target, _) = self { return target.isInside(value) }
        return expressions.contains { expression in
            expression.contains { part in
                switch part {
                case .try(.call(let method, _)): method.isInside(value)
                case .address(let place): place.isInside(value)
                default: false
                }
            }
        }
    }
}

extension [SwiftStatement] {
    /// The statements and all statements inside them.
    var all: [SwiftStatement] { flatMap { [$0] + $0.inner.all } }

    /// Returns whether any statement, at any depth, satisfies a predicate.
    func containsAnywhere(where isMeant: (SwiftStatement) -> Bool) -> Bool {
        contains { isMeant($0) || $0.inner.containsAnywhere(where: isMeant) }
    }

    /// Whether the code after the statements is unreachable.
    var isEnd: Bool { contains(where: \.isEnd) }

    /// The variables that the statements change.
    var changedVariables: Set<String> { Set(all.compactMap(\.changedVariable)) }

    /// Returns whether the statements read or change a variable.
    func uses(_ variable: String) -> Bool { containsAnywhere { $0.uses(variable) } }

    /// Returns whether the statements change something inside a value.
    func changes(_ value: SwiftExpression) -> Bool { containsAnywhere { $0.changes(value) } }
}
