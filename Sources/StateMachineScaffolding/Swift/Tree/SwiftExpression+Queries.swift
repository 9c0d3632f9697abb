extension SwiftExpression {
    /// The expressions that it is made of.
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

    /// The expression, and all inside it.
    var all: [SwiftExpression] { [self] + parts.flatMap(\.all) }

    /// Whether it is some expression, or has one inside.
    func contains(where isMeant: (SwiftExpression) -> Bool) -> Bool {
        isMeant(self) || parts.contains { $0.contains(where: isMeant) }
    }

    /// Whether it is a variable or something inside one.
    var isPlace: Bool {
        switch self {
        case .name: true
        case .member(let value?, _): value.isPlace
        default: false
        }
    }

    /// Whether it is a member of a value, or of a member of it.
    func isInside(_ value: SwiftExpression) -> Bool {
        guard case .member(let owner?, _) = self else { return false }
        return owner == value || owner.isInside(value)
    }

    /// The place in the machine as it is now, for one in the machine as it was before the event.
    var current: SwiftExpression {
        switch self {
        case .member(.before, let name): .name(name)
        case .member(let owner?, let name): .member(owner.current, name)
        default: self
        }
    }
}
