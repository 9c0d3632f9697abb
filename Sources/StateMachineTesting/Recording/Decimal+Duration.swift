package import Foundation

// A decimal number holds each duration as it is. A binary one of 64 bits would lose nanoseconds
// after some months.
extension Decimal {
    private static let attosecond = Decimal(sign: .plus, exponent: -18, significand: 1)

    /// A duration in seconds.
    package init(seconds duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = Decimal(seconds) + Decimal(attoseconds) * Self.attosecond
    }

    /// This number of seconds, to the nearest attosecond; `nil` if it is too large for a duration.
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
