/// A Swift statement, which can be compared to merge equal code.
indirect enum SwiftStatement: Hashable, Sendable {
    case declare(Declaration)
    case assign(SwiftExpression, SwiftExpression)
    /// Adds the elements of a list to a variable.
    case append(SwiftExpression, to: String)
    /// A call, or the result of a body with a single expression.
    case evaluate(SwiftExpression)
    /// A call with a closure.
    case closure(SwiftExpression, parameter: String, [SwiftStatement])
    case `return`(SwiftExpression?)
    case `throw`(SwiftExpression)
    case `break`
    case `if`([SwiftCondition], [SwiftStatement], otherwise: [SwiftStatement])
    case `switch`(SwiftExpression, [Arm])
    /// A statement that runs at the end of the scope.
    case `defer`([SwiftStatement])
    /// Statements that may throw, and the statements to run if they throw.
    case attempt([SwiftStatement], otherwise: [SwiftStatement])

    struct Arm: Hashable, Sendable {
        var patterns: [SwiftPattern]
        var body: [SwiftStatement]
        /// Whether an empty line comes before the arm.
        var isApart = false
    }

    struct Declaration: Hashable, Sendable {
        enum Kind: String, Sendable {
            case constant = "let"
            case variable = "var"
        }

        enum TypeName: Hashable, Sendable {
            case simple(String)
            case optional(String)
            case list(String)
        }

        var kind: Kind
        var name: String
        var type: TypeName?
        var value: SwiftExpression?
    }
}

extension SwiftStatement {
    /// The statement that rejects the event without a reason.
    static let rejection = SwiftStatement.throw(.member(nil, "invalid"))

    /// Whether the statement rejects the event, with or without a reason.
    var isRejection: Bool {
        if case .throw = self { true } else { false }
    }

    static func constant(_ name: String, _ value: SwiftExpression) -> SwiftStatement {
        .declare(Declaration(kind: .constant, name: name, value: value))
    }

    static func variable(
        _ name: String,
        type: Declaration.TypeName? = nil,
        value: SwiftExpression? = nil
    ) -> SwiftStatement {
        .declare(Declaration(kind: .variable, name: name, type: type, value: value))
    }

    /// Returns a statement that changes a flag.
    static func set(_ flag: String, to value: Bool = true) -> SwiftStatement { .assign(.name(flag), .bool(value)) }

    /// Returns a statement that gives a variable a value if it is `nil`.
    static func setIfUnset(_ name: String, to value: SwiftExpression) -> SwiftStatement {
        .assign(.name(name), .coalescing(.name(name), value))
    }

    static func `if`(_ condition: SwiftCondition, _ body: [SwiftStatement]) -> SwiftStatement {
        .if([condition], body, otherwise: [])
    }
}
