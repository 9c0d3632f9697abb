/// Functions that make Swift names from the names and labels of a diagram.
package enum SwiftName {
    /// Returns the name of a case, a property or a label: `paymentFailed` for "payment failed" and
    /// for "payment_failed".
    package static func lower(_ text: String, kind: String) -> String {
        let name = camelCase(kind == "action" ? spellingAssignment(text) : text)
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
        guard !operators.contains(where: { text.contains($0.symbol) }) else { return false }
        func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber }.lowercased() }
        return letters(text) == letters(name)
    }

    /// Returns whether a text is already a valid type name.
    static func isTypeName(_ text: String) -> Bool {
        text.first?.isUppercase == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            && !taken.contains(text) && !keywords.contains(text)
    }

    private static func camelCase(_ text: String) -> String {
        let isPart = { (character: Character) in
            character == "_" || character.isASCII && (character.isLetter || character.isNumber)
                || !character.isASCII && character.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
        }
        var words =
            wordsInCapitals(text)
            ?? spellingOperators(spacingUnderscores(text)).split(whereSeparator: { !isPart($0) }).map(String.init)
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
        let forms: [(symbol: String, verb: String, preposition: String)] = [
            ("+=", "increase", "by"), ("-=", "decrease", "by"), ("++", "increase", ""), ("--", "decrease", ""),
            ("=", "set", "to"),
        ]
        for form in forms {
            guard let symbol = text.firstRange(of: form.symbol) else { continue }
            let (variable, value) = (trimmed(text[..<symbol.lowerBound]), trimmed(text[symbol.upperBound...]))
            let hasValue = !value.isEmpty && value.first != "="
            guard variable.first?.isLetter == true, variable.last.map({ !"<>=!+-*/".contains($0) }) == true,
                hasValue != form.preposition.isEmpty
            else { continue }
            return "\(form.verb) \(variable) \(form.preposition) \(value)"
        }
        return text
    }

    /// Returns a text with words instead of operators: “tries below 3” for “tries < 3”.
    private static func spellingOperators(_ text: String) -> String {
        func isPart(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
        /// Whether a value follows, such as `tries` or `-80`.
        func beginsWithValue(_ text: Substring) -> Bool {
            let value = trimmed(text)
            return isPart(value.first) || value.first == "-" && value.dropFirst().first?.isNumber == true
        }
        let isComparison = text.contains { "<>=≤≥≠".contains($0) }
        var result = ""
        var rest = text[...]
        while let character = rest.first {
            if let (symbol, words) = operators.first(where: { rest.hasPrefix($0.symbol) }),
                isPart(result.last { !$0.isWhitespace }), beginsWithValue(rest.dropFirst(symbol.count))
            {
                result += " \(words) "
                rest = rest.dropFirst(symbol.count)
            } else if character == "-", isComparison, result.last?.isWhitespace == true {
                result += "minus "
                rest = rest.dropFirst()
            } else if character == ".", result.last?.isNumber == true, rest.dropFirst().first?.isNumber == true {
                result += " point "
                rest = rest.dropFirst()
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Returns the words of a name such as `SEND_MESSAGE` in lowercase, or `nil` for other names.
    private static func wordsInCapitals(_ text: String) -> [String]? {
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
        "StateDefinition", "FiniteStateDefinition", "Hashable", "Sendable", "CaseIterable", "Never", "Array",
        "Optional",
        "activities", "isFinal", "isComplete", "handleEvent", "initialStates", "sampleEvents", "exitActions",
        "entryActions",
        "initialActions", "canHandle", "forEachActivity", "diagramStates", "diagramEvent",
    ]

    /// The names of variables in the generated code.
    private static let variables: Set<String> = [
        "event", "state", "completion", "completions", "exits", "actions", "entries", "before", "isHandled", "offer",
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
        "where", "while", "await", "async", "consume", "copy", "discard",
    ]
}
