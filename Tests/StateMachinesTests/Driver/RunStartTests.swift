import StateMachineTestSupport
import StateMachines
import Testing

/// How a run starts, and what its start may do.
@Suite(.timeLimit(.minutes(3)), .computing) struct RunStartTests {
    @Test(arguments: [[1], [0], [5]])
    func `a run ends with a state that its own start passes through`(last: [Int]) async throws {
        let machine = StateMachine(Listing(list: [1]))
        machine.onActivityEntry { [unowned machine] in
            guard $0 == 1 else { return }
            machine.send(.list([0]))
            machine.send(.list([5]))
        }
        #expect(await machine.run(until: { $0.list == last }) { _, _ in }.list == last)
    }

    @Test func `a run that is cancelled before it begins starts no work`() async throws {
        let began = Counter()
        for _ in 0..<1_000 {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                let machine = StateMachine(Listing(list: [1, 2, 3, 4]))
                defer { #expect(machine.isRunning) }
                return await machine.run { _, _ in began.increment() }
            }
            #expect(await task.value.list == [1, 2, 3, 4])
        }
        #expect(began.value == 0)
    }

    @Test func `a predicate that stops the machine ends the run before any work`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        let isLast: (Listing) -> Bool = { [unowned machine] _ in
            machine.stop()
            return false
        }
        await machine.run(until: isLast) { _, _ in Issue.record("work after the stop") }
    }

    @Test(arguments: [false, true])
    func `a predicate that sends moves the machine before any work`(isStarted: Bool) async throws {
        let machine = StateMachine(Listing(list: [1]))
        if isStarted { machine.start() }
        var isFirst = true
        let began = Journal<Int>()
        let isLast: (Listing) -> Bool = { [unowned machine] state in
            if isFirst {
                isFirst = false
                machine.send(.list([2]))
            }
            return state.list.isEmpty
        }
        await machine.run(until: isLast) { activity, send in
            began.note(activity)
            await send(.list([]))
        }
        #expect(began.entries == [2])
    }

    @Test @MainActor func `an event from the machine's own code starts work and ends a run that has nothing to do`()
        async throws
    {
        let machine = StateMachine(Listing())
        let began = Journal<Int>()
        let run = Task {
            await machine.run(until: { $0.list == [9] }) { activity, _ in began.note(activity) }
        }
        for _ in 0..<20 { await Task.yield() }
        machine.send(.list([1]))
        try #require(await eventually { began.entries == [1] })
        for _ in 0..<20 { await Task.yield() }
        machine.send(.list([9]))
        #expect(await run.value.list == [9])
    }
}
