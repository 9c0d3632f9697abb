import StateMachineTestSupport
import StateMachines
import Testing

/// In which order events are handled, or reported as dropped, when an actor gets to its jobs in an
/// order that the test decides.
@Suite(.timeLimit(.minutes(1)), .computing, .enabled(if: Stage<Listing>.isPossible)) struct SteppedSenderTests {
    private let stage = Stage(Listing(list: [1]))
    private let gate = Gate()

    /// Notes what the machine handles and drops, and makes a sender.
    private func begin() {
        stage.now { stage in
            let journal = stage.journal
            stage.machine.onTransition { journal.note("\($0.event)") }
            stage.machine.onDrop { journal.note("\($0) dropped: \($1)") }
            stage.senders.note(stage.machine.sender())
        }
    }

    /// Posts events, and waits until their delivery is the only job of the actor.
    private func post(_ events: [Listing.Event], with sender: Stage<Listing>.Sender) async throws {
        for event in events { sender.post(event) }
        try #require(await eventually { stage.executor.count == 1 })
    }

    /// Goes on until the journal has so many entries.
    private func settle(until count: Int) async throws {
        try #require(
            await eventually {
                stage.settle()
                return stage.journal.entries.count >= count
            }
        )
    }

    @Test func `what is sent does not overtake what was posted before, however much that is`() async throws {
        begin()
        let sender = try #require(stage.senders.entries.first)
        try await post((0..<100).map { .list([$0]) }, with: sender)
        // Delivers a part, and lets others have the actor.
        stage.executor.runFirst()
        #expect(stage.journal.entries.count == 64)
        stage.begin { await sender.send(.ping) }
        stage.settleExceptFirst()
        try await settle(until: 101)
        #expect(stage.journal.entries == (0..<100).map { "list([\($0)])" } + ["ping"])
    }

    @Test func `what is sent does not wait for what is posted after it`() async throws {
        begin()
        let sender = try #require(stage.senders.entries.first)
        stage.now { stage in
            let journal = stage.journal
            stage.machine.onTransition { _ in if journal.entries.count < 50 { sender.post(.list([2])) } }
        }
        try await post([.list([2])], with: sender)
        stage.begin { await sender.send(.ping) }
        try await settle(until: 50)
        #expect(stage.journal.entries.prefix(3) == ["list([2])", "ping", "list([2])"])
    }

    @Test func `what is sent before a stop is reported before what is posted after it`() async throws {
        begin()
        let sender = try #require(stage.senders.entries.first)
        try await post([.list([2]), .list([3])], with: sender)
        stage.begin { await sender.send(.ping) }
        stage.now { $0.machine.stop() }
        sender.post(.list([4]))
        stage.settleExceptFirst()
        try await settle(until: 4)
        let stopped = StateMachine<Listing>.DropReason.stopped
        let events = ["list([2])", "list([3])", "ping", "list([4])"]
        #expect(stage.journal.entries == events.map { "\($0) dropped: \(stopped)" })
    }

    @Test func `what an exited instance sends is reported after what it has posted`() async throws {
        stage.run(until: \.list.isEmpty) { [gate] _ in await gate.pass() }
        begin()
        let sender = try #require(stage.senders.entries.first)
        stage.now { $0.machine.send(.list([2])) }
        stage.settle()
        try await post([.list([3])], with: sender)
        stage.begin { await sender.send(.ping) }
        stage.settle()
        gate.open()
        stage.now { $0.machine.send(.list([])) }
        try await settle(until: 5)
        let stale = StateMachine<Listing>.DropReason.stale
        #expect(
            stage.journal.entries == [
                "list([2])", "list([3]) dropped: \(stale)", "ping dropped: \(stale)", "list([])", "run over",
            ]
        )
    }

    @Test(arguments: [true, false])
    func `an event that waits while its activity and the machine are ended is stale`(isPosted: Bool) async throws {
        stage.run(until: \.list.isEmpty) { [gate] _ in await gate.pass() }
        begin()
        let sender = try #require(stage.senders.entries.first)
        if isPosted { try await post([.ping], with: sender) } else { stage.begin { await sender.send(.ping) } }
        stage.now { [executor = stage.executor] stage in
            stage.machine.onTransition { [unowned machine = stage.machine] _ in
                machine.stop()
                // A loop in a hook that serves the actor: the event comes now, and waits behind the
                // stop.
                executor.runFirst()
            }
            stage.machine.send(.list([1, 1]))
        }
        gate.open()
        try await settle(until: 3)
        let stale = StateMachine<Listing>.DropReason.stale
        #expect(stage.journal.entries == ["list([1, 1])", "ping dropped: \(stale)", "run over"])
    }

    @Test func `what is sent by the hook of a drop has its own report when it is dropped later`() throws {
        stage.run(until: \.list.isEmpty) { [gate] _ in await gate.pass() }
        begin()
        let sender = try #require(stage.senders.entries.first)
        stage.now { stage in
            stage.machine.send(.list([2]))
            stage.machine.onDrop { [unowned machine = stage.machine] event, _ in
                guard event == .list([3]) else { return }
                machine.send(.ping)
                machine.stop()
                machine.send(.nonsense)
            }
        }
        stage.begin { await sender.send(.list([3])) }
        gate.open()
        stage.settle()
        #expect(
            stage.journal.entries == [
                "list([2])", "list([3]) dropped: \(StateMachine<Listing>.DropReason.stale)", "ping",
                "nonsense dropped: \(StateMachine<Listing>.DropReason.stopped)", "run over",
            ]
        )
    }

    /// A sender that belongs to no actor delivers where the machine is run, and only during the
    /// run.
    @Test(arguments: [true, false])
    func `what arrives when the run is over waits for the next one`(isMadeDuringRun: Bool) throws {
        if !isMadeDuringRun { stage.now { $0.senders.note($0.machine.sender(isolation: nil)) } }
        stage.run(until: \.list.isEmpty) { _ in }
        if isMadeDuringRun {
            stage.senders.removeAll()
            stage.now { $0.senders.note($0.machine.sender(isolation: nil)) }
        }
        let sender = try #require(stage.senders.entries.first)
        stage.now { stage in
            stage.machine.onTransition { [journal = stage.journal] in journal.note("\($0.event)") }
        }
        stage.begin { [stage] in stage.journal.note("\(await sender.send(.ping))") }
        stage.now { $0.machine.send(.list([])) }
        stage.settleExceptFirst()
        #expect(stage.journal.entries == ["list([])", "run over"])
        stage.settle()
        #expect(stage.journal.entries == ["list([])", "run over", "enqueued"])
    }
}
