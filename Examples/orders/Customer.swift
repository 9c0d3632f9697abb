import OrderMachine
import StateMachineGraphs

/// A customer, whose decisions depend on the seed and on the number of the order.
struct Customer {
    /// The decision of the customer about the payment.
    private enum Payment {
        case pays(afterReminders: Int)
        case never
        case cancels
    }

    /// The name of the order.
    let order: String
    let purchase: Purchase

    private let chance: Chance
    private let payment: Payment
    private let changesMind: Bool

    init(ofOrder number: Int, chance: Chance) {
        self.init(of: Self.order(number), chance: chance)
    }

    /// The name of the order with a number.
    static func order(_ number: Int) -> String {
        let digits = String(number)
        return "order-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    init(of order: String, chance: Chance) {
        self.order = order
        self.chance = chance
        var generator = chance.generator(order, "customer")
        let articles = ["kettle", "lamp", "teapot", "umbrella", "clock", "rug", "mirror", "vase"]
        let article = articles[Int.random(in: 0..<articles.count, using: &generator)]
        purchase = Purchase(article: article, cents: Int.random(in: 500...20_000, using: &generator))
        payment =
            switch Int.random(in: 0..<100, using: &generator) {
            case 0..<82: .pays(afterReminders: 0)
            case 82..<90: .pays(afterReminders: 1)
            case 90..<94: .pays(afterReminders: 2)
            case 94..<97: .never
            default: .cancels
            }
        changesMind = generator.chance(5, in: 100)
    }

    /// The names of the states in which customers decide something.
    static let states = ["placed", "declined", "packing"]

    /// The decision in a state; `nil` if the customer waits.
    func decision(in state: Order, version: Int) -> Order.Event? {
        switch state {
        case .placed(_, let reminders):
            switch payment {
            case .pays(let count): reminders >= count ? .pay : nil
            case .never: nil
            case .cancels: .cancel
            }
        case .declined: secondPayment(version)
        case .packing: changesMind ? .cancel : nil
        case .charging, .reserving, .shipping, .underway, .delivered, .withdrawing, .cancelled: nil
        }
    }

    private func secondPayment(_ version: Int) -> Order.Event {
        var generator = chance.generator(order, "declined", "\(version)")
        return generator.chance(7, in: 10) ? .pay : .cancel
    }
}
