#if !hasFeature(Embedded)
import StateMachineLocks

/// A result that several tasks or hooks race to determine while one task waits for it.
package final class Race<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case running
        case awaited(CheckedContinuation<Value, any Error>)
        case finished(Result<Value, any Error>)
    }

    private let state = Locked(State.running)

    package init() {}

    /// Whether the result is determined.
    package var isFinished: Bool {
        state.withLock { state in
            switch state {
            case .running, .awaited: false
            case .finished: true
            }
        }
    }

    package func finish(with result: Result<Value, any Error>) {
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

    package nonisolated(nonsending) func result() async throws -> Value {
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
#endif
