/// A clock whose seconds are longer or shorter than real seconds.
struct PacedClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    /// The real duration of one second.
    let second: Duration

    private let origin = ContinuousClock.now

    init(second: Duration) {
        self.second = second
    }

    private var rate: Double { second / .seconds(1) }

    var now: Instant { Instant(offset: (ContinuousClock.now - origin) / rate) }
    var minimumResolution: Duration { ContinuousClock().minimumResolution / rate }

    func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await Task.sleep(
            until: origin + deadline.offset * rate,
            tolerance: tolerance.map { $0 * rate },
            clock: .continuous
        )
    }
}
