import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// Machines of a fleet without workers: creation, events, history, deletion.
@Suite(.timeLimit(.minutes(2)), .computing) struct FleetTests {
    @Test(arguments: StoreKind.allCases)
    func `a machine is created once, and keeps its state`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        #expect(try await orders.create("a", in: .placed(reminders: 0)) == .created)
        #expect(try await orders.send(.pay(card: "x"), to: "a", eventID: "1") == .handled("pay(card: \"x\")"))
        #expect(try await orders.create("a", in: .placed(reminders: 0)) == .existed)
        let machine = try #require(try await orders.machine("a"))
        #expect(machine.state == .charging(card: "x", progress: 0))
        #expect(machine.version == 1)
        #expect(machine.name == "charging")
        #expect(try await orders.machine("b") == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `an event with the same identifier is handled once and has one outcome`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        for _ in 1...3 {
            #expect(try await orders.send(.remind, to: "a", eventID: "first") == .handled("remind"))
        }
        #expect(try await orders.state(of: "a") == .placed(reminders: 1))
        let rejection = FleetOutcome<Order>.rejected(
            .init(reason: .invalid, words: "Invalid transition: placed does not handle deliver")
        )
        for _ in 1...2 { #expect(try await orders.send(.deliver, to: "a", eventID: "second") == rejection) }
        // A rejection stays one, even where the event could be handled by now.
        try await orders.send(.pay(card: "x"), to: "a", eventID: "third")
        try await orders.send(.didCharge, to: "a", eventID: "fourth")
        #expect(try await orders.send(.deliver, to: "a", eventID: "second") == rejection)
        await #expect(throws: FleetError.otherEvent("a", eventID: "first")) {
            try await orders.send(.cancel, to: "a", eventID: "first")
        }
        #expect(try await orders.state(of: "a") == .paid)
        // Identifiers belong to one machine.
        try await orders.create("b", in: .placed(reminders: 0))
        #expect(try await orders.send(.cancel, to: "b", eventID: "first").isHandled)
    }

    @Test(arguments: StoreKind.allCases)
    func `the observer is told everything that was committed`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let orders = try Fleet<Order>(in: kind.make()) { journal.add($0) }
        for _ in 1...2 { try await orders.create("a", in: .placed(reminders: 0)) }
        try await orders.transaction(on: "a") { order in
            try order.send(.remind, eventID: "1")
            try order.send(.deliver, eventID: "2")
        }
        await #expect(throws: FleetTransactionError.self) {
            try await orders.transaction(on: "a") { order in
                try order.send(.cancel, eventID: "3")
                throw Unexpected("on purpose")
            }
        }
        try await orders.delete("a")
        let reports = journal.texts.map { String($0.prefix { $0 != "," }) }
        #expect(
            reports == [
                "a: created", "a: event handled",
                "a: event rejected(Invalid transition: placed does not handle deliver)", "a: deleted",
            ]
        )
    }

    @Test(arguments: StoreKind.allCases)
    func `a rejected event changes the history only`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .paid)
        try await orders.send(.didCharge, to: "a", eventID: "1")
        let machine = try #require(try await orders.machine("a"))
        #expect(machine.version == 0 && machine.state == .paid)
        let history = try await orders.history(of: "a")
        #expect(history.map(\.number) == [1, 2])
        guard case .created(.paid) = history[0].content, case .rejected(.didCharge, let rejection) = history[1].content
        else { throw Unexpected(history) }
        #expect("\(rejection)" == "Invalid transition: paid does not handle didCharge")
    }

    @Test(arguments: StoreKind.allCases)
    func `an event for another version changes nothing`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        try await orders.send(.remind, to: "a", eventID: "1", ifVersion: 0)
        await #expect(throws: FleetError.otherVersion("a", expected: 0, found: 1)) {
            try await orders.send(.remind, to: "a", eventID: "2", ifVersion: 0)
        }
        // The repetition of a handled event is not an event for another version.
        #expect(try await orders.send(.remind, to: "a", eventID: "1", ifVersion: 0).isHandled)
        #expect(try await orders.state(of: "a") == .placed(reminders: 1))
    }

    @Test(arguments: StoreKind.allCases)
    func `the history replays to the stored state`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        let events: [Order.Event] = [
            .remind, .deliver, .pay(card: "x"), .progress(3), .wasDeclined, .pay(card: "y"), .didCharge, .cancel,
        ]
        for (number, event) in events.enumerated() { try await orders.send(event, to: "a", eventID: "\(number)") }
        var replayed: Order?
        var last = 0
        while let page = Optional(try await orders.history(of: "a", after: last, limit: 3)), let end = page.last {
            for entry in page {
                switch entry.content {
                case .created(let state): replayed = state
                case .handled(let event): _ = try replayed?.handleEvent(event)
                case .rejected(let event, _): #expect(replayed?.canHandle(event) == false)
                case .deleted, .raw: throw Unexpected(entry)
                }
            }
            last = end.number
        }
        #expect(replayed == .refunding)
        #expect(try await orders.state(of: "a") == replayed)
    }

    @Test(arguments: StoreKind.allCases)
    func `the history of one machine is removed, and that of its neighbors stays`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        let ids = ["a", "b", "b2", "c"]
        for id in ids {
            try await orders.create(id, in: .placed(reminders: 0))
            for number in 0..<(id == "b" ? 110 : 2) {
                try await orders.send(.remind, to: id, eventID: "\(number)")
            }
        }
        #expect(try await orders.removePayloads(of: "b", before: .distantFuture, keeping: 1) == 110)
        #expect(try await orders.removeHistory(of: "b", before: .distantFuture, keeping: 20) == 91)
        #expect(try await orders.removeHistory(of: "b", before: .distantFuture) == 20)
        #expect(try await orders.removeHistory(of: "b", before: .distantFuture) == 0)
        #expect(try await orders.removeHistory(of: "nobody", before: .distantFuture) == 0)
        for id in ids { #expect(try await orders.history(of: id, limit: 999).count == (id == "b" ? 0 : 3)) }
        // Its version goes on, and so do the numbers of its history.
        try await orders.send(.remind, to: "b", eventID: "0")
        #expect(try await orders.history(of: "b").map(\.number) == [112])
    }

    @Test(arguments: StoreKind.allCases)
    func `a deleted machine keeps its version and its identifiers`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        try await orders.send(.remind, to: "a", eventID: "1")
        try await orders.delete("a")
        #expect(try await orders.machine("a") == nil)
        #expect(try await orders.counts() == [:])
        #expect(try await orders.send(.remind, to: "a", eventID: "1") == .handled("remind"))
        await #expect(throws: FleetError.noMachine("a")) { try await orders.send(.remind, to: "a", eventID: "2") }
        await #expect(throws: FleetError.noMachine("a")) { try await orders.delete("a") }
        #expect(try await orders.create("a", in: .placed(reminders: 0)) == .created)
        #expect(try await orders.machine("a")?.version == 2)
        #expect(try await orders.send(.remind, to: "a", eventID: "1") == .handled("remind"))
        #expect(try await orders.state(of: "a") == .placed(reminders: 0))
        #expect(try await orders.history(of: "a").count == 4)
    }

    @Test(arguments: StoreKind.allCases)
    func `machines are listed and counted by their states`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        for number in 0..<25 {
            try await orders.create("order-\(100 + number)", in: number % 5 == 0 ? .paid : .placed(reminders: number))
        }
        #expect(try await orders.counts() == ["paid": 5, "placed": 20])
        let first = try await orders.machines(inState: "placed", limit: 15)
        let second = try await orders.machines(inState: "placed", after: first.last?.id, limit: 15)
        #expect(first.count == 15 && second.count == 5)
        #expect((first + second).map(\.id) == (first + second).map(\.id).sorted())
        #expect(try await orders.machines(limit: 100).count == 25)
    }

    @Test(arguments: StoreKind.allCases)
    func `a transaction on a machine is done wholly or not at all`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        let error = await #expect(throws: FleetTransactionError.self) {
            try await orders.transaction(on: "a") { order in
                try order.send(.pay(card: "x"), eventID: "1")
                #expect(order.state == .charging(card: "x", progress: 0))
                throw Unexpected("on purpose")
            }
        }
        guard case .thrown(let thrown) = error else { throw Unexpected(error as Any) }
        #expect(thrown is Unexpected)
        #expect(try await orders.state(of: "a") == .placed(reminders: 0))
        #expect(try await orders.history(of: "a").count == 1)
        let version = try await orders.transaction(on: "a") { order in
            try order.send(.pay(card: "x"), eventID: "1")
            try order.send(.didCharge, eventID: "2")
            return order.version
        }
        #expect(version == 2)
        #expect(try await orders.state(of: "a") == .paid)
    }

    @Test(arguments: StoreKind.allCases)
    func `an event that is too large changes nothing, even if its error is caught`(kind: StoreKind) async throws {
        var settings = FleetSettings()
        settings.sizeLimit = 1_000
        let orders = try Fleet<Order>(in: kind.make(), settings: settings)
        try await orders.create("a", in: .placed(reminders: 0))
        // Both events fit. With the first card, the state does not fit. With the second card, the
        // output alone does not fit, because its quotation marks are escaped twice.
        let cards = [String(repeating: "x", count: 975), String(repeating: "\"", count: 300)]
        for card in cards + cards {
            try await orders.transaction(on: "a") { order in
                _ = try? order.send(.pay(card: card), eventID: "1")
            }
            await #expect(throws: FleetError.self) { try await orders.send(.pay(card: card), to: "a", eventID: "1") }
        }
        #expect(try await orders.state(of: "a") == .placed(reminders: 0))
        #expect(try await orders.history(of: "a").count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `names are bytes, and hostile ones are names like others`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        let names = [
            "caf\u{E9}", "cafe\u{301}", "a'; DROP TABLE order_machines; --", "<script>|\"\\", "%", "_", " ",
            String(repeating: "x", count: 512), "\u{1F3F4}\u{E0067}", "null", "\n",
        ]
        for (number, name) in names.enumerated() {
            #expect(try await orders.create(name, in: .placed(reminders: number)) == .created)
            #expect(try await orders.send(.pay(card: name), to: name, eventID: name).isHandled)
        }
        for name in names {
            #expect(try await orders.state(of: name) == .charging(card: name, progress: 0))
            #expect(try await orders.send(.pay(card: name), to: name, eventID: name).isHandled)
        }
        #expect(try await orders.machines().count == names.count)
        for name in ["", "a\0b", String(repeating: "x", count: 513)] {
            await #expect(throws: FleetError.invalidID(name)) { try await orders.create(name, in: .paid) }
        }
        // These identifiers belong to jobs.
        await #expect(throws: FleetError.invalidID("\u{1}job")) {
            try await orders.send(.cancel, to: " ", eventID: "\u{1}job")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `payloads and identifiers have retentions of their own`(kind: StoreKind) async throws {
        let time = StoreTime()
        let orders = try Fleet<Order>(in: kind.make { time.now })
        try await orders.create("a", in: .placed(reminders: 0))
        try await orders.send(.remind, to: "a", eventID: "1")
        time.advance(by: 100)
        try await orders.send(.remind, to: "a", eventID: "2")
        #expect(try await orders.removePayloads(before: time.now) == 2)
        #expect(try await orders.removePayloads(before: time.now) == 0)
        let contents = try await orders.history(of: "a").map(\.content)
        guard contents.count == 3, case .raw(nil, isHandled: true) = contents[1], case .handled(.remind) = contents[2]
        else { throw Unexpected(contents) }
        // Without the payload, the identifier alone decides.
        #expect(try await orders.send(.cancel, to: "a", eventID: "1").isHandled)
        await #expect(throws: FleetError.otherEvent("a", eventID: "2")) {
            try await orders.send(.cancel, to: "a", eventID: "2")
        }
        #expect(try await orders.removeHistory(before: time.now) == 2)
        #expect(try await orders.send(.remind, to: "a", eventID: "1").isHandled)
        #expect(try await orders.state(of: "a") == .placed(reminders: 3))
        try await orders.send(.remind, to: "a", eventID: "5")
        #expect(try await orders.removeHistory(before: .distantFuture, keeping: 1) == 2)
        #expect(try await orders.history(of: "a").map(\.number) == [5])
        // No later entry gets the number of one that was removed.
        time.advance(by: 1)
        #expect(try await orders.removeHistory(before: time.now) == 1)
        try await orders.delete("a")
        try await orders.create("a", in: .placed(reminders: 0))
        #expect(try await orders.history(of: "a").map(\.number) == [6, 7])
        try await orders.send(.deliver, to: "a", eventID: "3")
        try await orders.send(.remind, to: "a", eventID: "4")
        #expect(try await orders.history(of: "a").map(\.number) == [6, 7, 8, 9])
    }

    @Test(arguments: StoreKind.allCases)
    func `many callers at once are handled one after the other`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask { try await orders.send(.remind, to: "a", eventID: "\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try await orders.state(of: "a") == .placed(reminders: 64))
        #expect(try await orders.history(of: "a").map(\.version) == Array(0...64))
    }

    @Test func `a fleet is refused a name that is not a name of tables`() throws {
        for name in ["", "Order", "1st", "a-b", "a;b", String(repeating: "a", count: 41)] {
            #expect(throws: FleetError.invalidFleetName(name)) {
                try Fleet<Order>(in: InMemoryStore(), name: name)
            }
        }
        #expect(try Fleet<Order>(in: InMemoryStore()).name == "order")
        let longest = String(repeating: "a", count: 40)
        #expect(try Fleet<Order>(in: InMemoryStore(), name: longest).name == longest)
    }
}

/// A value that a test does not expect.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ value: Any) {
        description = "unexpected: \(value)"
    }
}
