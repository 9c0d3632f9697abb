import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

/// Events that are sent or posted at the end of a run, or after it.
@Suite(.timeLimit(.minutes(3)), .computing) struct RunSenderTests {
    /// With a sender, the machine can be reached on its actor at any time; without one, only during
    /// a run.
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
        await machine.run(until: \.list.isEmpty) { _, send in
            leaked.withLock { $0 = send }
            await send(.list([]))
        }
        let sender = try #require(leaked.withLock { $0 })
        #expect(await sender.send(.ping) == .dropped(.stale))
        #expect(dropped == (hasSender ? [.ping] : []))
    }

    @Test func `what is posted to a machine that its run leaves stopped is dropped, and reported`() async throws {
        for _ in 0..<100 {
            let machine = StateMachine(Listing(list: [1]))
            var dropped = 0
            machine.onDrop { _, _ in dropped += 1 }
            machine.onActivityExit { [unowned machine] _ in machine.stop() }
            await machine.run { _, send in
                await send(.list([]))
                for _ in 0..<3 { send.post(.ping) }
            }
            #expect(dropped == 3)
        }
    }

    @Test func `outside every actor a machine belongs to its owner again after a run, even if senders still send`()
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
            await machine.run(until: { $0.list == [round] }) { _, send in await send(.list([round])) }
            // The machine is ours: no other task may use it now.
            for _ in 0..<20 { machine.send(.list([round])) }
            #expect(machine.state.list == [round])
        }
        done.increment()
        for sender in senders { await sender.value }
        await machine.run(until: { $0.list == [] }) { _, send in await send(.list([])) }
        #expect(handledCount == sent.value)
    }

    /// The owner of a machine, both of which are released after the run.
    private actor Host {
        private let machine = StateMachine(Listing(list: [1]))

        func run(_ work: @escaping @Sendable (StateMachine<Listing>.Sender) async -> Void) async throws {
            await machine.run(until: { $0.list.isEmpty }) { _, send in await work(send) }
        }
    }

    @Test func `a sender of an activity returns an outcome when run, machine and actor are gone`() async throws {
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

    @Test @MainActor func `what the last hook of a run posts is delivered after it`() async throws {
        let machine = StateMachine(Listing())
        let sender = machine.sender()
        machine.onTransition { if $0.event == .list([9]) { sender.post(.list([7])) } }
        sender.post(.list([9]))
        await machine.run(until: { $0.list == [9] }) { _, _ in }
        try #require(await eventually { machine.state.list == [7] })
    }
}
