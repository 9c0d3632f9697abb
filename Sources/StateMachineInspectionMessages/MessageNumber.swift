/// A number in a message from another process.
///
/// The reader accepts only numbers that JavaScript can represent exactly. They are small enough to
/// be incremented, so a message cannot cause an overflow.
package enum MessageNumber {
    /// The largest number: 2⁵³ - 1.
    package static let limit = (1 << 53) - 1
}

extension KeyedDecodingContainer {
    /// Decodes a number from 0 to 2⁵³ - 1.
    func decodeNumber(forKey key: Key) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard (0...MessageNumber.limit).contains(number) else {
            let reason =
                "A number from 0 to \(MessageNumber.limit) is required here, but the message contains \(number)."
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: reason)
        }
        return number
    }
}
