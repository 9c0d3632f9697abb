import StateMachineTestSupport
import StateMachineTesting
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct ManualClockTests {
    @Test func `sleepers wake when the clock has been moved far enough for them, and not before`() async throws {
        let clock = ManualClock()
        let journal = Journal<Int>()
        let sleepers = [3, 1, 2].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                journal.note(seconds)
            }
        }
        try await clock.waitForSleepers(3)
        clock.advance(by: .seconds(1))
        try await sleepers[1].value
        #expect(journal.entries == [1])
        #expect(clock.sleeperCount == 2)
        clock.advance(by: .seconds(2))
        for sleeper in sleepers { try await sleeper.value }
        #expect(Set(journal.entries) == [1, 2, 3])
        #expect(clock.now.offset == .seconds(3))
    }

    @Test func `a cancelled sleeper wakes at once, before or during the sleep`() async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        let waiter = Task { try await clock.waitForSleepers(2) }
        try await clock.waitForSleepers()
        sleeper.cancel()
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        await #expect(throws: CancellationError.self) { try await waiter.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a point in time that has passed is not waited for`() async throws {
        let clock = ManualClock()
        clock.advance(by: .seconds(2))
        // Nobody advances the clock, so a wait would exceed the time limit.
        try await clock.sleep(until: .init(offset: .seconds(2)))
        try await clock.waitForSleepers(0)
        #expect(clock.sleeperCount == 0)
    }
}
