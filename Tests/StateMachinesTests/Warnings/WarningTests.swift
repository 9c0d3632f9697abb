#if DEBUG
import StateMachineTestSupport
import StateMachines
import Testing

/// What is reported because it waits too long.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(1)), .computing) struct WarningTests {
    /// A definition of its own, whose name is in the warnings.
    private struct Waiting: StateDefinition {
        enum Activity { case work }

        var activities: [Activity] = []

        mutating func handleEvent(_ isWorking: Bool) throws(TransitionError) { activities = isWorking ? [.work] : [] }
    }

    /// Lets time pass, and notes the warnings about `Waiting`.
    private final class Warnings: Sendable {
        let journal = Journal<String>()
        private let time = Gate()
        private let arrived = Counter()

        /// Does something during which five seconds pass when `pass()` is called.
        @MainActor
        func during(_ body: @MainActor () async throws -> Void) async throws {
            let before = MachineWarnings.report
            defer { MachineWarnings.report = before }
            MachineWarnings.report = { [journal] in if $0.contains("Waiting") { journal.note($0) } else { before($0) } }
            let delay: @Sendable () async -> Void = { [time, arrived] in
                arrived.increment()
                await time.pass()
            }
            try await MachineWarnings.$delay.withValue(delay) { try await body() }
        }

        /// Lets five seconds pass for the only check.
        @MainActor
        func pass() async -> Bool {
            let isThere = await eventually { arrived.value == 1 }
            time.open()
            return isThere
        }
    }

    private let warnings = Warnings()

    @Test func `an event that waits for a run is reported, once`() async throws {
        let machine = StateMachine(Waiting())
        let sender = machine.sender(isolation: nil)
        try await warnings.during {
            sender.post(true)
            sender.post(false)
            try #require(await warnings.pass())
            try #require(await eventually { warnings.journal.entries.count == 1 })
            #expect(warnings.journal.entries.allSatisfy { $0.hasPrefix("An event for Waiting waits for a run") })
        }
        withExtendedLifetime(machine) {}
    }

    @Test func `an event that a run has handled meanwhile is not reported`() async throws {
        let machine = StateMachine(Waiting())
        let sender = machine.sender(isolation: nil)
        try await warnings.during {
            sender.post(false)
            _ = await machine.run(until: \.activities.isEmpty) { _, _ in }
            try #require(await warnings.pass())
        }
        #expect(warnings.journal.entries == [])
    }

    @Test(.enabled(if: Stage<Waiting>.isPossible))
    func `work that waits for the end of cancelled work is reported`() async throws {
        let stage = Stage(Waiting(activities: [.work]))
        let gate = Gate()
        try await warnings.during {
            stage.run(until: { _ in false }) { _ in await gate.pass() }
            stage.now { stage in
                stage.machine.send(false)
                stage.machine.send(true)
            }
            stage.settle()
            try #require(await warnings.pass())
            try #require(await eventually { warnings.journal.entries.count == 1 })
            #expect(warnings.journal.entries[0].hasPrefix("The work of work in Waiting cannot begin"))
        }
        gate.open()
        stage.now { $0.machine.stop() }
        stage.settle()
    }

    @Test(arguments: [true, false])
    func `a run that waits for an earlier run is reported`(isEarlierCancelled: Bool) async throws {
        let machine = StateMachine(Waiting())
        let hasTurn = Gate()
        try await warnings.during {
            let earlier = Task.immediate { await machine.run { _, _ in } }
            let later = Task.immediate { await machine.run { _, _ in hasTurn.open() } }
            if isEarlierCancelled {
                earlier.cancel()
                _ = await earlier.value
                machine.send(true)
                await hasTurn.pass()
            }
            try #require(await warnings.pass())
            if !isEarlierCancelled { try #require(await eventually { warnings.journal.entries.count == 1 }) }
            machine.stop()
            for run in [earlier, later] { _ = await run.value }
        }
        let start = "A run of Waiting waits for its turn"
        #expect(warnings.journal.entries.map { $0.hasPrefix(start) } == (isEarlierCancelled ? [] : [true]))
    }

    @Test(arguments: [true, false])
    func `an activity at the start that nobody takes up is reported`(isTakenUp: Bool) async throws {
        let machine = StateMachine(Waiting(activities: [.work]))
        try await warnings.during {
            machine.start()
            if isTakenUp { machine.onActivityEntry { _ in } }
            try #require(await warnings.pass())
            if !isTakenUp { try #require(await eventually { warnings.journal.entries.count == 1 }) }
        }
        let start = "Waiting has started with the activity work"
        #expect(warnings.journal.entries.map { $0.hasPrefix(start) } == (isTakenUp ? [] : [true]))
    }
}
#endif
