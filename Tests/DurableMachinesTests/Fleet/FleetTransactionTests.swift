import DurableMachines
import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

/// Events inside `transaction(on:)`.
@Suite(.timeLimit(.minutes(2)), .computing) struct FleetTransactionTests {
    @Test(arguments: StoreKind.allCases)
    func `in a transaction, an event with the same identifier is handled once, too`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        try await orders.send(.remind, to: "a", eventID: "before")
        let outcomes = try await orders.transaction(on: "a") { order in
            try ["before", "now", "now"].map { try order.send(.remind, eventID: $0) }
        }
        #expect(outcomes == Array(repeating: .handled("remind"), count: 3))
        #expect(try await orders.state(of: "a") == .placed(reminders: 2))
        #expect(try await orders.history(of: "a").count == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `a body that ignores an error of the store does not commit the half of an event`(kind: StoreKind) async throws
    {
        let store = CrashingStore(try kind.make())
        let orders = try Fleet<Order>(in: store)
        var refusals = 0
        for statement in 0..<12 {
            let id = "order-\(statement)"
            try await orders.create(id, in: .placed(reminders: 0))
            store.prepare(.before(statement: statement))
            do {
                try await orders.transaction(on: id) { order in _ = try? order.send(.remind, eventID: "1") }
            } catch { refusals += 1 }
            store.prepare(nil)
            let machine = try #require(try await orders.machine(id))
            let handled = try await orders.history(of: id).count - 1
            #expect(
                machine.state == .placed(reminders: handled) && machine.version == handled,
                "statement \(statement)"
            )
        }
        #expect(refusals > 2)
    }

    @Test func `an error quotes the beginning of a long ID, and shows that there is more`() {
        let forty = String(repeating: "b", count: 40)
        #expect("\(FleetError.invalidID(forty))".hasPrefix("The ID “\(forty)” is not allowed."))
        #expect("\(FleetError.invalidID(forty + "b"))".hasPrefix("The ID “\(forty)…” is not allowed."))
    }

    @Test func `the names of fleets are explained`() {
        #expect(
            "\(FleetError.invalidFleetName("Orders"))" == "The fleet name “Orders” is not allowed. A fleet name has at "
                + "most 40 lowercase letters, digits, and underscores. It must start with a letter, but not with "
                + "sqlite_."
        )
    }
}
