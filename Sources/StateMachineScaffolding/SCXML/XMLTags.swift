/// Where the start tags of an XML document are, since parsers say only where a tag ends.
struct XMLTags {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var column = 1
    /// Where the document type is, if there is one.
    private(set) var documentType: Position?

    init(_ text: String) {
        bytes = Array(text.utf8)
        var copy = self
        while copy.documentType == nil, copy.next() != nil {}
        documentType = copy.documentType
    }

    /// The position of the next start tag.
    mutating func next() -> Position? {
        while index < bytes.count {
            if skip("<!--", to: "-->") || skip("<![CDATA[", to: "]]>") || skip("<?", to: "?>") { continue }
            let position = Position(line: line, column: column)
            if starts(with: "<!") { documentType = documentType ?? position }
            let isTag = bytes[index] == UInt8(ascii: "<") && !starts(with: "</") && !starts(with: "<!")
            if isTag { skipTag() } else { advance() }
            if isTag { return position }
        }
        return nil
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    /// Moves behind a start tag; its attributes may contain `>`.
    private mutating func skipTag() {
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            advance()
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return
            }
        }
    }

    private mutating func skip(_ start: StaticString, to end: StaticString) -> Bool {
        guard starts(with: start) else { return false }
        while index < bytes.count, !starts(with: end) { advance() }
        for _ in 0..<end.utf8CodeUnitCount where index < bytes.count { advance() }
        return true
    }

    private mutating func advance() {
        if bytes[index] == UInt8(ascii: "\n") {
            line += 1
            column = 1
        } else if bytes[index] & 0xC0 != 0x80 {
            column += 1
        }
        index += 1
    }
}
