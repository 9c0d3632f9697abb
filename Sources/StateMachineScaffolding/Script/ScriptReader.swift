/// A reader of values in TypeScript and JavaScript.
///
/// It reads literals, names and calls, and skips everything else, such as types and the bodies of
/// functions.
struct ScriptReader {
    let tokens: [ScriptToken]
    /// The index of the closing bracket of each opening bracket.
    let closings: [Int: Int]
    private var depth = 0

    init(_ tokens: [ScriptToken]) {
        self.tokens = tokens
        closings = Self.closings(tokens)
    }

    /// Pairs the brackets; a bracket without a partner has no closing bracket.
    private static func closings(_ tokens: [ScriptToken]) -> [Int: Int] {
        var pairs = BracketPairs()
        for (index, token) in tokens.enumerated() {
            if case .symbol(let symbol) = token.kind { pairs.pass(symbol, index) }
        }
        return pairs.closings
    }

    func isSymbol(_ symbol: String, _ index: Int) -> Bool { index < tokens.count && tokens[index].isSymbol(symbol) }

    func error(_ index: Int, _ problem: String, _ expected: String) -> ChartError {
        if case .broken(let problem, let expected) = tokens[index].kind {
            return ChartError(tokens[index].position, problem, expected: expected)
        }
        return ChartError(tokens[index].position, problem, expected: expected)
    }

    /// Returns the index after the bracket that closes the bracket at an index.
    func closing(_ index: Int) throws(ChartError) -> Int {
        guard let closing = closings[index] else {
            // An unclosed string inside the brackets is the likely reason.
            let broken = tokens[index...].firstIndex { if case .broken = $0.kind { true } else { false } }
            throw error(broken ?? index, "the bracket is not closed", "a closing bracket")
        }
        return closing
    }

    // MARK: Values

    /// Reads the value that begins at an index, and moves the index behind it.
    mutating func readValue(_ index: inout Int) throws(ChartError) -> ScriptValue {
        depth += 1
        defer { depth -= 1 }
        let start = index
        guard depth < 100 else { throw error(start, "values are nested more than 100 levels deep", "fewer levels") }
        var content = try readOperand(&index)
        while !tokens[index].endsExpression {
            guard let next = try readSuffix(of: content, &index) else {
                try skipExpression(&index)
                content = .computed
                break
            }
            content = next
        }
        return ScriptValue(content: content, position: tokens[start].position, tokens: start..<index)
    }

    private mutating func readOperand(_ index: inout Int) throws(ChartError) -> ScriptValue.Content {
        let token = tokens[index]
        switch token.kind {
        case .string(let text), .template(let text?):
            index += 1
            return .string(text)
        case .template(nil), .regularExpression:
            index += 1
            return .computed
        case .number(let number):
            index += 1
            return .number(number)
        case .word(let word): return try readWord(word, &index)
        case .symbol("{"): return .object(try readMembers(&index))
        case .symbol("["): return .array(try readElements(&index))
        case .symbol("("): return try readParentheses(&index)
        case .symbol("<"): return try readTypedOperand(&index)
        case .symbol("-"): return try readNegative(&index)
        case .symbol where !token.endsExpression:
            try skipExpression(&index)
            return .computed
        case .symbol, .broken, .end: throw error(index, "a value is required here", "a value")
        }
    }

    private mutating func readNegative(_ index: inout Int) throws(ChartError) -> ScriptValue.Content {
        guard case .number(let number) = tokens[index + 1].kind else {
            try skipExpression(&index)
            return .computed
        }
        index += 2
        return .number(-number)
    }

    /// Reads a value after a type in angle brackets.
    private mutating func readTypedOperand(_ index: inout Int) throws(ChartError) -> ScriptValue.Content {
        guard let end = endOfTypeArguments(index) else {
            try skipExpression(&index)
            return .computed
        }
        index = end
        return try readValue(&index).content
    }

    private mutating func readParentheses(_ index: inout Int) throws(ChartError) -> ScriptValue.Content {
        if let body = bodyOfArrow(index) {
            index = body
            try skipBody(&index)
            return .function(nil)
        }
        let end = try closing(index)
        index += 1
        let value = try readValue(&index)
        defer { index = end + 1 }
        return index == end ? value.content : .computed
    }

    private mutating func readWord(_ word: String, _ index: inout Int) throws(ChartError) -> ScriptValue.Content {
        if let function = try readFunction(word, &index) { return function }
        switch word {
        case "true", "false": index += 1
        case "null", "undefined": index += 1
        case "new", "await", "typeof", "void", "class", "yield", "delete":
            try skipExpression(&index)
            return .computed
        default:
            index += 1
            return .name([word])
        }
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default: return .undefined
        }
    }

    /// Reads an operator after a value and its operand.
    ///
    /// - Returns: The new value; `nil` if only JavaScript can compute it.
    private mutating func readSuffix(
        of content: ScriptValue.Content,
        _ index: inout Int
    ) throws(ChartError) -> ScriptValue.Content? {
        switch (tokens[index].kind, content) {
        case (.word("as"), _), (.word("satisfies"), _):
            index += 1
            try skipType(&index)
            return content
        case (.symbol("!"), _):
            index += 1
            return content
        case (.symbol("."), .name(let path)), (.symbol("?."), .name(let path)):
            guard let word = tokens[index + 1].word, path.count < 50 else { return nil }
            index += 2
            return .name(path + [word])
        case (.symbol("."), .call):
            // The name of a chain of calls is its last name, as in `setup({ … }).assign(…)`.
            guard let word = tokens[index + 1].word, isSymbol("(", index + 2) || isSymbol("<", index + 2) else {
                return nil
            }
            index += 2
            return .name([word])
        case (.symbol("["), .name(let path)):
            guard case .string(let key) = tokens[index + 1].kind, isSymbol("]", index + 2), path.count < 50 else {
                return nil
            }
            index += 3
            return .name(path + [key])
        case (.symbol("<"), .name):
            guard let end = endOfTypeArguments(index), isSymbol("(", end) else { return nil }
            index = end
            return content
        case (.symbol("("), .name(let path)): return .call(path, try readElements(&index))
        case (.symbol("+"), .string(let first)):
            index += 1
            guard case .string(let second) = try readOperand(&index) else { return nil }
            return .string(first + second)
        default: return nil
        }
    }

    // MARK: Lists

    /// Reads the elements between two brackets.
    private mutating func readElements(_ index: inout Int) throws(ChartError) -> [ScriptValue] {
        let end = try closing(index)
        index += 1
        var elements: [ScriptValue] = []
        while index < end {
            if isSymbol(",", index) {
                index += 1
                continue
            }
            let start = index
            let isSpread = isSymbol("...", index)
            if isSpread { index += 1 }
            var value = try readValue(&index)
            if isSpread {
                let tokens = start..<value.tokens.upperBound
                value = ScriptValue(content: .spread(value), position: self.tokens[start].position, tokens: tokens)
            }
            elements.append(value)
            guard index == end || isSymbol(",", index), index > start else {
                throw error(index, "the list is not valid", "“,” or a closing bracket")
            }
        }
        index = end + 1
        return elements
    }
}
