/// The header fields of a message in their original order.
///
/// Names are not case-sensitive:
///
/// ```swift
/// let headers: HTTPHeaders = ["Content-Type": "text/plain", "Cache-Control": "no-store"]
/// headers["content-type"]  // "text/plain"
/// ```
package struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One header field.
    package struct Field: Hashable, Sendable {
        /// The name with its original case.
        package let name: String
        /// The value without surrounding white space.
        package let value: String
    }

    /// The fields in the order in which they were sent.
    package private(set) var fields: [Field] = []

    /// Creates header fields in the given order, possibly with repeated names.
    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Adds a field at the end.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The values of all fields with a name, joined by commas; `nil` if there are none.
    ///
    /// HTTP allows this way to combine fields.
    package subscript(name: String) -> String? {
        let values = fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Returns whether a comma-separated field contains a token, in any case.
    ///
    /// An example of such a field is `Connection`.
    func lists(_ token: String, in name: String) -> Bool {
        let tokens = (self[name] ?? "").lowercased().split(separator: ",")
        return tokens.contains { $0.trimmingBlanks == token.lowercased() }
    }
}

extension Substring {
    /// A copy without the spaces and tabs at its ends.
    var trimmingBlanks: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let start = drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return start[...last]
    }
}
