import StateMachineCommandLine

/// A reader of JSON (RFC 8259) that keeps the position of each value.
struct JSONReader {
    private let characters: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var column = 1
    private var depth = 0

    /// Reads a JSON document.
    ///
    /// - Throws: ``ChartError`` if the text is not JSON or is nested too deeply.
    static func read(_ text: String) throws(ChartError) -> JSONTree {
        var reader = JSONReader(characters: Array(text.unicodeScalars))
        let tree = try reader.readValue()
        reader.skipSpace()
        guard reader.next == nil else { throw reader.error("text follows the JSON value", "the end of the file") }
        return tree
    }

    private init(characters: [Unicode.Scalar]) { self.characters = characters }

    private var position: Position { Position(line: line, column: column) }
    private var next: Unicode.Scalar? { index < characters.count ? characters[index] : nil }

    private func error(_ problem: String, _ expected: String) -> ChartError {
        ChartError(position, problem, expected: expected)
    }

    private mutating func readValue() throws(ChartError) -> JSONTree {
        skipSpace()
        let start = position
        depth += 1
        defer { depth -= 1 }
        guard depth < 100 else { throw error("values are nested more than 100 levels deep", "fewer levels") }
        switch next {
        case "{": return JSONTree(value: .object(try readObject()), position: start)
        case "[": return JSONTree(value: .array(try readArray()), position: start)
        case "\"": return JSONTree(value: .string(try readString()), position: start)
        case "t": return JSONTree(value: try readWord("true", .bool(true)), position: start)
        case "f": return JSONTree(value: try readWord("false", .bool(false)), position: start)
        case "n": return JSONTree(value: try readWord("null", .null), position: start)
        default: return JSONTree(value: .number(try readNumber()), position: start)
        }
    }

    private mutating func readObject() throws(ChartError) -> JSONMembers {
        advance()
        var members = JSONMembers()
        skipSpace()
        if take("}") { return members }
        while true {
            skipSpace()
            guard next == "\"" else { throw error("the name of an object member is missing", "\"name\": value") }
            let start = position
            let name = try readString()
            skipSpace()
            guard take(":") else { throw error("an object member has no value", "a colon and a value") }
            guard members.add(JSONMembers.Member(name: name, position: start, value: try readValue())) else {
                throw ChartError(
                    start,
                    "the object contains “\(name.abbreviated(after: 60))” twice",
                    expected: "each name once"
                )
            }
            skipSpace()
            if take("}") { return members }
            guard take(",") else { throw error("the object is not closed", "“,” or “}”") }
        }
    }

    private mutating func readArray() throws(ChartError) -> [JSONTree] {
        advance()
        var elements: [JSONTree] = []
        skipSpace()
        if take("]") { return elements }
        while true {
            elements.append(try readValue())
            skipSpace()
            if take("]") { return elements }
            guard take(",") else { throw error("the list is not closed", "“,” or “]”") }
        }
    }

    private mutating func readString() throws(ChartError) -> String {
        let start = position
        advance()
        var units: [UInt16] = []
        while let scalar = next, scalar != "\"" {
            guard scalar.value >= 32 else {
                throw error("a string contains a control character", "an escape sequence such as \\n")
            }
            advance()
            guard scalar == "\\" else {
                units += Array(String(scalar).utf16)
                continue
            }
            units.append(try readEscape())
        }
        guard take("\"") else {
            throw ChartError(start, "the string is not closed", expected: "a closing quotation mark")
        }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func readEscape() throws(ChartError) -> UInt16 {
        guard let scalar = next else { throw error("the string is not closed", "a quotation mark") }
        advance()
        if scalar == "u" {
            let digits = String(String.UnicodeScalarView(characters[index...].prefix(4)))
            // `UInt16` itself would accept a sign.
            guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else {
                throw error("“\\u\(digits)” is not a valid escape sequence", "\\u and four hexadecimal digits")
            }
            for _ in 0..<4 { advance() }
            return unit
        }
        let escapes: [Unicode.Scalar: UInt16] = [
            "\"": 34, "\\": 92, "/": 47, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
        ]
        guard let unit = escapes[scalar] else {
            throw error("“\\\(scalar)” is not a valid escape sequence", "an escape sequence such as \\n or \\\"")
        }
        return unit
    }

    /// Reads a number, with an optional sign, fraction and exponent, but without a leading zero.
    private mutating func readNumber() throws(ChartError) -> Double {
        let (start, first) = (position, index)
        _ = take("-")
        if !take("0") { try readDigits(of: start) }
        if take(".") { try readDigits(of: start) }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try readDigits(of: start)
        }
        let text = String(String.UnicodeScalarView(characters[first..<index]))
        guard let number = Double(text) else { throw notAValue(start) }
        return number
    }

    /// Reads one or more digits.
    private mutating func readDigits(of start: Position) throws(ChartError) {
        let first = index
        while let scalar = next, ("0"..."9").contains(scalar) { advance() }
        if index == first { throw notAValue(start) }
    }

    private func notAValue(_ start: Position) -> ChartError {
        ChartError(
            start,
            "a JSON value is required here",
            expected: "an object, a list, a string, a number, true, false or null"
        )
    }

    private mutating func readWord(_ word: String, _ value: JSONTree.Value) throws(ChartError) -> JSONTree.Value {
        guard characters[index...].starts(with: word.unicodeScalars) else {
            throw error("a JSON value is required here", word)
        }
        for _ in word.unicodeScalars { advance() }
        return value
    }

    private mutating func skipSpace() {
        while let scalar = next, scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" { advance() }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    private mutating func advance() {
        if next == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
        index += 1
    }
}
