import Foundation
import StateMachines

/// How workers take jobs and renew their leases.
extension Fleet {
    /// Jobs that a search took, and the order of the others.
    struct Taken: Sendable {
        var jobs: [FleetJob<Definition>] = []

        /// Whether the search was cut off, so that there may be more jobs.
        var isCutOff = false

        /// Whether jobs were skipped because others had locked their machines.
        var isBlocked = false

        /// When the leases began, or a little earlier, by this process's clock.
        var start: Duration

        /// The remaining jobs' order.
        let order: JobOrder

        /// When the search took place, by the store's clock.
        let now: Date
    }

    /// Takes jobs that are due or whose lease is over.
    ///
    /// Locked machines are skipped. Otherwise, one of them would hold up all other machines' jobs.
    ///
    /// - Parameters:
    ///   - limit: How many jobs to take at most.
    ///   - held: Jobs that the caller is working on. If their leases ran out, for example while the
    ///     computer slept, they are renewed instead of taken over.
    ///   - order: The jobs' order. With `nil`, the call reads the order for all queues.
    func takeJobs(
        limit: Int,
        held: Set<JobAttempt>,
        order: JobOrder? = nil
    ) async throws(FleetError) -> Taken {
        try await writeAndReport { rows, reports in
            // The stored leases begin at the time of the first statement, which comes later.
            let start = elapsed()
            var search = try JobTaking(order: order, limit: limit, held: held, shape: Definition.shape, rows: rows)
            var jobs: [FleetJob<Definition>] = []
            var blocked: [JobSearch] = []
            // Each row that is found changes, and an exited one can let another job begin.
            // A hundred rows are enough for one transaction: the next search finds the others.
            while !search.isOver, search.changes < 100, let queue = search.order.first(at: search.now) {
                let before = search.changes
                let most = try search.begin(queue)
                if most > 0 {
                    let found = search.jobs(of: queue)
                    for machine in try rows.lockTakeableMachines(found, limit: most) where !search.isOver {
                        try rows.prefetch(machine, event: nil)
                        try take(of: machine, &search, into: &jobs, reports: &reports)
                    }
                    // Others are changing the rest.
                    if search.changes == before { blocked.append(found) }
                }
                // If there is no room, the order usually knows when there will be.
                if search.changes == before, most > 0 || search.order.isFirst(queue, at: search.now) {
                    search.order.remove(queue)
                }
            }
            try search.end()
            var taken = Taken(jobs: jobs, start: start, order: search.order, now: search.now)
            taken.isCutOff = search.changes >= 100
            if taken.jobs.isEmpty, !taken.isCutOff {
                taken.isBlocked = try blocked.contains { try !rows.takeableJobs($0, limit: 1).isEmpty }
            }
            return taken
        }
    }

    /// Takes jobs of the machine whose job comes first, and waits a moment for that machine's lock.
    ///
    /// Otherwise, a machine that constantly receives events could be skipped forever.
    func takeBlockedJobs(
        limit: Int,
        held: Set<JobAttempt>,
        order: JobOrder? = nil
    ) async throws(FleetError) -> Taken {
        try await writeAndReport { rows, reports in
            let start = elapsed()
            try rows.limitLockWaits(to: .milliseconds(250))
            var search = try JobTaking(order: order, limit: limit, held: held, shape: Definition.shape, rows: rows)
            var jobs: [FleetJob<Definition>] = []
            while let queue = search.order.first(at: search.now) {
                if try search.begin(queue) > 0,
                    let machine = try rows.takeableJobs(search.jobs(of: queue), limit: 1).first?.key.machine
                {
                    try rows.prefetch(machine, event: nil)
                    try take(of: machine, &search, into: &jobs, reports: &reports)
                    break
                }
                search.order.remove(queue)
            }
            try search.end()
            return Taken(jobs: jobs, start: start, order: search.order, now: search.now)
        }
    }

