import StateMachineGraphs
import StateMachineTesting
import StateMachines
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct UnansweredTests {
    /// A clock on which whatever is waited for has come already.
    private struct HurriedClock: Clock {
        let now = ManualClock().now
        let minimumResolution = Duration.zero
        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {}
    }

    /// To try shorter sequences would take the time limit again for each.
    @Test func `a system that does not answer is run once`() async {
        let systemCount = Atomic(0)
        let never = ManualClock()
        let trace = Trace(from: Door.closed, events: [.lock, .open, .unlock])
        let text = await failure {
            try await [trace].run(clock: HurriedClock()) { _ in
                systemCount.add(1, ordering: .relaxed)
                return AnySystem { (_: Door.Event) -> Void in
                    try await never.sleep(for: .seconds(1))
                } observe: {
                    Door.closed
                }
            }
        }
        #expect(text.hasSuffix("It has not answered within 30.0 seconds."))
        #expect(systemCount.load(ordering: .relaxed) == 1)
    }
}
