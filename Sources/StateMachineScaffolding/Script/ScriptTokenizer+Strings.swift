/// String literals.
extension ScriptTokenizer {
    mutating func readString(_ quote: Unicode.Scalar) -> ScriptToken.Kind {
        advance()
        var units: [UInt16] = []
        while let scalar = next, scalar != "\n" {
            advance()
            if scalar == quote { return .string(String(decoding: units, as: UTF16.self)) }
            guard scalar == "\\" else {
                units += Array(String(scalar).utf16)
                continue
            }
            guard let escaped = readEscape() else {
                return .broken(
                    problem: "a string contains an escape sequence that is not valid",
                    expected: "an escape sequence such as \\n or \\u0041"
                )
            }
            units += escaped
        }
        return .broken(problem: "the string is not closed", expected: "a closing quotation mark on the same line")
    }

    /// Reads the rest of an escape sequence; `nil` if it is not valid.
    mutating func readEscape() -> [UInt16]? {
        guard let scalar = next else { return nil }
        advance()
        switch scalar {
        case "\n": return []
        case "u" where next == "{": return readCodePoint()
        case "u": return readUnit(digits: 4)
        case "x": return readUnit(digits: 2)
        default: return Self.escapes[scalar].map { [$0] } ?? Array(String(scalar).utf16)
        }
    }

    private static let escapes: [Unicode.Scalar: UInt16] = ["b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "0": 0]

    private mutating func readUnit(digits count: Int) -> [UInt16]? {
        let digits = (0..<count).compactMap { peek($0) }
        guard digits.allSatisfy(\.properties.isASCIIHexDigit),
            let unit = UInt16(String(String.UnicodeScalarView(digits)), radix: 16)
        else { return nil }
        advance(count)
        return [unit]
    }

    private mutating func readCodePoint() -> [UInt16]? {
        advance()
        var text = ""
        while let scalar = next, scalar.properties.isASCIIHexDigit {
            text.unicodeScalars.append(scalar)
            advance()
        }
        guard next == "}", let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
        advance()
        return Array(String(scalar).utf16)
    }
}
