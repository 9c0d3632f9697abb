import StateMachineCommandLine

/// A tokenizer of TypeScript and JavaScript.
///
/// It never fails. A file can contain text in JSX, in which an apostrophe begins no string, so the
/// reader reports a broken token only if a machine contains it.
struct ScriptTokenizer {
    let characters: [Unicode.Scalar]
    private(set) var index = 0
    private var line = 1
    private var column = 1
    private var tokens: [ScriptToken] = []
    /// Whether an earlier template literal or comment has no end, so that none after it has one.
    var isUnclosed = false

    /// Returns the tokens of a text, of which the last one is ``ScriptToken/Kind/end``.
    static func tokens(of characters: [Unicode.Scalar]) -> [ScriptToken] {
        var tokenizer = ScriptTokenizer(characters: characters)
        while tokenizer.skipSpace() { tokenizer.readToken() }
        tokenizer.add(.end, from: tokenizer.index, at: tokenizer.position)
        return tokenizer.tokens
    }

    private init(characters: [Unicode.Scalar]) { self.characters = characters }

    var position: Position { Position(line: line, column: column) }
    var next: Unicode.Scalar? { peek(0) }

    func peek(_ offset: Int) -> Unicode.Scalar? {
        index + offset < characters.count ? characters[index + offset] : nil
    }

    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < characters.count {
            if characters[index] == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
            index += 1
        }
    }

    private mutating func add(_ kind: ScriptToken.Kind, from start: Int, at position: Position) {
        tokens.append(ScriptToken(kind: kind, position: position, range: start..<index))
    }

    // MARK: Space

    /// Skips white space and comments.
    ///
    /// - Returns: Whether a token follows.
    private mutating func skipSpace() -> Bool {
        while let scalar = next {
            if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                advance()
            } else if scalar == "/" && peek(1) == "/" || index == 0 && startsWith("#!") {
                skipLine()
            } else if scalar == "/", peek(1) == "*", !isUnclosed {
                skipComment()
            } else {
                return true
            }
        }
        return false
    }

    private mutating func skipLine() {
        while let scalar = next, scalar != "\n" { advance() }
    }

    private mutating func skipComment() {
        advance(2)
        while next != nil, next != "*" || peek(1) != "/" { advance() }
        advance(2)
    }

    // MARK: Tokens

    private mutating func readToken() {
        let (start, place) = (index, position)
        let kind = readKind()
        add(kind, from: start, at: place)
    }

    private mutating func readKind() -> ScriptToken.Kind {
        guard let scalar = next else { return .end }
        switch scalar {
        case "\"", "'": return readString(scalar)
        case "`": return readTemplate()
        case "/": return readSlash()
        case "0"..."9": return readNumber()
        case ".": if let digit = peek(1), ("0"..."9").contains(digit) { return readNumber() }
        default: break
        }
        if Self.isWordStart(scalar) { return readWord() }
        let symbol = Self.symbols.first { startsWith($0) } ?? String(scalar)
        advance(symbol.unicodeScalars.count)
        return .symbol(symbol)
    }

    /// The symbols of more than one character, except those that can end type arguments.
    private static let symbols = ["...", "===", "!==", "=>", "==", "!=", "?.", "??", "&&", "||"]

    private func startsWith(_ symbol: String) -> Bool {
        characters[index...].starts(with: symbol.unicodeScalars)
    }

    private static func isWordStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic
    }

    private mutating func readWord() -> ScriptToken.Kind {
        var word = String.UnicodeScalarView()
        while let scalar = next, Self.isWordStart(scalar) || scalar.properties.isXIDContinue {
            word.append(scalar)
            advance()
        }
        return .word(String(word))
    }

    private mutating func readNumber() -> ScriptToken.Kind {
        var text = ""
        while let scalar = next {
            let isSign =
                (scalar == "+" || scalar == "-") && text.last.map { "eE".contains($0) } == true
                && !text.hasPrefix("0x")
            guard isSign || scalar == "." || scalar == "_" || scalar.properties.isXIDContinue else { break }
            text.unicodeScalars.append(scalar)
            advance()
        }
        let digits = text.lowercased().filter { $0 != "_" }
        let radices = ["0x": 16, "0o": 8, "0b": 2]
        let number =
            radices[String(digits.prefix(2))].map { UInt64(digits.dropFirst(2), radix: $0).map { Double($0) } }
            ?? Double(digits.hasSuffix("n") ? String(digits.dropLast()) : digits)
        guard let number, number.isFinite else {
            return .broken(problem: "“\(text.abbreviated(after: 40))” is not a valid number", expected: "a number")
        }
        return .number(number)
    }

    /// Reads a regular expression or a symbol.
    private mutating func readSlash() -> ScriptToken.Kind {
        let isDivision = tokens.last?.endsOperand ?? false
        guard !isDivision, let end = regularExpressionEnd() else {
            advance()
            return .symbol("/")
        }
        advance(end - index)
        while let scalar = next, Self.isWordStart(scalar) { advance() }
        return .regularExpression
    }

    /// Returns the index after the closing slash, which has to be on the same line.
    private func regularExpressionEnd() -> Int? {
        var isInClass = false
        var end = index + 1
        while end < characters.count, characters[end] != "\n" {
            switch characters[end] {
            case "\\": end += 1
            case "[": isInClass = true
            case "]": isInClass = false
            case "/" where !isInClass: return end + 1
            default: break
            }
            end += 1
        }
        return nil
    }
}
