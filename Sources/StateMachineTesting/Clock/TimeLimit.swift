import StateMachines

/// Does work, and waits for its end at most until a time limit.
///
/// Work that takes longer is cancelled and not awaited: a task group would wait for it for ever.
///
/// - Throws: What the work throws, ``TimeLimitExceeded``, or a `CancellationError` as soon as the
///   caller is cancelled.
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
                // A clock of the system cannot count the nanoseconds of every duration.
                try await clock.sleep(for: min(limit, longestLimit))
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

/// A hundred years.
private let longestLimit = Duration.seconds(100 * 365 * 24 * 60 * 60)
