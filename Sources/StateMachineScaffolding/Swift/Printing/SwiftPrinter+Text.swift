extension SwiftExpression {
    /// The expression as Swift source.
    var text: String {
        switch self {
        case .name(let name): SwiftName.declared(name)
        case .member(let value, let name): "\(value?.text ?? "").\(name)"
        case .call(let function, let arguments): "\(function.text)(\(arguments.map(\.text).joined(separator: ", ")))"
        case .bool(let value): "\(value)"
        case .string(let value): value.literal
        case .nil: "nil"
        case .list(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .tuple(let elements): "(\(elements.map(\.text).joined(separator: ", ")))"
        case .not(let inner): "!\(inner.isPlace ? inner.text : "(\(inner.text))")"
        case .coalescing(let value, let other): "\(value.text) ?? \(other.text)"
        case .operation(let sign, let parts):
            parts.map { $0.text(inside: sign) }.joined(separator: " \(sign.rawValue) ")
        case .try(let call): "try \(call.text)"
        case .address(let place): "&\(place.text)"
        }
    }

    private func text(inside outer: SwiftOperator) -> String {
        if let precedence, precedence < outer.precedence { "(\(text))" } else { text }
    }

    /// The precedence of the expression's operator, if it has one.
    private var precedence: Int? {
        switch self {
        case .operation(let sign, _): sign.precedence
        case .coalescing: SwiftOperator.coalescingPrecedence
        default: nil
        }
    }
}

extension SwiftExpression.Argument {
    fileprivate var text: String { (label.map { "\($0): " } ?? "") + value.text }
}

extension SwiftPattern {
    var text: String {
        switch self {
        case .case(let name, let bindings):
            ".\(name)" + (bindings.isEmpty ? "" : "(\(bindings.map(\.text).joined(separator: ", ")))")
        case .tuple(let parts): "(\(parts.map(\.text).joined(separator: ", ")))"
        case .nil: "nil"
        }
    }
}

extension SwiftPattern.Binding {
    fileprivate var text: String {
        switch self {
        case .constant(let name): "let \(SwiftName.declared(name))"
        case .variable(let name): "var \(SwiftName.declared(name))"
        case .ignored: "_"
        }
    }
}

extension [SwiftCondition] {
    /// The conditions as Swift source, for use after `if`.
    var text: String {
        if let expression { return expression.text }
        return map { condition in
            switch condition {
            case .holds, .isSet: condition.expression.text
            case .binds(let name): "let \(name)"
            case .matches(let pattern, let value): "case \(pattern.text) = \(value.text)"
            }
        }
        .joined(separator: ", ")
    }

    /// One expression for all conditions, if none of them binds a name.
    private var expression: SwiftExpression? {
        allSatisfy(\.isExpression) ? .joined(map(\.expression), by: .and) : nil
    }

    /// The expression whose negation these conditions are, for use in a `guard`.
    var requirement: SwiftExpression? {
        guard count == 1, case .holds(.not(let place)) = self[0], place.isPlace else { return nil }
        return place
    }

    /// The negation of these conditions.
    var negated: [SwiftCondition] { expression.map { [.holds($0.negated)] } ?? self }
}

extension SwiftStatement {
    /// The statement as Swift source, if it fits on one line.
    var text: String? {
        switch self {
        case .declare(let declaration): declaration.text
        case .assign(let target, let value): "\(target.text) = \(value.text)"
        case .append(let value, let name): "\(name) += \(value.text)"
        case .evaluate(let expression): expression.text
        case .return(let value): "return" + (value.map { " \($0.text)" } ?? "")
        case .throw(let error): "throw \(error.text)"
        case .break: "break"
        case .defer(let body): body.count == 1 ? body[0].text.map { "defer { \($0) }" } : nil
        case .closure, .if, .switch, .attempt: nil
        }
    }
}

extension SwiftStatement.Declaration {
    fileprivate var text: String {
        "\(kind.rawValue) \(name)" + (type.map { ": \($0.text)" } ?? "") + (value.map { " = \($0.text)" } ?? "")
    }
}

extension SwiftStatement.Declaration.TypeName {
    fileprivate var text: String {
        switch self {
        case .simple(let name): name
        case .optional(let name): "\(name)?"
        case .list(let name): "[\(name)]"
        }
    }
}
