import StateMachines

/// Lets a camera go away for a while, on a task of its own.
final class Restarts: Sendable {
    private let pause: @Sendable () async -> Void
    private let task = Locked<Task<Void, Never>?>(nil)

    init(after pause: @escaping @Sendable () async -> Void) {
        self.pause = pause
    }

    /// Begins to go away; a restart that is under way is given up.
    func begin(_ goAway: @escaping @Sendable () -> Void, comeBack: @escaping @Sendable () -> Void) {
        let next = Task { [pause] in
            goAway()
            await pause()
            if !Task.isCancelled { comeBack() }
        }
        task.withLock { task in
            task?.cancel()
            task = next
        }
    }

    func cancel() {
        task.withLock { $0?.cancel() }
    }
}
