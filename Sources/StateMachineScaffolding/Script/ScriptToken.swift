/// A token of a TypeScript or JavaScript file.
struct ScriptToken {
    enum Kind: Equatable {
        case word(String)
        case string(String)
        case number(Double)
        /// A template literal; `nil` if it contains an expression.
        case template(String?)
        case regularExpression
        case symbol(String)
        /// Text that is not a token, with the problem and the expected text.
        case broken(problem: String, expected: String)
        case end
    }

    var kind: Kind
    var position: Position
    /// The characters of the token.
    var range: Range<Int>

    var word: String? { if case .word(let word) = kind { word } else { nil } }

    func isSymbol(_ symbol: String) -> Bool { kind == .symbol(symbol) }

    /// Whether an expression ends before the token.
    var endsExpression: Bool {
        switch kind {
        case .end: true
        case .symbol(let symbol): [",", ")", "]", "}", ";"].contains(symbol)
        case .word, .string, .number, .template, .regularExpression, .broken: false
        }
    }

    /// Whether an operand ends with the token, so that a slash after it divides.
    var endsOperand: Bool {
        switch kind {
        case .word(let word): !["return", "typeof", "case", "in", "of", "void", "delete", "await"].contains(word)
        case .string, .number, .template, .regularExpression: true
        // A slash after `<` closes an element of JSX.
        case .symbol(let symbol): [")", "]", "}", "<"].contains(symbol)
        case .broken, .end: false
        }
    }
}
