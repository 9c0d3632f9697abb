import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// A manual clock that wakes one task at a time.
@Suite(.timeLimit(.minutes(2)), .computing) @MainActor struct ClockStepTests {
    /// Waits for longer after each attempt, until a deadline.
    private enum Connection: StateDefinition, Hashable {
        case waiting(attempt: Int)
        case failed

        enum Event { case retry, timeOut, ping }

        enum Activity: Hashable {
            case pause(attempt: Int)
            case deadline
        }

        var activities: [Activity] {
            switch self {
            case .waiting(let attempt): [.deadline, .pause(attempt: attempt)]
            case .failed: []
            }
        }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.waiting(let attempt), .retry): self = .waiting(attempt: attempt + 1)
            case (.waiting, .timeOut): self = .failed
            case (.waiting, .ping), (.failed, .ping): break
            case (.failed, .retry), (.failed, .timeOut): throw .invalid
            }
        }
    }

    private struct Moment: Hashable, CustomStringConvertible {
        let seconds: Int64
        let state: Connection
        var description: String { "\(seconds): \(state)" }
    }

    private typealias Machine = StateMachine<Connection>

    private let clock = ManualClock()
    private let machine = Machine(.waiting(attempt: 0))

    private var now: Duration { clock.now.offset }

    /// Starts a run whose pauses take 1, 2, 4, 8 … seconds.
    private func run() -> Task<Connection, Never> {
        Task { [clock, machine] in
            await machine.run { activity, send in
                switch activity {
                case .pause(let attempt):
                    try? await clock.sleep(for: .seconds(1 << attempt))
                    await send(.retry)
                case .deadline:
                    try? await clock.sleep(for: .seconds(10))
                    await send(.timeOut)
                }
            }
        }
    }

    private func end(_ run: Task<Connection, Never>) async {
        run.cancel()
        _ = await run.value
    }

    @Test func `each activity begins to sleep at the time at which the machine enters it`() async throws {
        let run = run()
        var moments: [Moment] = []
        machine.onChange { [clock] _, state in
            moments.append(Moment(seconds: clock.now.offset.components.seconds, state: state))
        }
        try await clock.advance(by: .seconds(60), settling: machine)
        let attempts = [(1, 1), (3, 2), (7, 3)].map { Moment(seconds: $0.0, state: .waiting(attempt: $0.1)) }
        #expect(moments == attempts + [Moment(seconds: 10, state: .failed)])
        #expect(now == .seconds(60))
        await end(run)
    }

    @Test func `the clock stops at the state that a test waits for`() async throws {
        let run = run()
        #expect(try await clock.advance(until: machine) { $0 == .waiting(attempt: 0) } == .waiting(attempt: 0))
        #expect(now == .zero)
        try await clock.advance(until: machine) { $0 == .waiting(attempt: 2) }
        #expect(now == .seconds(3))
        #expect(try await clock.advance(until: machine) { $0 == .failed } == .failed)
        #expect(now == .seconds(10))
        await end(run)
    }

    @Test func `a state that the machine leaves immediately ends the advance`() async throws {
        let run = run()
        machine.onEntry(of: .waiting(attempt: 1)) { [weak machine] in machine?.send(.timeOut) }
        #expect(try await clock.advance(until: machine) { $0 == .waiting(attempt: 1) } == .waiting(attempt: 1))
        #expect(machine.state == .failed && now == .seconds(1))
        await end(run)
    }

    @Test func `effects come in the order of the deadlines, and of the sleeps for equal ones`() async throws {
        for _ in 0..<ProcessEnvironment.runs(100) {
            let (clock, journal) = (ManualClock(), Journal<Int>())
            var tasks: [Task<Void, any Error>] = []
            for (number, seconds) in [3, 1, 2, 1, 3].enumerated() {
                tasks.append(
                    Task.detached {
                        try await clock.tracked {
                            try await clock.sleep(for: .seconds(seconds))
                            await Task.yield()
                            journal.note(seconds * 10 + number)
                        }
                    }
                )
                try await clock.waitForSleepers(number + 1)
            }
            try await clock.advanceInOrder(by: .seconds(5))
            #expect(journal.entries == [11, 13, 22, 30, 34])
            #expect(clock.now.offset == .seconds(5))
            for task in tasks { try await task.value }
        }
    }

    @Test func `a task that sleeps again wakes for each of its periods`() async throws {
        let times = Journal<Duration>()
        let task = Task.detached { [clock] in
            while true {
                try await clock.sleep(for: .seconds(2))
                times.note(clock.now.offset)
            }
        }
        try await clock.waitForSleepers()
        try await clock.advanceInOrder(by: .seconds(7))
        #expect(times.entries == [.seconds(2), .seconds(4), .seconds(6)])
        #expect(now == .seconds(7) && clock.sleeperCount == 1)
        task.cancel()
    }

    @Test func `a task whose end is not visible is named by its deadline`() async throws {
        let task = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
        try await clock.waitForSleepers()
        let error = await #expect(throws: ManualClock.NotSettled.self) {
            try await clock.advanceInOrder(by: .seconds(3), timeLimit: .milliseconds(1))
        }
        #expect(error?.reasons.count == 1)
        #expect("\(try #require(error))".contains("a task that slept until 2.0 seconds has not slept again"))
        #expect(now == .seconds(2))
        try await task.value
    }

    @Test func `tracked work that does not end is named by its deadline`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [clock] in
            try await clock.tracked {
                try await clock.sleep(for: .seconds(2))
                for await _ in stream { break }
            }
        }
        try await clock.waitForSleepers()
        let error = await #expect(throws: ManualClock.NotSettled.self) {
            try await clock.advanceInOrder(by: .seconds(3), timeLimit: .milliseconds(1))
        }
        #expect(error?.reasons == ["tracked work that slept until 2.0 seconds has neither slept again nor ended"])
        continuation.finish()
        try await task.value
    }

    @Test func `an activity that waits for something else is named, unless it is ignored`() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let run = Task { [clock, machine] in
            await machine.run { activity, send in
                if activity == .deadline {
                    for await _ in stream { break }
                } else {
                    try? await clock.sleep(for: .seconds(1))
                    await send(.timeOut)
                }
            }
        }
        try await clock.waitForSleepers()
        let error = await #expect(throws: ManualClock.NotSettled.self) {
            try await clock.advance(by: .seconds(1), settling: machine, timeLimit: .milliseconds(1))
        }
        let reason = try #require(error?.reasons.first)
        #expect(reason.hasPrefix("the work of deadline neither sleeps on the clock nor ends"))
        #expect(now == .zero && error?.reasons.count == 1)
        try await clock.advance(by: .seconds(1), settling: machine, ignoring: { $0 == .deadline })
        #expect(machine.state == .failed)
        continuation.finish()
        await end(run)
    }

    @Test func `a state that no deadline leads to is an error`() async throws {
        let run = run()
        // Only the last wait is short: nothing can be late any more.
        try await clock.advance(until: machine) { $0 == .failed }
        try await clock.advance(by: .seconds(1), settling: machine)
        let error = await #expect(throws: ManualClock.NotSettled.self) {
            try await clock.advance(
                until: machine,
                is: { $0 == .waiting(attempt: 9) },
                timeLimit: .milliseconds(100)
            )
        }
        #expect(error?.reasons == ["no task sleeps on the clock, and the machine stays in failed"])
        machine.stop()
        _ = await run.value
        await #expect(throws: Machine.StateNotReached.self) {
            try await clock.advance(until: machine) { $0 == .waiting(attempt: 9) }
        }
    }

    @Test func `a machine without a run is an error`() async throws {
        let error = await #expect(throws: ManualClock.NotSettled.self) {
            try await clock.advance(by: .seconds(1), settling: machine, timeLimit: .milliseconds(1))
        }
        #expect(error?.reasons == ["no run of the machine is in progress"])
    }

    @Test func `a cancelled advance stops waiting`() async throws {
        let task = Task { [clock] in try await clock.sleep(for: .seconds(2)) }
        try await clock.waitForSleepers()
        let advance = Task { try await clock.advanceInOrder(by: .seconds(3), timeLimit: .seconds(1_000)) }
        try #require(await eventually { clock.sleeperCount == 0 })
        advance.cancel()
        await #expect(throws: CancellationError.self) { try await advance.value }
        try await task.value
    }
}
