#if !hasFeature(Embedded)
import StateMachineLocks
#if DEBUG
import Synchronization
#endif

/// An inbox through which any thread can signal a run.
///
/// It contains the signals since the last batch that the run took and, while the run waits, its
/// continuation.
final class RunInbox<Definition: StateDefinition>: Sendable {
    /// Signals that the run takes together.
    struct Batch: Sendable {
        /// Instances whose work has ended.
        var ended: [ActivityInstance<Definition>] = []

        /// Whether the run's task was cancelled.
        var isCancelled = false

        /// A priority to which the run's task was escalated.
        var priority: TaskPriority?

        /// Whether the driver has instances to start, or has ended the run.
        var hasWork = false

        /// Whether the earlier runs that this run waited for are over.
        var hasTurn = false

        var isEmpty: Bool { ended.isEmpty && !isCancelled && !hasWork && !hasTurn && priority == nil }
    }

    private struct State {
        var batch = Batch()
        var run: CheckedContinuation<Batch, Never>?

        /// Whether the run's task was cancelled, in this batch or in an earlier one.
        var isCancelled = false

        /// Whether the run has returned.
        var isClosed = false

        /// Removes and returns the batch, so that nothing in it is destroyed while the lock is
        /// held.
        mutating func takeBatch() -> Batch {
            var taken = Batch()
            swap(&taken, &batch)
            return taken
        }
    }

    private let state = Locked(State())

    #if DEBUG
    /// Whether the run waits for its turn.
    let isWaiting = Atomic(false)
    #endif

    /// Whether the run's task was cancelled.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Whether the run has returned.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Signals that the run's task was cancelled.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        signal { $0.isCancelled = true }
    }

    /// Changes the next batch and resumes the run, unless the run has ended.
    func signal(_ change: @Sendable (inout Batch) -> Void) {
        let waiting: (CheckedContinuation<Batch, Never>, Batch)? = state.withLock { state in
            guard !state.isClosed else { return nil }
            change(&state.batch)
            return state.run.take().map { ($0, state.takeBatch()) }
        }
        if let (run, batch) = waiting { run.resume(returning: batch) }
    }

    /// Waits until the runs before this one are over.
    ///
    /// - Returns: `true` if they are over, or `false` if this run's task is cancelled first.
    func waitForTurn(isolation: isolated (any Actor)?) async -> Bool {
        #if DEBUG
        isWaiting.store(true, ordering: .relaxed)
        defer { isWaiting.store(false, ordering: .relaxed) }
        warnIfItWaits()
        #endif
        while true {
            let batch = await next(isolation: isolation)
            if batch.isCancelled { return false }
            if batch.hasTurn { return true }
        }
    }

    /// Waits until the batch is not empty and returns it.
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

    /// Closes the inbox, which then ignores all signals.
    ///
    /// A closed inbox must not keep instances: they retain the inbox, to which they signal their
    /// end, so the two would retain each other.
    func close() {
        // The batch is returned so that it is destroyed after the lock is released.
        _ = state.withLock { state in
            state.isClosed = true
            return state.takeBatch()
        }
    }
}
#endif
