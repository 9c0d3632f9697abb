package import Foundation

// A decimal number represents every duration exactly. A 64-bit binary number would lose nanoseconds
// after some months.
extension Decimal {
    private static let attosecond = Decimal(sign: .plus, exponent: -18, significand: 1)

    /// Creates a decimal number of seconds from a duration.
    package init(seconds duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = Decimal(seconds) + Decimal(attoseconds) * Self.attosecond
    }

    /// This number of seconds as a duration, rounded to the nearest attosecond; `nil` if it is too
    /// large.
    var asSeconds: Duration? {
        let seconds = rounded(.down)
        let attoseconds = ((self - seconds) / Self.attosecond).rounded(.plain)
        guard let seconds = Int64("\(seconds)"), let attoseconds = Int64("\(attoseconds)") else { return nil }
        return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
    }

    private func rounded(_ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var (number, result) = (self, Decimal())
        NSDecimalRound(&result, &number, 0, mode)
        return result
    }
}
