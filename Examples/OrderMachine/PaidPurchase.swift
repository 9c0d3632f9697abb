/// A purchase for which the bank has taken the money.
///
/// Only the bank's answer leads to this value, so an order cannot be packed, shipped or delivered
/// without a payment.
public struct PaidPurchase: Codable, Hashable, Sendable {
    /// The purchase.
    public let purchase: Purchase

    /// The bank's ID for the payment.
    public let payment: String

    init(_ purchase: Purchase, payment: String) {
        self.purchase = purchase
        self.payment = payment
    }

    /// This purchase's withdrawal, which returns the money.
    func withdrawal(for reason: CancellationReason, needsRelease: Bool) -> Withdrawal {
        Withdrawal(of: purchase, for: reason, needsRelease: needsRelease)
    }
}
