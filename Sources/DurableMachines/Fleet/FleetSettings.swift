/// The times and limits of a fleet, and its clock and random numbers, which a test can replace.
public struct FleetSettings: Sendable {
    /// The time for which a worker has a job to itself; 30 seconds by default.
    ///
    /// A worker renews its leases three times during this period. If its process dies, another
    /// worker takes over its jobs within this period, counted from the last renewal. After the
    /// first death of a process, a lease is longer by up to a quarter, chosen at random.
    public var lease: Duration = .seconds(30)

    /// The longest time between two searches for jobs; one second by default.
    ///
    /// Workers also look for jobs after each event of their process and, with a
    /// ``PostgreSQLStore``, after events of other processes.
    public var pollInterval: Duration = .seconds(1)

    /// The number of failed attempts after which a job is parked; 10 by default.
    public var failureLimit = 10

    /// The pause after the first failed attempt; one second by default.
    ///
    /// Each further failure doubles the pause. Every pause is then shortened by a random amount of
    /// at most half.
    public var firstPause: Duration = .seconds(1)

    /// The longest pause after a failed attempt; five minutes by default.
    public var longestPause: Duration = .seconds(300)

    /// The maximum size of an encoded state, event, activity or output, in bytes; 1,000,000 by
    /// default.
    public var sizeLimit = 1_000_000

    /// The time for which work continues after the task of a run was cancelled; none by default.
    ///
    /// During this time, the run takes no other jobs. So a process that is told to stop can finish
    /// what it has begun. What is left at the end is cancelled and released.
    public var gracePeriod: Duration = .zero

    /// The clock that workers wait with.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Random numbers from 0 to 1 for the pauses.
    public var random: @Sendable () -> Double = { .random(in: 0...1) }

    /// Creates the default settings.
    public init() {}

    /// The pause after a number of failed attempts.
    func pause(afterFailures failures: Int) -> Duration {
        let doubled = firstPause * pow2(min(failures - 1, 40))
        return min(doubled, longestPause) * (1 - random() / 2)
    }

    private func pow2(_ exponent: Int) -> Double { Double(1 << max(0, exponent)) }
}
