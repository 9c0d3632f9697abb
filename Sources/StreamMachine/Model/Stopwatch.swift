/// A type-erased clock that measures durations and sleeps.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Creates a stopwatch that starts at zero.
    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(for: $0) }
    }

    /// The time since the start.
    var elapsed: Duration { read() }

    /// Sleeps for a duration.
    ///
    /// - Returns: `true` if the time has passed, or `false` if the task was cancelled first.
    func sleep(for duration: Duration) async -> Bool {
        (try? await wait(duration)) != nil
    }
}
