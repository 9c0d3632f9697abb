import StateMachines

/// Performs work and waits for its end, but only until a time limit.
///
/// Work that takes longer is cancelled but not awaited, because a task group would wait for it
/// forever.
///
/// - Throws: An error that the work throws, ``TimeLimitExceeded``, or a `CancellationError` as soon
///   as the caller is cancelled.
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
                // A system clock cannot count the nanoseconds of every duration.
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
