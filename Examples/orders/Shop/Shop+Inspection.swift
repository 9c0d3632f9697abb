import DurableMachines
import OrderMachine
import StateMachineExampleProperties
import StateMachineExampleSupport
import StateMachineInspection
import StateMachines

/// The orders that an inspector shows.
extension Shop {
    /// The number of orders to show.
    private static let shownOrders = 10

    /// Shows orders until the task is cancelled.
    func showOrders() async {
        guard let inspector else { return }
        await withDiscardingTaskGroup { group in
            for number in 1...min(Self.shownOrders, files.orders) {
                group.addTask { await show(Customer.order(number), by: inspector) }
            }
        }
    }

    /// Waits for Enter, because the pages of the inspector need a running program.
    func waitForReader() async {
        guard inspector != nil, Terminal.inputIsInteractive, Terminal.output.isInteractive else { return }
        Terminal.output.print("The inspector shows the orders until you press Enter.")
        var lines = InputLines.read().makeAsyncIterator()
        _ = await lines.next()
    }

    /// Repeats the history of an order in a machine in memory, which the inspector shows.
    ///
    /// The page cannot send events, because they would reach only this copy and not the order.
    @MainActor
    private func show(_ order: String, by inspector: MachineInspector) async {
        var copy: StateMachine<Order>?
        var number = 0
        func follow(_ entry: Fleet<Order>.HistoryEntry) {
            number = entry.number
            switch entry.content {
            case .created(let state):
                copy = StateMachine(state)
                copy?.inspect(order, watching: Order.properties, by: inspector)
                copy?.start()
            case .handled(let event), .rejected(let event, _): copy?.send(event)
            case .deleted, .raw: copy = nil
            }
        }
        do {
            for try await entry in fleet.follow(order) { follow(entry) }
            // The events since the last search, which the cancellation has interrupted. A cancelled
            // task gets no answer, so a new task asks.
            let rest = Task { [number] in try await fleet.history(of: order, after: number) }
            for entry in try await rest.value { follow(entry) }
        } catch {
            OrdersCommand.complain("the inspector cannot show \(order): \(error)")
        }
    }
}
