/// The decoded parameters behind the `?` of a request's target, in their order.
///
/// ```swift
/// // GET /api/?q=red+flower&page=2
/// request.query["q"]     // "red flower"
/// request.query["size"]  // nil
/// ```
package struct HTTPQuery: Hashable, Sendable {
    /// One parameter.
    package struct Item: Hashable, Sendable {
        /// The name, decoded.
        package let name: String
        /// The value, decoded; empty for a parameter without `=`.
        package let value: String
    }

    /// All the parameters, in the order in which they were sent.
    package let items: [Item]

    /// The value of the first parameter of that name, or `nil` if there is none.
    package subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// Decodes what stands behind the `?`; `nil` if an escape in it is malformed.
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
