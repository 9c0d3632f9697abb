import StateMachineLocks

/// Computes the number of the current picture from a clock.
final class Pace: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let interval: Duration
    private let beginning: Locked<Duration>

    init(framesPerSecond: Int, clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        interval = .seconds(1) / framesPerSecond
        beginning = Locked(.zero)
    }

    /// The number of the picture, from 0.
    var number: Int { Int((elapsed() - beginning.withLock { $0 }) / interval) }

    /// Starts again at 0.
    func restart() {
        let now = elapsed()
        beginning.withLock { $0 = now }
    }
}
