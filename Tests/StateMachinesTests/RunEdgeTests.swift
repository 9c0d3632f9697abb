import StateMachines
import TestSupport
import Testing

/// The beginning and the end of a run, where everything meets.
@Suite(.timeLimit(.minutes(3)), .computing) struct RunEdgeTests {
    @Test(arguments: [[1], [0], [5]])
    func `a run ends with a state that its own start passes through`(last: [Int]) async throws {
        let machine = StateMachine(Listing(list: [1]))
        machine.onActivityEntry { [unowned machine] in
            guard $0 == 1 else { return }
            machine.send(.list([0]))
            machine.send(.list([5]))
        }
        #expect(try await machine.run(until: { $0.list == last }) { _, _ in }.list == last)
    }

    @Test func `a run that is cancelled before it begins starts no work`() async throws {
        let began = Counter()
        for _ in 0..<1_000 {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                let machine = StateMachine(Listing(list: [1, 2, 3, 4]))
                defer { #expect(machine.isRunning) }
                return try await machine.run { _, _ in began.increment() }
            }
            #expect(try await task.value.list == [1, 2, 3, 4])
        }
        #expect(began.value == 0)
    }

    @Test func `a predicate that stops the machine ends the run before any work`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        let isLast: (Listing) -> Bool = { [unowned machine] _ in
            machine.stop()
            return false
        }
        try await machine.run(until: isLast) { _, _ in Issue.record("work after the stop") }
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
        try await machine.run(until: isLast) { activity, send in
            began.note(activity)
            await send(.list([]))
        }
        #expect(began.entries == [2])
    }

    @Test @MainActor func `an event after the end of the run starts no work`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        let journal = Journal<String>()
        let run = Task {
            try await machine.run(until: { $0.list == [2] }) { activity, _ in
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
        #expect(try await run.value.list == [2])
        #expect(journal.entries == ["began 1", "go"])
    }

    @Test @MainActor func `an event from the machine's own code starts work and ends a run that has nothing to do`()
        async throws
    {
        let machine = StateMachine(Listing())
        let began = Journal<Int>()
        let run = Task {
            try await machine.run(until: { $0.list == [9] }) { activity, _ in began.note(activity) }
        }
        for _ in 0..<20 { await Task.yield() }
        machine.send(.list([1]))
        try #require(await eventually { began.entries == [1] })
        for _ in 0..<20 { await Task.yield() }
        machine.send(.list([9]))
        #expect(try await run.value.list == [9])
    }

    @Test func `what the hook of a drop sends is handled`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        machine.onDrop { [unowned machine] _, _ in machine.send(.list([5])) }
        try await machine.run(until: { $0.list == [5] }) { activity, send in
            guard activity == 1 else { return }
            await send(.list([2]))
            #expect(await send(.ping) == .dropped(.stale))
        }
    }

    @Test @MainActor func `what the last hook of a run posts is delivered after it`() async throws {
        let machine = StateMachine(Listing())
        let sender = machine.sender()
        machine.onTransition { if $0.event == .list([9]) { sender.post(.list([7])) } }
        sender.post(.list([9]))
        try await machine.run(until: { $0.list == [9] }) { _, _ in }
        try #require(await eventually { machine.state.list == [7] })
    }

    /// With a sender, the machine can be reached on its actor at any time; without one, only during a run.
    @Test(arguments: [true, false])
    @MainActor func `what an instance sends after its run is stale, and reported where the machine can be reached`(
        hasSender: Bool
    ) async throws {
        let machine = StateMachine(Listing(list: [1]))
        let leaked = Locked<StateMachine<Listing>.Sender?>(nil)
        var dropped: [Listing.Event] = []
        machine.onDrop { event, reason in
            #expect(reason == .stale)
            dropped.append(event)
        }
        if hasSender { _ = machine.sender() }
        try await machine.run(until: \.list.isEmpty) { _, send in
            leaked.withLock { $0 = send }
            await send(.list([]))
        }
        let sender = try #require(leaked.withLock { $0 })
        #expect(await sender.send(.ping) == .dropped(.stale))
        #expect(dropped == (hasSender ? [.ping] : []))
    }

    @Test func `a run ends with an event that changes no activities, and wakes for it when it has no work`()
        async throws
    {
        let machine = StateMachine(Door.closed)
        let sender = machine.sender()
        let run = Task {
            for event in [Door.Event.open, .close, .lock] { await sender.send(event) }
        }
        #expect(try await machine.run(until: { $0 == .locked }) == .locked)
        await run.value
        machine.send(.unlock)
        machine.start()
        try await machine.run(until: { $0 == .closed })
    }

    @Test @MainActor func `a run that waits without work ends with an event, a stop or a cancellation`() async throws {
        let machine = StateMachine(Door.closed)
        let first = Task.immediate { try await machine.run(until: { $0 == .open }) }
        machine.send(.open)
        #expect(try await first.value == .open)
        let second = Task.immediate { try await machine.run() }
        second.cancel()
        #expect(try await second.value == .open)
        let third = Task.immediate { try await machine.run() }
        machine.stop()
        #expect(try await third.value == .open)
    }

    @Test func `what is posted to a machine that its run leaves stopped is dropped, and told`() async throws {
        for _ in 0..<100 {
            let machine = StateMachine(Listing(list: [1]))
            var dropped = 0
            machine.onDrop { _, _ in dropped += 1 }
            machine.onActivityExit { [unowned machine] _ in machine.stop() }
            try await machine.run { _, send in
                await send(.list([]))
                for _ in 0..<3 { send.post(.ping) }
            }
            #expect(dropped == 3)
        }
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
            try await machine.run { _, _ in
                began.increment()
                try? await Task.sleep(for: .seconds(1_000))
            }
        }
        try #require(await eventually { began.value == 1 })
        machine.send(.nan)
        try #require(await eventually { began.value == 2 })
        run.cancel()
        _ = try await run.value
    }

    private actor Owner {
        let machine = StateMachine(Listing(list: [1, 2]))
        private let handled = Counter()

        func sender() -> StateMachine<Listing>.Sender {
            machine.onTransition { [handled] in if $0.event == .ping { handled.increment() } }
            return machine.sender()
        }

        func run() async { _ = try? await machine.run { _, send in await send(.nonsense) } }
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
                        // An actor that is free is called without a pause, and there are others who want the thread.
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

    @Test func `outside every actor a machine is its owner's again when a run has ended, whoever still sends`()
        async throws
    {
        let machine = StateMachine(Listing(list: [1]))
        var handledCount = 0
        machine.onTransition { if $0.event == .ping { handledCount += 1 } }
        let sender = machine.sender()
        let done = Counter()
        let sent = Counter()
        let senders = (0..<2).map { _ in
            Task {
                while done.value == 0 {
                    let outcome = await sender.send(.ping)
                    #expect(outcome.isHandled || outcome == .enqueued)
                    sent.increment()
                    // Nothing holds back what waits for the next run.
                    await Task.yield()
                }
            }
        }
        defer { done.increment() }
        for round in 2..<100 {
            try await machine.run(until: { $0.list == [round] }) { _, send in await send(.list([round])) }
            // The machine is ours: nobody else may touch it now.
            for _ in 0..<20 { machine.send(.list([round])) }
            #expect(machine.state.list == [round])
        }
        done.increment()
        for sender in senders { await sender.value }
        try await machine.run(until: { $0.list == [] }) { _, send in await send(.list([])) }
        #expect(handledCount == sent.value)
    }

    /// Where a machine lives that is gone with its run.
    private actor Host {
        private let machine = StateMachine(Listing(list: [1]))

        func run(_ work: @escaping @Sendable (StateMachine<Listing>.Sender) async -> Void) async throws {
            try await machine.run(until: { $0.list.isEmpty }) { _, send in await work(send) }
        }
    }

    @Test func `who still has the sender of an activity is answered when run, machine and actor are gone`() async throws
    {
        let outcomes = Journal<Bool>()
        let stragglers = Journal<Task<Void, Never>>()
        for _ in 0..<500 {
            try await Host().run { send in
                for _ in 0..<2 {
                    let straggler = Task.detached {
                        for _ in 0..<20 { outcomes.note(await send(.ping) != .enqueued) }
                    }
                    stragglers.note(straggler)
                }
                await send(.list([]))
            }
        }
        for straggler in stragglers.entries { await straggler.value }
        #expect(outcomes.entries == Array(repeating: true, count: 20_000))
    }
}
