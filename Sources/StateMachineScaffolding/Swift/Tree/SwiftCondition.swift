/// A condition of an `if`.
enum SwiftCondition: Hashable, Sendable {
    case holds(SwiftExpression)
    /// An optional variable has a value.
    case binds(String)
    /// An optional variable has a value, which the body does not use.
    case isSet(String)
    case matches(SwiftPattern, SwiftExpression)

    /// The expression that the condition reads.
    var expression: SwiftExpression {
        switch self {
        case .holds(let expression), .matches(_, let expression): expression
        case .isSet(let name): .operation(.notEqual, [.name(name), .nil])
        case .binds(let name): .name(name)
        }
    }

    /// Whether the condition is an expression that binds no name.
    var isExpression: Bool {
        switch self {
        case .holds, .isSet: true
        case .binds, .matches: false
        }
    }

    /// The variable that the condition tests, and whether the test is negated.
    ///
    /// The value is `nil` if the condition tests anything else.
    var flag: (name: String, isNegated: Bool)? {
        switch self {
        case .binds(let name), .isSet(let name), .holds(.name(let name)): (name, false)
        case .holds(.not(.name(let name))): (name, true)
        case .holds, .matches: nil
        }
    }
}

extension [SwiftCondition] {
    /// Returns the conditions that together are equivalent to an expression.
    static func all(of expression: SwiftExpression) -> [SwiftCondition] {
        guard case .operation(.and, let parts) = expression else { return [.holds(expression)] }
        return parts.map(SwiftCondition.holds)
    }
}
