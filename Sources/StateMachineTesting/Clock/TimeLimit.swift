import StateMachines

/// Something took longer than it was given.
struct TimeLimitExceeded: Error {}

/// Does some work, and waits for its end no longer than a time limit.
///
/// Work that takes longer is cancelled and left behind: a task group would wait for it for ever.
///
/// - Throws: What the work throws, ``TimeLimitExceeded``, or a `CancellationError` as soon as the caller is cancelled.
nonisolated(nonsending) func withTimeLimit<Result: Sendable>(
    _ limit: Duration,
    on clock: any Clock<Duration>,
    _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let race = Race<Result>()
    let runners = [
        Task {
            do { race.finish(with: .success(try await work())) } catch { race.finish(with: .failure(error)) }
        },
        Task {
            do {
                try await clock.sleep(for: limit)
                race.finish(with: .failure(TimeLimitExceeded()))
            } catch {
                // The race is over.
            }
        },
    ]
    defer { for runner in runners { runner.cancel() } }
    return try await withTaskCancellationHandler {
        try await race.result()
    } onCancel: {
        race.finish(with: .failure(CancellationError()))
    }
}

/// The first to finish decides the result.
private final class Race<Value: Sendable>: Sendable {
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
