/// The response to a batch, which begins with a ``BatchHeader``.
package struct BatchAnswer: Codable, Hashable, Sendable {
    /// The identifier of the server, which it chooses at random when it starts.
    package let server: String

    /// The number of the next record that the server needs.
    package let next: Int

    package init(server: String, next: Int) {
        self.server = server
        self.next = next
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        server = try values.decode(String.self, forKey: .server)
        next = try values.decodeNumber(forKey: .next)
    }
}
