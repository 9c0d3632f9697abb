/// Reads elements and attributes of XML documents.
///
/// It opens nothing but the text, and refuses document types, which could name other files or grow without end. (Foundation's parser has
/// crashed on damaged documents, and knows only where a tag ends.)
struct XMLReader {
    private let characters: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var column = 1
    private var open: [(tree: XMLTree, name: String)] = []
    /// The namespaces of prefixes, for each open element.
    private var namespaces: [[String: String]] = [[:]]
    private var root: XMLTree?

    /// - Throws: ``ChartError`` if the document is not well formed, too large or too deep.
    static func read(_ text: String) throws(ChartError) -> XMLTree {
        let start = Position(line: 1, column: 1)
        guard text.utf8.count <= XMLTree.limits.bytes else {
            throw ChartError(
                start,
                "the file has \(text.utf8.count) bytes",
                expected: "at most \(XMLTree.limits.bytes)"
            )
        }
        var reader = XMLReader(text)
        while reader.index < reader.characters.count { try reader.readNext() }
        if let unclosed = reader.open.last {
            throw ChartError(
                unclosed.tree.position,
                "<\(unclosed.name)> is not closed",
                expected: "</\(unclosed.name)>"
            )
        }
        guard let root = reader.root else { throw ChartError(start, "there is no XML", expected: "<scxml>") }
        return root
    }

    private init(_ text: String) {
        characters = Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
    }

    private var position: Position { Position(line: line, column: column) }

    private mutating func readNext() throws(ChartError) {
        let start = position
        guard characters[index] == "<" else {
            let isSpace = characters[index].properties.isWhitespace
            guard isSpace || !open.isEmpty else {
                throw ChartError(start, "a character stands outside of all elements", expected: "<scxml>")
            }
            if characters[index] == "&" { _ = try readEntity() } else { advance() }
            return
        }
        if starts(with: "<!--") { return try skip(to: "-->", "a comment") }
        if starts(with: "<![CDATA[") { return try skip(to: "]]>", "a section") }
        if starts(with: "<?") { return try skip(to: "?>", "an instruction") }
        if starts(with: "<!") {
            throw ChartError(start, "there is a document type", expected: "a document without <!DOCTYPE>")
        }
        advance()
        if starts(with: "/") { try readEndTag(start) } else { try readStartTag(start) }
    }

    private mutating func readStartTag(_ start: Position) throws(ChartError) {
        let name = try readName()
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            if starts(with: "/>") || starts(with: ">") { break }
            let position = position
            guard hadSpace else {
                throw ChartError(position, "<\(name)> is not understood here", expected: "a space, “>” or “/>”")
            }
            let attribute = try readName()
            let value = try readValue(of: attribute)
            guard attributes.updateValue(value, forKey: attribute) == nil else {
                throw ChartError(position, "<\(name)> has “\(attribute)” twice", expected: "one")
            }
        }
        guard open.count < XMLTree.limits.depth else {
            throw ChartError(start, "elements are nested more than \(XMLTree.limits.depth) deep")
        }
        guard root == nil else {
            throw ChartError(start, "a second element stands outside of the first one", expected: "the end")
        }
        var known = namespaces.last ?? [:]
        for (key, value) in attributes where key == "xmlns" || key.hasPrefix("xmlns:") {
            known[key == "xmlns" ? "" : String(key.dropFirst(6))] = value
        }
        let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
        let prefix = parts.count == 2 ? parts[0] : ""
        let tree = XMLTree(
            name: parts.last ?? name,
            namespace: known[prefix] ?? (prefix.isEmpty ? "" : prefix),
            attributes: attributes,
            position: start
        )
        open.append((tree, name))
        namespaces.append(known)
        if starts(with: "/>") {
            advance()
            close()
        }
        advance()
    }

    private mutating func readEndTag(_ start: Position) throws(ChartError) {
        advance()
        let name = try readName()
        _ = skipSpace()
        guard starts(with: ">") else { throw ChartError(position, "</\(name) does not end", expected: ">") }
        guard let last = open.last, last.name == name else {
            throw ChartError(
                start,
                "</\(name)> closes nothing",
                expected: open.last.map { "</\($0.name)>" } ?? "the end"
            )
        }
        advance()
        close()
    }

    private mutating func close() {
        guard let closed = open.popLast()?.tree else { return }
        namespaces.removeLast()
        if open.isEmpty { root = closed } else { open[open.count - 1].tree.children.append(closed) }
    }

    private mutating func readName() throws(ChartError) -> String {
        let start = index
        while index < characters.count {
            let scalar = characters[index]
            guard
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_:.-".unicodeScalars.contains(scalar)
            else { break }
            advance()
        }
        let name = String(String.UnicodeScalarView(characters[start..<index].prefix(200)))
        guard name.unicodeScalars.first.map({ $0.properties.isAlphabetic || $0 == "_" }) ?? false else {
            throw ChartError(position, "a name is missing", expected: "the name of an element or an attribute")
        }
        return name
    }

    private mutating func readValue(of name: String) throws(ChartError) -> String {
        _ = skipSpace()
        guard starts(with: "=") else { throw ChartError(position, "“\(name)” has no value", expected: "\(name)=\"…\"") }
        advance()
        _ = skipSpace()
        let start = position
        guard starts(with: "\"") || starts(with: "'") else {
            throw ChartError(start, "the value of “\(name)” is not quoted", expected: "\(name)=\"…\"")
        }
        let quote = characters[index]
        advance()
        var value = String.UnicodeScalarView()
        while index < characters.count, characters[index] != quote {
            guard characters[index] != "<" else {
                throw ChartError(position, "“<” stands in the value of “\(name)”", expected: "&lt;")
            }
            if characters[index] == "&" {
                value.append(try readEntity())
            } else {
                value.append(characters[index])
                advance()
            }
        }
        guard index < characters.count else {
            throw ChartError(start, "the value of “\(name)” does not end", expected: "a quote")
        }
        advance()
        return String(value)
    }

    private mutating func readEntity() throws(ChartError) -> Unicode.Scalar {
        let start = position
        advance()
        let name = String(String.UnicodeScalarView(characters[index...].prefix { $0 != ";" && $0 != "<" }.prefix(10)))
        let scalar: Unicode.Scalar?
        if name.hasPrefix("#x") {
            scalar = UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        } else if name.hasPrefix("#") {
            scalar = UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
        } else {
            scalar = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"][name]
        }
        for _ in name.unicodeScalars { advance() }
        guard let scalar, starts(with: ";") else {
            throw ChartError(
                start,
                "“&\(name)” is not known",
                expected: "&amp;, &lt;, &gt;, &quot;, &apos; or the number of a character"
            )
        }
        advance()
        return scalar
    }

    private mutating func skip(to end: String, _ what: String) throws(ChartError) {
        let start = position
        while index < characters.count, !starts(with: end) { advance() }
        guard index < characters.count else { throw ChartError(start, "\(what) does not end", expected: end) }
        for _ in end.unicodeScalars { advance() }
    }

    private mutating func skipSpace() -> Bool {
        let start = index
        while index < characters.count, characters[index].properties.isWhitespace { advance() }
        return index > start
    }

    private func starts(with text: String) -> Bool { characters[index...].starts(with: text.unicodeScalars) }

    private mutating func advance() {
        guard index < characters.count else { return }
        if characters[index] == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
        index += 1
    }
}
