/// A number in a message, which another process has written.
///
/// Only numbers that JavaScript holds exactly are taken. They are so small that the next number
/// exists too, so a message cannot make the arithmetic of its reader overflow.
enum MessageNumber {
    /// The largest number: 2⁵³ - 1.
    static let limit = (1 << 53) - 1
}

extension KeyedDecodingContainer {
    /// Decodes a number from 0 to 2⁵³ - 1.
    func decodeNumber(forKey key: Key) throws -> Int {
        let number = try decode(Int.self, forKey: key)
        guard (0...MessageNumber.limit).contains(number) else {
            let reason = "A number from 0 to \(MessageNumber.limit) is required here, not \(number)."
            throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: reason)
        }
        return number
    }
}
