import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachines

/// Tasks that wait for a state of a machine.
@Suite(.timeLimit(.minutes(2)), .computing) @MainActor struct StateWaitTests {
    private struct Number: StateDefinition, Hashable {
        var value = 0

        /// Lists an activity for each positive number.
        var activities: [Int] { value > 0 ? [value] : [] }

        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            if event < 0 { throw .invalid }
            value = event
        }
    }

    private typealias NotReached = StateMachine<Number>.StateNotReached

    private let machine = StateMachine(Number())

    /// Starts a task that waits, and returns when it waits.
    private func wait(for condition: @escaping (Number) -> Bool) -> Task<Number, any Error> {
        Task.immediate { [machine] in try await machine.state(where: condition) }
    }

    @Test func `a state that is already reached is returned at once`() async throws {
        #expect(try await machine.state { $0.value == 0 } == Number())
        #expect(!machine.isRunning)
        machine.send(2)
        #expect(try await machine.state { $0.value == 2 } == Number(value: 2))
        machine.stop()
        #expect(try await machine.state { $0.value == 2 } == Number(value: 2))
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await machine.state { $0.value == 2 }
        }
        #expect(try await cancelled.value == Number(value: 2))
    }

    @Test func `a state that the machine leaves immediately is not missed`() async throws {
        let waiter = wait { $0.value == 1 }
        machine.onEntry(where: { $0.value == 1 }) { [weak machine] in machine?.send(2) }
        machine.send(1)
        #expect(machine.state.value == 2)
        #expect(try await waiter.value == Number(value: 1))
    }

    @Test func `a rejected event does not end the wait`() async throws {
        let waiter = wait { $0.value == 3 }
        #expect(!machine.send(-1).isHandled)
        machine.send(3)
        #expect(try await waiter.value == Number(value: 3))
    }

    @Test func `a task waits while a run is in progress`() async throws {
        let run = Task {
            await machine.run { number, send in
                if number < 5 { await send(number + 1) }
            }
        }
        let waiter = wait { $0.value == 5 }
        machine.send(1)
        #expect(try await waiter.value == Number(value: 5))
        run.cancel()
        _ = await run.value
    }

    @Test func `a cancelled task stops waiting`() async throws {
        let waiter = wait { $0.value == 1 }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await machine.state { $0.value == 1 }
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        machine.start()
        #expect(machine.flags.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a machine that stops ends the wait`(isStarted: Bool) async throws {
        if isStarted { machine.send(2) }
        let waiter = wait { $0.value == 1 }
        machine.stop()
        let state = Number(value: isStarted ? 2 : 0)
        await #expect(throws: NotReached(reason: .stopped, state: state)) { try await waiter.value }
        await #expect(throws: NotReached(reason: .stopped, state: state)) { try await machine.state { $0.value == 1 } }
        let error = StateMachine<Door>.StateNotReached(reason: .stopped, state: .locked)
        #expect("\(error)" == "The machine stopped in locked before it reached the expected state")
    }

    @Test nonisolated func `without an actor, a wait that could not end is an error`() async throws {
        let machine = StateMachine(Number())
        #expect(try await machine.state { $0.value == 0 } == Number())
        await #expect(throws: NotReached(reason: .notIsolated, state: Number())) {
            try await machine.state { $0.value == 1 }
        }
        #expect("\(NotReached(reason: .notIsolated, state: Number()))".contains("@MainActor"))
    }

    @Test func `a machine takes the slow path only while a task waits`() async throws {
        machine.start()
        let (first, second) = (wait { $0.value == 1 }, wait { $0.value == 2 })
        #expect(!machine.flags.isEmpty)
        machine.send(1)
        _ = try await first.value
        #expect(!machine.flags.isEmpty)
        machine.send(2)
        _ = try await second.value
        #expect(machine.flags.isEmpty)
    }

    @Test func `within a hook, the condition is evaluated when the turn is over`() async throws {
        var evaluated: [Int] = []
        var waiter: Task<Number, any Error>?
        machine.onTransition { [weak machine] _ in
            guard waiter == nil else { return }
            waiter = Task.immediate {
                try await machine?.state {
                    evaluated.append($0.value)
                    return $0.value == 2
                } ?? Number()
            }
            #expect(evaluated == [])
            machine?.send(2)
        }
        machine.send(1)
        #expect(try await waiter?.value == Number(value: 2))
        #expect(evaluated == [1, 2])
    }

    @Test func `a condition can send events and start further waits`() async throws {
        var inner: Task<Number, any Error>?
        let outer = wait { [machine] state in
            if inner == nil {
                inner = Task.immediate { try await machine.state { $0.value == 2 } }
                machine.send(1)
            }
            return state.value == 1
        }
        #expect(try await outer.value == Number(value: 1))
        machine.send(2)
        #expect(try await inner?.value == Number(value: 2))
    }

    @Test func `a thousand tasks wait, and each condition is evaluated once for each event`() async throws {
        machine.start()
        var evaluations = 0
        let waiters = (1...1_000).map { _ in
            wait {
                evaluations += 1
                return $0.value == 2
            }
        }
        #expect(evaluations == 1_000)
        for waiter in waiters.suffix(500) { waiter.cancel() }
        for waiter in waiters.suffix(500) { await #expect(throws: CancellationError.self) { try await waiter.value } }
        for event in [1, 1, 2] { machine.send(event) }
        #expect(evaluations == 1_000 + 3 * 500)
        for waiter in waiters.prefix(500) { #expect(try await waiter.value == Number(value: 2)) }
        #expect(machine.flags.isEmpty)
    }

    /// The expected result of a wait.
    private enum Expected: Equatable {
        case state(Number)
        case cancelled
        case stopped(Number)
    }

    /// A wait and the reference model of its result.
    private struct Wait {
        let task: Task<Number, any Error>
        let holds: @Sendable (Number) -> Bool
        var expected: Expected?

        var result: Expected {
            get async throws {
                do {
                    return .state(try await task.value)
                } catch let error as NotReached {
                    return .stopped(error.state)
                } catch is CancellationError {
                    return .cancelled
                }
            }
        }
    }

    @Test func `random waits end as in the reference model`() async throws {
        let seed = UInt64.random(in: 0..<1_000_000)
        for number in 0..<UInt64(ProcessEnvironment.runs(200)) {
            var random = SeededGenerator(seed: seed + number)
            let machine = StateMachine(Number())
            var waits: [Wait] = []
            func reach(_ state: Number) {
                for index in waits.indices where waits[index].expected == nil && waits[index].holds(state) {
                    waits[index].expected = .state(state)
                }
            }
            // Some states are left immediately.
            machine.onEntry(where: { $0.value == 3 }) { [weak machine] in machine?.send(4) }
            for _ in 0..<60 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<4:
                    let (divisor, rest) = (Int.random(in: 2...7, using: &random), Int.random(in: 0..<2, using: &random))
                    let holds: @Sendable (Number) -> Bool = { $0.value % divisor == rest }
                    let task = Task.immediate { try await machine.state(where: holds) }
                    waits.append(Wait(task: task, holds: holds))
                    reach(machine.state)
                case 4..<6:
                    guard let index = waits.indices.randomElement(using: &random) else { break }
                    waits[index].task.cancel()
                    waits[index].expected = waits[index].expected ?? .cancelled
                case 6..<9:
                    let event = Int.random(in: -1...7, using: &random)
                    let before = machine.state
                    machine.send(event)
                    if event >= 0 { reach(Number(value: event)) }
                    if event == 3, before.value != 3 { reach(Number(value: 4)) }
                default: await Task.yield()
                }
            }
            machine.stop()
            let last = machine.state
            for index in waits.indices {
                let expected = waits[index].expected ?? .stopped(last)
                #expect(try await waits[index].result == expected, "seed \(seed + number)")
            }
        }
    }
}
