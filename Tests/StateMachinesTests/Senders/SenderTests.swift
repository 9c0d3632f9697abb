import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(2)), .computing) struct SenderTests {
    /// A machine that belongs to an actor from its first moment, before the actor's code runs.
    private actor Owner {
        let machine = StateMachine(Listing())
        private let journal = Journal<Listing.Event>()

        func sender() -> StateMachine<Listing>.Sender {
            machine.onTransition { [journal] in journal.note($0.event) }
            return machine.sender()
        }

        func stop() { machine.stop() }
        var handled: [Listing.Event] { journal.entries }
    }

    @Test func `a sender delivers to an actor from outside, in order, with outcomes`() async {
        let owner = Owner()
        let sender = await owner.sender()
        #expect(await sender.send(.list([1])) == .handled(1))
        guard case .rejected = await sender(.nonsense) else {
            Issue.record("not rejected")
            return
        }
        let events = (0..<1_000).map { Listing.Event.list([$0]) }
        for event in events { sender.post(event) }
        #expect(await sender.send(.ping) == .handled(1))
        #expect(await owner.handled == [.list([1])] + events + [.ping])
    }

    @Test func `many tasks send at once, and every event is handled`() async {
        let owner = Owner()
        let sender = await owner.sender()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    var handled = 0
                    for _ in 0..<100 where await sender.send(.ping).isHandled { handled += 1 }
                    return handled
                }
            }
            #expect(await group.reduce(0, +) == 5_000)
        }
        #expect(await owner.handled.count == 5_000)
    }

    @MainActor private final class MainOwner {
        let machine = StateMachine(Listing())
    }

    @Test @MainActor func `a sender delivers to the main actor`() async {
        let owner = MainOwner()
        let sender = owner.machine.sender()
        let outcome = await Task.detached { await sender.send(.list([7])) }.value
        #expect(outcome == .handled(1))
        #expect(owner.machine.state.list == [7])
    }

    @Test func `without an actor and a run, events are kept for the next run`() async throws {
        let machine = StateMachine(Listing())
        let sender = machine.sender()
        #expect(await sender.send(.list([1])) == .enqueued)
        #expect(await sender.send(.list([1, 2])) == .enqueued)
        #expect(machine.state.list == [])
        let last = await machine.run(until: { $0.list.count == 2 }) { _, _ in }
        #expect(last.list == [1, 2])
        #expect(await sender.send(.list([1, 2, 3])) == .enqueued)
        await machine.run(until: { $0.list.count == 3 }) { _, _ in }
    }

    @Test func `a machine that is stopped or released drops what its senders send, and says which`() async {
        let owner = Owner()
        let sender = await owner.sender()
        await owner.stop()
        #expect(await sender.send(.ping) == .dropped(.stopped))

        var machine: StateMachine<Listing>? = StateMachine(Listing())
        let orphan = machine?.sender()
        machine = nil
        #expect(await orphan?.send(.ping) == .dropped(.released))
    }

    @Test func `a sender that is made when the machine is stopped says so`() async {
        let machine = StateMachine(Listing())
        machine.stop()
        let sender = machine.sender()
        #expect(await sender.send(.ping) == .dropped(.stopped))
    }

    @Test func `a sender keeps neither machine nor actor alive`() async throws {
        weak var weakOwner: Owner?
        let sender: StateMachine<Listing>.Sender
        do {
            let owner = Owner()
            weakOwner = owner
            sender = await owner.sender()
            await sender.send(.ping)
        }
        try #require(await eventually { weakOwner == nil })
        #expect(await sender.send(.ping) == .dropped(.released))
    }

    @Test func `a cancelled task still gets the outcome of its event`() async {
        let owner = Owner()
        let sender = await owner.sender()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await sender.send(.ping)
        }
        #expect(await task.value == .handled(0))
    }

    @Test func `senders of a machine outside every actor report that it is stopped, whenever they were made`() async {
        let machine = StateMachine(Listing())
        let early = machine.sender()
        machine.stop()
        #expect(await early.send(.ping) == .dropped(.stopped))
        #expect(await machine.sender().send(.ping) == .dropped(.stopped))
    }

    @Test func `a stopped machine outside every actor reports what it dropped, with the next event or run`()
        async throws
    {
        let machine = StateMachine(Listing())
        var dropped: [Listing.Event] = []
        machine.onDrop { event, reason in
            #expect(reason == .stopped)
            dropped.append(event)
        }
        let sender = machine.sender()
        machine.stop()
        #expect(await sender.send(.list([1])) == .dropped(.stopped))
        sender.post(.list([2]))
        #expect(machine.send(.list([3])) == .dropped(.stopped))
        #expect(dropped == [.list([1]), .list([2]), .list([3])])

        #expect(await sender.send(.list([4])) == .dropped(.stopped))
        await machine.run { _, _ in }
        #expect(dropped.dropFirst(3) == [.list([4])])
    }

    @Test func `a machine outside every actor reports a stale event with the next run`() async throws {
        let machine = StateMachine(Listing(list: [1]))
        var dropped: [StateMachine<Listing>.DropReason] = []
        machine.onDrop { _, reason in dropped.append(reason) }
        let senders = Journal<StateMachine<Listing>.Sender>()
        await machine.run(until: \.list.isEmpty) { _, send in
            senders.note(send)
            await send(.list([]))
        }
        #expect(await senders.entries[0].send(.ping) == .dropped(.stale))
        senders.entries[0].post(.ping)
        #expect(dropped == [])
        machine.sender().post(.list([9]))
        await machine.run(until: { $0.list == [9] }) { _, _ in }
        #expect(dropped == [.stale, .stale])
    }

    @Test func `a stopped machine outside every actor stores no more than a thousand dropped events`() async {
        let machine = StateMachine(Listing())
        var count = 0
        machine.onDrop { _, _ in count += 1 }
        let sender = machine.sender()
        machine.stop()
        for _ in 0..<1_100 { sender.post(.ping) }
        machine.send(.ping)
        #expect(count == 1_001)
    }

    @Test func `events that wait for a run are reported when the machine is stopped instead`() async {
        let machine = StateMachine(Listing())
        var dropped: [Listing.Event] = []
        machine.onDrop { event, _ in dropped.append(event) }
        let sender = machine.sender()
        #expect(await sender.send(.list([1])) == .enqueued)
        sender.post(.ping)
        machine.stop()
        #expect(dropped == [.list([1]), .ping])
    }

    @Test @MainActor func `what reaches a stopped machine on its actor is reported`() async {
        let machine = StateMachine(Listing())
        var dropped: [Listing.Event] = []
        machine.onDrop { event, _ in dropped.append(event) }
        let sender = machine.sender()
        sender.post(.list([1]))
        machine.stop()
        sender.post(.list([2]))
        #expect(await sender.send(.list([3])) == .dropped(.stopped))
        #expect(dropped == [.list([1]), .list([2]), .list([3])])
    }

    private enum Locals {
        @TaskLocal static var name = "none"
    }

    @Test @MainActor func `hooks do not see the task-local values of the task that posts`() async throws {
        let machine = StateMachine(Listing())
        var seen: [String] = []
        machine.onTransition { _ in seen.append(Locals.name) }
        let sender = machine.sender()
        Locals.$name.withValue("first") { sender.post(.ping) }
        sender.post(.ping)
        try #require(await eventually { seen.count == 2 })
        #expect(seen == ["none", "none"])
    }

    @Test @MainActor func `the actor serves others while more is posted than the machine can handle at once`()
        async throws
    {
        let machine = StateMachine(Listing())
        let handled = Counter()
        machine.onTransition { _ in handled.increment() }
        let sender = machine.sender()
        for _ in 0..<10_000 { sender.post(.ping) }
        // This task waits behind the first part of the events, because both wait for this function.
        let other = Task { @MainActor in handled.value }
        #expect(await other.value < 10_000)
        try #require(await eventually { handled.value == 10_000 })
    }

    @Test func `what a hook of a stop sends is reported as dropped after what waits`() {
        let machine = StateMachine(Listing())
        let sender = machine.sender()
        var dropped: [Listing.Event] = []
        machine.onDrop { event, _ in dropped.append(event) }
        machine.onExit(where: { _ in true }) { [unowned machine] in
            sender.post(.list([2]))
            machine.send(.list([3]))
        }
        machine.start()
        sender.post(.list([1]))
        machine.stop()
        #expect(dropped == [.list([1]), .list([2]), .list([3])])
    }

    @MainActor private final class Forms {
        let machine = StateMachine(Listing())
        var computed: StateMachine<Listing>.Sender { machine.sender() }
        lazy var lazyAndNamed = machine.sender(isolation: MainActor.shared)
        let early: StateMachine<Listing>.Sender

        init() { early = machine.sender() }
    }

    @Test @MainActor func `senders that are created in the documented forms deliver without a run`() async {
        #expect(await Forms().computed.send(.ping) == .dropped(.released))
        for form in 0..<3 {
            let forms = Forms()
            let sender = form == 0 ? forms.computed : form == 1 ? forms.lazyAndNamed : forms.early
            #expect(await sender.send(.ping) == .handled(0))
        }
    }
}
