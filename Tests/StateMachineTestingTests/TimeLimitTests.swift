import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineTesting

/// Work against a clock, and which of the two is first.
@Suite(.timeLimit(.minutes(1)), .computing) struct TimeLimitTests {
    private struct Failure: Error {}

    @Test func `the first result of a race counts, also if nobody waits for it yet`() async throws {
        let race = Race<Int>()
        race.finish(with: .success(1))
        race.finish(with: .success(2))
        race.finish(with: .failure(Failure()))
        #expect(try await race.result() == 1)
    }

    @Test func `work that ends in time leaves no sleeper behind`() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let work = Task {
            try await withTimeLimit(.seconds(1), on: clock) {
                await gate.pass()
                return 7
            }
        }
        try await clock.waitForSleepers()
        gate.open()
        #expect(try await work.value == 7)
        #expect(await eventually { clock.sleeperCount == 0 })
    }

    @Test func `work that takes too long is cancelled`() async throws {
        let (clock, cancelled) = (ManualClock(), Gate())
        let work = Task {
            try await withTimeLimit(.seconds(1), on: clock) {
                await withTaskCancellationHandler {
                    await cancelled.pass()
                } onCancel: {
                    cancelled.open()
                }
            }
        }
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(1))
        await #expect(throws: TimeLimitExceeded.self) { try await work.value }
        await cancelled.pass()
    }
}
