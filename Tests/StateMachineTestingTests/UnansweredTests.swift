import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct UnansweredTests {
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
                return AnySystemUnderTest { (_: Door.Event) -> Void in
                    try await never.sleep(for: .seconds(1))
                } observe: {
                    Door.closed
                }
            }
        }
        #expect(text.hasSuffix("The system did not respond within 30.0 seconds."))
        #expect(systemCount.load(ordering: .relaxed) == 1)
    }

    /// Two runs are enough to shrink this trace.
    @Test(arguments: 0...2)
    func `no more traces are run than allowed`(runs: Int) async {
        let systemCount = Atomic(0)
        let trace = Trace(from: Door.closed, events: [.open, .close, .open, .close, .lock, .unlock, .lock, .unlock])
        _ = await failure {
            try await [trace].run(shrinkingRuns: runs) { _ in
                systemCount.add(1, ordering: .relaxed)
                // Has no bolt.
                let door = Locked(Door.closed)
                return AnySystemUnderTest { (event: Door.Event) -> Void in
                    if event != .lock { door.withLock { try? $0.handleEvent(event) } }
                } observe: {
                    door.withLock { $0 }
                }
            }
        }
        #expect(systemCount.load(ordering: .relaxed) == 1 + runs)
    }
}
