import Foundation
import StateMachines

/// How workers take jobs and renew their leases.
extension Fleet {
    /// The result of a search for jobs.
    struct Taken: Sendable {
        var jobs: [FleetJob<Definition>] = []

        /// Whether the search was cut off, so that there may be more jobs.
        var isCutOff = false

        /// Whether there are jobs whose machines others have locked.
        var isBlocked = false

        /// The time of this process, not later than the beginning of the leases.
        var start: Duration
    }

    /// Takes jobs that are due or whose lease is over.
    ///
    /// It skips the machines that others have locked. Otherwise, one of them would hold up the jobs
    /// of all others.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of jobs.
    ///   - held: The jobs that the caller is working on. If their leases are over, for example
    ///     after a sleep of the computer, they are renewed and not taken over.
    func takeJobs(limit: Int, held: Set<FleetJob<Definition>.Attempt>) async throws(FleetError) -> Taken {
        try await writeAndReport { rows, reports in
            var taken = Taken(start: elapsed())
            let now = rows.now
            // Each row that is found changes, and an exited one can let another job begin.
            // A hundred rows are enough for one transaction: the next search finds the others.
            var count = 0
            // Nothing is taken beside a suspected job.
            while taken.jobs.count < limit, count < 100, taken.jobs.last?.isSuspect != true {
                let free = limit - taken.jobs.count
                let machines = try rows.lockTakeableMachines(at: now, shape: Definition.shape, limit: free)
                let before = count
                for machine in machines where taken.jobs.count < limit && taken.jobs.last?.isSuspect != true {
                    try rows.prefetch(machine, event: nil)
                    let search = Search(limit: limit - taken.jobs.count, now: now, held: held)
                    let found = try take(of: machine, search, rows: rows, reports: &reports)
                    taken.jobs += found.jobs
                    count += found.changes
                }
                // Others are changing the rest.
                if count == before { break }
            }
            taken.isCutOff = count >= 100
            if taken.jobs.isEmpty, !taken.isCutOff {
                taken.isBlocked = try !rows.takeableJobs(at: now, shape: Definition.shape, limit: 1).isEmpty
            }
            return taken
        }
    }

    /// Takes the jobs of the machine whose job has waited longest, and waits a moment for its lock.
    ///
    /// A machine that always receives events could otherwise be skipped forever.
    func takeBlockedJobs(limit: Int, held: Set<FleetJob<Definition>.Attempt>) async throws(FleetError) -> Taken {
        try await writeAndReport { rows, reports in
            // The stored leases begin at the time of the first statement, which comes later.
            let start = elapsed()
            try rows.limitLockWaits(to: .milliseconds(250))
            let found = try rows.takeableJobs(at: rows.now, shape: Definition.shape, limit: 1).first
            guard let machine = found?.key.machine else { return Taken(start: start) }
            let search = Search(limit: limit, now: rows.now, held: held)
            try rows.prefetch(machine, event: nil)
            return Taken(jobs: try take(of: machine, search, rows: rows, reports: &reports).jobs, start: start)
        }
    }

