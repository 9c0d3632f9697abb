import StateMachineTestSupport
import StateMachines
import Testing

/// Where a waiting event is delivered: directly on the actor, with the priority of the sender that
/// posted it, and in a task of its own.
@Suite(.timeLimit(.minutes(1)), .computing, .enabled(if: Stage<Listing>.isPossible)) struct DeliveryTests {
    private let stage = Stage(Listing(list: [1]))

    private enum Locals {
        @TaskLocal static var name = "none"
    }

    /// Makes a sender, and notes for each event who its hooks believe to be.
    private func begin() throws -> Stage<Listing>.Sender {
        stage.now { stage in
            let journal = stage.journal
            stage.machine.onTransition { journal.note("\($0.event) \(Locals.name) \(Task.isCancelled)") }
            stage.senders.note(stage.machine.sender())
        }
        return try #require(stage.senders.entries.first)
    }

    @Test func `a posted event is a job of the actor at once, and no other executor is asked`() throws {
        let sender = try begin()
        // With a count that a job of another thread would only increase later.
        sender.post(.ping)
        #expect(stage.executor.count == 1)
        stage.executor.runFirst()
        #expect(stage.journal.entries == ["ping none false"])
    }

    @Test func `on the actor, an event is sent without leaving it`() async throws {
        let sender = try begin()
        // A task with a preferred executor would change jobs on the way to the actor.
        Task { [stage] in await stage.send(.ping, with: sender) }
        try #require(await eventually { stage.executor.count == 1 })
        stage.executor.runFirst()
        #expect(stage.journal.entries == ["ping none false", "handled(1)"])
    }

    @Test func `hooks do not see the context of a sender that comes after a posted event`() async throws {
        let sender = try begin()
        sender.post(.list([1, 2]))
        let isOver = Gate()
        Task(executorPreference: stage.tasks) {
            withUnsafeCurrentTask { $0?.cancel() }
            await Locals.$name.withValue("another") { await sender.send(.ping) }
            isOver.open()
        }
        stage.settleExceptFirst()
        stage.settle()
        #expect(stage.journal.entries.first == "list([1, 2]) none false")
        #expect(stage.journal.entries.count == 2)
        stage.settle()
        await isOver.pass()
    }

    @Test func `hooks of an event that does not wait see the context of its sender`() throws {
        let sender = try begin()
        stage.begin { await Locals.$name.withValue("own") { _ = await sender.send(.ping) } }
        stage.settle()
        #expect(stage.journal.entries == ["ping own false"])
    }

    @Test func `an event that is posted with low priority is delivered with a higher one that comes later`()
        async throws
    {
        let sender = try begin()
        stage.now { stage in
            let journal = stage.journal
            stage.machine.onChange { _, _ in journal.note("\(Task.currentPriority.rawValue)") }
        }
        try await post(.list([2]), with: sender, at: .low)
        try await post(.list([3]), with: sender, at: .low)
        #expect(stage.executor.count == 1)
        try await post(.list([4]), with: sender, at: .high)
        #expect(stage.executor.count == 2)
        stage.executor.runLast()
        let high = "\(TaskPriority.high.rawValue)"
        #expect(
            stage.journal.entries == [
                "list([2]) none false", high, "list([3]) none false", high, "list([4]) none false", high,
            ]
        )
        stage.settle()
    }

    @Test func `tasks of low priority do not pile up while those of high priority deliver all events`() async throws {
        let sender = try begin()
        try await post(.ping, with: sender, at: .low)
        for _ in 0..<10 {
            try await post(.ping, with: sender, at: .high)
            #expect(stage.executor.count == 2)
            stage.executor.runLast()
            try await post(.ping, with: sender, at: .low)
            #expect(stage.executor.count == 1)
        }
        stage.settle()
        #expect(stage.journal.entries.count == 21)
    }

    /// Posts in a task that nobody waits for, because that would escalate its priority.
    private func post(_ event: Listing.Event, with sender: Stage<Listing>.Sender, at priority: TaskPriority)
        async throws
    {
        let isPosted = Counter()
        Task.detached(priority: priority) {
            sender.post(event)
            isPosted.increment()
        }
        try #require(await eventually { isPosted.value == 1 })
    }

    @Test func `senders that wait are served in the order of their calls, before what is posted later`() throws {
        let sender = try begin()
        for number in 0..<64 { sender.post(.list([number])) }
        stage.begin { await sender.send(.list([64])) }
        stage.begin { await sender.send(.list([65])) }
        sender.post(.list([66]))
        stage.settleExceptFirst()
        stage.settle()
        #expect(stage.journal.entries == (0...66).map { "list([\($0)]) none false" })
    }

    @Test(arguments: [true, false])
    func `what is sent comes after what the same sender has posted`(isFromActivity: Bool) throws {
        let outside = try begin()
        stage.senders.removeAll()
        let gate = Gate()
        stage.run(until: \.list.isEmpty) { _ in await gate.pass() }
        let sender = isFromActivity ? try #require(stage.senders.entries.first) : outside
        sender.post(.list([1, 2]))
        stage.begin { await sender.send(.list([1, 3])) }
        gate.open()
        // In whichever order the actor gets to its jobs.
        stage.settleExceptFirst()
        stage.settle()
        #expect(stage.journal.entries == (2...3).map { "list([1, \($0)]) none false" })
        stage.begin { await sender.send(.list([])) }
        stage.settle()
        #expect(stage.journal.entries.suffix(2) == ["list([]) none false", "run over"])
    }

    @Test func `what is sent is not overtaken by what is posted while it is on its way to the actor`() throws {
        let sender = try begin()
        stage.begin { await sender.send(.list([1])) }
        sender.post(.list([2]))
        stage.begin { await sender.send(.list([3])) }
        stage.settle()
        #expect(stage.journal.entries == (1...3).map { "list([\($0)]) none false" })
    }

    @Test(arguments: [true, false])
    func `senders that wait get their outcome when the machine is gone`(isStopped: Bool) async throws {
        let sender: StateMachine<Listing>.Sender
        let outcomes = Journal<String>()
        do {
            let stage = Stage(Listing())
            stage.now { stage in
                stage.machine.onTransition { [unowned machine = stage.machine] _ in if isStopped { machine.stop() } }
                stage.senders.note(stage.machine.sender())
            }
            sender = try #require(stage.senders.entries.first)
            stage.senders.removeAll()
            sender.post(.ping)
            for _ in 0..<3 { stage.begin { outcomes.note("\(await sender.send(.ping))") } }
            #expect(outcomes.entries == [])
            stage.settle()
        }
        let reason = StateMachine<Listing>.DropReason.stopped
        #expect(outcomes.entries == Array(repeating: isStopped ? "dropped(\(reason))" : "handled(0)", count: 3))
    }
}

extension Stage where Definition == Listing {
    fileprivate func send(_ event: Listing.Event, with sender: Sender) async {
        journal.note("\(await sender.send(event))")
    }
}
