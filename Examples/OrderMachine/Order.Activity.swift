public import DurableMachines

extension Order {
    /// Work that runs while the order is in certain states.
    ///
    /// In a fleet, each instance of an activity is a job.
    public enum Activity: Codable, Hashable, Sendable {
        /// The shop waits, and then reminds the customer to pay. The reminders are numbered from 1.
        case reminder(Int)

        /// The shop waits for the payment until the deadline.
        case deadline

        /// The bank charges the customer.
        case charging(Purchase)

        /// The warehouse reserves the article.
        case reserving(Purchase)

        /// The shop packs the article.
        case packing(Purchase)

        /// The shop hands the parcel to the carrier.
        case shipping(Purchase)

        /// The shop waits, and then asks the carrier about the parcel.
        case tracking(parcel: String)

        /// The bank returns the order's money.
        case refunding(Purchase)

        /// The warehouse takes the order's article back into stock.
        case releasing(Purchase)
    }

    /// The state's work.
    public var activities: [Activity] {
        switch self {
        case .placed(_, let reminders): reminders < Self.reminderLimit ? [.reminder(reminders + 1)] : [.deadline]
        case .charging(let purchase): [.charging(purchase)]
        case .declined: [.deadline]
        case .reserving(let paid): [.reserving(paid.purchase)]
        case .packing(let paid): [.packing(paid.purchase)]
        case .shipping(let paid): [.shipping(paid.purchase)]
        case .underway(_, let parcel): [.tracking(parcel: parcel)]
        case .withdrawing(let withdrawal):
            (withdrawal.needsRefund ? [.refunding(withdrawal.purchase)] : [])
                + (withdrawal.needsRelease ? [.releasing(withdrawal.purchase)] : [])
        case .delivered, .cancelled: []
        }
    }

    /// The number of reminders before the deadline.
    public static let reminderLimit = 2

    /// The length of a day in this shop.
    public static let day = Duration.milliseconds(50)

    /// When the work may begin: after some days if it waits for the customer or the carrier.
    public static func due(_ activity: Activity) -> DueTime {
        switch activity {
        case .reminder: .after(day * 4)
        case .deadline: .after(day * 30)
        case .tracking: .after(day * 2)
        case .charging, .reserving, .packing, .shipping, .refunding, .releasing: .now
        }
    }

    /// The event for work that has failed too often.
    ///
    /// If an answer about money or stock never arrives, the order is withdrawn, which undoes
    /// whatever was done. A refund, a release, a parcel or a delivery that fails too often has no
    /// such event, so its job is parked until somebody looks at it.
    public static func exhausted(_ activity: Activity, reason: String) -> Event? {
        switch activity {
        // The customer does not get this reminder.
        case .reminder: .didRemind
        case .deadline: .deadlinePassed
        case .charging: .bankFailed
        case .reserving: .warehouseFailed
        case .packing, .shipping, .tracking, .refunding, .releasing: nil
        }
    }
}
