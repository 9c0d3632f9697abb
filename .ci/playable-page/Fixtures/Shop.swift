import Foundation
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineInspection
import StateMachines

/// Machines of several types that send events to one another.
@MainActor
enum Shop {
    /// Runs the machines until the input ends.
    ///
    /// The line `end` releases the second cart.
    static func run() async {
        let warehouse = StateMachine(Warehouse.idle)
        let cart = StateMachine(Checkout.open(total: 0))
        var other: StateMachine<Checkout>? = StateMachine(Checkout.open(total: 0))
        warehouse.inspect("warehouse", accepting: [.samples])
        let source = MachineSource(of: warehouse)
        cart.inspect("cart", watching: properties, accepting: [.samples, .values])
        other?.inspect("other cart", watching: properties, accepting: [.samples, .values])
        cart.onEntry(of: .paid) { warehouse.send(.pack) }
        cart.start()
        other?.start()
        let delivery = cart.sender()
        let work = Task {
            await warehouse.run { activity, send in
                switch activity {
                case .packing:
                    try? await Task.sleep(for: .milliseconds(50))
                    await send(.packed)
                    await source.sending { _ = await delivery.send(.deliver) }
                }
            }
        }
        print("the shop is open")
        fflush(nil)
        for await line in InputLines.read() where line == "end" {
            other?.send(.pay(.init(number: "", brand: .amex)))
            other = nil
        }
        work.cancel()
        for _ in 0..<30 { await MachineInspector.shared?.flush() }
    }

    private static let properties: [MachineProperty<Checkout>] = [
        .always("nothing is free") { $0 != .open(total: 20) }
    ]
}
