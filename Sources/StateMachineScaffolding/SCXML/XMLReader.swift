/// Reads elements and attributes of XML documents.
///
/// It opens nothing but the text, and refuses document types, which could name other files or grow
/// without end. (Foundation's parser has crashed on damaged documents, and knows only where a tag
/// ends.)
struct XMLReader {
    private var characters: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var column = 1
    private var open: [(tree: XMLTree, name: String)] = []
    /// The namespaces of prefixes, for each open element.
    private var namespaces = [["xml": "http://www.w3.org/XML/1998/namespace"]]
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
        try reader.rejectForbiddenCharacters()
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
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        characters = Array(lines.unicodeScalars)
        if characters.first == "\u{FEFF}" { characters.removeFirst() }
    }

    private func rejectForbiddenCharacters() throws(ChartError) {
        guard let index = characters.firstIndex(where: { !$0.isAllowedInXML }) else { return }
        let line = characters[..<index].split(separator: "\n", omittingEmptySubsequences: false)
        throw ChartError(
            Position(line: line.count, column: (line.last?.count ?? 0) + 1),
            "the character number \(characters[index].value) is not allowed in XML",
            expected: "a space"
        )
    }

    private var position: Position { Position(line: line, column: column) }

    private mutating func readNext() throws(ChartError) {
        let start = position
        guard characters[index] == "<" else {
            guard characters[index].isSpaceInXML || !open.isEmpty else { throw outside(start) }
            if starts(with: "]]>") { throw ChartError(start, "“]]>” is in a text", expected: "]]&gt;") }
            if characters[index] == "&" { _ = try readEntity() } else { advance() }
            return
        }
        if starts(with: "<!--") { return try skipComment() }
        if starts(with: "<![CDATA[") {
            guard !open.isEmpty else { throw outside(start) }
            return try skip(to: "]]>", "a section")
        }
        if starts(with: "<?") { return try skip(to: "?>", "an instruction") }
        if starts(with: "<!") {
            throw ChartError(start, "there is a document type", expected: "a document without <!DOCTYPE>")
        }
        advance()
        if starts(with: "/") { try readEndTag(start) } else { try readStartTag(start) }
    }

    private func outside(_ start: Position) -> ChartError {
        ChartError(start, "a character stands outside of all elements", expected: "<scxml>")
    }

    /// Skips a comment, which must not contain two hyphens.
    private mutating func skipComment() throws(ChartError) {
        let start = position
        for _ in "<!--".unicodeScalars { advance() }
        while index < characters.count, !starts(with: "--") { advance() }
        guard starts(with: "-->") else {
            throw starts(with: "--")
                ? ChartError(position, "“--” is in a comment", expected: "-->")
                : ChartError(start, "a comment does not end", expected: "-->")
        }
        for _ in "-->".unicodeScalars { advance() }
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
        let element = try resolve(name, known, start)
        var values: [String: String] = [:]
        for (key, value) in attributes where key != "xmlns" && !key.hasPrefix("xmlns:") {
            // Without a prefix, an attribute is in no namespace.
            let attribute = key.contains(":") ? try resolve(key, known, start) : (name: key, namespace: "")
            switch attribute.namespace {
            case "": values[attribute.name] = value
            case XMLTree.machineNamespace: values["machine:" + attribute.name] = value
            default: break
            }
        }
        let tree = XMLTree(name: element.name, namespace: element.namespace, attributes: values, position: start)
        open.append((tree, name))
        namespaces.append(known)
        if starts(with: "/>") {
            advance()
            close()
        }
        advance()
    }

    /// The name without its prefix, and the namespace that the prefix stands for.
    private func resolve(
        _ name: String,
        _ namespaces: [String: String],
        _ position: Position
    ) throws(ChartError) -> (name: String, namespace: String) {
        guard let colon = name.firstIndex(of: ":") else { return (name, namespaces[""] ?? "") }
        let prefix = String(name[..<colon])
        let local = String(name[name.index(after: colon)...])
        guard !local.isEmpty, !local.contains(":"), let namespace = namespaces[prefix], !namespace.isEmpty else {
            throw ChartError(
                position,
                "the prefix of “\(name)” is not declared",
                expected: "xmlns:\(prefix)=\"…\" in the element or around it"
            )
        }
        return (local, namespace)
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
        let (place, start) = (position, index)
        while index < characters.count {
            let scalar = characters[index]
            guard
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_:.-".unicodeScalars.contains(scalar)
            else { break }
            advance()
        }
        let name = String(String.UnicodeScalarView(characters[start..<index].prefix(200)))
        guard name.unicodeScalars.first.map({ $0.properties.isAlphabetic || $0 == "_" }) ?? false else {
            throw ChartError(place, "a name is missing", expected: "the name of an element or an attribute")
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
                // A line break or a tab in a value is a space.
                value.append(characters[index].isSpaceInXML ? " " : characters[index])
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
        let name = String(String.UnicodeScalarView(characters[index...].prefix { $0 != ";" && $0 != "<" }.prefix(40)))
        let scalar: Unicode.Scalar?
        if name.hasPrefix("#x") {
            scalar = Unicode.Scalar(digits: name.dropFirst(2), radix: 16)
        } else if name.hasPrefix("#") {
            scalar = Unicode.Scalar(digits: name.dropFirst(), radix: 10)
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
        while index < characters.count, characters[index].isSpaceInXML { advance() }
        return index > start
    }

    private func starts(with text: String) -> Bool { characters[index...].starts(with: text.unicodeScalars) }

    private mutating func advance() {
        guard index < characters.count else { return }
        if characters[index] == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
        index += 1
    }
}
