/// The delimiter between the parts of a stream, as announced by the header (RFC 2046, 5.1.1).
package struct MultipartBoundary: Hashable, Sendable {
    /// The boundary without the leading hyphens of a delimiter.
    package let value: String

    /// Reads the boundary from a `Content-Type` field.
    ///
    /// An example is `multipart/x-mixed-replace; boundary="frame"`.
    package init(contentType: String) throws(MultipartError) {
        var rest = contentType[...]
        let type = rest.takeUntil(";").trimmed
        guard type.lowercased() == "multipart/x-mixed-replace" else { throw .notMixedReplace(type: String(type)) }
        while !rest.isEmpty {
            rest = rest.dropFirst().trimmed
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().trimmed
            let value = rest.first == "\"" ? try rest.takeQuoted() : String(rest.takeUntil(";").trimmed)
            if name.trimmed.lowercased() == "boundary" {
                try self.init(value)
                return
            }
            _ = rest.takeUntil(";")
        }
        throw .malformedBoundary("it is missing")
    }

    /// Creates a boundary from its value.
    ///
    /// Cameras use more characters than the RFC allows. So this initializer rejects only characters
    /// that cannot appear in a line.
    package init(_ value: String) throws(MultipartError) {
        guard !value.isEmpty else { throw .malformedBoundary("it is empty") }
        guard value.utf8.count <= 70 else { throw .malformedBoundary("it is longer than 70 characters") }
        guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), value.last != " " else {
            throw .malformedBoundary("it contains characters that are not allowed")
        }
        self.value = value
    }

    /// The possible delimiter lines between two parts.
    ///
    /// There can be two, because many cameras announce the leading hyphens as a part of the
    /// boundary.
    var delimiters: [[UInt8]] {
        let delimiter = Array("--\(value)".utf8)
        return value.hasPrefix("--") ? [delimiter, Array(value.utf8)] : [delimiter]
    }
}

extension Substring {
    /// A copy without the blanks at both ends.
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...last]
    }

    /// Takes the text before a character and leaves the character.
    fileprivate mutating func takeUntil(_ end: Character) -> Substring {
        let taken = prefix { $0 != end }
        self = dropFirst(taken.count)
        return taken
    }

    /// Takes a quoted string, in which a backslash escapes the next character.
    fileprivate mutating func takeQuoted() throws(MultipartError) -> String {
        var value = ""
        self = dropFirst()
        while let character = popFirst() {
            switch character {
            case "\"": return value
            case "\\": if let literal = popFirst() { value.append(literal) }
            default: value.append(character)
            }
        }
        throw .malformedBoundary("a quotation mark is missing")
    }
}
