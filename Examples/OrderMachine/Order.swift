public import DurableMachines
import StateMachines

/// An order in a shop, from its placement to its delivery or cancellation.
///
/// The state says which work is in progress. Because states are stored in a database, no crash can
/// lose that work. An order in `withdrawing`, for example, is still waiting for its refund even if
/// the server process that asked the bank for it has crashed.
///
/// While an order is being withdrawn, the refund and the release of the article do not wait for
/// each other. So one may continue when the other ends, although that is listed as a finding.
public enum Order: DurableDefinition, Hashable {
    /// The customer has placed the order and has to pay. The payload counts the reminders that the
    /// shop has sent. After the last one, the shop waits until a deadline.
    case placed(Purchase, reminders: Int)

    /// The bank is charging the customer.
    case charging(Purchase)

    /// The bank declined the payment, and the customer can pay again before a deadline.
    case declined(Purchase)

    /// The order is paid, and the warehouse is reserving the article.
    case reserving(PaidPurchase)

    /// The article is reserved, and the shop is packing it.
    case packing(PaidPurchase)

    /// The parcel is packed, and the shop is handing it to the carrier.
    case shipping(PaidPurchase)

    /// The carrier has the parcel.
    case underway(PaidPurchase, parcel: String)

    /// The customer has the parcel. This state is final.
    case delivered(PaidPurchase, parcel: String)

    /// The bank is returning any money it took, and the warehouse is releasing the article if it
    /// reserved one. Once both are done, in whichever order, the order is cancelled.
    case withdrawing(Withdrawal)

    /// The order is cancelled. The shop has neither the customer's money nor a reserved article.
    /// This state is final.
    case cancelled(Purchase, CancellationReason)

    /// The reason why an event is rejected.
    public enum Refusal: Error, Codable, Hashable, Sendable {
        /// The current state does not handle the event.
        case invalid

        /// The shop has already sent all reminders.
        case noReminderLeft

        /// The shop has not sent all reminders yet.
        case remindersLeft

        /// The bank has already returned the money.
        case alreadyRefunded

        /// The warehouse holds no article for this order.
        case nothingToRelease
    }

    /// Moves to the next state.
    ///
    /// The customer cannot cancel while the shop waits for an answer from the bank, the warehouse
    /// or the carrier, because the answer decides what has to be undone.
    ///
    /// - Throws: The reason if the current state does not handle the event.
    public mutating func handleEvent(_ event: Event) throws(Refusal) {
        switch self {
        case .placed(let purchase, let reminders):
            switch event {
            case .pay: self = .charging(purchase)
            case .cancel: self = .cancelled(purchase, .customer)
            case .didRemind where reminders < Self.reminderLimit: self = .placed(purchase, reminders: reminders + 1)
            case .deadlinePassed where reminders == Self.reminderLimit: self = .cancelled(purchase, .unpaid)
            case .didRemind: throw .noReminderLeft
            case .deadlinePassed: throw .remindersLeft
            case .didCharge, .wasDeclined, .bankFailed, .didReserve, .isOutOfStock, .warehouseFailed: throw .invalid
            case .didPack, .didShip, .didDeliver, .didRefund, .didRelease: throw .invalid
            }

        case .charging(let purchase):
            switch event {
            case .didCharge(let payment): self = .reserving(PaidPurchase(purchase, payment: payment))
            case .wasDeclined: self = .declined(purchase)
            // The bank may have taken the money without an answer.
            case .bankFailed: self = .withdrawing(Withdrawal(of: purchase, for: .bankFailure, needsRelease: false))
            case .pay, .cancel, .didRemind, .deadlinePassed: throw .invalid
            case .didReserve, .isOutOfStock, .warehouseFailed: throw .invalid
            case .didPack, .didShip, .didDeliver, .didRefund, .didRelease: throw .invalid
            }

        case .declined(let purchase):
            switch event {
            case .pay: self = .charging(purchase)
            case .cancel: self = .cancelled(purchase, .customer)
            case .deadlinePassed: self = .cancelled(purchase, .unpaid)
            case .didRemind: throw .invalid
            case .didCharge, .wasDeclined, .bankFailed, .didReserve, .isOutOfStock, .warehouseFailed: throw .invalid
            case .didPack, .didShip, .didDeliver, .didRefund, .didRelease: throw .invalid
            }

        case .reserving(let paid):
            switch event {
            case .didReserve: self = .packing(paid)
            case .isOutOfStock: self = .withdrawing(paid.withdrawal(for: .outOfStock, needsRelease: false))
            // The warehouse may have reserved the article without an answer.
            case .warehouseFailed: self = .withdrawing(paid.withdrawal(for: .warehouseFailure, needsRelease: true))
            case .pay, .cancel, .didRemind, .deadlinePassed, .didCharge, .wasDeclined, .bankFailed: throw .invalid
            case .didPack, .didShip, .didDeliver, .didRefund, .didRelease: throw .invalid
            }

        case .packing(let paid):
            switch event {
            case .didPack: self = .shipping(paid)
            case .cancel: self = .withdrawing(paid.withdrawal(for: .customer, needsRelease: true))
            case .pay, .didRemind, .deadlinePassed, .didCharge, .wasDeclined, .bankFailed: throw .invalid
            case .didReserve, .isOutOfStock, .warehouseFailed: throw .invalid
            case .didShip, .didDeliver, .didRefund, .didRelease: throw .invalid
            }

        case .shipping(let paid):
            switch event {
            case .didShip(let parcel): self = .underway(paid, parcel: parcel)
            case .pay, .cancel, .didRemind, .deadlinePassed, .didCharge, .wasDeclined, .bankFailed: throw .invalid
            case .didReserve, .isOutOfStock, .warehouseFailed: throw .invalid
            case .didPack, .didDeliver, .didRefund, .didRelease: throw .invalid
            }

        case .underway(let paid, let parcel):
            switch event {
            case .didDeliver: self = .delivered(paid, parcel: parcel)
            case .pay, .cancel, .didRemind, .deadlinePassed, .didCharge, .wasDeclined, .bankFailed: throw .invalid
            case .didReserve, .isOutOfStock, .warehouseFailed: throw .invalid
            case .didPack, .didShip, .didRefund, .didRelease: throw .invalid
            }

        case .withdrawing(var withdrawal):
            switch event {
            case .didRefund: try withdrawal.didRefund()
            case .didRelease: try withdrawal.didRelease()
            case .pay, .cancel, .didRemind, .deadlinePassed, .didCharge, .wasDeclined, .bankFailed: throw .invalid
            case .didReserve, .isOutOfStock, .warehouseFailed, .didPack, .didShip, .didDeliver: throw .invalid
            }
            let isOver = !withdrawal.needsRefund && !withdrawal.needsRelease
            self = isOver ? .cancelled(withdrawal.purchase, withdrawal.reason) : .withdrawing(withdrawal)

        case .delivered, .cancelled:
            switch event {
            case .pay, .cancel, .didRemind, .deadlinePassed, .didCharge, .wasDeclined, .bankFailed: throw .invalid
            case .didReserve, .isOutOfStock, .warehouseFailed: throw .invalid
            case .didPack, .didShip, .didDeliver, .didRefund, .didRelease: throw .invalid
            }
        }
    }

    /// Whether the order is delivered or cancelled.
    public var isFinal: Bool {
        switch self {
        case .delivered, .cancelled: true
        case .placed, .charging, .declined, .reserving, .packing, .shipping, .underway, .withdrawing: false
        }
    }
}
