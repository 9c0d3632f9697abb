import StateMachineTestSupport
import StateMachineTesting
import Testing

@testable import DurableMachines

/// The signals that wake workers and followers.
@Suite(.timeLimit(.minutes(1)), .computing) struct WakeUpTests {
    @Test func `a signal between a search and the wait ends the wait`() async {
        let wakeUp = WakeUp()
        let signals = wakeUp.signals
        wakeUp.signal()
        // Time stands still, so a lost signal would let the test exceed its time limit.
        await wakeUp.wait(after: signals, atMost: .seconds(1), clock: ManualClock())
    }
}
