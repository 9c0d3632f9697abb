/// The work that remains before an order is cancelled.
///
/// The refund and the release don't depend on each other, so two workers can do them at the same
/// time.
public struct Withdrawal: Codable, Hashable, Sendable {
    /// The purchase.
    public let purchase: Purchase

    /// The reason for the cancellation.
    public let reason: CancellationReason

    /// Whether the bank must still return the money.
    public private(set) var needsRefund = true

    /// Whether the warehouse must still take the article back.
    public private(set) var needsRelease: Bool

    init(of purchase: Purchase, for reason: CancellationReason, needsRelease: Bool) {
        self.purchase = purchase
        self.reason = reason
        self.needsRelease = needsRelease
    }

    mutating func didRefund() throws(Order.Refusal) {
        guard needsRefund else { throw .alreadyRefunded }
        needsRefund = false
    }

    mutating func didRelease() throws(Order.Refusal) {
        guard needsRelease else { throw .nothingToRelease }
        needsRelease = false
    }
}

/// The reason why an order was cancelled.
public enum CancellationReason: String, Codable, CaseIterable, Hashable, Sendable {
    /// The customer has cancelled the order.
    case customer

    /// The customer has not paid in time.
    case unpaid

    /// The warehouse does not have the article.
    case outOfStock

    /// The bank has not answered.
    case bankFailure

    /// The warehouse has not answered.
    case warehouseFailure
}
