/// A fleet's times and limits, and a clock and random numbers that a test can replace.
public struct FleetSettings: Sendable {
    /// How long a worker has a job to itself; 30 seconds by default.
    ///
    /// A worker renews its leases three times during this period. If its process dies, other
    /// workers take over its jobs within this period, counted from the last renewal. A dead
    /// process's leases all end at about the same time. To keep that from happening again, the
    /// first lease after a takeover is longer by a random amount of up to a quarter.
    public var lease: Duration = .seconds(30)

    /// The longest time between two searches for jobs; one second by default.
    ///
    /// Workers also look for jobs after each event in their own process. With a
    /// ``PostgreSQLStore``, they also do so after events in other processes.
    public var pollInterval: Duration = .seconds(1)

    /// The number of failed attempts after which a job is parked; 10 by default.
    public var failureLimit = 10

    /// The pause after the first failed attempt; one second by default.
    ///
    /// Each further failure doubles the pause, up to ``longestPause``. Every pause is then
    /// shortened by a random amount, at most by half.
    public var firstPause: Duration = .seconds(1)

    /// The longest pause after a failed attempt; five minutes by default.
    public var longestPause: Duration = .seconds(300)

    /// The maximum size of an encoded state, event, activity or output in bytes; 1,000,000 by
    /// default.
    public var sizeLimit = 1_000_000

    /// How long work may continue after a run's task was cancelled; zero by default.
    ///
    /// During this time, the run takes no new jobs, so a process that was told to stop can finish
    /// the jobs it has. At the end, unfinished work is cancelled, and its jobs are released.
    public var gracePeriod: Duration = .zero

    /// The clock that workers use to wait.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// A source of random numbers from 0 to 1, by which the fleet shortens pauses.
    public var random: @Sendable () -> Double = { .random(in: 0...1) }

    /// Creates settings with the default values.
    public init() {}

    /// Returns the pause after a number of failed attempts.
    func pause(afterFailures failures: Int) -> Duration {
        let doubled = firstPause * pow2(min(failures - 1, 40))
        return min(doubled, longestPause) * (1 - random() / 2)
    }

    private func pow2(_ exponent: Int) -> Double { Double(1 << max(0, exponent)) }
}
