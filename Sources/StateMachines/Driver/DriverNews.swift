#if !hasFeature(Embedded)
import Locking

/// What a run waits for, told from any thread: one parked continuation, and what has come in since it last looked.
final class DriverNews<Definition: StateDefinition>: Sendable {
    /// What has come in.
    struct Batch: Sendable {
        /// The instances whose work has ended.
        var ended: [ActivityInstance<Definition>] = []

        /// Whether the task of the run was cancelled.
        var isCancelled = false

        /// Whether the machine has entered activities, or the run is to end.
        var hasMoved = false

        var isEmpty: Bool { ended.isEmpty && !isCancelled && !hasMoved }
    }

    private struct State {
        var batch = Batch()
        var run: CheckedContinuation<Batch, Never>?
    }

    private let state = Locked(State())

    /// Tells the run something.
    func tell(_ change: @Sendable (inout Batch) -> Void) {
        let waiting: (CheckedContinuation<Batch, Never>, Batch)? = state.withLock { state in
            change(&state.batch)
            guard let run = state.run else { return nil }
            defer { state = State() }
            return (run, state.batch)
        }
        if let (run, batch) = waiting { run.resume(returning: batch) }
    }

    /// Waits until there is something to know, and takes it.
    func next(isolation: isolated (any Actor)?) async -> Batch {
        await withCheckedContinuation { run in
            let batch: Batch? = state.withLock { state in
                guard !state.batch.isEmpty else {
                    state.run = run
                    return nil
                }
                defer { state = State() }
                return state.batch
            }
            if let batch { run.resume(returning: batch) }
        }
    }
}
#endif
