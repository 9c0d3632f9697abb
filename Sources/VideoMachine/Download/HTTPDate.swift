/// A date in a header field, with a precision of one second (RFC 9110, section 5.6.7).
struct HTTPDate: Hashable, Sendable {
    /// The year, the month, the day, the hour, the minute and the second.
    private let parts: [Int]

    /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Returns `nil` for any other format.
    init?(_ field: String) {
        let words = field.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT", let month = Self.months[words[2]] else {
            return nil
        }
        let times = words[4].split(separator: ":", omittingEmptySubsequences: false)
        let numbers = ([words[3], words[1]] + times).compactMap { UInt16($0) }.map(Int.init)
        guard times.count == 3, numbers.count == 5 else { return nil }
        parts = [numbers[0], month] + numbers[1...]
    }

    private static let months: [Substring: Int] = [
        "Jan": 1, "Feb": 2, "Mar": 3, "Apr": 4, "May": 5, "Jun": 6,
        "Jul": 7, "Aug": 8, "Sep": 9, "Oct": 10, "Nov": 11, "Dec": 12,
    ]
}

extension HTTPDate: Comparable {
    static func < (earlier: HTTPDate, later: HTTPDate) -> Bool {
        earlier.parts.lexicographicallyPrecedes(later.parts)
    }
}
