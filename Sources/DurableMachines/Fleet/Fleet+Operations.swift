public import Foundation
public import StateMachines

/// The calls of operators.
extension Fleet {
    /// A job that has failed too often.
    public struct ParkedJob: Hashable, Sendable, CustomStringConvertible {
        /// The name of the job.
        public let id: String

        /// The name of the machine.
        public let machine: String

        /// The activity; `nil` if this program cannot decode it.
        public let activity: Definition.Activity?

        /// The number of attempts.
        public let attempts: Int

        /// The description of the last error.
        public let reason: String

        let key: JobRecord.Key

        /// The name, the number of the last attempt and its error.
        public var description: String { "\(id): parked, attempt \(attempts): \(reason)" }
    }

    /// A page of the parked jobs, ordered by the names of their machines.
    ///
    /// - Parameters:
    ///   - job: The last job of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of jobs.
    public func parkedJobs(after job: ParkedJob? = nil, limit: Int = 100) async throws(FleetError) -> [ParkedJob] {
        try await read { rows in try rows.parkedJobs(after: job?.key, limit: limit) }.map { record in
            ParkedJob(
                id: record.key.name(in: name),
                machine: record.key.machine.text,
                activity: try? JSON.decode(Definition.Activity.self, from: record.activity),
                attempts: record.state.attempts,
                reason: record.lastError ?? "",
                key: record.key
            )
        }
    }

    /// Immediately makes a parked job available to workers again, and sets its number of failures
    /// to zero.
    ///
    /// - Throws: ``FleetError/noJob(_:)`` if the job is no longer parked.
    public func retry(_ job: ParkedJob) async throws(FleetError) {
        try await write(.machine(job.key.machine)) { rows in
            _ = try rows.machine(job.key.machine)
            guard let record = try rows.job(job.key), case .parked = record.state else {
                throw FleetError.noJob(job.id)
            }
            try record.handle(.retry, nextTake: rows.now, in: rows) { $0.failures = 0 }
        }
        wakeUp.signal()
    }

    /// Compares the jobs of all machines with the activities of their states.
    ///
    /// A machine compares its jobs with its activities whenever it handles an event. Call this
    /// method after a deployment that has changed `activities`, so that machines get their new jobs
    /// even if they do not handle an event.
    ///
    /// - Returns: The number of machines whose jobs have changed.
    @discardableResult
    public func reconcile() async throws(FleetError) -> Int {
        var count = 0
        var last: MachineID?
        while true {
            let page = try await read { [last] rows in
                try rows.machines(inState: nil, after: last, limit: 100).map(\.id)
            }
            for id in page { count += try await reconcile(id) ? 1 : 0 }
            guard let end = page.last else { break }
            last = end
        }
        wakeUp.signal()
        return count
    }

    private func reconcile(_ id: MachineID) async throws(FleetError) -> Bool {
        do {
            return try await writeAndReport { rows, reports in
                var machine = try StoredMachine<Definition>(id, of: self, rows: rows)
                let hasChanged = try machine.reconcile()
                reports = machine.reports
                return hasChanged
            }
        } catch .noMachine {
            return false
        } catch .store(let error) {
            throw .store(error)
        } catch .cancelled {
            throw .cancelled
        } catch {
            report(.undecodable(id.text, reason: "\(error)"))
            return false
        }
    }

    /// Removes the payloads of events before a date.
    ///
    /// The identifiers and the outputs stay, so a repeated event still gets its outcome.
    ///
    /// - Returns: The number of events that have lost their payloads.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled; call the method again to remove
    ///   the rest.
    @discardableResult
    public func removePayloads(before date: Date) async throws(FleetError) -> Int {
        try await inSteps { rows, key, limit in try rows.removeContents(before: date, after: key, limit: limit) }
    }

    /// Removes events before a date.
    ///
    /// If an event is sent again after its removal, it is handled again.
    ///
    /// - Returns: The number of removed events.
    /// - Throws: ``FleetError/cancelled`` if the task is cancelled; call the method again to remove
    ///   the rest.
    @discardableResult
    public func removeHistory(before date: Date) async throws(FleetError) -> Int {
        try await inSteps { rows, key, limit in try rows.removeEvents(before: date, after: key, limit: limit) }
    }

    /// Many small transactions, so that events of machines do not wait for long.
    private func inSteps(
        _ step: @escaping @Sendable (any StoreTransaction, EventRecord.Key?, Int) throws -> Removal
    ) async throws(FleetError) -> Int {
        var count = 0
        var last: EventRecord.Key?
        repeat {
            if Task.isCancelled { throw .cancelled }
            let removal = try await write { [last] rows in try step(rows, last, 500) }
            count += removal.count
            last = removal.last
        } while last != nil
        return count
    }
}
