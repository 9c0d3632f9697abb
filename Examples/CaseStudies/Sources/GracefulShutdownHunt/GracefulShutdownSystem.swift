import ExploredSystems

/// A service group with two operations, each with a handler.
final class Group: Sendable {
    let manager = GracefulShutdownManager()
    let operations = LockedValueBox<[Int: CheckedContinuation<Void, Never>]>([:])

    /// Runs an operation that lasts until `end(_:)`.
    func operation(_ id: Int, onGracefulShutdown handler: @escaping @Sendable () -> Void) async {
        await TaskLocals.$gracefulShutdownManager.withValue(manager) {
            await withGracefulShutdownHandler(
                operation: { await withCheckedContinuation { end in operations.withLockedValue { $0[id] = end } } },
                onGracefulShutdown: handler
            )
        }
    }
    func end(_ id: Int) { operations.withLockedValue { $0.removeValue(forKey: id) }?.resume() }
}

extension SystemAssumption {
    /// Only the project's test support does this.
    static let shutdownInGroup: SystemAssumption = "a task of the group shuts it down"
}

struct GracefulShutdownSystem: ExploredSystem {
    var calls = SimulatedCalls(callers: 2) { Group() }
    var isShuttingDown = false

    static var initialStates: [GracefulShutdownSystem] { [GracefulShutdownSystem()] }

    func moves(_ move: inout SystemMoves<GracefulShutdownSystem>) {
        calls.offer(&move, at: \.calls, "operation", isCancellable: false) { await $0.operation($1) {} }
        calls.offer(&move, at: \.calls, "operation whose handler asks", isCancellable: false) {
            await $0.operation($1) { _ = Task.isShuttingDownGracefully }
        }
        for id in calls.suspended { move("end", of: id) { try $0.calls.perform { $0.end(id) } } }
        if isShuttingDown { return }
        move.optional("shut down") {
            $0.isShuttingDown = true
            try $0.calls.perform { $0.manager.shutdownGracefully() }
        }
        move.optional("shut down", of: "in the group", assuming: .shutdownInGroup) {
            $0.isShuttingDown = true
            try $0.calls.perform { group in
                TaskLocals.$gracefulShutdownManager.withValue(group.manager) { group.manager.shutdownGracefully() }
            }
        }
    }
}
