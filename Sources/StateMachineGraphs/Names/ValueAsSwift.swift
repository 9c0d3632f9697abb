import StateMachines

/// Returns a value as a Swift expression, as far as reflection can read it.
///
/// Examples are `.failure("late")` and `Picture(id: 1, tags: ["sea"])`. A class, or a struct with
/// its own initializer, may hide its parts. Such a value is written as its debug description, and
/// you may have to rewrite it manually.
func swiftExpression(_ value: Any) -> String {
    var writer = SwiftExpressionWriter()
    return writer.text(of: value)
}

/// Returns a value as a Swift expression, or `nil` if reflection cannot read every part of it.
package func exactSwiftExpression(_ value: Any) -> String? {
    var writer = SwiftExpressionWriter()
    let text = writer.text(of: value)
    return writer.isExact ? text : nil
}

private struct SwiftExpressionWriter {
    /// Whether the whole text is valid Swift, as far as reflection can tell.
    var isExact = true

    mutating func text(of value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .enum:
            guard let payload = mirror.children.first else { return ".\(identifier(ValueName.ownName(of: value)))" }
            let tuple = Mirror(reflecting: payload.value)
            let isTuple = tuple.displayStyle == .tuple
            let parts = isTuple ? arguments(tuple.children) : text(of: payload.value)
            return ".\(identifier(ValueName.ownName(of: value)))(\(parts))"
        case .tuple:
            return "(\(arguments(mirror.children)))"
        case .struct where !mirror.children.isEmpty && !(value is any CustomDebugStringConvertible):
            // Property wrappers and private library storage have such labels. No initializer takes
            // them.
            if mirror.children.contains(where: { $0.label?.hasPrefix("_") ?? false }) { isExact = false }
            return "\(typeName(of: value))(\(arguments(mirror.children)))"
        case nil, .some:
            if let literal = literal(of: mirror, elements: { self.text(of: $0) }) { return literal }
            if !isLiteral(value) { isExact = false }
            let text = String(reflecting: value)
            return value is any BinaryFloatingPoint ? floatingPoint(text) : text
        }
    }

    private mutating func arguments(_ children: Mirror.Children) -> String {
        children.map { child in
            let value = text(of: child.value)
            guard let label = child.label, !label.hasPrefix(".") else { return value }
            return "\(identifier(label)): \(value)"
        }.joined(separator: ", ")
    }
}

/// Whether the debug description of a value is a literal.
private func isLiteral(_ value: Any) -> Bool {
    value is any BinaryInteger || value is any BinaryFloatingPoint || value is any StringProtocol || value is Bool
        || value is Character || value is Unicode.Scalar
}

private func floatingPoint(_ text: String) -> String {
    switch text {
    case "inf": ".infinity"
    case "-inf": "-.infinity"
    case "nan", "snan", "-nan": ".nan"
    default: text
    }
}

/// Returns the qualified name of a value's type, without its module.
func typeName(of value: Any) -> String { qualifiedName(of: Mirror(reflecting: value).subjectType) }

/// Returns the qualified name of a type, without its module.
func qualifiedName(of type: Any.Type) -> String {
    String(reflecting: type)
        // First remove the context of local and private types, then the modules, also in generic
        // arguments.
        .withoutContexts
        .replacing(/[A-Za-z_]\w*((?:\.[A-Za-z_]\w*)+)/) { String($0.1.dropFirst()) }
}

/// Returns a name, in backticks unless it is a plain identifier.
private func identifier(_ name: String) -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && name.first?.isNumber == false
    return isPlain && !keywords.contains(name) ? name : "`\(name)`"
}

/// Keywords that need backticks even after a dot.
private let keywords: Set<String> = ["init", "self", "Type", "Protocol"]
