/// An expression of Swift.
///
/// It holds no text but names and literals; `SwiftPrinter` adds the signs, the parentheses and the
/// backticks.
indirect enum SwiftExpression: Hashable, Sendable {
    struct Argument: Hashable, Sendable {
        var label: String?
        var value: SwiftExpression
    }

    /// A variable, a property of `self`, a method of `self` or a type.
    case name(String)
    /// A member of a value; without one, of the type that is expected there.
    case member(SwiftExpression?, String)
    case call(SwiftExpression, [Argument])
    case bool(Bool)
    case string(String)
    case `nil`
    case list([SwiftExpression])
    case tuple([SwiftExpression])
    case not(SwiftExpression)
    /// A value, or another one if it is `nil`.
    case coalescing(SwiftExpression, SwiftExpression)
    case operation(SwiftOperator, [SwiftExpression])
    case `try`(SwiftExpression)
    /// A variable that a call may change.
    case address(SwiftExpression)
}

extension SwiftExpression {
    static let `self` = SwiftExpression.name("self")
    /// The machine as it was before the event.
    static let before = SwiftExpression.name("before")

    static func call(_ function: SwiftExpression, with values: SwiftExpression...) -> SwiftExpression {
        .call(function, values.map { Argument(value: $0) })
    }

    /// A case of an enum, with its payload if it has one.
    static func `case`(_ name: String, _ payload: SwiftExpression? = nil) -> SwiftExpression {
        payload.map { .call(.member(nil, name), with: $0) } ?? .member(nil, name)
    }

    /// Expressions with an operator between them, where the same operator inside them needs no
    /// parentheses.
    static func joined(_ parts: [SwiftExpression], by joint: SwiftOperator) -> SwiftExpression {
        let flat = parts.flatMap { part in
            if case .operation(joint, let inner) = part { inner } else { [part] }
        }
        return flat.count == 1 ? flat[0] : .operation(joint, flat)
    }

    /// The expression that is true where this one is false.
    var negated: SwiftExpression {
        if case .not(let inner) = self, inner.isPlace { return inner }
        return .not(self)
    }

    /// The value with its type in place of the one that is expected there.
    func qualified(by type: String) -> SwiftExpression {
        switch self {
        case .member(nil, let name): .member(.name(type), name)
        case .call(let function, let arguments): .call(function.qualified(by: type), arguments)
        default: self
        }
    }
}
