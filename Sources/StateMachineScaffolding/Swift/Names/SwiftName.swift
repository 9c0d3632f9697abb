/// Functions that make Swift names from the names and labels of a diagram.
package enum SwiftName {
    /// Returns the name of a case, a property or a label: `paymentFailed` for "payment failed" and
    /// for "payment_failed".
    package static func lower(_ text: String, kind: String) -> String {
        let name = camelCase(
            kind == "action" ? spellingAssignment(text) : text,
            hasFormula: text.contains { "<>=≤≥≠".contains($0) }
        )
        guard let first = name.first else { return kind }
        if !first.isLetter { return kind + name }
        return unreserved(lowercasingFirstWord(name))
    }

    /// Returns the name of a variable or a property.
    static func variable(_ text: String, kind: String) -> String {
        let name = lower(text, kind: kind)
        return variables.contains(name) ? name + "_" : name
    }

    /// Returns the name of a type: `PaymentFailed` for "payment failed".
    static func upper(_ text: String, kind: String) -> String {
        let name = camelCase(text)
        guard let first = name.first else { return kind }
        return first.isLetter ? unreserved(first.uppercased() + name.dropFirst()) : kind + name
    }

    /// Returns a name for its declaration or for use without a preceding dot.
    ///
    /// A keyword is surrounded by backticks.
    static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Returns whether a name in Swift says everything that a text in the diagram says.
    static func repeats(_ text: String, _ name: String) -> Bool {
        let hasMinus = text.contains("-") && text.contains(/-\d/)
        guard !hasMinus, !operators.contains(where: { text.contains($0.symbol) }) else { return false }
        func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber }.lowercased() }
        return letters(text) == letters(name)
    }

    /// Returns whether a text is already a valid type name.
    static func isTypeName(_ text: String) -> Bool {
        text.first?.isUppercase == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            && !taken.contains(text) && !keywords.contains(text)
    }

    /// Returns the words of a text as one.
    ///
    /// - Parameter hasFormula: Whether a hyphen between spaces is a minus.
    private static func camelCase(_ text: String, hasFormula: Bool = false) -> String {
        let isPart = { (character: Character) in
            character == "_" || character.isASCII && (character.isLetter || character.isNumber)
                || !character.isASCII && character.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
        }
        // `SEND_MESSAGE` is “send message”.
        let text = text.split(separator: " ", omittingEmptySubsequences: false)
            .map { wordsInCapitals($0)?.joined(separator: " ") ?? String($0) }.joined(separator: " ")
        var words = spellingOperators(spacingUnderscores(text), hasFormula: hasFormula)
            .split { !isPart($0) }.map(String.init)
        for index in words.indices.dropFirst() {
            words[index] = words[index].prefix(1).uppercased() + words[index].dropFirst()
        }
        return words.joined()
    }

    /// Returns a text with spaces instead of underscores, except before a digit: `step_1_1` is not
    /// `step_11`.
    private static func spacingUnderscores(_ text: String) -> String {
        var result = ""
        for character in text.reversed() {
            let isKept = result.last?.isNumber == true
            result.append(character == "_" && !isKept ? " " : character)
        }
        return String(result.reversed())
    }

    /// The operators between two words, and the words that name them in Swift.
    private static let operators: [(symbol: String, words: String)] = [
        ("===", "is"), ("!==", "is not"), ("<=", "at most"), (">=", "at least"), ("==", "is"), ("!=", "is not"),
        ("≤", "at most"), ("≥", "at least"), ("≠", "is not"), ("&&", "and"), ("||", "or"), ("<", "below"),
        (">", "above"), ("=", "is"), ("+", "plus"),
    ]

    /// Returns an action with words instead of an assignment: “increase tries by 1” for
    /// “tries += 1”.
    private static func spellingAssignment(_ text: String) -> String {
        guard text.utf8.contains(where: "=+-".utf8.contains) else { return text }
        let assignment = /\s*([\p{L}_][\p{L}\p{N}_.]*)\s*(\+=|-=|\*=|\/=|=|\+\+|--)(?![=>])\s*(.*)/
        guard let match = text.wholeMatch(of: assignment) else { return text }
        let value = match.3
        switch match.2 {
        case "++" where value.isEmpty: return "increase \(match.1)"
        case "--" where value.isEmpty: return "decrease \(match.1)"
        case "++", "--",
            _ where value.isEmpty:
            return text
        case "+=": return "increase \(match.1) by \(value)"
        case "-=": return "decrease \(match.1) by \(value)"
        case "*=": return "multiply \(match.1) by \(value)"
        case "/=": return "divide \(match.1) by \(value)"
        default: return "set \(match.1) to \(value)"
        }
    }

    /// Returns a text with words instead of operators: “tries below 3” for “tries < 3”.
    private static func spellingOperators(_ text: String, hasFormula: Bool) -> String {
        guard text.unicodeScalars.contains(where: "<>=≤≥≠!&|+-*/.".unicodeScalars.contains) else { return text }
        if let first = operators.first(where: { "<>≤≥!".contains($0.symbol.prefix(1)) && text.hasPrefix($0.symbol) }) {
            let rest = text.dropFirst(first.symbol.count)
            if trimmed(rest).first.map({ $0.isLetter || $0.isNumber }) == true {
                return spellingOperators("\(first.words) \(rest)", hasFormula: hasFormula)
            }
        }
        func isPart(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
        /// Whether a value follows, such as `tries` or `-80`.
        func beginsWithValue(_ text: Substring) -> Bool {
            let value = trimmed(text)
            return isPart(value.first) || value.first == "-" && isPart(value.dropFirst().first)
        }
        var result = ""
        // Arrows are not operators.
        var rest = text.replacing(/->|=>|<-(?![\p{L}\p{N}])/, with: " ")[...]
        while let character = rest.first {
            let following = rest.dropFirst().first
            if let (symbol, words) = operators.first(where: { rest.hasPrefix($0.symbol) }),
                isPart(result.last { !$0.isWhitespace }), beginsWithValue(rest.dropFirst(symbol.count))
            {
                result += " \(words) "
                rest = rest.dropFirst(symbol.count)
                continue
            }
            let isAfterSpace = result.last.map { $0.isWhitespace || $0 == "(" } ?? true
            if character == "!", isAfterSpace, following?.isLetter == true {
                result += "not "
            } else if character == "-", isAfterSpace, hasFormula || following?.isNumber == true {
                result += "minus "
            } else if character == ".", result.last?.isNumber == true, following?.isNumber == true {
                result += " point "
            } else if hasFormula, "*/".contains(character), isAfterSpace, following?.isWhitespace == true {
                result += character == "*" ? "times " : "divided by "
            } else {
                result.append(character)
            }
            rest = rest.dropFirst()
        }
        return result
    }

    /// Returns the words of a name such as `SEND_MESSAGE` in lowercase, or `nil` for other names.
    private static func wordsInCapitals(_ text: Substring) -> [String]? {
        let words = text.split(separator: "_")
        let isName = words.count > 1 && text.allSatisfy { $0 == "_" || $0.isUppercase || $0.isASCII && $0.isNumber }
        return isName && words.allSatisfy { $0.first?.isLetter == true } ? words.map { $0.lowercased() } : nil
    }

    /// Returns a name with a lowercase first word: "urlSession" for "URLSession"; "ok" for "OK".
    private static func lowercasingFirstWord(_ name: String) -> String {
        let capitals = name.prefix { $0.isUppercase }
        let rest = name.dropFirst(capitals.count)
        if capitals.count > 1, rest.first?.isLetter == true {
            return capitals.dropLast().lowercased() + String(capitals.suffix(1)) + rest
        }
        return capitals.lowercased() + rest
    }

    /// Returns a name, followed by an underscore if Swift or the generated code already uses it.
    private static func unreserved(_ name: String) -> String {
        taken.contains(name) ? name + "_" : name
    }

    /// Names that are reserved even in backticks, and members of the generated code.
    private static let taken: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "Any", "none", "some", "hash", "hashValue", "allCases", "rawValue",
        "Event", "State", "Action", "Activity", "Completion", "Output", "String", "Bool", "Regions", "TransitionError",
        "Refusal", "Rejection",
        "StateDefinition", "FiniteStateDefinition", "Hashable", "Sendable", "CaseIterable", "Never", "Array",
        "Optional",
        "activities", "isFinal", "isComplete", "handleEvent", "initialStates", "sampleEvents", "exitActions",
        "entryActions",
        "initialActions", "canHandle", "forEachActivity", "diagramStates", "diagramEvent",
    ]

    /// The names of variables in the generated code, and the keywords that cannot be labels.
    private static let variables: Set<String> = [
        "inout", "let", "var", "event", "state", "completion", "completions", "exits", "actions", "entries", "before",
        "isHandled", "offer",
        "enter", "take", "advance", "settle", "min", "hasMoved", "hasLeft", "hasReachedEnd", "unanswered",
        "isUnanswered",
    ]

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "inout",
        "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows",
        "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias",
        "var",
        "where", "while", "await", "async",
    ]
}
