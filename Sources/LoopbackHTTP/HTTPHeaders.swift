/// The header fields of a message, in their order; names are looked up without regard to case.
///
/// ```swift
/// let headers: HTTPHeaders = ["Content-Type": "text/plain", "Cache-Control": "no-store"]
/// headers["content-type"]  // "text/plain"
/// ```
package struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One header field.
    package struct Field: Hashable, Sendable {
        /// The name, in the case in which it was sent.
        package let name: String
        /// The value, without the white space around it.
        package let value: String
    }

    /// All the fields, in the order in which they were sent.
    package private(set) var fields: [Field] = []

    /// Header fields in the order given; a name may come more than once.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Adds a field behind the others.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The values of all the fields of that name, joined by commas as HTTP allows; `nil` if there
    /// are none.
    package subscript(name: String) -> String? {
        let values = fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Whether a comma-separated field such as `Connection` lists that token, in any case.
    func lists(_ token: String, in name: String) -> Bool {
        let tokens = (self[name] ?? "").lowercased().split(separator: ",")
        return tokens.contains { $0.trimmingBlanks == token.lowercased() }
    }
}

extension Substring {
    /// Without the spaces and tabs at its ends.
    var trimmingBlanks: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return start[...last]
    }
}
