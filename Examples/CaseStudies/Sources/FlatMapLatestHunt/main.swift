import ExploredSystems
import StateMachineGraphs

nonisolated func hunt() throws {
    let exploration = try SystemExploration(of: FlatMapLatestSystem.self)
    print(exploration)
    for verdict in exploration.check([
        .never("the consumer waits, and nobody can wake it") { $0.consumer == .waiting && $0.isEveryTaskStuck },
        .never("the consumer waits, and the base has nobody who listens") {
            $0.consumer == .waiting && $0.workers[1]?.work == .suspended
        },
        .never("the consumer is done, and a task stays suspended forever") {
            ($0.consumer == .gotNil || $0.consumer == .gotError) && $0.isEveryTaskStuck
                && $0.workers.values.contains { $0.work == .suspended }
        },
        .never("the consumer was cancelled and is done, and the base continues") {
            $0.isConsumerCancelled && $0.consumer == .gotNil && $0.workers[1]?.work == .iterating
                && $0.workers[1]?.isCancelled == false
        },
        .never("an inner sequence threw, the consumer has the error, and the base continues") {
            $0.consumer == .gotError && $0.workers[1]?.work == .iterating && $0.workers[1]?.isCancelled == false
        },
        .never("an error is lost") { $0.hasThrown && $0.consumer == .gotNil && !$0.isConsumerCancelled },
    ]) { print("\n\(verdict)") }
}
try hunt()