    /// Takes a job if it can do so without waiting for a lock.
    ///
    /// A transaction that holds a machine's lock must not wait for another transaction, which may
    /// be waiting for that very lock. If somebody else has locked the limits for the first job's
    /// queue, this call takes no job and leaves it to the next search.
    func take(
        _ next: NextJob<Definition>,
        after job: FleetJob<Definition>,
        makesRoom: Bool,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> (job: FleetJob<Definition>?, order: JobOrder) {
        // They may contain the job that has ended, but its row has no holder any more.
        var search = try JobTaking(
            order: next.order,
            limit: 1,
            held: next.held(),
            shape: Definition.shape,
            isFirst: false,
            rows: rows
        )
        var jobs: [FleetJob<Definition>] = []
        search.formerQueue = makesRoom ? job.queue : nil
        switch next.place {
        case .sameMachine: try take(of: job.key.machine, &search, into: &jobs, reports: &reports)
        case .allMachines:
            // Others may have taken the job since the search, or it cannot be taken.
            for _ in 0..<3 {
                guard let queue = search.order.first(at: search.now),
                    try search.roomBesideLocks(in: queue.name) > 0
                else { break }
                search.queue = queue.name
                guard let machine = try rows.lockTakeableMachines(search.jobs(of: queue), limit: 1).first else {
                    search.order.remove(queue)
                    continue
                }
                try rows.prefetch(machine, event: nil)
                try take(of: machine, &search, into: &jobs, reports: &reports)
                if search.isOver { break }
            }
        }
        try search.end()
        return (jobs.first, search.order)
    }

    /// Takes a machine's jobs, beginning with the one that has waited longest.
    private func take(
        of machine: MachineID,
        _ search: inout JobTaking,
        into jobs: inout [FleetJob<Definition>],
        reports: inout [FleetReport]
    ) throws {
        let rows = search.rows
        _ = try rows.machine(machine)
        let due = try rows.jobs(of: machine).compactMap { job in job.nextTake.map { (date: $0, key: job.key) } }
        for (date, key) in due.sorted(by: { $0.date < $1.date }) where date <= search.now {
            guard !search.isOver else { break }
            guard let job = try takeableJob(key, search), try search.admits(job) else { continue }
            search.changes += 1
            search.order.passed(job)
            try take(job, &search, into: &jobs, reports: &reports)
        }
    }

    /// Returns a job if it can still be taken after the transaction's earlier changes.
    private func takeableJob(_ key: JobRecord.Key, _ search: JobTaking) throws -> JobRecord? {
        guard var job = try search.rows.job(key) else { return nil }
        // Its holder may be renewing the lease, which locks only the row of the job.
        if job.state.holder != nil {
            guard case .locked(let locked) = try search.rows.lockJobs([key]).first else { return nil }
            job = locked
        }
        guard let next = job.nextTake, next <= search.now, job.shape <= Definition.shape else { return nil }
        return job
    }

    /// Takes a job or, if the caller is already working on it, renews its lease.
    private func take(
        _ job: JobRecord,
        _ search: inout JobTaking,
        into jobs: inout [FleetJob<Definition>],
        reports: inout [FleetReport]
    ) throws {
        let rows = search.rows
        if let attempt = job.state.holder, search.held.contains(.init(key: job.key, attempt: attempt)) {
            try job.handle(.renew(attempt: attempt), nextTake: rows.now + settings.lease, in: rows)
            return
        }
        let name = job.key.name(in: self.name)
        let state = try rows.machine(job.key.machine)?.name ?? ""
        // The lease of a worker is over whose activity the machine has exited.
        if case .exited = job.state {
            try job.handle(.take, in: rows)
            reports.append(.lost(job: FleetReport.Job(job, activity: "", state: state, in: self.name)))
            return
        }
        let activity: Definition.Activity
        do {
            activity = try activities.activity(job.activity)
        } catch {
            // The job holds up no other. A later version of the program may know it.
            var later = job
            later.nextTake = rows.now + .seconds(300)
            try rows.save(later)
            reports.append(.undecodable(name, fleet: self.name, reason: "\(error)".shortened))
            return
        }
        let chosen = Definition.chosenQueue(for: activity)
        let queue = chosen ?? (job.queue.isEmpty ? Definition.name(of: activity) : job.queue)
        guard queue == job.queue else {
            // The row is from an earlier schema, or another version of the program chose a queue.
            var moved = job
            moved.queue = queue
            try rows.save(moved)
            search.order.moved(moved)
            return
        }
        let word = activities.name(of: job.activity) { Definition.name(of: activity) }
        let labels = FleetReport.Job(job, activity: word, state: state, in: self.name)
        try take(job, activity, labels, &search, into: &jobs, reports: &reports)
    }

    private func take(
        _ job: JobRecord,
        _ activity: Definition.Activity,
        _ labels: FleetReport.Job,
        _ search: inout JobTaking,
        into jobs: inout [FleetJob<Definition>],
        reports: inout [FleetReport]
    ) throws {
        let rows = search.rows
        var labels = labels
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
                let reason = "The lease of attempt \(attempt) ended without a result."
                let attempt = Attempted(record: job, attempt: attempt, activity: activity, labels: labels)
                return try giveUp(
                    attempt,
                    reason: reason,
                    failures: failures,
                    by: .bury,
                    rows: rows,
                    reports: &reports
                )
            }
        case .waiting, .exited, .done, .parked, .deleted: break
        }
        let isLimited = search.order.control(of: job.queue)?.jobLimit != nil
        let leaseEnd = rows.now + lease
        let state = try job.handle(.take, nextTake: leaseEnd, in: rows) { job in
            (job.failures, job.deaths, job.isLimited) = (failures, deaths, isLimited)
        }
        guard case .held(let attempt) = state else { return }
        labels.attempt = attempt
        reports.append(.taken(job: labels, isTakeover: job.state.holder != nil))
        search.took(job, until: leaseEnd, isSuspect: deaths == 2)
        jobs.append(
            FleetJob(
                activity: activity,
                key: job.key,
                labels: labels,
                isLimited: isLimited,
                isSuspect: deaths == 2
            )
        )
    }

    /// Notes that a worker holds only one job, which may be the reason that processes died.
    ///
    /// - Returns: Whether the job may begin. If not, another worker took it over, or the machine
    ///   exited the activity.
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

    /// The outcome of renewing leases.
    struct Renewal: Sendable {
        /// Jobs whose leases were extended.
        var renewed: [FleetJob<Definition>] = []

        /// Jobs whose work has to be cancelled.
        var cancelled: [FleetJob<Definition>] = []

        /// When the leases began, or a little earlier, by this process's clock.
        var start: Duration
    }

    /// Renews some jobs' leases.
    ///
    /// A lock on a machine doesn't keep its jobs' leases from being renewed.
    ///
    /// - Parameters:
    ///   - jobs: The jobs.
    ///   - limited: Queues with a limit, which may be newer than the jobs.
    ///   - limit: How long the store may take to answer.
    func renewLeases(
        of jobs: [FleetJob<Definition>],
        limited: Set<String> = [],
        within limit: Duration
    ) async throws(FleetError) -> Renewal {
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
                        ) { if limited.contains($0.queue) { $0.isLimited = true } }
                        renewal.renewed.append(job)
                    }
                    if !isHeld { renewal.cancelled.append(job) }
                }
            }
            return renewal
        }
        report(.renewed(jobs: renewal.renewed.count { job in !renewal.cancelled.contains(job) }, fleet: name))
        return renewal
    }
}
