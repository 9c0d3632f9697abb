import Foundation
import StateMachines

/// The calls of workers, which change the rows of jobs.
extension Fleet {
    /// Takes jobs that are due or whose lease is over.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of jobs.
    ///   - held: The jobs that the caller is working on. If their leases are over, for example
    ///     after a sleep of the computer, they are renewed and not taken over.
    /// - Returns: The jobs, and whether the search was cut off, so that there may be more.
    func takeJobs(limit: Int, held: Set<Job<Definition>.Attempt>) async throws
        -> (jobs: [Job<Definition>], isCutOff: Bool)
    {
        try await writeAndReport { rows, reports in
            var jobs: [Job<Definition>] = []
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
    private func take(
        _ next: NextJob<Definition>,
        after job: Job<Definition>,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> Job<Definition>? {
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
        held: Set<Job<Definition>.Attempt>,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> Job<Definition>? {
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
        held: Set<Job<Definition>.Attempt>,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> Job<Definition>? {
        guard let job = try rows.job(key), let next = job.nextTake, next <= now, job.shape <= Definition.shape else {
            return nil
        }
        return try take(job, held: held, rows: rows, reports: &reports)
    }

    /// Takes a job, unless the caller is working on it, which renews its lease.
    private func take(
        _ job: JobRecord,
        held: Set<Job<Definition>.Attempt>,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> Job<Definition>? {
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
    ) throws -> Job<Definition>? {
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
            reports.append(.undecodable(name, reason: "\(error)"))
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
        return Job(activity: activity, machine: job.key.machine.text, attempt: attempt, id: name, key: job.key)
    }

    /// The way in which a worker has ended its work.
    enum End: Sendable {
        case finished(Definition.Event?)
        case failed(String)
        case released
    }

    /// The outcome of a job's last event, and the job that the same transaction has taken.
    struct Ended: Sendable {
        let outcome: FleetOutcome<Definition.Output>?
        var next: Job<Definition>?
        /// The reports of the next job, which belong after the end of this one.
        var reportsOfNext: [FleetReport] = []
    }

    /// Stores the end of the work, and handles its event in the same transaction.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - end: The way in which the work has ended.
    ///   - next: The search for the job that the same transaction takes; `nil` for none.
    func end(_ job: Job<Definition>, _ end: End, next: NextJob<Definition>?) async throws -> Ended {
        try await writeAndReport { rows, reports in
            // The machine is locked before its jobs.
            try rows.prefetch(job.key.machine, event: job.key.eventID(attempt: job.attempt, suffix: "end"))
            _ = try rows.machine(job.key.machine)
            var ended = Ended(outcome: try self.end(job, end, rows: rows, reports: &reports))
            if let next {
                ended.next = try take(next, after: job, rows: rows, reports: &ended.reportsOfNext)
            }
            return ended
        }
    }

    private func end(
        _ job: Job<Definition>,
        _ end: End,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> FleetOutcome<Definition.Output>? {
        let record = try rows.job(job.key)
        if case .finished(let event?) = end {
            return try handle(event, of: job, suffix: "end", rows: rows, reports: &reports) {
                try record?.handle(.finish(attempt: job.attempt), in: rows)
            }
        }
        guard let record else { return .dropped(.stale) }
        if let reason = record.reasonToDrop(attempt: job.attempt) {
            // The worker ends after the exit of its activity, so an equal one may begin.
            if record.state == .exited(attempt: job.attempt) {
                try record.handle(.release(attempt: job.attempt), in: rows)
            }
            return .dropped(reason)
        }
        switch end {
        case .finished:
            try record.handle(.finish(attempt: job.attempt), in: rows)
        case .released:
            try record.handle(.release(attempt: job.attempt), nextTake: rows.now, in: rows)
            reports.append(.released(job: job.id))
        case .failed(let reason):
            let attempt = Attempted(record: record, attempt: job.attempt, activity: job.activity)
            try fail(attempt, reason: reason, rows: rows, reports: &reports)
        }
        return nil
    }

    /// A job whose attempt has failed.
    private struct Attempted {
        let record: JobRecord
        let attempt: Int
        let activity: Definition.Activity
    }

    /// Lets a job be tried again after a pause, or gives it up.
    private func fail(
        _ job: Attempted,
        reason: String,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws {
        let failures = job.record.failures + 1
        guard failures < settings.failureLimit else {
            return try giveUp(job, reason: reason, failures: failures, rows: rows, reports: &reports)
        }
        let next = rows.now + settings.pause(afterFailures: failures)
        try job.record.handle(.fail(attempt: job.attempt), nextTake: next, in: rows) {
            $0.failures = failures
            $0.lastError = String(reason.prefix(1_000))
        }
        reports.append(.failed(job: job.record.key.name(in: name), reason: reason, next: next))
    }

    /// Parks a job, and sends the event that the definition has for this.
    private func giveUp(
        _ job: Attempted,
        reason: String,
        failures: Int,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws {
        try job.record.handle(.giveUp(attempt: job.attempt), in: rows) {
            $0.failures = failures
            $0.lastError = String(reason.prefix(1_000))
        }
        let key = job.record.key
        let name = key.name(in: self.name)
        var isExhausted = false
        if let event = Definition.exhausted(job.activity, reason: reason) {
            do {
                var machine = try StoredMachine<Definition>(key.machine, of: self, rows: rows)
                let eventID = try key.eventID(attempt: job.attempt, suffix: "exhausted")
                isExhausted = try machine.handle(event, id: eventID).isHandled
                reports += machine.reports
            } catch let error as FleetError {
                reports.append(.undecodable(key.machine.text, reason: "\(error)"))
            }
        }
        reports.append(isExhausted ? .exhausted(job: name, reason: reason) : .parked(job: name, reason: reason))
    }

    /// Handles an event of a job, unless its activity was exited or another worker has taken over.
    ///
    /// - Parameter begin: Is called before the machine handles the event.
    func handle(
        _ event: Definition.Event,
        of job: Job<Definition>,
        suffix: String,
        rows: any StoreTransaction,
        reports: inout [FleetReport],
        begin: () throws -> Void = {}
    ) throws -> FleetOutcome<Definition.Output> {
        let (id, eventID) = (job.key.machine, try job.key.eventID(attempt: job.attempt, suffix: suffix))
        if let outcome = try StoredMachine<Definition>.formerOutcome(of: event, eventID, on: id, rows: rows) {
            return outcome
        }
        guard let record = try rows.job(job.key) else { return .dropped(.stale) }
        if let reason = record.reasonToDrop(attempt: job.attempt) {
            if record.state == .exited(attempt: job.attempt) { try begin() }
            return .dropped(reason)
        }
        try begin()
        var machine = try StoredMachine<Definition>(id, of: self, rows: rows)
        let outcome = try machine.handle(event, id: eventID)
        reports += machine.reports
        return outcome
    }

    /// Renews the leases of some jobs.
    ///
    /// - Returns: The jobs whose work has to be cancelled.
    func renew(_ jobs: [Job<Definition>]) async throws -> [Job<Definition>] {
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
    var held: @Sendable () -> Set<Job<Definition>.Attempt>
}

extension JobRecord {
    /// The reason why the events of an attempt come too late; `nil` if they do not.
    func reasonToDrop(attempt: Int) -> DropReason? {
        if state == .held(attempt: attempt) { return nil }
        return state.attempts > attempt ? .takenOver : .stale
    }
}
