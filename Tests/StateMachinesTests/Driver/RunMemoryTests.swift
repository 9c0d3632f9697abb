import StateMachineTestSupport
import StateMachines
import Testing

/// An activity that can be counted while anything keeps it.
private final class Ticket: Hashable, Sendable {
    let number: Int
    private let alive: Counter
    private let released: Counter

    init(_ number: Int, alive: Counter, released: Counter) {
        self.number = number
        self.alive = alive
        self.released = released
        alive.increment()
    }

    deinit { released.increment() }

    static func == (lhs: Ticket, rhs: Ticket) -> Bool { lhs.number == rhs.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private struct Counting: StateDefinition {
    var ticket: Ticket?

    mutating func handleEvent(_ event: Ticket?) throws(TransitionError) { ticket = event }
    var activities: [Ticket] { ticket.map { [$0] } ?? [] }
}

/// A run keeps what is current, and nothing of what has ended.
@Suite(.timeLimit(.minutes(2)), .computing) struct RunMemoryTests {
    private let alive = Counter()
    private let released = Counter()

    private func ticket(_ number: Int) -> Ticket { Ticket(number, alive: alive, released: released) }
    private var kept: Int { alive.value - released.value }

    /// Makes its activity anew each time that it is asked.
    private struct Fresh: StateDefinition {
        let makeTicket: @Sendable () -> Ticket

        mutating func handleEvent(_ event: Bool) throws(TransitionError) {}
        var activities: [Ticket] { [makeTicket()] }
    }

    private func freshMachine() -> StateMachine<Fresh> {
        StateMachine(Fresh { [alive, released] in Ticket(0, alive: alive, released: released) })
    }

    @Test func `a machine keeps its activities only while it has listeners`() async throws {
        let machine = freshMachine()
        machine.start()
        #expect(kept == 0)
        let token = machine.onActivityEntry { _ in }
        #expect(kept == 1)
        token.cancel()
        #expect(kept == 0)
        await machine.run(until: { _ in true }) { _, _ in }
        #expect(kept == 0)
    }

    @Test func `a machine that is stopped, or gone, keeps no activities`() {
        let stopped = freshMachine()
        stopped.onActivityExit { _ in }
        stopped.start()
        #expect(kept == 1)
        stopped.stop()
        #expect(kept == 0)
        do {
            let machine = freshMachine()
            machine.onActivityExit { _ in }
            machine.start()
            #expect(kept == 1)
        }
        #expect(kept == 0)
    }

    @Test func `a hook that is removed during the stop is released`() {
        let machine = StateMachine(Listing(list: [1]))
        weak var captured: Counter?
        var token: StateMachine<Listing>.HookToken?
        do {
            let counter = Counter()
            captured = counter
            token = machine.onTransition { _ in counter.increment() }
        }
        machine.onActivityExit { _ in token?.cancel() }
        machine.start()
        #expect(captured != nil)
        machine.stop()
        #expect(captured == nil)
    }

    @Test @MainActor func `instances that come and go in one stretch are not kept until the run gets its turn`()
        async throws
    {
        let machine = StateMachine(Counting())
        machine.start()
        let run = Task.immediate { _ = await machine.run { _, _ in } }
        var most = 0
        for number in 0..<10_000 {
            machine.send(ticket(number))
            most = max(most, kept)
        }
        #expect(most <= 3)
        machine.stop()
        await run.value
    }

    @Test func `what an instance sends when its run is over does not keep it`() async throws {
        let senders = Journal<StateMachine<Counting>.Sender>()
        do {
            let machine = StateMachine(Counting(ticket: ticket(0)))
            await machine.run(until: { $0.ticket == nil }) { _, send in
                senders.note(send)
                await send(nil)
            }
        }
        for sender in senders.entries { for _ in 0..<10 { await sender.send(nil) } }
        #expect(kept == 1)
        senders.removeAll()
        #expect(kept == 0)
    }
}