    /// Takes a job that can be taken without waiting for a lock.
    ///
    /// A transaction that has locked a machine must not wait for another one: the other transaction
    /// may wait for the first.
    func take(
        _ next: NextJob<Definition>,
        after job: FleetJob<Definition>,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> FleetJob<Definition>? {
        // They may contain the job that has ended, but its row has no holder any more.
        let search = Search(limit: 1, now: rows.now, held: next.held())
        switch next.place {
        case .sameMachine:
            return try take(of: job.key.machine, search, rows: rows, reports: &reports).jobs.first
        case .allMachines:
            // Others may have taken the job since the search, or it cannot be taken.
            for _ in 0..<3 {
                let machines = try rows.lockTakeableMachines(at: search.now, shape: Definition.shape, limit: 1)
                guard let machine = machines.first else { return nil }
                try rows.prefetch(machine, event: nil)
                let found = try take(of: machine, search, rows: rows, reports: &reports)
                if let taken = found.jobs.first { return taken }
            }
            return nil
        }
    }

    /// The jobs that a transaction looks for.
    private struct Search {
        let limit: Int
        let now: Date
        let held: Set<FleetJob<Definition>.Attempt>
    }

    /// Takes the jobs of a machine that have waited longest.
    ///
    /// - Returns: The jobs, and the number of rows that have changed.
    private func take(
        of machine: MachineID,
        _ search: Search,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> (jobs: [FleetJob<Definition>], changes: Int) {
        _ = try rows.machine(machine)
        let due = try rows.jobs(of: machine).compactMap { job in job.nextTake.map { (date: $0, key: job.key) } }
        var taken: [FleetJob<Definition>] = []
        var changes = 0
        for (date, key) in due.sorted(by: { $0.date < $1.date }) where date <= search.now {
            guard taken.count < search.limit, taken.last?.isSuspect != true else { break }
            guard let job = try takeableJob(key, at: search.now, rows: rows) else { continue }
            changes += 1
            if let job = try take(job, held: search.held, rows: rows, reports: &reports) { taken.append(job) }
        }
        return (taken, changes)
    }

    /// A job that can be taken, unless an earlier row of the same transaction has changed it.
    private func takeableJob(_ key: JobRecord.Key, at now: Date, rows: any StoreTransaction) throws -> JobRecord? {
        guard var job = try rows.job(key) else { return nil }
        // Its holder may be renewing the lease, which locks only the row of the job.
        if job.state.holder != nil {
            guard case .locked(let locked) = try rows.lockJobs([key]).first else { return nil }
            job = locked
        }
        guard let next = job.nextTake, next <= now, job.shape <= Definition.shape else { return nil }
        return job
    }

    /// Takes a job, unless the caller is working on it, which renews its lease.
    private func take(
        _ job: JobRecord,
        held: Set<FleetJob<Definition>.Attempt>,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> FleetJob<Definition>? {
        guard let attempt = job.state.holder, held.contains(.init(key: job.key, attempt: attempt)) else {
            return try take(job, rows: rows, reports: &reports)
        }
        try job.handle(.renew(attempt: attempt), nextTake: rows.now + settings.lease, in: rows)
        return nil
    }

    private func take(
        _ job: JobRecord,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> FleetJob<Definition>? {
        let name = job.key.name(in: self.name)
        // The lease of a worker is over whose activity the machine has exited.
        if case .exited = job.state {
            try job.handle(.take, in: rows)
            reports.append(.lost(job: name))
            return nil
        }
        let activity: Definition.Activity
        do {
            activity = try activities.activity(job.activity)
        } catch {
            // The job holds up no other. A later version of the program may know it.
            var later = job
            later.nextTake = rows.now + .seconds(300)
            try rows.save(later)
            reports.append(.undecodable(name, reason: "\(error)".shortened))
            return nil
        }
        var (failures, deaths, lease) = (job.failures, job.deaths, settings.lease)
        switch job.state {
        // The process has died or hangs, and one of its other jobs may be the reason.
        case .held:
            // Then all leases of the process end together. They should not do so again.
            if deaths == 0 { lease = lease * (1 + settings.random() / 4) }
            deaths = min(deaths + 1, 2)
        case .alone(let attempt):
            failures += 1
            if failures >= settings.failureLimit {
                let reason = "The lease of attempt \(attempt) has ended without a result."
                let attempt = Attempted(record: job, attempt: attempt, activity: activity)
                try giveUp(attempt, reason: reason, failures: failures, by: .bury, rows: rows, reports: &reports)
                return nil
            }
        case .waiting, .exited, .done, .parked, .deleted: break
        }
        let state = try job.handle(.take, nextTake: rows.now + lease, in: rows) { job in
            (job.failures, job.deaths) = (failures, deaths)
        }
        guard case .held(let attempt) = state else { return nil }
        reports.append(.taken(job: name, attempt: attempt, isTakeover: job.state.holder != nil))
        return FleetJob(
            activity: activity,
            machine: job.key.machine.text,
            attempt: attempt,
            id: name,
            key: job.key,
            isSuspect: deaths == 2
        )
    }

    /// Notes that a worker has no other job than a suspected one.
    ///
    /// - Returns: Whether it may begin. Another worker may have taken over the job, or the machine
    ///   may have exited the activity.
    func isolate(_ job: FleetJob<Definition>) async throws(FleetError) -> Bool {
        try await write(.machine(job.key.machine)) { rows in
            _ = try rows.machine(job.key.machine)
            guard case .locked(let record)? = try rows.lockJobs([job.key]).first,
                record.state.isHeld(by: job.attempt)
            else { return false }
            try record.handle(.isolate(attempt: job.attempt), nextTake: record.nextTake, in: rows)
            return true
        }
    }

    /// The result of renewing leases.
    struct Renewal: Sendable {
        /// The jobs whose leases begin again.
        var renewed: [FleetJob<Definition>] = []

        /// The jobs whose work has to be cancelled.
        var cancelled: [FleetJob<Definition>] = []

        /// The time of this process, not later than the beginning of the leases.
        var start: Duration
    }

    /// Renews the leases of some jobs.
    ///
    /// Whoever has locked a machine does not keep the leases of its jobs from being renewed.
    ///
    /// - Parameters:
    ///   - jobs: The jobs.
    ///   - limit: The time within which the store has to answer.
    func renewLeases(of jobs: [FleetJob<Definition>], within limit: Duration) async throws(FleetError) -> Renewal {
        guard !jobs.isEmpty else { return Renewal(start: elapsed()) }
        let renewal = try await write(.renewal(within: limit)) { rows in
            // Transactions with several jobs of one machine lock them in the same order.
            let jobs = jobs.sorted { $0.key.machine < $1.key.machine }
            var renewal = Renewal(start: elapsed())
            for (job, lock) in zip(jobs, try rows.lockJobs(jobs.map(\.key))) {
                switch lock {
                case .deleted: renewal.cancelled.append(job)
                // The job changes at this moment; the next renewal finds out how.
                case .busy: continue
                case .locked(let record):
                    let isHeld = record.state.isHeld(by: job.attempt)
                    // An exited job keeps its lease until its worker has cleaned up.
                    if isHeld || record.state == .exited(attempt: job.attempt) {
                        try record.handle(
                            .renew(attempt: job.attempt),
                            nextTake: rows.now + settings.lease,
                            in: rows
                        )
                        renewal.renewed.append(job)
                    }
                    if !isHeld { renewal.cancelled.append(job) }
                }
            }
            return renewal
        }
        report(.renewed(jobs: renewal.renewed.count { job in !renewal.cancelled.contains(job) }))
        return renewal
    }
}

/// The search for a job that a transaction takes after the end of another job.
struct NextJob<Definition: DurableDefinition>: Sendable {
    enum Place: Sendable {
        /// The machine of the job that ends, which the transaction has locked.
        case sameMachine
        /// All machines that no other transaction has locked.
        case allMachines
    }

    var place: Place

    /// Returns the jobs that the caller is working on.
    var held: @Sendable () -> Set<FleetJob<Definition>.Attempt>
}
