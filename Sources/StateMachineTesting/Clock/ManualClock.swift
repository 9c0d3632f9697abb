import StateMachines

/// A clock that stands still until a test moves it.
///
/// Pass it where a clock is expected, so that no test has to sleep:
///
/// ```swift
/// let clock = ManualClock()
/// let run = Task { try await machine.run { _, send in
///     try? await clock.sleep(for: .seconds(30))
///     await send(.timedOut)
/// } }
/// try await clock.waitForSleepers()    // the activity has begun
/// clock.advance(by: .seconds(30))      // its time is over
/// ```
///
/// Sleepers wake in the order of their deadlines; a cancelled one wakes at once. A sleeper that
/// goes to sleep again after waking counts from the time that the clock has been moved to. The
/// article "Time and timeouts" of `StateMachines` has tests with it.
public final class ManualClock: Clock {
    /// A point in time, measured from when the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public var offset: Duration

        /// Creates a point in time at an offset from when the clock was made.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The point in time that is later by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// How much later another point in time is.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether the first point in time comes before the second.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let sleepers = Locked(Sleepers())

    /// Makes a clock that stands at zero.
    public init() {}

    /// The time to which the clock has been moved.
    public var now: Instant { sleepers.withLock(\.now) }

    /// The resolution is unlimited.
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep at present.
    public var sleeperCount: Int { sleepers.withLock(\.count) }

    /// Sleeps until the clock has been moved to a point in time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before that.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await park(until: .time(deadline))
    }

    /// Waits until at least a number of tasks sleep.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before that.
    public func waitForSleepers(_ count: Int = 1) async throws {
        try await park(until: .sleepers(count))
    }

    /// Moves the clock, and wakes the sleepers whose deadline has passed.
    ///
    /// - Precondition: `duration` is not negative.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "a clock does not go back by \(duration)")
        for sleeper in sleepers.withLock({ $0.advance(by: duration) }) { sleeper.resume(returning: true) }
    }

    private func park(until condition: Sleepers.Condition) async throws {
        let id = sleepers.withLock { $0.makeID() }
        let isWoken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (woken, isWoken) = sleepers.withLock { $0.park(continuation, id: id, until: condition) }
                for sleeper in woken { sleeper.resume(returning: isWoken) }
            }
        } onCancel: {
            sleepers.withLock { $0.cancel(id) }?.resume(returning: false)
        }
        sleepers.withLock { $0.forget(id) }
        if !isWoken { throw CancellationError() }
    }
}
