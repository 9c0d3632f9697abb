import StateMachineLocks

/// Makes a camera unreachable for a while, in a separate task.
final class Restarts: Sendable {
    private let pause: @Sendable () async -> Void
    private let task = Locked<Task<Void, Never>?>(nil)

    init(after pause: @escaping @Sendable () async -> Void) {
        self.pause = pause
    }

    /// Starts a restart and cancels a restart in progress.
    func begin(_ disappear: @escaping @Sendable () -> Void, reappear: @escaping @Sendable () -> Void) {
        let next = Task { [pause] in
            disappear()
            await pause()
            if !Task.isCancelled { reappear() }
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
