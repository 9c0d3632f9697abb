extension SwiftExpression {
    /// The direct parts of the expression.
    private var parts: [SwiftExpression] {
        switch self {
        case .name, .member(nil, _), .bool, .string, .nil: []
        case .member(let value?, _): [value]
        case .call(let function, let arguments): [function] + arguments.map(\.value)
        case .list(let parts), .tuple(let parts), .operation(_, let parts): parts
        case .coalescing(let value, let other): [value, other]
        case .not(let inner), .try(let inner), .address(let inner): [inner]
        }
    }

    /// The expression and all expressions inside it.
    var all: [SwiftExpression] { [self] + parts.flatMap(\.all) }

    /// Returns whether the expression or one inside it satisfies a predicate.
    func contains(where isMeant: (SwiftExpression) -> Bool) -> Bool {
        isMeant(self) || parts.contains { $0.contains(where: isMeant) }
    }

    /// Whether the expression is a variable or a member of a variable.
    var isPlace: Bool {
        switch self {
        case .name: true
        case .member(let value?, _): value.isPlace
        default: false
        }
    }

    /// Returns whether the expression is a direct or nested member of a value.
    func isInside(_ value: SwiftExpression) -> Bool {
        guard case .member(let owner?, _) = self else { return false }
        return owner == value || owner.isInside(value)
    }

    /// The corresponding place in the machine before the event, for a place in the current machine.
    var before: SwiftExpression {
        switch self {
        case .self: .before
        case .name(let name): .member(.before, name)
        case .member(let owner?, let name): .member(owner.before, name)
        default: self
        }
    }

    /// The corresponding place in the current machine, for a place in the machine before the event.
    var current: SwiftExpression {
        switch self {
        case .member(.before, let name): .name(name)
        case .member(let owner?, let name): .member(owner.current, name)
        default: self
        }
    }
}
