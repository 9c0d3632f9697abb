import DurableMachines
import Foundation
import OrderMachine
import StateMachineTestSupport
import Testing

/// What a fleet needs to know about an order.
@Suite(.timeLimit(.minutes(5)), .computing) struct DurableOrderTests {
    @Test(arguments: OrderTests.states)
    func `a restored state equals the stored one`(state: Order) throws {
        #expect(try StateSnapshot<Order>(StateSnapshot(state).data).state == state)
    }

    @Test(arguments: OrderTests.events)
    func `a restored event equals the stored one`(event: Order.Event) throws {
        let data = try JSONEncoder().encode(event)
        #expect(try JSONDecoder().decode(Order.Event.self, from: data) == event)
    }

    @Test(arguments: OrderTests.states)
    func `a restored activity equals the stored one`(state: Order) throws {
        for activity in state.activities {
            let data = try JSONEncoder().encode(activity)
            #expect(try JSONDecoder().decode(Order.Activity.self, from: data) == activity)
        }
    }

    @Test(arguments: OrderTests.states)
    func `a state handles the event for work that has failed too often`(state: Order) throws {
        for activity in state.activities {
            guard let event = Order.exhausted(activity, reason: "no answer") else { continue }
            var changed = state
            #expect(throws: Never.self) { try changed.handleEvent(event) }
            #expect(!changed.activities.contains(activity))
        }
    }

    @Test func `somebody has to look at a refund, a release, a parcel or a delivery that fails too often`() {
        let parked = OrderTests.states.flatMap(\.activities).filter { Order.exhausted($0, reason: "") == nil }
        let purchase = OrderTests.purchase
        #expect(
            Set(parked) == [
                .packing(purchase), .shipping(purchase), .tracking(parcel: "c"), .refunding(purchase),
                .releasing(purchase),
            ]
        )
    }

    @Test func `only reminders, deadlines and the carrier take days`() {
        for activity in OrderTests.states.flatMap(\.activities) {
            switch activity {
            case .reminder: #expect(Order.due(activity) == .after(Order.day * 4))
            case .deadline: #expect(Order.due(activity) == .after(Order.day * 30))
            case .tracking: #expect(Order.due(activity) == .after(Order.day * 2))
            case .charging, .reserving, .packing, .shipping, .refunding, .releasing:
                #expect(Order.due(activity) == .now)
            }
        }
    }
}
