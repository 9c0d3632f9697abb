/// A token of a Graphviz file.
struct DOTToken: Equatable {
    enum Kind: Equatable {
        /// A name or a text in quotation marks.
        case text(String, isQuoted: Bool)
        /// A brace, a bracket, a separator or an arrow.
        case symbol(String)
    }

    var kind: Kind
    var position: Position

    /// The choices in the comments of a file.
    struct Comments {
        /// The names that comments of one line choose.
        var namings: [SwiftNaming] = []
        /// The notation of labels that a comment chooses.
        var notation: LabelNotation?
    }

    /// Returns the tokens of a file, and the choices in its comments.
    static func tokens(of text: String) throws(ChartError) -> (tokens: [DOTToken], comments: Comments) {
        var scanner = DOTScanner(rest: Array(text.unicodeScalars)[...])
        var tokens: [DOTToken] = []
        while let token = try scanner.next() { tokens.append(token) }
        return (tokens, scanner.comments)
    }
}

private struct DOTScanner {
    var rest: ArraySlice<Unicode.Scalar>
    private var line = 1
    private var column = 1
    private(set) var comments = DOTToken.Comments()

    init(rest: ArraySlice<Unicode.Scalar>) { self.rest = rest }

    private var position: Position { Position(line: line, column: column) }

    private func begins(with text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

    @discardableResult private mutating func advance() -> Unicode.Scalar? {
        guard let scalar = rest.popFirst() else { return nil }
        if scalar == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
        return scalar
    }

    /// Reads a comment until the end of its line.
    private mutating func readComment() throws(ChartError) {
        let start = position
        var text = String.UnicodeScalarView()
        while let scalar = rest.first, scalar != "\n" {
            text.append(scalar)
            advance()
        }
        let content = String(text).drop { $0 == "/" || $0 == "#" }
        if let naming = try SwiftNaming(content, at: start) { comments.namings.append(naming) }
        if let notation = LabelNotation(comment: content) { comments.notation = notation }
    }

    mutating func next() throws(ChartError) -> DOTToken? {
        while let scalar = rest.first {
            if scalar.properties.isWhitespace {
                advance()
            } else if begins(with: "//") || scalar == "#" {
                try readComment()
            } else if begins(with: "/*") {
                let start = position
                while !rest.isEmpty, !begins(with: "*/") { advance() }
                guard !rest.isEmpty else { throw ChartError(start, "a comment is not closed", expected: "*/") }
                advance()
                advance()
            } else {
                return try token()
            }
        }
        return nil
    }

    private mutating func token() throws(ChartError) -> DOTToken {
        let start = position
        for symbol in ["->", "--", "{", "}", "[", "]", ";", ",", "=", ":"] where begins(with: symbol) {
            for _ in symbol.unicodeScalars { advance() }
            return DOTToken(kind: .symbol(symbol), position: start)
        }
        if rest.first == "\"" { return DOTToken(kind: .text(try quoted(start), isQuoted: true), position: start) }
        if rest.first == "<" { return DOTToken(kind: .text(try html(start), isQuoted: true), position: start) }
        var name = String.UnicodeScalarView()
        while let scalar = rest.first, Self.isNamePart(scalar) || scalar == "-" && name.isEmpty {
            name.append(scalar)
            advance()
        }
        guard !name.isEmpty else {
            let found = rest.first.map { String(Character($0)) } ?? ""
            throw ChartError(start, "“\(found)” is not valid", expected: "a state, an arrow or an attribute")
        }
        return DOTToken(kind: .text(String(name), isQuoted: false), position: start)
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "." || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    /// Returns the words of a label in HTML, whose line breaks become `\n`.
    private mutating func html(_ start: Position) throws(ChartError) -> String {
        var (text, depth) = (String.UnicodeScalarView(), 0)
        while let scalar = advance() {
            if scalar == "<" { depth += 1 }
            if scalar == ">" { depth -= 1 }
            text.append(scalar)
            guard depth == 0 else { continue }
            // Pictures that this package exports have such labels, and frames instead of regions.
            guard !String(text).contains(/<table/.ignoresCase()) else {
                throw ChartError(
                    start,
                    "a label with a table is not supported",
                    expected: "a plain-text label. If the file was exported from a machine, "
                        + "export the machine in Mermaid, PlantUML, SCXML, XState or JSON instead"
                )
            }
            var words = String(text.dropFirst().dropLast()).replacing(/<br[^<>]*>/.ignoresCase(), with: "\\n")
            words = words.replacing(/<[^<>]*>/, with: " ")
            for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
                words = words.replacing(entity, with: character)
            }
            return words
        }
        throw ChartError(start, "a label in HTML is not closed", expected: ">")
    }

    private mutating func quoted(_ start: Position) throws(ChartError) -> String {
        advance()
        var text = String.UnicodeScalarView()
        while let scalar = advance() {
            if scalar == "\"" { return String(text) }
            guard scalar == "\\", let escaped = rest.first else {
                text.append(scalar)
                continue
            }
            switch escaped {
            case "\n": advance()
            case "\"":
                advance()
                text.append(escaped)
            case "\\":
                advance()
                text.append(contentsOf: [scalar, escaped])
            default: text.append(scalar)
            }
        }
        throw ChartError(start, "a text is not closed", expected: "a closing quotation mark")
    }
}
