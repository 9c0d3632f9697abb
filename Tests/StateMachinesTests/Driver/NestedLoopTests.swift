import Dispatch
import Foundation
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

/// Jobs of an actor on a queue of their own, which a job can serve while it is running, as a modal
/// dialogue serves a run loop.
private final class ServingExecutor: SerialExecutor {
    private let jobs = Locked<[UnownedJob]>([])
    private let queue = DispatchQueue(label: "ServingExecutor")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        queue.async { self.runNext() }
    }

    private func runNext() {
        let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        job?.runSynchronously(on: asUnownedSerialExecutor())
    }

    /// Runs what comes, until something holds; not for ever.
    func serve(until isOver: () -> Bool) {
        for _ in 0..<10_000 where !isOver() {
            runNext()
            Thread.sleep(forTimeInterval: 0.001)
        }
    }
}

/// An actor that does something else in the middle of a hook.
@Suite(.timeLimit(.minutes(2)), .computing) struct NestedLoopTests {
    private actor Home {
        nonisolated let executor = ServingExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        private let machine = StateMachine(Listing(list: [1]))
        let outcomes = Journal<StateMachine<Listing>.Outcome>()
        let notes = Journal<String>()

        func run() async throws {
            let senders = Journal<StateMachine<Listing>.Sender>()
            machine.onDrop { [notes] in notes.note("\($0) dropped: \($1)") }
            machine.onTransition { [unowned machine, notes, outcomes, executor] in
                notes.note("\($0.event)")
                guard $0.event == .list([1, 1]), let sender = senders.entries.first else { return }
                machine.send(.list([]))
                Task.detached { outcomes.note(await sender.send(.ping)) }
                executor.serve { !outcomes.entries.isEmpty }
            }
            await machine.run(until: \.list.isEmpty) { _, send in
                senders.note(send)
                await send(.list([1, 1]))
            }
        }
    }

    @Test func `an event that arrives in the middle of a hook, and waits while its activity is exited, is stale`()
        async throws
    {
        let home = Home()
        try await home.run()
        #expect(home.outcomes.entries == [.enqueued])
        let stale = StateMachine<Listing>.DropReason.stale
        #expect(home.notes.entries == ["list([1, 1])", "list([])", "ping dropped: \(stale)"])
    }
}
