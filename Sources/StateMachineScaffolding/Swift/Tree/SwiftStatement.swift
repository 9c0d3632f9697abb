/// A statement of Swift, so that equal ones can be written once.
indirect enum SwiftStatement: Hashable, Sendable {
    case declare(Declaration)
    case assign(SwiftExpression, SwiftExpression)
    /// Adds the elements of a list to a variable.
    case append(SwiftExpression, to: String)
    /// A call, or the result of a body with nothing else.
    case evaluate(SwiftExpression)
    /// A call with a closure.
    case closure(SwiftExpression, parameter: String, [SwiftStatement])
    case `return`(SwiftExpression?)
    case `throw`(SwiftExpression)
    case `break`
    case `if`([SwiftCondition], [SwiftStatement], otherwise: [SwiftStatement])
    case `switch`(SwiftExpression, [Arm])

    struct Arm: Hashable, Sendable {
        var patterns: [SwiftPattern]
        var body: [SwiftStatement]
        /// Whether an empty line comes first.
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
    /// Rejects the event.
    static let rejection = SwiftStatement.throw(.member(nil, "invalid"))

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

    /// Changes a flag.
    static func set(_ flag: String, to value: Bool = true) -> SwiftStatement { .assign(.name(flag), .bool(value)) }

    /// Gives a variable a value, unless it has one.
    static func setIfUnset(_ name: String, to value: SwiftExpression) -> SwiftStatement {
        .assign(.name(name), .coalescing(.name(name), value))
    }

    static func `if`(_ condition: SwiftCondition, _ body: [SwiftStatement]) -> SwiftStatement {
        .if([condition], body, otherwise: [])
    }
}
