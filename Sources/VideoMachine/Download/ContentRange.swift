/// The bytes in a response, from its `Content-Range` field (RFC 9110, section 14.4).
struct ContentRange: Hashable, Sendable {
    /// The offsets of the bytes; `nil` if the response contains none of the requested bytes.
    let part: Range<Int64>?

    /// The total number of bytes, if the server knows it.
    let total: Int64?

    /// Reads the field, or returns `nil` if it is malformed or contradicts itself.
    init?(_ field: String) {
        let words = field.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        if sides[1] == "*" {
            total = nil
        } else {
            guard let number = Self.number(sides[1]) else { return nil }
            total = number
        }
        if sides[0] == "*" {
            guard total != nil else { return nil }
            part = nil
        } else {
            let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
                first <= last, last < total ?? .max
            else { return nil }
            part = first..<(last + 1)
        }
    }

    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int64(text) : nil
    }
}
