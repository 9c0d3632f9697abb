#if !hasFeature(Embedded)
import Locking

/// What a run waits for, put in from any thread: one parked continuation, and what has come in since the run last looked.
final class RunInbox<Definition: StateDefinition>: Sendable {
    /// What has come in.
    struct Batch: Sendable {
        /// The instances whose work has ended.
        var ended: [ActivityInstance<Definition>] = []

        /// Whether the task of the run was cancelled.
        var isCancelled = false

        /// The priority that the task of the run has got meanwhile.
        var priority: TaskPriority?

        /// Whether the machine has entered activities, or the run is to end.
        var hasMoved = false

        var isEmpty: Bool { ended.isEmpty && !isCancelled && !hasMoved && priority == nil }
    }

    private struct State {
        var batch = Batch()
        var run: CheckedContinuation<Batch, Never>?

        /// Whether the run has ended, so that nobody will look again.
        var isClosed = false

        /// Takes what has come in.
        ///
        /// It is moved: nothing in it is destroyed while the lock is held.
        mutating func takeBatch() -> Batch {
            var taken = Batch()
            swap(&taken, &batch)
            return taken
        }
    }

    private let state = Locked(State())

    /// Lets the run know something; nothing happens when the run has ended.
    func signal(_ change: @Sendable (inout Batch) -> Void) {
        let waiting: (CheckedContinuation<Batch, Never>, Batch)? = state.withLock { state in
            guard !state.isClosed else { return nil }
            change(&state.batch)
            return state.run.take().map { ($0, state.takeBatch()) }
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
                return state.takeBatch()
            }
            if let batch { run.resume(returning: batch) }
        }
    }

    /// Takes in nothing more: an instance that is kept here would keep itself, since it signals its end.
    func close() {
        // Returned, so that it is destroyed when the lock is open again.
        _ = state.withLock { state in
            state.isClosed = true
            return state.takeBatch()
        }
    }
}
#endif
