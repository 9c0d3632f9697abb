/// A purchase for which the bank has taken the money.
///
/// Only the answer of the bank leads to this value, so an order without a payment cannot be packed,
/// shipped or delivered.
public struct PaidPurchase: Codable, Hashable, Sendable {
    /// The purchase.
    public let purchase: Purchase

    /// The bank's identifier for the payment.
    public let payment: String

    init(_ purchase: Purchase, payment: String) {
        self.purchase = purchase
        self.payment = payment
    }

    /// The withdrawal of this purchase, which returns the money.
    func withdrawal(for reason: CancellationReason, needsRelease: Bool) -> Withdrawal {
        Withdrawal(of: purchase, for: reason, needsRelease: needsRelease)
    }
}
