/// A reader of the elements and attributes of XML documents.
///
/// It opens no other files. It rejects document types, because they could name other files or
/// expand without end. Foundation's parser is not used, because it has crashed on damaged documents
/// and reports only the positions of the ends of tags.
struct XMLReader {
    private var characters: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var column = 1
    private var open: [(tree: XMLTree, name: String)] = []
    /// The namespaces of prefixes, one dictionary for each open element.
    private var namespaces = [["xml": "http://www.w3.org/XML/1998/namespace"]]
    private var root: XMLTree?

    /// Reads a document.
    ///
    /// - Throws: ``ChartError`` if the document is malformed, too large or nested too deeply.
    static func read(_ text: String) throws(ChartError) -> XMLTree {
        let start = Position(line: 1, column: 1)
        guard text.utf8.count <= XMLTree.limits.bytes else {
            throw ChartError(
                start,
                "the file is \(text.utf8.count) bytes long",
                expected: "at most \(XMLTree.limits.bytes) bytes"
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
        guard let root = reader.root else {
            throw ChartError(start, "the file contains no XML element", expected: "<scxml>")
        }
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
            "XML does not allow character number \(characters[index].value)",
            expected: "a space"
        )
    }

    private var position: Position { Position(line: line, column: column) }

    private mutating func readNext() throws(ChartError) {
        let start = position
        guard characters[index] == "<" else {
            guard characters[index].isSpaceInXML || !open.isEmpty else { throw outside(start) }
            if starts(with: "]]>") { throw ChartError(start, "the text contains “]]>”", expected: "]]&gt;") }
            if characters[index] == "&" { _ = try readEntity() } else { advance() }
            return
        }
        if starts(with: "<!--") { return try skipComment() }
        if starts(with: "<![CDATA[") {
            guard !open.isEmpty else { throw outside(start) }
            return try skip(to: "]]>", "the CDATA section")
        }
        if starts(with: "<?") { return try skip(to: "?>", "the processing instruction") }
        if starts(with: "<!") {
            throw ChartError(start, "document types are not supported", fix: "remove <!DOCTYPE>")
        }
        advance()
        if starts(with: "/") { try readEndTag(start) } else { try readStartTag(start) }
    }

    private func outside(_ start: Position) -> ChartError {
        ChartError(start, "text is outside the root element", expected: "text only inside <scxml>")
    }

    /// Skips a comment, which must not contain a double hyphen.
    private mutating func skipComment() throws(ChartError) {
        let start = position
        for _ in "<!--".unicodeScalars { advance() }
        while index < characters.count, !starts(with: "--") { advance() }
        guard starts(with: "-->") else {
            throw starts(with: "--")
                ? ChartError(
                    position,
                    "a comment contains “--”",
                    expected: "“--” only in “-->” at the end of the comment"
                )
                : ChartError(start, "the comment is not closed", expected: "-->")
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
                throw ChartError(position, "the tag <\(name)> is malformed", expected: "a space, “>” or “/>”")
            }
            let attribute = try readName()
            let value = try readValue(of: attribute)
            guard attributes.updateValue(value, forKey: attribute) == nil else {
                throw ChartError(
                    position,
                    "<\(name)> has the attribute “\(attribute)” twice",
                    expected: "each attribute once"
                )
            }
        }
        guard open.count < XMLTree.limits.depth else {
            throw ChartError(
                start,
                "elements are nested more than \(XMLTree.limits.depth) levels deep",
                expected: "fewer levels"
            )
        }
        guard root == nil else {
            throw ChartError(start, "a second element follows the root element", expected: "the end of the file")
        }
        var known = namespaces.last ?? [:]
        for (key, value) in attributes where key == "xmlns" || key.hasPrefix("xmlns:") {
            known[key == "xmlns" ? "" : String(key.dropFirst(6))] = value
        }
        let element = try resolve(name, known, start)
        var values: [String: String] = [:]
        for (key, value) in attributes where key != "xmlns" && !key.hasPrefix("xmlns:") {
            // An attribute without a prefix does not belong to a namespace.
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

    /// Returns a name without its prefix, and the namespace of the prefix.
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
                expected: "xmlns:\(prefix)=\"…\" on this element or an element around it"
            )
        }
        return (local, namespace)
    }

    private mutating func readEndTag(_ start: Position) throws(ChartError) {
        advance()
        let name = try readName()
        _ = skipSpace()
        guard starts(with: ">") else { throw ChartError(position, "the tag </\(name) is not closed", expected: ">") }
        guard let last = open.last, last.name == name else {
            throw ChartError(
                start,
                "</\(name)> has no opening tag",
                expected: open.last.map { "</\($0.name)>" } ?? "the end of the file"
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
            throw ChartError(place, "a name is missing here", expected: "the name of an element or an attribute")
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
            throw ChartError(start, "the value of “\(name)” has no quotation marks", expected: "\(name)=\"…\"")
        }
        let quote = characters[index]
        advance()
        var value = String.UnicodeScalarView()
        while index < characters.count, characters[index] != quote {
            guard characters[index] != "<" else {
                throw ChartError(position, "the value of “\(name)” contains “<”", expected: "&lt;")
            }
            if characters[index] == "&" {
                value.append(try readEntity())
            } else {
                // XML replaces a line break or a tab in a value with a space.
                value.append(characters[index].isSpaceInXML ? " " : characters[index])
                advance()
            }
        }
        guard index < characters.count else {
            throw ChartError(start, "the value of “\(name)” is not closed", expected: "a closing quotation mark")
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
                "the entity “&\(name)” is not supported",
                expected: "&amp;, &lt;, &gt;, &quot;, &apos; or a character number such as &#8212;"
            )
        }
        advance()
        return scalar
    }

    private mutating func skip(to end: String, _ what: String) throws(ChartError) {
        let start = position
        while index < characters.count, !starts(with: end) { advance() }
        guard index < characters.count else { throw ChartError(start, "\(what) is not closed", expected: end) }
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
