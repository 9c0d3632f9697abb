import DurableMachines
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// The history of a machine as a sequence that goes on.
@Suite(.timeLimit(.minutes(2)), .computing) struct FollowTests {
    @Test(arguments: StoreKind.allCases)
    func `the whole history comes first, and then what happens`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        // More than a page.
        for number in 1...120 { try await orders.send(.remind, to: "a", eventID: "\(number)") }
        var entries = orders.follow("a").makeAsyncIterator()
        var copy: StateMachine<Order>?
        for number in 1...121 {
            let entry = try #require(try await entries.next())
            #expect(entry.number == number)
            switch entry.content {
            case .created(let state):
                copy = StateMachine(state)
                copy?.start()
            case .handled(let event), .rejected(let event, _): copy?.send(event)
            case .deleted, .raw: throw Unexpected(entry)
            }
        }
        #expect(copy?.state == .placed(reminders: 120))
        let next = Task { [entries] in
            var entries = entries
            return try await entries.next()
        }
        try await orders.send(.cancel, to: "a", eventID: "121")
        guard case .handled(.cancel) = try await next.value?.content else { throw Unexpected(copy as Any) }
    }

    @Test func `events of other processes are found by a search after each interval`() async throws {
        let store = InMemoryStore()
        let clock = ManualClock()
        var settings = FleetSettings()
        settings.clock = clock
        settings.pollInterval = .seconds(1)
        let (orders, others) = (try Fleet<Order>(in: store, settings: settings), try Fleet<Order>(in: store))
        let first = Task {
            for try await entry in orders.follow("a") { return entry.number }
            return 0
        }
        try await clock.waitForSleepers(1)
        try await others.create("a", in: .paid)
        try await others.send(.deliver, to: "a", eventID: "1")
        clock.advance(by: .seconds(1))
        #expect(try await first.value == 1)
        for try await entry in orders.follow("a", after: 1) {
            guard case .handled(.deliver) = entry.content else { throw Unexpected(entry) }
            break
        }
    }

    @Test func `a sequence whose task is cancelled ends`() async throws {
        let orders = try Fleet<Order>(in: InMemoryStore())
        let all = Task {
            var count = 0
            for try await _ in orders.follow("nobody") { count += 1 }
            return count
        }
        all.cancel()
        #expect(try await all.value == 0)
    }

    @Test func `a search that is cancelled ends the sequence`() async throws {
        let orders = try Fleet<Order>(in: InMemoryStore())
        try await orders.create("a", in: .paid)
        try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: FleetError.cancelled) { try await orders.send(.deliver, to: "a", eventID: "1") }
            await #expect(throws: FleetError.cancelled) { try await orders.reconcile() }
            for try await entry in orders.follow("a") { throw Unexpected(entry) }
        }.value
        #expect(try await orders.state(of: "a") == .paid)
    }
}
