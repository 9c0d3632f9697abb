import StateMachineLocks

/// A race between tasks, in which the first task to finish determines the result.
final class Race<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case running
        case awaited(CheckedContinuation<Value, any Error>)
        case finished(Result<Value, any Error>)
    }

    private let state = Locked(State.running)

    func finish(with result: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .running:
                state = .finished(result)
                return nil
            case .awaited(let continuation):
                state = .finished(result)
                return continuation
            case .finished:
                return nil
            }
        }
        waiting?.resume(with: result)
    }

    nonisolated(nonsending) func result() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result: Result<Value, any Error>? = state.withLock { state in
                switch state {
                case .running, .awaited:
                    state = .awaited(continuation)
                    return nil
                case .finished(let result):
                    return result
                }
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
