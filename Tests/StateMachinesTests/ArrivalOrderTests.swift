import Dispatch
import StateMachineLocks
import StateMachineTestSupport
import StateMachines
import Testing

/// An event does not overtake what the same sender has posted before it, in whichever order the
/// actor gets to its jobs.
@Suite(.timeLimit(.minutes(1)), .computing) struct ArrivalOrderTests {
    /// Jobs of an actor on a queue of their own; two of them, on request, the later one first.
    ///
    /// An actor promises no order among its jobs. Here it is known, so that nothing depends on
    /// luck.
    private final class SwappingExecutor: SerialExecutor {
        private struct State {
            var isHolding = false
            var held: [UnownedJob] = []
            var firstIsHeld: CheckedContinuation<Void, Never>?
        }

        private let state = Locked(State())
        private let queue = DispatchQueue(label: "SwappingExecutor")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let (jobs, waiting) = state.withLock { state -> ([UnownedJob], CheckedContinuation<Void, Never>?) in
                guard state.isHolding else { return ([job], nil) }
                state.held.append(job)
                guard state.held.count == 2 else {
                    defer { state.firstIsHeld = nil }
                    return ([], state.firstIsHeld)
                }
                defer { state = State() }
                return (state.held.reversed(), nil)
            }
            waiting?.resume()
            for job in jobs { queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) } }
        }

        /// Holds the next job until there is another one after it, which runs before it.
        func swapNextTwo() { state.withLock { $0.isHolding = true } }

        /// Waits until the first of the two is there.
        func holdsFirst() async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.held.isEmpty { state.firstIsHeld = continuation }
                    return !state.held.isEmpty
                }
                if isThere { continuation.resume() }
            }
        }
    }

    private actor Home {
        nonisolated let executor = SwappingExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        let machine = StateMachine(Listing(list: [1]))
        let journal = Journal<Listing.Event>()

        func sender() -> StateMachine<Listing>.Sender { machine.sender() }

        func swapNextTwo() { executor.swapNextTwo() }

        func run(_ work: @escaping @Sendable (StateMachine<Listing>.Sender) async -> Void) async throws {
            machine.onTransition { [journal] in journal.note($0.event) }
            try await machine.run(until: \.list.isEmpty) { _, send in await work(send) }
        }
    }

    @Test(arguments: [true, false])
    func `what is sent comes after what the same sender has posted`(isFromActivity: Bool) async throws {
        let home = Home()
        let outside = await home.sender()
        try await home.run { send in
            let sender = isFromActivity ? send : outside
            // In a job of the actor, when those that have started the run are over.
            await home.swapNextTwo()
            sender.post(.ping)
            await home.executor.holdsFirst()
            #expect(await sender.send(.list([])) == .handled(0))
        }
        #expect(home.journal.entries == [.ping, .list([])])
    }
}
