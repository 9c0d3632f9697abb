import Foundation
import StateMachines

/// How workers take jobs and renew their leases.
extension Fleet {
    /// Takes jobs that are due or whose lease is over.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of jobs.
    ///   - held: The jobs that the caller is working on. If their leases are over, for example
    ///     after a sleep of the computer, they are renewed and not taken over.
    /// - Returns: The jobs, and whether the search was cut off, so that there may be more.
    func takeJobs(limit: Int, held: Set<FleetJob<Definition>.Attempt>) async throws(FleetError)
        -> (jobs: [FleetJob<Definition>], isCutOff: Bool)
    {
        try await writeAndReport { rows, reports in
            var jobs: [FleetJob<Definition>] = []
            let now = rows.now
            // Each row that is found changes, and an exited one can let another job begin.
            // A hundred rows are enough for one transaction: the next search finds the others.
            var count = 0
            while jobs.count < limit, count < 100 {
                let found = try rows.takeableJobs(at: now, shape: Definition.shape, limit: limit - jobs.count)
                if found.isEmpty { break }
                count += found.count
                // Renewals lock machines in this order, too, so the two do not wait for each other.
                for job in found.sorted(by: { $0.key.machine < $1.key.machine }) {
                    // The machine is locked before its jobs.
                    try rows.prefetch(job.key.machine, event: nil)
                    _ = try rows.machine(job.key.machine)
                    if let taken = try takeIfDue(job.key, at: now, held: held, rows: rows, reports: &reports) {
                        jobs.append(taken)
                    }
                }
            }
            return (jobs, count >= 100)
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
        let now = rows.now
        // They may contain the job that has ended, but its row has no holder any more.
        let held = next.held()
        switch next.place {
        case .sameMachine:
            return try take(of: job.key.machine, at: now, held: held, rows: rows, reports: &reports)
        case .allMachines:
            // Others may have taken the job since the search, or it cannot be taken.
            for _ in 0..<3 {
                guard let machine = try rows.lockTakeableMachine(at: now, shape: Definition.shape) else { return nil }
                try rows.prefetch(machine, event: nil)
                if let taken = try take(of: machine, at: now, held: held, rows: rows, reports: &reports) {
                    return taken
                }
            }
            return nil
        }
    }

    /// Takes the job of a locked machine that has waited longest.
    private func take(
        of machine: MachineID,
        at now: Date,
        held: Set<FleetJob<Definition>.Attempt>,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> FleetJob<Definition>? {
        _ = try rows.machine(machine)
        let due = try rows.jobs(of: machine).compactMap { job in job.nextTake.map { (date: $0, key: job.key) } }
        for (date, key) in due.sorted(by: { $0.date < $1.date }) where date <= now {
            if let taken = try takeIfDue(key, at: now, held: held, rows: rows, reports: &reports) { return taken }
        }
        return nil
    }

    /// Takes a job, unless an earlier row of the same transaction has changed it.
    private func takeIfDue(
        _ key: JobRecord.Key,
        at now: Date,
        held: Set<FleetJob<Definition>.Attempt>,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> FleetJob<Definition>? {
        guard let job = try rows.job(key), let next = job.nextTake, next <= now, job.shape <= Definition.shape else {
            return nil
        }
        return try take(job, held: held, rows: rows, reports: &reports)
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
        var failures = job.failures
        if case .held(let attempt) = job.state {
            // The process has died or hangs, which counts as a failure: the job may be the reason.
            failures += 1
            if failures >= settings.failureLimit {
                let reason = "The lease of attempt \(attempt) has ended without a result."
                let attempt = Attempted(record: job, attempt: attempt, activity: activity)
                try giveUp(attempt, reason: reason, failures: failures, rows: rows, reports: &reports)
                return nil
            }
        }
        let state = try job.handle(.take, nextTake: rows.now + settings.lease, in: rows) { $0.failures = failures }
        guard case .held(let attempt) = state else { return nil }
        reports.append(.taken(job: name, attempt: attempt, isTakeover: failures > job.failures))
        return FleetJob(activity: activity, machine: job.key.machine.text, attempt: attempt, id: name, key: job.key)
    }

    /// Renews the leases of some jobs.
    ///
    /// - Returns: The jobs whose work has to be cancelled.
    func renew(_ jobs: [FleetJob<Definition>]) async throws(FleetError) -> [FleetJob<Definition>] {
        guard !jobs.isEmpty else { return [] }
        let cancelled = try await write { rows in
            try jobs.sorted { $0.key.machine < $1.key.machine }.filter { job in
                _ = try rows.machine(job.key.machine)
                guard let record = try rows.job(job.key) else { return true }
                let isHeld = record.state == .held(attempt: job.attempt)
                // An exited job keeps its lease until its worker has cleaned up.
                if isHeld || record.state == .exited(attempt: job.attempt) {
                    try record.handle(.renew(attempt: job.attempt), nextTake: rows.now + settings.lease, in: rows)
                }
                return !isHeld
            }
        }
        report(.renewed(jobs: jobs.count - cancelled.count))
        return cancelled
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
