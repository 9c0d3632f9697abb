extension SwiftParser {
    /// The operators, those that bind least first.
    private static let operators = [["||"], ["&&"], ["==", "!="], ["??"], ["+"]]

    mutating func expression() throws -> Syntax.Expression { try expression(above: 0) }

    mutating func expression(above level: Int) throws -> Syntax.Expression {
        guard level < Self.operators.count else { return try prefixed() }
        var result = try expression(above: level + 1)
        while let text = next, Self.operators[level].contains(text) {
            tokens.removeFirst()
            result = .binary(text, result, try expression(above: level + 1))
        }
        return result
    }

    mutating func prefixed() throws -> Syntax.Expression {
        if take("!") { return .not(try prefixed()) }
        if take("&") { return .reference(try prefixed()) }
        if take("try") { return try expression() }
        if take("try?") { return .optionalTry(try expression()) }
        var result = try primary()
        while let token = tokens.first, !token.isFirst {
            if take(".") {
                result = .member(result, try word())
            } else if take("(") {
                result = .call(result, try arguments())
            } else {
                break
            }
        }
        return result
    }

    mutating func arguments() throws -> [Syntax.Argument] {
        try elements(until: ")") { parser in
            var label: String?
            if parser.tokens.dropFirst().first?.text == ":" {
                label = try parser.word()
                try parser.expect(":")
            }
            return Syntax.Argument(label: label, value: try parser.expression())
        }
    }

    mutating func primary() throws -> Syntax.Expression {
        if take(".") { return .member(nil, try word()) }
        if take("[") { return .list(try elements(until: "]") { try $0.expression() }) }
        if take("(") {
            let parts = try elements(until: ")") { try $0.expression() }
            return parts.count == 1 ? parts[0] : .tuple(parts)
        }
        let text = try word()
        guard let first = text.first, first.isLetter || first.isNumber || first == "_" else {
            throw problem("“\(text)” is not an expression")
        }
        return Int(text).map { .number($0) } ?? .name(text)
    }
}
