import DurableMachines
public import OrderMachine
public import StateMachineGraphs
import StateMachines

extension Order {
    /// The properties of an order.
    public static let properties: [MachineProperty<Order>] = [
        .atAllTimes("a delivered order is paid for, and a cancelled one costs nothing", remembering: { _ in false }) {
            hasMoney,
            step in
            guard step.isHandled else { return true }
            switch step.event {
            // After a failure of the bank, the shop assumes that the bank has taken the money.
            case .didCharge, .bankFailed: hasMoney = true
            case .didRefund: hasMoney = false
            case .pay, .cancel, .didRemind, .deadlinePassed, .wasDeclined, .didReserve, .isOutOfStock: break
            case .warehouseFailed, .didPack, .didShip, .didDeliver, .didRelease: break
            }
            return switch step.after {
            case .delivered: hasMoney
            case .cancelled: !hasMoney
            case .placed, .charging, .declined, .reserving, .packing, .shipping, .underway, .withdrawing: true
            }
        },
        .atAllTimes("no article is reserved for a cancelled order", remembering: { _ in false }) {
            isReserved,
            step in
            guard step.isHandled else { return true }
            switch step.event {
            case .didReserve, .warehouseFailed: isReserved = true
            case .didRelease: isReserved = false
            case .pay, .cancel, .didRemind, .deadlinePassed, .didCharge, .wasDeclined, .bankFailed: break
            case .isOutOfStock, .didPack, .didShip, .didDeliver, .didRefund: break
            }
            if case .cancelled = step.after { return !isReserved }
            return true
        },
        .always("every order has work in progress until it is delivered or cancelled") { order in
            order.activities.isEmpty == order.isFinal
        },
        .always("money or an article is returned exactly when the order is being withdrawn") { order in
            let undoes = order.activities.contains { activity in
                switch activity {
                case .refunding, .releasing: true
                case .reminder, .deadline, .charging, .reserving, .packing, .shipping, .tracking: false
                }
            }
            if case .withdrawing = order { return undoes }
            return !undoes
        },
        .everyEvent("a customer can cancel before the payment and during packing") { step in
            guard step.event == .cancel else { return true }
            return switch step.before {
            case .placed, .declined, .packing: step.isHandled
            case .charging, .reserving, .shipping, .underway, .delivered, .withdrawing, .cancelled: !step.isHandled
            }
        },
        .reachable("an order can be delivered") { if case .delivered = $0 { true } else { false } },
        .alwaysPossible("every order can be delivered or cancelled", \.isFinal),
        .leadsTo(
            "a withdrawn order is eventually cancelled",
            from: { if case .withdrawing = $0 { true } else { false } },
            to: { if case .cancelled = $0 { true } else { false } }
        ),
        .noDeadEnd(),
    ]
}
