/// The number of frames per second, measured over the last two seconds.
struct FrameRate: Hashable, Sendable {
    private struct Arrival: Hashable {
        let time: Duration
        var count: Int
    }

    private static let window = Duration.seconds(2)

    /// Arrivals closer together than this count as one, which limits the number of stored arrivals.
    private static let resolution = Duration.milliseconds(10)

    private var arrivals: [Arrival] = []

    /// Counts frames that arrived at a time.
    mutating func note(_ count: Int, at time: Duration) {
        let kept = arrivals.firstIndex { time - $0.time <= Self.window } ?? arrivals.count
        arrivals.removeFirst(kept)
        if let last = arrivals.last, time - last.time < Self.resolution {
            arrivals[arrivals.count - 1].count += count
        } else {
            arrivals.append(Arrival(time: time, count: count))
        }
    }

    /// Returns the rate between the first and the last frame in the window.
    ///
    /// The rate is 0 if no frame has arrived within the window.
    func value(at time: Duration) -> Double {
        guard let first = arrivals.first, let last = arrivals.last, last.time > first.time,
            time - last.time <= Self.window
        else { return 0 }
        // The first frame marks the start of the interval, so it does not count.
        return Double(arrivals.dropFirst().reduce(0) { $0 + $1.count }) / ((last.time - first.time) / .seconds(1))
    }
}
