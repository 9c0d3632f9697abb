public import StateMachines

extension Order: FiniteStateDefinition {
    /// An order that was just placed.
    public static var initialStates: [Order] { [.placed(Purchase(article: "kettle", cents: 2_495), reminders: 0)] }

    /// Every event, with one payment and one parcel.
    public var sampleEvents: [Event] {
        [
            .pay, .cancel, .didRemind, .deadlinePassed,
            .didCharge(payment: "payment"), .wasDeclined, .bankFailed,
            .didReserve, .isOutOfStock, .warehouseFailed,
            .didPack, .didShip(parcel: "parcel"), .didDeliver,
            .didRefund, .didRelease,
        ]
    }
}
