import ExploredSystems
import StateMachineGraphs

nonisolated func hunt() throws {
    let exploration = try SystemExploration(of: ChannelSystem.self, stateLimit: 200_000)
    print(exploration)
    for verdict in exploration.check([
        .never("a producer and a consumer wait for each other") { state in
            [true, false].allSatisfy { kind in state.workers.contains { $0.isProducer == kind && $0.work == .suspended }
            }
        },
        .never("somebody waits for a finished channel") {
            $0.isFinished && $0.workers.contains { $0.work == .suspended }
        },
        .never("somebody who was cancelled waits") { $0.workers.contains { $0.work == .suspended && $0.isCancelled } },
        .never("everybody is done, and the channel remembers cancelled ones") {
            let memory = "\($0.machine)"
            return $0.workers.allSatisfy { $0.work == .idle }
                && (memory.contains("cancelledProducers: Set([C") || memory.contains("cancelledConsumers: Set([C"))
        },
    ]) { print("\n\(verdict)") }
}
try hunt()
