import StateMachines

/// A shopping cart whose events have payloads of many kinds.
enum Checkout: FiniteStateDefinition, Codable {
    case open(total: Int)
    case paid
    case delivered

    enum Brand: String, Codable, CaseIterable { case visa, amex }

    struct Card: Codable, Hashable {
        var number: String
        var brand: Brand
    }

    enum Event: Codable, Hashable {
        /// An article is put into the cart. An article for nothing changes nothing.
        case add(price: UInt8, gift: Bool, note: String?, tags: [String])
        case pay(Card)
        case deliver
    }

    static var initialStates: [Checkout] { [.open(total: 0)] }

    var sampleEvents: [Event] {
        [
            .add(price: 5, gift: false, note: nil, tags: ["new"]),
            .pay(Card(number: "4242", brand: .visa)), .deliver,
        ]
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.open(let total), .add(let price, _, _, _)): self = .open(total: min(total + Int(price), 20))
        case (.open, .pay): self = .paid
        case (.paid, .deliver): self = .delivered
        case (.open, .deliver), (.paid, .add), (.paid, .pay), (.delivered, .add), (.delivered, .pay),
            (.delivered, .deliver):
            throw .invalid
        }
    }
}

/// The place where paid orders are packed.
enum Warehouse: FiniteStateDefinition {
    case idle, packing

    enum Event: CaseIterable { case pack, packed }

    enum Activity: Hashable { case packing }

    static var initialStates: [Warehouse] { [.idle] }

    var activities: [Activity] { self == .packing ? [.packing] : [] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.idle, .pack): self = .packing
        case (.packing, .packed): self = .idle
        case (.idle, .packed), (.packing, .pack): throw .invalid
        }
    }
}
