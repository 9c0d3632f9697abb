import StateMachineTestSupport
import StateMachines
import Testing

/// Which reason is given for an event that is dropped, where there could be two.
@MainActor
@Suite(.timeLimit(.minutes(1)), .computing) struct DropReasonTests {
    private let journal = Journal<String>()

    @Test func `what waits for a run when a hook stops the machine is dropped for that, however much it is`() {
        let machine = StateMachine(Listing())
        machine.chainLimit = 2
        machine.onDrop { [journal] in journal.note("\($0), \($1)") }
        machine.onTransition { [unowned machine] _ in machine.stop() }
        // Made outside every actor, so that nobody delivers.
        let sender = machine.sender(isolation: nil)
        for number in 0..<5 { sender.post(.list([number])) }
        machine.send(.ping)
        let stopped = StateMachine<Listing>.DropReason.stopped
        #expect(journal.entries == (0..<5).map { "list([\($0)]), \(stopped)" })
    }

    @Test func `what is stale stays so when the machine is stopped, and nobody delivers`() async throws {
        let senders = Journal<StateMachine<Listing>.Sender>()
        let last = try await Self.runAndStop(senders)
        #expect(last.list == [])
        let sender = try #require(senders.entries.first)
        #expect(await sender.send(.ping) == .dropped(.stale))
    }

    @Test func `what is stale stays so when the machine reports it late`() async throws {
        try await Self.reportLate(journal)
        let (stale, stopped) = (StateMachine<Listing>.DropReason.stale, StateMachine<Listing>.DropReason.stopped)
        #expect(journal.entries == ["ping, \(stale)", "nonsense, \(stopped)"])
    }

    /// Outside every actor, only the machine's owner may call hooks.
    private nonisolated static func reportLate(_ journal: Journal<String>) async throws {
        let senders = Journal<StateMachine<Listing>.Sender>()
        let machine = StateMachine(Listing(list: [1]))
        machine.onDrop { journal.note("\($0), \($1)") }
        await machine.run(until: \.list.isEmpty) { _, send in
            senders.note(send)
            await send(.list([]))
        }
        machine.stop()
        #expect(await senders.entries.first?.send(.ping) == .dropped(.stale))
        #expect(journal.entries == [])
        machine.send(.nonsense)
    }

    private nonisolated static func runAndStop(_ senders: Journal<StateMachine<Listing>.Sender>) async throws -> Listing
    {
        let machine = StateMachine(Listing(list: [1]))
        let last = await machine.run(until: \.list.isEmpty) { _, send in
            senders.note(send)
            await send(.list([]))
        }
        machine.stop()
        return last
    }

    @Test func `the error of a chain names no events of an earlier chain`() {
        let machine = StateMachine(Listing())
        machine.chainLimit = 2
        var length = 0
        machine.onDrop { [journal] _, reason in
            if case .chainTooLong(let events) = reason { journal.note("\(events)") }
        }
        machine.onTransition { [unowned machine] _ in
            guard length > 0 else { return }
            length -= 1
            machine.send(.ping)
        }
        length = 2
        machine.send(.list([1]))
        #expect(journal.entries == [])
        length = 3
        machine.send(.list([1]))
        let ping = Listing.Event.ping
        #expect(journal.entries == ["\([ping, ping, ping])"])
    }
}
