import StateMachineTestSupport
import StateMachines
import Testing

/// How a run ends.
@Suite(.timeLimit(.minutes(3)), .computing) struct RunEndTests {
    @Test @MainActor func `an event after the end of the run starts no work`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        let journal = Journal<String>()
        let run = Task {
            await machine.run(until: { $0.list == [2] }) { activity, _ in
                journal.note("began \(activity)")
                // Its task is cancelled by now, which ends no wait of a task of its own.
                await Task { _ = await eventually { journal.index(of: "go") != nil } }.value
            }
        }
        defer { journal.note("go") }
        try #require(await eventually { journal.entries == ["began 1"] })
        machine.send(.list([2]))
        machine.send(.list([3]))
        journal.note("go")
        #expect(await run.value.list == [2])
        #expect(journal.entries == ["began 1", "go"])
    }

    @Test func `what the hook of a drop sends is handled`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        machine.onDrop { [unowned machine] _, _ in machine.send(.list([5])) }
        await machine.run(until: { $0.list == [5] }) { activity, send in
            guard activity == 1 else { return }
            await send(.list([2]))
            #expect(await send(.ping) == .dropped(.stale))
        }
    }

    @Test func `a run ends with an event that changes no activities, and wakes for it when it has no work`()
        async throws
    {
        let machine = StateMachine(Door.closed)
        let sender = machine.sender()
        let run = Task {
            for event in [Door.Event.open, .close, .lock] { await sender.send(event) }
        }
        #expect(await machine.run(until: { $0 == .locked }) == .locked)
        await run.value
        machine.send(.unlock)
        machine.start()
        await machine.run(until: { $0 == .closed })
    }

    @Test @MainActor func `a run that waits without work ends with an event, a stop or a cancellation`() async throws {
        let machine = StateMachine(Door.closed)
        let first = Task.immediate { await machine.run(until: { $0 == .open }) }
        machine.send(.open)
        #expect(await first.value == .open)
        let second = Task.immediate { await machine.run() }
        second.cancel()
        #expect(await second.value == .open)
        let third = Task.immediate { await machine.run() }
        machine.stop()
        #expect(await third.value == .open)
    }

    private struct Waiting: StateDefinition {
        var seconds: Double

        mutating func handleEvent(_ event: Double) throws(TransitionError) { seconds = event }
        var activities: [Double] { [seconds] }
    }

    @Test @MainActor func `a run ends, whatever activities are equal to`() async throws {
        let machine = StateMachine(Waiting(seconds: .nan))
        let began = Counter()
        let run = Task {
            await machine.run { _, _ in
                began.increment()
                try? await Task.sleep(for: .seconds(1_000))
            }
        }
        try #require(await eventually { began.value == 1 })
        machine.send(.nan)
        try #require(await eventually { began.value == 2 })
        run.cancel()
        _ = await run.value
    }

    private actor Owner {
        let machine = StateMachine(Listing(list: [1, 2]))
        private let handled = Counter()

        func sender() -> StateMachine<Listing>.Sender {
            machine.onTransition { [handled] in if $0.event == .ping { handled.increment() } }
            return machine.sender()
        }

        func run() async { _ = await machine.run { _, send in await send(.nonsense) } }
        var handledCount: Int { handled.value }
    }

    @Test func `every event is handled once while runs come and go`() async {
        let owner = Owner()
        let sender = await owner.sender()
        let done = Counter()
        let answered = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    while done.value == 0 {
                        if await sender.send(.ping).isHandled {
                            answered.increment()
                        } else {
                            Issue.record("not handled")
                        }
                        // An actor that is free is called without a pause, and there are others who
                        // want the thread.
                        await Task.yield()
                    }
                }
            }
            for _ in 0..<300 {
                let run = Task { await owner.run() }
                await Task.yield()
                run.cancel()
                await run.value
            }
            done.increment()
        }
        #expect(await owner.handledCount == answered.value)
    }
}
