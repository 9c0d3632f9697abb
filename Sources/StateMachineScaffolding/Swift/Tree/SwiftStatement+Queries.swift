extension SwiftStatement {
    /// The statements inside it, those of one way after those of another.
    var inner: [SwiftStatement] {
        switch self {
        case .declare, .assign, .append, .evaluate, .return, .throw, .break: []
        case .closure(_, _, let body): body
        case .if(_, let body, let otherwise): body + otherwise
        case .switch(_, let arms): arms.flatMap(\.body)
        }
    }

    /// What it reads and changes, without the statements inside it.
    var expressions: [SwiftExpression] {
        switch self {
        case .declare(let declaration): declaration.value.map { [$0] } ?? []
        case .assign(let target, let value): [target, value]
        case .append(let value, let name): [.name(name), value]
        case .evaluate(let expression), .closure(let expression, _, _), .throw(let expression): [expression]
        case .return(let value): value.map { [$0] } ?? []
        case .break: []
        case .if(let conditions, _, _): conditions.map(\.expression)
        case .switch(let subject, _): [subject]
        }
    }

    /// Whether it reads or changes a variable, without the statements inside it.
    func uses(_ variable: String) -> Bool {
        expressions.contains { $0.contains { $0 == .name(variable) } }
    }

    /// The variable that it declares.
    var declaredVariable: String? {
        if case .declare(let declaration) = self, declaration.kind == .variable { declaration.name } else { nil }
    }

    /// The variable that it gives another value.
    var changedVariable: String? {
        switch self {
        case .assign(.name(let name), _), .append(_, let name),
            .evaluate(.call(.member(.name(let name)?, _), _)):
            name
        default: nil
        }
    }

    /// Whether what follows is never reached.
    var isEnd: Bool {
        switch self {
        case .return, .throw: true
        case .if(_, let body, let otherwise): body.isEnd && otherwise.isEnd
        case .switch(_, let arms): arms.allSatisfy(\.body.isEnd)
        case .declare, .assign, .append, .evaluate, .closure, .break: false
        }
    }

    /// Whether something inside a value is changed, without the statements inside this one.
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
    /// The statements, and all inside them.
    var all: [SwiftStatement] { flatMap { [$0] + $0.inner.all } }

    /// Whether some statement is among them, or inside one of them.
    func containsAnywhere(where isMeant: (SwiftStatement) -> Bool) -> Bool {
        contains { isMeant($0) || $0.inner.containsAnywhere(where: isMeant) }
    }

    /// Whether what follows is never reached.
    var isEnd: Bool { contains(where: \.isEnd) }

    /// The variables that are given other values.
    var changedVariables: Set<String> { Set(all.compactMap(\.changedVariable)) }

    /// Whether a variable is read or changed.
    func uses(_ variable: String) -> Bool { containsAnywhere { $0.uses(variable) } }

    /// Whether something inside a value is changed.
    func changes(_ value: SwiftExpression) -> Bool { containsAnywhere { $0.changes(value) } }
}
