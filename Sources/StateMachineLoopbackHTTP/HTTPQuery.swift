/// The decoded parameters after the `?` in a request target, in their original order.
///
/// ```swift
/// // GET /api/?q=red+flower&page=2
/// request.query["q"]     // "red flower"
/// request.query["size"]  // nil
/// ```
package struct HTTPQuery: Hashable, Sendable {
    /// One parameter.
    package struct Item: Hashable, Sendable {
        /// The decoded name.
        package let name: String
        /// The decoded value; empty for a parameter without `=`.
        package let value: String
    }

    /// The parameters in the order in which they were sent.
    package let items: [Item]

    /// The value of the first parameter with a name, or `nil` if there is none.
    package subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// Decodes the text after the `?`, or returns `nil` if an escape is malformed.
    init?(encoded: Substring) {
        var items: [Item] = []
        for pair in encoded.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard
                let name = PercentEncoding.decode(parts[0], plusIsSpace: true),
                let value = PercentEncoding.decode(parts.count > 1 ? parts[1] : "", plusIsSpace: true)
            else { return nil }
            items.append(Item(name: name, value: value))
        }
        self.items = items
    }
}
