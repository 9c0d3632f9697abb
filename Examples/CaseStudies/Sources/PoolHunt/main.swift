import ExploredSystems
import StateMachineGraphs

nonisolated func hunt() throws {
    let exploration = try SystemExploration(
        of: PoolSystem.self,
        stateLimit: Int(CommandLine.arguments.dropFirst().first ?? "") ?? 100_000
    ) { print($0, $1) }
    print(exploration)
    for verdict in exploration.check([
        .never("a request waits while a connection is free") { state in
            if case .running = state.machine.poolState {} else { return false }
            return !state.requests.isEmpty && state.machine.connections.connections.contains { $0.isAvailable }
        },
        .never("a request waits at rest") { $0.isAtRest && !$0.requests.isEmpty },
    ]) { print(verdict) }
}
try hunt()
