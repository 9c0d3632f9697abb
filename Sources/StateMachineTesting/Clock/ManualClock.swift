import StateMachineLocks
import StateMachines
import Synchronization

/// A clock whose time changes only when a test advances it.
///
/// Pass this clock instead of a `ContinuousClock`, so that your tests do not have to sleep:
///
/// ```swift
/// let clock = ManualClock()
/// let run = Task { await machine.run { _, send in
///     try? await clock.sleep(for: .seconds(30))
///     await send(.timedOut)
/// } }
/// try await clock.waitForSleepers()    // the activity has begun
/// clock.advance(by: .seconds(30))      // the timeout is over
/// ```
///
/// ``advance(by:)`` wakes all due tasks at once, and Swift runs them in any order. If several tasks
/// are due, or if a woken task sleeps again, use a method that wakes one task at a time and waits
/// for its effect:
///
/// ```swift
/// try await clock.advance(until: machine) { $0 == .loaded }
/// try await clock.advance(by: .seconds(30), settling: machine)
/// try await clock.advanceInOrder(by: .seconds(30))    // without a machine
/// ```
///
/// A cancelled task wakes immediately. A task that calls `sleep(for:)` in a loop is woken only once
/// by ``advance(by:)``, even if you skip several periods, because its next deadline is relative to
/// the new time.
///
/// The article "Time and timeouts" of `StateMachines` contains tests with this clock.
public final class ManualClock: Clock {
    /// A point in time, measured from the creation of the clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public var offset: Duration

        /// Creates a point in time at an offset from the creation of the clock.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// Returns this point in time, advanced by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the duration from this point in time to another point in time.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether the first point in time is earlier than the second.
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    let sleepers = Locked(Sleepers())

    /// Creates a clock whose time is zero.
    public init() { CurrentWork.isObserved.store(true, ordering: .relaxed) }

    /// The current time, which is the time to which you have advanced the clock.
    public var now: Instant { sleepers.withLock(\.now) }

    /// The smallest possible duration, which is zero.
    public var minimumResolution: Duration { .zero }

    /// The number of tasks that are currently sleeping.
    public var sleeperCount: Int { sleepers.withLock(\.count) }

    /// Sleeps until you have advanced the clock to a point in time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await park(until: .time(deadline))
    }

    /// Waits until at least the given number of tasks are sleeping.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    public func waitForSleepers(_ count: Int = 1) async throws {
        try await park(until: .sleepers(count))
    }

    /// Advances the clock and wakes the tasks whose deadlines have been reached.
    ///
    /// Tasks are resumed in the order of their deadlines, and this method returns before they run.
    /// If they run on several threads or have different priorities, they can overtake each other.
    /// To wait for their effects in order, see ``advanceInOrder(by:timeLimit:)`` and
    /// ``advance(by:settling:ignoring:timeLimit:)``.
    ///
    /// - Precondition: `duration` is not negative.
    /// - Complexity: O(*m* log *n*) for *m* woken tasks among *n* sleeping tasks.
    public func advance(by duration: Duration) {
        precondition(duration >= .zero, "the duration must not be negative: \(duration)")
        for sleeper in sleepers.withLock({ $0.advance(by: duration) }) { sleeper.resume(returning: true) }
    }

    private func park(until condition: Sleepers.Condition) async throws {
        let id = sleepers.withLock { $0.makeID() }
        let owner = Sleepers.Owner(task: withUnsafeCurrentTask { $0?.hashValue }, work: CurrentWork.value)
        let isWoken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (woken, isWoken) = sleepers.withLock {
                    $0.park(continuation, id: id, until: condition, owner: owner)
                }
                for sleeper in woken { sleeper.resume(returning: isWoken) }
            }
        } onCancel: {
            sleepers.withLock { $0.cancel(id) }?.resume(returning: false)
        }
        sleepers.withLock { $0.forget(id) }
        if !isWoken { throw CancellationError() }
    }
}
