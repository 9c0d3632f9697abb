/// A Swift expression.
///
/// The only texts in it are names and literals. `SwiftPrinter` adds the operators, the parentheses
/// and the backticks.
indirect enum SwiftExpression: Hashable, Sendable {
    struct Argument: Hashable, Sendable {
        var label: String?
        var value: SwiftExpression
    }

    /// A variable, a property of `self`, a method of `self` or a type.
    case name(String)
    /// A member of a value or, without a value, of the expected type.
    case member(SwiftExpression?, String)
    case call(SwiftExpression, [Argument])
    case bool(Bool)
    case string(String)
    case `nil`
    case list([SwiftExpression])
    case tuple([SwiftExpression])
    case not(SwiftExpression)
    /// A value with a default for `nil`.
    case coalescing(SwiftExpression, SwiftExpression)
    case operation(SwiftOperator, [SwiftExpression])
    case `try`(SwiftExpression)
    /// A variable that a call may change, written with `&`.
    case address(SwiftExpression)
}

extension SwiftExpression {
    static let `self` = SwiftExpression.name("self")
    /// The variable with the machine before the event.
    static let before = SwiftExpression.name("before")

    static func call(_ function: SwiftExpression, with values: SwiftExpression...) -> SwiftExpression {
        .call(function, values.map { Argument(value: $0) })
    }

    /// Returns a case of an enum, with its payload if it has one.
    static func `case`(_ name: String, _ payload: SwiftExpression? = nil) -> SwiftExpression {
        payload.map { .call(.member(nil, name), with: $0) } ?? .member(nil, name)
    }

    /// Joins expressions with an operator, without parentheses around parts with that operator.
    static func joined(_ parts: [SwiftExpression], by joint: SwiftOperator) -> SwiftExpression {
        let flat = parts.flatMap { part in
            if case .operation(joint, let inner) = part { inner } else { [part] }
        }
        return flat.count == 1 ? flat[0] : .operation(joint, flat)
    }

    /// The negation of the expression.
    var negated: SwiftExpression {
        if case .not(let inner) = self, inner.isPlace { return inner }
        return .not(self)
    }

    /// Returns the value with an explicit type instead of the expected type.
    func qualified(by type: String) -> SwiftExpression {
        switch self {
        case .member(nil, let name): .member(.name(type), name)
        case .call(let function, let arguments): .call(function.qualified(by: type), arguments)
        default: self
        }
    }
}

/// An operator between any number of expressions.
enum SwiftOperator: String, Sendable {
    case or = "||"
    case and = "&&"
    case notEqual = "!="
    case plus = "+"

    /// The precedence; parts with a lower precedence need parentheses.
    var precedence: Int {
        switch self {
        case .or: 0
        case .and: 1
        case .notEqual: 2
        case .plus: 4
        }
    }

    static let coalescingPrecedence = 3
}

extension String {
    /// The text as a Swift literal.
    var literal: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: scalar.value < 32 ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
