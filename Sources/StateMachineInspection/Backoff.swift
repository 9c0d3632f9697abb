/// The pauses between attempts: each twice as long as the one before, up to a bound.
struct Backoff {
    private static let shortest = Duration.milliseconds(100)
    private static let longest = Duration.seconds(5)

    private var pause = shortest

    /// The pause before the next attempt.
    mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.longest) }
        return pause
    }

    /// An attempt has succeeded.
    mutating func reset() { pause = Self.shortest }
}
