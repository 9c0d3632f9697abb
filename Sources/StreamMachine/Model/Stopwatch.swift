/// A clock without its type, which measures and waits for durations.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Starts at zero.
    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(for: $0) }
    }

    /// The time since the start.
    var elapsed: Duration { read() }

    /// Sleeps.
    ///
    /// - Returns: Whether the time has passed; `false` if the task was cancelled before.
    func sleep(for duration: Duration) async -> Bool {
        (try? await wait(duration)) != nil
    }
}
