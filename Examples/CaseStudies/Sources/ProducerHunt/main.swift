import ExploredSystems
import StateMachineGraphs

nonisolated func hunt<Failure: Error>(_: Failure.Type) throws {
    let exploration = try SystemExploration(of: ProducerSystem<Failure>.self)
    print(exploration)
    for verdict in exploration.check([
        .never("the iterator and the sequence are gone, and the delegate was not told") {
            !$0.hasIterator && !$0.hasSequence && !$0.wasTold
        },
        .never("the consumer has the end, and the delegate was not told") { $0.consumer == .ended && !$0.wasTold },
        .never("the consumer waits while an element is there") { $0.consumer == .waiting && $0.inFlight > 0 },
        .never("the consumer waits, and the source was told to stop") { $0.consumer == .waiting && !$0.mayProduce },
    ]) { print("\n\(verdict)") }
}
try hunt((any Error).self)
try hunt(Never.self)
