import DurableMachines
import Foundation
import OrderMachine
import StateMachineExampleSupport

/// The end of a run.
extension Shop {
    /// Prints what the shop and the ledger say about the orders, and whether they agree.
    ///
    /// - Returns: The exit status.
    func report() async throws -> Int32 {
        let orders = try await allOrders()
        let requests = try files.ledger.lines().compactMap { line in
            if case .request(let request) = line { request } else { nil }
        }
        let audit = Audit(orders, requests)
        let output = Terminal.output
        var table = TextTable(["ledger", "requests", "keys"], alignments: [.left, .right, .right])
        for kind in LedgerRequest.Kind.allCases {
            let count = audit.counts[kind] ?? (0, 0)
            table.append([kind.rawValue, "\(count.received)", "\(count.keys)"])
        }
        for line in table.lines(fitting: output.width) { output.print(line) }
        output.print(summary(of: orders))
        output.print(
            "money: \(money(audit.taken)) taken, \(money(audit.refunded)) refunded, \(money(audit.delivered)) delivered"
        )
        guard !audit.differences.isEmpty else {
            output.print("0 differences between the orders and the ledger")
            return EXIT_SUCCESS
        }
        for difference in audit.differences.prefix(10) { OrdersCommand.complain(difference) }
        let count = audit.differences.count.counted("difference")
        OrdersCommand.complain("\(count) between the orders and the ledger")
        return EXIT_FAILURE
    }

    private func allOrders() async throws -> [String: Order] {
        var orders: [String: Order] = [:]
        var last: String?
        while true {
            let page = try await fleet.machines(after: last, limit: 500)
            for entry in page { orders[entry.id] = entry.state }
            guard let id = page.last?.id else { return orders }
            last = id
        }
    }

    private func summary(of orders: [String: Order]) -> String {
        var delivered = 0
        var cancelled: [CancellationReason: Int] = [:]
        for order in orders.values {
            switch order {
            case .delivered: delivered += 1
            case .cancelled(_, let reason): cancelled[reason, default: 0] += 1
            case .placed, .charging, .declined, .reserving, .packing, .shipping, .underway, .withdrawing: break
            }
        }
        let total = cancelled.values.reduce(0, +)
        let reasons = CancellationReason.allCases.compactMap { reason in
            cancelled[reason].map { "\($0) \(Self.words(for: reason))" }
        }
        let list = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
        return "\(orders.count.counted("order")): \(delivered) delivered, \(total) cancelled\(list)"
    }

    private static func words(for reason: CancellationReason) -> String {
        switch reason {
        case .customer: "by the customer"
        case .unpaid: "unpaid"
        case .outOfStock: "out of stock"
        case .bankFailure: "without an answer of the bank"
        case .warehouseFailure: "without an answer of the warehouse"
        }
    }
}
