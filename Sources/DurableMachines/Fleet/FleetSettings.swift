/// A fleet's limits and intervals, plus a clock and a random source for tests.
public struct FleetSettings: Sendable {
    /// How long a lease lasts if its worker does not renew it; 30 seconds by default.
    ///
    /// While its lease lasts, a worker has a job to itself. Workers renew their leases when a third
    /// of this time has passed, every 10 seconds by default. If a worker's process dies, the lease
    /// ends this long after the last renewal. Free workers notice within ``pollInterval``, and one
    /// takes over the job.
    ///
    /// All of a dead process's leases end at about the same time. So that these jobs' next leases
    /// don't, workers lengthen the first lease on each job they take over by a random amount, up to
    /// a quarter.
    public var lease: Duration = .seconds(30)

    /// The longest a worker waits before looking for jobs again; one second by default.
    ///
    /// Workers also look for jobs after each event in their own process and, with a
    /// ``PostgreSQLStore``, after events in other processes.
    public var pollInterval: Duration = .seconds(1)

    /// How many failed attempts make the fleet give up on a job; 10 by default.
    ///
    /// The machine then receives the event from ``DurableDefinition/exhausted(_:reason:)``. If
    /// there's none or the machine rejects it, the job is parked until somebody retries it.
    public var failureLimit = 10

    /// The pause after the first failed attempt; one second by default.
    ///
    /// Each further failure doubles the pause, up to ``longestPause``. Every pause is then
    /// shortened by a random amount, up to half.
    public var firstPause: Duration = .seconds(1)

    /// The longest pause after a failed attempt; five minutes by default.
    public var longestPause: Duration = .seconds(300)

    /// The largest size of an encoded state, event, activity, or output, in bytes; 1,000,000 by
    /// default.
    public var sizeLimit = 1_000_000

    /// How long work may continue after a run's task is cancelled; zero by default.
    ///
    /// During this time, the run takes no new jobs, so a process that was told to stop can finish
    /// the jobs it has started. Then it cancels unfinished work and releases the jobs for other
    /// workers.
    public var gracePeriod: Duration = .zero

    /// The clock that workers use to wait.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// A source of random numbers from 0 to 1, which the fleet uses to vary pauses and leases.
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
