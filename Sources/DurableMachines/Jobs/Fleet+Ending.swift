import Foundation
import StateMachines

/// How workers end jobs.
extension Fleet {
    /// How a worker ended its work.
    enum End: Sendable {
        case finished(Definition.Event?)
        /// If the store refused the event from ``DurableDefinition/exhausted(_:reason:)``, it is
        /// left out.
        case failed(String, sendsExhausted: Bool = true)
        case released
    }

    /// The outcome of a job's last event, and the job that the same transaction took.
    struct Ended: Sendable {
        /// When the next job's lease began, or a little earlier, by this process's clock.
        var start: Duration
        let outcome: FleetOutcome<Definition>?
        var next: FleetJob<Definition>?
        /// Reports about the next job, which belong after the end of this one.
        var reportsOfNext: [FleetReport] = []

        /// The remaining jobs' order; `nil` if the transaction looked for no job.
        var order: JobOrder?
    }

    /// Stores the end of a job's work and handles its event in one transaction.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - end: How the work ended.
    ///   - next: How the same transaction looks for another job; `nil` if it takes none.
    func end(_ job: FleetJob<Definition>, _ end: End, next: NextJob<Definition>?) async throws(FleetError) -> Ended {
        try await writeAndReport(.machine(job.key.machine), since: job.start ?? .now) { rows, reports in
            let start = elapsed()
            // The machine is locked before its jobs.
            try rows.prefetch(job.key.machine, event: job.key.eventID(attempt: job.attempt, suffix: "end"))
            _ = try rows.machine(job.key.machine)
            let makesRoom = try makesRoom(job, rows: rows)
            var ended = Ended(start: start, outcome: try self.end(job, end, rows: rows, reports: &reports))
            if let next {
                (ended.next, ended.order) = try take(
                    next,
                    after: job,
                    makesRoom: makesRoom,
                    rows: rows,
                    reports: &ended.reportsOfNext
                )
            }
            return ended
        }
    }

    /// Whether the end of a job makes room in its queue, because the job counted toward the limit.
    ///
    /// After its lease ends, a job no longer counts, and another job may have taken its place.
    private func makesRoom(_ job: FleetJob<Definition>, rows: any StoreTransaction) throws -> Bool {
        guard job.isLimited, let record = try rows.job(job.key), record.isLimited else { return false }
        return record.state.holder == job.attempt && record.nextTake.map { $0 > rows.now } == true
    }

    private func end(
        _ job: FleetJob<Definition>,
        _ end: End,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> FleetOutcome<Definition>? {
        let record = try rows.job(job.key)
        if case .finished(let event?) = end {
            let outcome = try handle(event, of: job, suffix: "end", rows: rows, reports: &reports) {
                try record?.handle(.finish(attempt: job.attempt), in: rows)
            }
            // The machine stays in its state, so nothing would end the activity.
            if case .rejected(let rejection) = outcome, let record, record.state.isHeld(by: job.attempt) {
                let reason = rejection.words
                try park(record, attempt: job.attempt, reason: reason, failures: record.failures + 1, rows: rows)
                reports.append(.parked(job: job.labelsAtEnd, reason: reason))
            }
            return outcome
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
            reports.append(.released(job: job.labelsAtEnd))
        case .failed(let reason, let sendsExhausted):
            var attempt = Attempted(
                record: record,
                attempt: job.attempt,
                activity: job.activity,
                labels: job.labelsAtEnd
            )
            attempt.sendsExhausted = sendsExhausted
            try fail(attempt, reason: reason, rows: rows, reports: &reports)
        }
        return nil
    }

    /// A job whose attempt failed.
    struct Attempted {
        let record: JobRecord
        let attempt: Int
        let activity: Definition.Activity
        let labels: FleetReport.Job
        var sendsExhausted = true
    }

    /// Schedules another attempt after a pause, or gives the job up.
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
            // Its process has survived.
            ($0.failures, $0.deaths) = (failures, 0)
            $0.lastError = reason
        }
        reports.append(.failed(job: job.labels, reason: reason, next: next))
    }

    /// Parks a job and sends the definition's event for that, if any.
    func giveUp(
        _ job: Attempted,
        reason: String,
        failures: Int,
        by event: JobState.Event? = nil,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws {
        try park(job.record, attempt: job.attempt, reason: reason, failures: failures, by: event, rows: rows)
        let key = job.record.key
        var isExhausted = false
        if job.sendsExhausted, let event = Definition.exhausted(job.activity, reason: reason) {
            do {
                var machine = try StoredMachine<Definition>(key.machine, of: self, rows: rows)
                let eventID = try key.eventID(attempt: job.attempt, suffix: "exhausted")
                isExhausted = try machine.handle(event, eventID).isHandled
                reports += machine.reports
            } catch let error as FleetError {
                reports.append(.undecodable(key.machine.text, fleet: name, reason: "\(error)"))
            }
        }
        reports.append(
            isExhausted ? .exhausted(job: job.labels, reason: reason) : .parked(job: job.labels, reason: reason)
        )
    }

    private func park(
        _ record: JobRecord,
        attempt: Int,
        reason: String,
        failures: Int,
        by event: JobState.Event? = nil,
        rows: any StoreTransaction
    ) throws {
        try record.handle(event ?? .giveUp(attempt: attempt), in: rows) {
            $0.failures = failures
            $0.lastError = reason
        }
    }

    /// Handles a job's event unless its activity was exited or another worker took over.
    ///
    /// - Parameter begin: A closure to call before the machine's jobs change. If the machine
    ///   rejects the event, it's not called.
    func handle(
        _ event: Definition.Event,
        of job: FleetJob<Definition>,
        suffix: String,
        rows: any StoreTransaction,
        reports: inout [FleetReport],
        begin: () throws -> Void = {}
    ) throws -> FleetOutcome<Definition> {
        let (id, eventID) = (job.key.machine, try job.key.eventID(attempt: job.attempt, suffix: suffix))
        func report(_ outcome: FleetOutcome<Definition>) throws -> FleetOutcome<Definition> {
            if let record = try rows.machine(id) {
                reports.append(.event(FleetReport.Machine(record, in: name), outcome))
            }
            return outcome
        }
        if let outcome = try StoredMachine<Definition>.formerOutcome(of: event, eventID, on: id, rows: rows) {
            return try report(outcome)
        }
        guard let record = try rows.job(job.key) else { return try report(.dropped(.stale)) }
        if let reason = record.reasonToDrop(attempt: job.attempt) {
            if record.state == .exited(attempt: job.attempt) { try begin() }
            return try report(.dropped(reason))
        }
        var machine = try StoredMachine<Definition>(id, of: self, rows: rows)
        let outcome = try machine.handle(event, eventID, beforeChanges: begin)
        reports += machine.reports + [.event(machine.labels, outcome)]
        return outcome
    }
}

extension JobRecord {
    /// Returns why an attempt's events come too late; `nil` if they do not.
    func reasonToDrop(attempt: Int) -> FleetDropReason? {
        if state.isHeld(by: attempt) { return nil }
        return state.attempts > attempt ? .takenOver : .stale
    }
}
