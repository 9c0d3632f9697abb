/// A request that a service outside the shop has received.
struct LedgerRequest: Codable, Hashable, Sendable {
    /// The service that the shop asks for.
    enum Kind: String, Codable, CaseIterable {
        case remind, charge, refund, reserve, release, ship
    }

    let kind: Kind

    /// The idempotency key: a service does what it is asked for once per key.
    let key: String

    /// The name of the order.
    let order: String

    /// The amount; 0 if the request is not about money.
    let cents: Int

    /// Whether the service accepts the request.
    ///
    /// Requests with equal keys get equal answers.
    let isAccepted: Bool
}

/// A line of the ledger.
enum LedgerLine: Codable, Hashable, Sendable {
    /// The first line: a run has begun the ledger.
    case opened(seed: UInt64, orders: Int)

    /// A service has received a request.
    case request(LedgerRequest)
}
