extension Duration {
    /// Creates a duration from a number of units and the number of units per second.
    init(_ units: UInt64, per second: UInt64) {
        let (seconds, rest) = units.quotientAndRemainder(dividingBy: second)
        let (high, low) = rest.multipliedFullWidth(by: 1_000_000_000_000_000_000)
        self.init(
            secondsComponent: Int64(clamping: seconds),
            attosecondsComponent: Int64(clamping: second.dividingFullWidth((high, low)).quotient)
        )
    }
}
