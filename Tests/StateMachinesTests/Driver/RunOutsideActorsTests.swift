import StateMachineTestSupport
import StateMachines
import Testing

/// A machine that lives outside every actor, between its runs and when it has moved to an actor.
@Suite(.timeLimit(.minutes(2)), .computing) struct RunOutsideActorsTests {
    /// Runs a machine until its activity has ended it, and posts an event that comes when the run
    /// is over or almost over.
    private func runAndPost(_ machine: StateMachine<Listing>, _ sender: StateMachine<Listing>.Sender) async throws {
        await machine.run(until: \.list.isEmpty) { _, send in
            await send(.list([]))
            sender.post(.ping)
        }
    }

    @Test func `what arrives after a run is handled in the next one, and its senders are answered`() async throws {
        for _ in 0..<200 {
            let machine = StateMachine(Listing(list: [1]))
            let sender = machine.sender()
            var pings = 0
            machine.onTransition { if $0.event == .ping { pings += 1 } }
            try await runAndPost(machine, sender)
            machine.send(.list([1]))
            let outcomes = Journal<StateMachine<Listing>.Outcome>()
            await machine.run(until: \.list.isEmpty) { _, send in
                outcomes.note(await sender.send(.ping))
                await send(.list([]))
            }
            #expect(outcomes.entries == [.handled(1)])
            #expect(pings == 2)
        }
    }

    @Test func `a run ends that waits for an event which was posted when the last one was over`() async throws {
        for _ in 0..<200 {
            let machine = StateMachine(Listing(list: [1]))
            let sender = machine.sender()
            try await runAndPost(machine, sender)
            sender.post(.list([7]))
            #expect(await machine.run(until: { $0.list == [7] }) { _, _ in }.list == [7])
        }
    }

    private actor Owner {
        private let machine: StateMachine<Listing>

        init(_ machine: sending StateMachine<Listing>) { self.machine = machine }

        func sender() -> StateMachine<Listing>.Sender { machine.sender() }
        var list: [Int] { machine.state.list }
    }

    @Test func `a machine that has moved to an actor after its run is reached there, by old senders too`() async throws
    {
        for _ in 0..<200 {
            let machine = StateMachine(Listing(list: [1]))
            let old = machine.sender()
            try await runAndPost(machine, old)
            let owner = Owner(machine)
            let sender = await owner.sender()
            #expect(await sender.send(.list([2])) == .handled(1))
            #expect(await old.send(.list([3, 4])) == .handled(2))
            #expect(await owner.list == [3, 4])
        }
    }

    private actor Runner {
        private let machine = StateMachine(Listing(list: [1]))
        private var sender: StateMachine<Listing>.Sender?

        /// Runs the machine, and makes a sender while it is running.
        func run() async -> StateMachine<Listing>.Sender? {
            machine.onTransition { [weak self] _ in self?.assumeIsolated { $0.makeSender() } }
            await machine.run(until: \.list.isEmpty) { _, send in await send(.list([])) }
            return sender
        }

        private func makeSender() { sender = machine.sender() }
    }

    @Test func `a sender that was made on an actor during a run reaches the machine after it, too`() async throws {
        let runner = Runner()
        let sender = try #require(await runner.run())
        #expect(await sender.send(.ping) == .handled(0))
    }

    @Test func `what waits is handled in the next run, even if the machine is in a final state`() async throws {
        let machine = StateMachine(Listing())
        let sender = machine.sender()
        #expect(await machine.run(until: \.list.isEmpty) { _, _ in }.list == [])
        #expect(await sender.send(.list([1])) == .enqueued)
        for number in 2..<100 { sender.post(.list([number])) }
        let worked = Journal<Int>()
        let last = await machine.run(until: \.list.isEmpty) { activity, send in
            worked.note(activity)
            await send(.list([]))
        }
        #expect(last.list == [])
        #expect(worked.entries == [99])
    }

    @Test func `a run notices each state to which a waiting event leads, and what follows waits on`() async throws {
        let machine = StateMachine(Listing())
        let sender = machine.sender()
        for number in 1...3 { sender.post(.list([number])) }
        #expect(await machine.run(until: { $0.list == [2] }) { _, _ in }.list == [2])
        #expect(await machine.run(until: { $0.list == [3] }) { _, _ in }.list == [3])
    }

    @Test func `a run whose waiting events change nothing ends in the state in which it begins`() async throws {
        let machine = StateMachine(Listing())
        let sender = machine.sender()
        sender.post(.nonsense)
        var rejections = 0
        machine.onRejection { _ in rejections += 1 }
        #expect(await machine.run(until: \.list.isEmpty) { _, _ in }.list == [])
        #expect(rejections == 1)
    }
}
