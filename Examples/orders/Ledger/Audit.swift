import OrderMachine

/// A comparison of the orders with the ledger.
struct Audit {
    /// The number of requests of each kind, and the number of different keys.
    private(set) var counts: [LedgerRequest.Kind: (received: Int, keys: Int)] = [:]

    /// The money that the bank has taken, returned, and that belongs to delivered orders, in cents.
    private(set) var taken = 0
    private(set) var refunded = 0
    private(set) var delivered = 0

    /// The sentences about orders that differ from the ledger.
    private(set) var differences: [String] = []

    init(_ orders: [String: Order], _ requests: [LedgerRequest]) {
        // The first request with a key has an effect; the services recognize the others.
        var first: [String: LedgerRequest] = [:]
        for request in requests {
            counts[request.kind, default: (0, 0)].received += 1
            if let former = first[request.key] {
                if former != request { differences.append("the key \(request.key) belongs to different requests") }
            } else {
                first[request.key] = request
                counts[request.kind, default: (0, 0)].keys += 1
            }
        }
        let accepted = Dictionary(grouping: first.values.filter(\.isAccepted), by: \.order)
        for order in accepted.keys.sorted() where orders[order] == nil {
            differences.append("\(order) is in the ledger, but it is not an order of the shop")
        }
        for (name, order) in orders.sorted(by: { $0.key < $1.key }) {
            compare(name, order, OutsideView(accepted[name] ?? []))
        }
        if differences.isEmpty, taken - refunded != delivered {
            differences.append("the bank keeps \(money(taken - refunded)), but \(money(delivered)) were delivered")
        }
    }

    private mutating func compare(_ name: String, _ order: Order, _ view: OutsideView) {
        taken += view.taken
        refunded += view.refunded
        if view.count(.charge) > 1 { differences.append("\(name) was charged \(view.count(.charge)) times") }
        if view.count(.refund) > 1 { differences.append("\(name) was refunded \(view.count(.refund)) times") }
        if view.count(.ship) > 1 { differences.append("\(name) was shipped \(view.count(.ship)) times") }
        switch order {
        case .delivered(let paid, let parcel):
            delivered += paid.purchase.cents
            if !view.has(.charge, paid.payment, cents: paid.purchase.cents) {
                differences.append("\(name) is delivered, but the bank does not know the payment")
            }
            if !view.has(.ship, parcel) { differences.append("\(name) is delivered, but the carrier does not know it") }
            if view.count(.reserve) != 1 { differences.append("\(name) is delivered, but no article was reserved") }
            if view.count(.refund) > 0 { differences.append("\(name) is delivered, but its money was refunded") }
            if view.count(.release) > 0 { differences.append("\(name) is delivered, but its article was released") }
        case .cancelled:
            if view.taken > view.refunded { differences.append("\(name) is cancelled, but its money was not refunded") }
            if view.count(.ship) > 0 { differences.append("\(name) is cancelled, but it was shipped") }
            if view.count(.reserve) > 0, view.count(.release) == 0 {
                differences.append("\(name) is cancelled, but its article is still reserved")
            }
        case .placed, .charging, .declined, .reserving, .packing, .shipping, .underway, .withdrawing:
            differences.append("\(name) is neither delivered nor cancelled")
        }
    }
}

/// The work of the services outside the shop for one order.
private struct OutsideView {
    private let requests: [LedgerRequest]

    init(_ requests: [LedgerRequest]) {
        self.requests = requests
    }

    func count(_ kind: LedgerRequest.Kind) -> Int { requests.count { $0.kind == kind } }

    func has(_ kind: LedgerRequest.Kind, _ key: String, cents: Int = 0) -> Bool {
        requests.contains { $0.kind == kind && $0.key == key && $0.cents == cents }
    }

    /// The money that the bank has taken, in cents.
    var taken: Int { requests.filter { $0.kind == .charge }.reduce(0) { $0 + $1.cents } }

    /// The money that the bank has returned: it returns what it has taken for the order.
    var refunded: Int { count(.refund) > 0 ? taken : 0 }
}

/// An amount, such as "1234.50".
func money(_ cents: Int) -> String {
    let rest = abs(cents) % 100
    return "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\(rest < 10 ? "0" : "")\(rest)"
}
