extension Order {
    /// A customer's decision, a timer, or an answer from outside the shop.
    public enum Event: Codable, Hashable, Sendable {
        /// The customer pays.
        case pay

        /// The customer cancels the order.
        case cancel

        /// The shop has reminded the customer to pay.
        case didRemind

        /// The customer has not paid in time.
        case deadlinePassed

        /// The bank took the money. The payload is the bank's ID for the payment.
        case didCharge(payment: String)

        /// The bank has declined the payment.
        case wasDeclined

        /// The bank still has not answered after many attempts, so nobody knows whether it has
        /// taken the money.
        case bankFailed

        /// The warehouse has reserved the article.
        case didReserve

        /// The warehouse does not have the article.
        case isOutOfStock

        /// The warehouse still has not answered after many attempts, so nobody knows whether it has
        /// reserved the article.
        case warehouseFailed

        /// The shop has packed the article.
        case didPack

        /// The carrier took the parcel. The payload is the parcel's number.
        case didShip(parcel: String)

        /// The customer has received the parcel.
        case didDeliver

        /// The bank has returned the money.
        case didRefund

        /// The warehouse has taken the article back into stock.
        case didRelease
    }
}
