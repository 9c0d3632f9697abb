/// Any clock, as far as durations are concerned.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Starts with zero.
    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(for: $0) }
    }

    /// The time since the start.
    var elapsed: Duration { read() }

    /// Sleeps.
    ///
    /// - Returns: Whether the time is over; not if the task was cancelled before.
    func sleep(for duration: Duration) async -> Bool {
        (try? await wait(duration)) != nil
    }
}
