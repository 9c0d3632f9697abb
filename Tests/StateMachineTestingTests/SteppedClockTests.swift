import StateMachineTestSupport
import StateMachineTesting
import Testing

/// A manual clock whose sleepers run when the test says so.
@Suite(.timeLimit(.minutes(1)), .computing) struct SteppedClockTests {
    private let clock = ManualClock()
    private let journal = Journal<String>()
    private let executor = SteppedExecutor(ofTasks: true)

    /// Begins a task and runs it until it sleeps.
    @discardableResult
    private func begin(_ name: String, _ body: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { [journal] in
            do {
                try await body()
                journal.note(name)
            } catch {
                journal.note("\(name): \(error)")
            }
        }
        settle()
        return task
    }

    private func settle() {
        while executor.runFirst() {}
    }

    @Test func `sleepers that wake together wake in the order of their deadlines`() {
        for seconds in [3, 1, 4, 2] { begin("\(seconds)") { [clock] in try await clock.sleep(for: .seconds(seconds)) } }
        clock.advance(by: .seconds(5))
        settle()
        #expect(journal.entries == ["1", "2", "3", "4"])
    }

    @Test func `a task that is cancelled before it sleeps does not sleep`() {
        begin("sleeper") { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        #expect(journal.entries == ["sleeper: CancellationError()"])
        #expect(clock.sleeperCount == 0)
    }

    @Test func `who waits for sleepers waits for enough of them, whatever the time`() {
        begin("waiter") { [clock] in try await clock.waitForSleepers(2) }
        clock.advance(by: .seconds(1))
        settle()
        begin("first") { [clock] in try await clock.sleep(for: .seconds(1)) }
        #expect(journal.entries == [])
        begin("second") { [clock] in try await clock.sleep(for: .seconds(1)) }
        #expect(journal.entries == ["waiter"])
        begin("late") { [clock] in try await clock.waitForSleepers(2) }
        #expect(journal.entries == ["waiter", "late"])
        clock.advance(by: .seconds(1))
        settle()
        #expect(journal.entries == ["waiter", "late", "first", "second"])
    }

    @Test func `a sleeper that is cancelled wakes alone`() {
        let first = begin("first") { [clock] in try await clock.sleep(for: .seconds(1)) }
        begin("second") { [clock] in try await clock.sleep(for: .seconds(1)) }
        first.cancel()
        settle()
        #expect(journal.entries == ["first: CancellationError()"])
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        settle()
        #expect(journal.entries == ["first: CancellationError()", "second"])
    }
}
