import Foundation

/// A time as the database stores it.
struct Microseconds {
    /// The number of microseconds since 1970.
    let count: Int

    /// The seconds since 1970 that have such a number.
    static let range: Range<Double> = -0x1p63 / 1_000_000..<0x1p63 / 1_000_000

    /// Rounds a date to microseconds.
    ///
    /// A date outside the range of the number becomes the least or the greatest number, and NaN the
    /// least.
    init(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1_000_000).rounded()
        count = Int(exactly: exact) ?? (exact > 0 ? .max : .min)
    }

    init(_ count: Int) { self.count = count }

    /// The date.
    var date: Date { Date(timeIntervalSince1970: Double(count) / 1_000_000) }
}
