import StateMachineCommandLine

/// A parser of conditions.
///
/// A condition contains `In('id')`, names of guards, `&&`, `||`, `!` and parentheses. It may use
/// the words `and`, `or` and `not` instead of the operators.
struct ConditionParser {
    /// The names that guards can have.
    enum Names {
        /// One word with letters, numbers, `_`, `.` and `-`.
        case words
        /// All words between two logical operators, such as “tries < 3” in “wrong && tries < 3”.
        case phrases
    }

    private enum Token: Equatable {
        case word(String)
        case quoted(String)
        case open, close, and, or, not
    }

    private var tokens: ArraySlice<Token> = []
    private let text: String
    private let position: Position
    private let names: Names
    private var depth = 0

    /// Reads a condition.
    ///
    /// - Throws: ``ChartError`` at the position if the text is not a condition.
    static func read(
        _ text: String,
        at position: Position,
        names: Names = .words
    ) throws(ChartError) -> Condition {
        var parser = try ConditionParser(text, at: position, names)
        let condition = try parser.readAlternatives()
        guard parser.tokens.isEmpty else { throw parser.error }
        return condition
    }

    private init(_ text: String, at position: Position, _ names: Names) throws(ChartError) {
        self.text = text
        self.position = position
        self.names = names
        tokens = try scan(text)[...]
    }

    private var error: ChartError {
        ChartError(
            position,
            "the condition “\(text.abbreviated(after: 80))” is not valid",
            expected: "In('id') or the name of a guard, optionally combined with &&, ||, ! and parentheses"
        )
    }

    private func scan(_ text: String) throws(ChartError) -> [Token] {
        var tokens: [Token] = []
        var rest = text[...]
        while let character = rest.first {
            guard tokens.count < 1_000 else { throw error }
            if character.isWhitespace {
                rest.removeFirst()
            } else if names == .phrases, rest.hasPrefix("!=") {
                rest.removeFirst(2)
                append("!=", to: &tokens)
            } else if let (symbol, token) = Self.symbols.first(where: { rest.hasPrefix($0.0) }) {
                rest.removeFirst(symbol.count)
                tokens.append(token)
            } else if character == "'" || character == "\"" {
                rest.removeFirst()
                guard let end = rest.firstIndex(of: character) else { throw error }
                tokens.append(.quoted(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                let word = names == .words ? rest.prefix(while: Self.isNamePart) : Self.phrasePart(of: rest)
                guard !word.isEmpty else { throw error }
                rest.removeFirst(word.count)
                if let token = Self.words[word.lowercased()] {
                    tokens.append(token)
                } else {
                    append(String(word), to: &tokens)
                }
            }
        }
        return tokens
    }

    /// Adds a word, which in a phrase belongs to the word before it.
    private func append(_ word: String, to tokens: inout [Token]) {
        if names == .phrases, case .word(let first) = tokens.last {
            tokens[tokens.count - 1] = .word("\(first) \(word)")
        } else {
            tokens.append(.word(word))
        }
    }

    private static func isNamePart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_.-".contains(character)
    }

    /// Returns the characters before a space or an operator.
    ///
    /// Parentheses directly after a word belong to it, as in `isAbove(limit: 3)`, except after
    /// `In`.
    private static func phrasePart(of rest: Substring) -> Substring {
        var depth = 0
        var end = rest.startIndex
        while end < rest.endIndex {
            let tail = rest[end...]
            if depth == 0, tail.hasPrefix("&&") || tail.hasPrefix("||") { break }
            switch rest[end] {
            case "(" where depth > 0 || end > rest.startIndex && rest[..<end] != "In": depth += 1
            case "(": return rest[..<end]
            case ")" where depth == 0: return rest[..<end]
            case ")": depth -= 1
            case let character where depth == 0 && character.isWhitespace: return rest[..<end]
            default: break
            }
            end = rest.index(after: end)
        }
        return rest[..<end]
    }

    private static let symbols: [(String, Token)] = [
        ("&&", .and), ("||", .or), ("!", .not), ("(", .open), (")", .close),
    ]
    private static let words: [String: Token] = ["and": .and, "or": .or, "not": .not]

    private mutating func readAlternatives() throws(ChartError) -> Condition {
        var conditions = [try readAll()]
        while tokens.first == .or {
            tokens.removeFirst()
            conditions.append(try readAll())
        }
        return conditions.count == 1 ? conditions[0] : .any(conditions)
    }

    private mutating func readAll() throws(ChartError) -> Condition {
        var conditions = [try readOne()]
        while tokens.first == .and {
            tokens.removeFirst()
            conditions.append(try readOne())
        }
        return conditions.count == 1 ? conditions[0] : .all(conditions)
    }

    private mutating func readOne() throws(ChartError) -> Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth < 50 else { throw error }
        switch tokens.popFirst() {
        case .not: return .not(try readOne())
        case .open:
            let condition = try readAlternatives()
            guard tokens.popFirst() == .close else { throw error }
            return condition
        case .word("true"): return .constant(true)
        case .word("false"): return .constant(false)
        case .word("In") where tokens.first == .open:
            tokens.removeFirst()
            let id: String
            switch tokens.popFirst() {
            case .quoted(let name), .word(let name): id = name
            case .open, .close, .and, .or, .not, nil: throw error
            }
            guard tokens.popFirst() == .close else { throw error }
            return .isIn(id)
        case .word(let name):
            let isName = names == .phrases || name.first.map { $0.isLetter || $0 == "_" } ?? false
            guard isName else { throw error }
            return .guard(name)
        case .quoted, .close, .and, .or, nil: throw error
        }
    }
}
