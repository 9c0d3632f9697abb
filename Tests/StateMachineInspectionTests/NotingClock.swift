import StateMachineTestSupport
import StateMachineTesting

/// A clock that the test moves, and that notes for how long it is asked to sleep.
struct NotingClock: Clock {
    let pauses = Journal<Duration>()
    private let clock = ManualClock()

    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        pauses.note(now.duration(to: deadline))
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }

    func advance(by duration: Duration) { clock.advance(by: duration) }
}
