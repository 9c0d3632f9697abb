/// How many pictures arrive per second, measured over the last two seconds.
struct FrameRate: Hashable, Sendable {
    private struct Arrival: Hashable {
        let time: Duration
        var count: Int
    }

    private static let window = Duration.seconds(2)

    /// Arrivals closer than this are one, which limits how many are kept.
    private static let resolution = Duration.milliseconds(10)

    private var arrivals: [Arrival] = []

    /// Counts pictures that have arrived.
    mutating func note(_ count: Int, at time: Duration) {
        let kept = arrivals.firstIndex { time - $0.time <= Self.window } ?? arrivals.count
        arrivals.removeFirst(kept)
        if let last = arrivals.last, time - last.time < Self.resolution {
            arrivals[arrivals.count - 1].count += count
        } else {
            arrivals.append(Arrival(time: time, count: count))
        }
    }

    /// The rate between the first and the last picture of the window; 0 if none has arrived within
    /// it.
    func value(at time: Duration) -> Double {
        guard let first = arrivals.first, let last = arrivals.last, last.time > first.time,
            time - last.time <= Self.window
        else { return 0 }
        // All pictures but the first have arrived within the time that is divided by.
        return Double(arrivals.dropFirst().reduce(0) { $0 + $1.count }) / ((last.time - first.time) / .seconds(1))
    }
}
