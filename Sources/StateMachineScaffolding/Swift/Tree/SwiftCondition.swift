/// A condition of an `if`.
enum SwiftCondition: Hashable, Sendable {
    case holds(SwiftExpression)
    /// An optional variable has a value.
    case binds(String)
    /// An optional variable has a value, which is not needed.
    case isSet(String)
    case matches(SwiftPattern, SwiftExpression)

    /// What it reads.
    var expression: SwiftExpression {
        switch self {
        case .holds(let expression), .matches(_, let expression): expression
        case .isSet(let name): .operation(.notEqual, [.name(name), .nil])
        case .binds(let name): .name(name)
        }
    }

    /// Whether it is an expression, and gives no name to anything.
    var isExpression: Bool {
        switch self {
        case .holds, .isSet: true
        case .binds, .matches: false
        }
    }

    /// The variable that it asks for, and nothing else, and whether it is met without it.
    var flag: (name: String, isNegated: Bool)? {
        switch self {
        case .binds(let name), .isSet(let name), .holds(.name(let name)): (name, false)
        case .holds(.not(.name(let name))): (name, true)
        case .holds, .matches: nil
        }
    }
}

extension [SwiftCondition] {
    /// The conditions that have to be met for an expression to be true.
    static func all(of expression: SwiftExpression) -> [SwiftCondition] {
        guard case .operation(.and, let parts) = expression else { return [.holds(expression)] }
        return parts.map(SwiftCondition.holds)
    }
}
