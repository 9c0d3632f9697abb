import DurableMachines
import OrderMachine

/// The actions of the customers.
extension Shop {
    /// The number of customers who act at the same time.
    private static let customersAtOnce = 16

    private var chance: Chance { Chance(seed: files.seed) }

    /// Lets each customer place an order, and pay or cancel it if the customer does so at once.
    ///
    /// An order that exists from an earlier run stays as it is.
    func placeOrders() async throws {
        try await forEach(1...files.orders) { number in
            let customer = Customer(ofOrder: number, chance: chance)
            let state = Order.placed(customer.purchase, reminders: 0)
            let creation = try await OrderStore.repeating { try await fleet.create(customer.order, in: state) }
            guard creation == .created else { return }
            try await decide(customer, in: state, version: 0)
        }
    }

    /// Lets the customers decide whose orders wait for a decision.
    func letCustomersDecide() async throws {
        for name in Customer.states {
            var last: String?
            while true {
                let page = try await fleet.machines(inState: name, after: last, limit: 200)
                try await forEach(page) { entry in
                    let customer = Customer(of: entry.id, chance: chance)
                    try await decide(customer, in: entry.state, version: entry.version)
                }
                guard page.count == 200, let id = page.last?.id else { break }
                last = id
            }
        }
    }

    /// Sends the decision of a customer.
    ///
    /// The name of the event contains the version on which the customer decides. So the customer
    /// can repeat the decision, for example after a crash, and the order handles it once.
    private func decide(_ customer: Customer, in state: Order, version: Int) async throws {
        guard let event = customer.decision(in: state, version: version) else { return }
        try await OrderStore.repeating {
            try await fleet.send(event, to: customer.order, eventID: "customer/\(version)")
        }
    }

    /// Calls a closure for each element, for some of them at the same time.
    private func forEach<Elements: Sequence & Sendable>(
        _ elements: Elements,
        _ body: @escaping @Sendable (Elements.Element) async throws -> Void
    ) async throws where Elements.Element: Sendable {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, element) in elements.enumerated() {
                if index >= Self.customersAtOnce { try await group.next() }
                group.addTask { try await body(element) }
            }
            try await group.waitForAll()
        }
    }
}
