import StateMachineLocks

/// Jobs that a run is performing, and the ends of their leases.
///
/// Times are measured by ``Fleet/elapsed``.
final class HeldJobs<Definition: DurableDefinition>: Sendable {
    /// A job and the end of its lease.
    typealias Leased = (job: FleetJob<Definition>, leaseEnd: Duration)

    private struct Entry {
        let job: FleetJob<Definition>
        var leaseEnd: Duration
        var cancel: (@Sendable () -> Void)?
        var isCancelled = false

        /// Whether the work was cancelled because the lease was not renewed.
        var isExpired = false
    }

    /// Whether the run takes no other jobs, because it was cancelled.
    let isStopping = Locked(false)

    /// Whether the next search waits a moment for a machine's lock.
    let waitsForLock = Locked(false)

    private let entries = Locked<[JobAttempt: Entry]>([:])

    var count: Int { entries.withLock { $0.count } }

    /// Whether the run takes no other jobs, because one has to be performed alone.
    var hasSuspect: Bool { entries.withLock { $0.values.contains { $0.job.isSuspect } } }

    /// Whether another job has to be performed alone.
    func hasSuspect(beside job: FleetJob<Definition>) -> Bool {
        entries.withLock { $0.values.contains { $0.job.isSuspect && $0.job.identity != job.identity } }
    }

    var attempts: Set<JobAttempt> { entries.withLock { Set($0.keys) } }

    var jobs: [FleetJob<Definition>] { entries.withLock { $0.values.map(\.job) } }

    func add(_ job: FleetJob<Definition>, until leaseEnd: Duration) {
        entries.withLock { $0[job.identity] = Entry(job: job, leaseEnd: leaseEnd) }
    }

    /// Removes a job and adds the next one, if any.
    func replace(_ job: FleetJob<Definition>, with next: Leased?) {
        entries.withLock { entries in
            entries[job.identity] = nil
            if let next { entries[next.job.identity] = Entry(job: next.job, leaseEnd: next.leaseEnd) }
        }
    }

    func setCancellation(of job: FleetJob<Definition>, _ cancel: @escaping @Sendable () -> Void) {
        let isCancelled = entries.withLock { entries in
            entries[job.identity]?.cancel = cancel
            return entries[job.identity]?.isCancelled ?? false
        }
        if isCancelled { cancel() }
    }

    func cancel(_ job: FleetJob<Definition>) {
        let cancel = entries.withLock { entries in
            entries[job.identity]?.isCancelled = true
            return entries[job.identity]?.cancel
        }
        cancel?()
    }

    // MARK: Leases

    func extend(_ jobs: [FleetJob<Definition>], until leaseEnd: Duration) {
        entries.withLock { entries in for job in jobs { entries[job.identity]?.leaseEnd = leaseEnd } }
    }

    /// The earliest end of a lease; `nil` if no work has one.
    var firstLeaseEnd: Duration? {
        entries.withLock { $0.values.lazy.filter { !$0.isExpired }.map(\.leaseEnd).min() }
    }

    /// Cancels work whose lease is over, because another worker may have begun it.
    func expire(at time: Duration) {
        let cancels = entries.withLock { entries in
            entries.compactMap { identity, entry -> (@Sendable () -> Void)? in
                guard !entry.isExpired, entry.leaseEnd <= time else { return nil }
                entries[identity]?.isExpired = true
                entries[identity]?.isCancelled = true
                return entry.cancel
            }
        }
        for cancel in cancels { cancel() }
    }

    /// Whether a job's work was cancelled, or must not begin, because the lease is over.
    func isExpired(_ job: FleetJob<Definition>, at time: Duration) -> Bool {
        entries.withLock { entries in
            guard let entry = entries[job.identity] else { return true }
            return entry.isExpired || entry.leaseEnd <= time
        }
    }
}
