import DurableMachines
import Foundation
import OrderMachine
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct OrderTests {
    static let purchase = Purchase(article: "lamp", cents: 1_999)
    static let charged = Order.Event.didCharge(payment: "p")
    static let shipped = Order.Event.didShip(parcel: "c")

    static let placed = Order.placed(purchase, reminders: 0)
    static let reminded = Order.placed(purchase, reminders: 2)
    static let charging = after(placed, .pay)
    static let declined = after(charging, .wasDeclined)
    static let reserving = after(charging, charged)
    static let packing = after(reserving, .didReserve)
    static let shipping = after(packing, .didPack)
    static let underway = after(shipping, shipped)
    static let delivered = after(underway, .didDeliver)
    static let withdrawing = after(packing, .cancel)
    static let refunded = after(withdrawing, .didRefund)
    static let released = after(withdrawing, .didRelease)
    static let cancelled = Order.cancelled(purchase, .customer)

    static let states = [
        placed, reminded, charging, declined, reserving, packing, shipping, underway, delivered, withdrawing, refunded,
        released, cancelled,
    ]

    /// The state that some events lead to.
    static func after(_ state: Order, _ events: Order.Event...) -> Order {
        events.reduce(into: state) { state, event in
            do { try state.handleEvent(event) } catch { Issue.record("\(state) does not handle \(event)") }
        }
    }

    /// Every event.
    static let events: [Order.Event] = [
        .pay, .cancel, .didRemind, .deadlinePassed, charged, .wasDeclined, .bankFailed, .didReserve, .isOutOfStock,
        .warehouseFailed, .didPack, shipped, .didDeliver, .didRefund, .didRelease,
    ]

    static let handled: [Pair<Order>] = [
        Pair(placed, .pay, charging, exits: [.reminder(1)], enters: [.charging(purchase)]),
        Pair(placed, .cancel, cancelled, exits: [.reminder(1)]),
        Pair(placed, .didRemind, .placed(purchase, reminders: 1), exits: [.reminder(1)], enters: [.reminder(2)]),

        Pair(reminded, .pay, charging, exits: [.deadline], enters: [.charging(purchase)]),
        Pair(reminded, .cancel, cancelled, exits: [.deadline]),
        Pair(reminded, .deadlinePassed, .cancelled(purchase, .unpaid), exits: [.deadline]),

        Pair(charging, charged, reserving, exits: [.charging(purchase)], enters: [.reserving(purchase)]),
        Pair(charging, .wasDeclined, declined, exits: [.charging(purchase)], enters: [.deadline]),
        Pair(
            charging,
            .bankFailed,
            after(charging, .bankFailed),
            exits: [.charging(purchase)],
            enters: [.refunding(purchase)]
        ),

        Pair(declined, .pay, charging, exits: [.deadline], enters: [.charging(purchase)]),
        Pair(declined, .cancel, cancelled, exits: [.deadline]),
        Pair(declined, .deadlinePassed, .cancelled(purchase, .unpaid), exits: [.deadline]),

        Pair(reserving, .didReserve, packing, exits: [.reserving(purchase)], enters: [.packing(purchase)]),
        Pair(
            reserving,
            .isOutOfStock,
            after(reserving, .isOutOfStock),
            exits: [.reserving(purchase)],
            enters: [.refunding(purchase)]
        ),
        Pair(
            reserving,
            .warehouseFailed,
            after(reserving, .warehouseFailed),
            exits: [.reserving(purchase)],
            enters: [.refunding(purchase), .releasing(purchase)]
        ),

        Pair(packing, .didPack, shipping, exits: [.packing(purchase)], enters: [.shipping(purchase)]),
        Pair(
            packing,
            .cancel,
            withdrawing,
            exits: [.packing(purchase)],
            enters: [.refunding(purchase), .releasing(purchase)]
        ),

        Pair(shipping, shipped, underway, exits: [.shipping(purchase)], enters: [.tracking(parcel: "c")]),
        Pair(underway, .didDeliver, delivered, exits: [.tracking(parcel: "c")]),

        Pair(withdrawing, .didRefund, refunded, exits: [.refunding(purchase)]),
        Pair(withdrawing, .didRelease, released, exits: [.releasing(purchase)]),
        Pair(refunded, .didRelease, cancelled, exits: [.releasing(purchase)]),
        Pair(released, .didRefund, cancelled, exits: [.refunding(purchase)]),
    ]

    static let pairs: [Pair<Order>] = states.flatMap { state in
        events.map { event in
            handled.first { $0.state == state && $0.event == event } ?? Pair(state, event)
        }
    }

    @Test(arguments: pairs)
    func `every pair of state and event behaves as the table says`(pair: Pair<Order>) {
        pair.check()
    }

    @Test func `a rejection says what an event is too early or too late for`() {
        #expect(Self.placed.rejection(of: .deadlinePassed) == .remindersLeft)
        #expect(Self.reminded.rejection(of: .didRemind) == .noReminderLeft)
        #expect(Self.refunded.rejection(of: .didRefund) == .alreadyRefunded)
        #expect(Self.released.rejection(of: .didRelease) == .nothingToRelease)
        #expect(Self.cancelled.rejection(of: .didRefund) == .invalid)
    }

    @Test func `the table has every pair of state and event`() {
        expectComplete(Self.pairs, states: 13, events: 15)
        #expect(Self.pairs.count(where: { $0.successor != nil }) == Self.handled.count)
    }

    @Test(arguments: [
        (after(charging, .bankFailed, .didRefund), CancellationReason.bankFailure),
        (after(reserving, .isOutOfStock, .didRefund), .outOfStock),
        (after(reserving, .warehouseFailed, .didRelease, .didRefund), .warehouseFailure),
        (after(refunded, .didRelease), .customer),
        (after(reminded, .deadlinePassed), .unpaid),
    ])
    func `a cancelled order contains the reason`(order: Order, reason: CancellationReason) {
        #expect(order == .cancelled(Self.purchase, reason))
    }
}
