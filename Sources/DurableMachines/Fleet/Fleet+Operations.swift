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
        repeat {
            let page = try await read { [last] rows in try self.differences(after: last, rows: rows) }
            for report in page.reports { self.report(report) }
            count += try await reconcile(page.machines)
            last = page.last
        } while last != nil
        wakeUp.signal()
        return count
    }

    /// A page of machines, and those whose jobs differ from their activities.
    private struct Differences: Sendable {
        var machines: [MachineID] = []
        var reports: [FleetReport] = []

        /// The last machine of the page; `nil` if it is the last page.
        var last: MachineID?
    }

    /// Compares the jobs of a page of machines with their activities.
    private func differences(after id: MachineID?, rows: any StoreTransaction) throws -> Differences {
        let limit = 100
        let records = try rows.machines(inState: nil, after: id, limit: limit)
        guard let first = records.first, let last = records.last else { return Differences() }
        let jobs = Dictionary(grouping: try rows.jobs(from: first.id, through: last.id), by: \.key.machine)
        var page = Differences(last: records.count < limit ? nil : last.id)
        for record in records {
            do throws(FleetError) {
                let machine = try StoredMachine<Definition>(record, record.id, of: self, rows: rows)
                let changes = try machine.jobChanges(for: machine.state, from: jobs[record.id] ?? [])
                if !changes.isEmpty { page.machines.append(record.id) }
            } catch {
                page.reports.append(.undecodable(record.id.text, reason: "\(error)"))
            }
        }
        return page
    }

    /// Reconciles machines, several in each transaction, because most of the time goes into
    /// commits.
    private func reconcile(_ ids: [MachineID]) async throws(FleetError) -> Int {
        let results = await withTaskGroup(of: Result<Int, FleetError>.self) { group in
            for start in stride(from: 0, to: ids.count, by: 25) {
                group.addTask {
                    let ids = Array(ids[start...].prefix(25))
                    do throws(FleetError) { return .success(try await reconcileTogether(ids)) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var count = 0
        for result in results { count += try result.get() }
        return count
    }

    /// Reconciles machines in one transaction, or one by one if somebody has locked one of them.
    ///
    /// Otherwise, the others would be locked while the transaction waits.
    private func reconcileTogether(_ ids: [MachineID]) async throws(FleetError) -> Int {
        do throws(FleetError) {
            return try await writeAndReport { rows, reports in
                try rows.limitLockWaits(to: .milliseconds(100))
                var count = 0
                for id in ids {
                    try rows.prefetch(id, event: nil)
                    if try reconcile(id, rows: rows, reports: &reports) { count += 1 }
                }
                return count
            }
        } catch .store(.busy) {
            var count = 0
            for id in ids {
                let hasChanged = try await writeAndReport(.machine(id)) { rows, reports in
                    try reconcile(id, rows: rows, reports: &reports)
                }
                if hasChanged { count += 1 }
            }
            return count
        }
    }

    private func reconcile(
        _ id: MachineID,
        rows: any StoreTransaction,
        reports: inout [FleetReport]
    ) throws -> Bool {
        do {
            var machine = try StoredMachine<Definition>(id, of: self, rows: rows)
            let hasChanged = try machine.reconcile()
            reports += machine.reports
            return hasChanged
        } catch FleetError.noMachine {
            return false
        } catch let error as FleetError {
            // It comes before the first write.
            if case .store = error { throw error }
            reports.append(.undecodable(id.text, reason: "\(error)"))
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
        try await inSteps(before: date, hasContent: true) { rows, key, limit in
            try rows.removeContents(before: date, after: key, limit: limit)
        }
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
        try await inSteps(before: date, hasContent: false) { rows, key, limit in
            try rows.removeEvents(before: date, after: key, limit: limit)
        }
    }

    /// Many small transactions, so that events of machines do not wait for long.
    ///
    /// The history is ordered by machines, so a removal examines all of it. Rows that stay are
    /// examined by the database itself, in transactions that only read.
    private func inSteps(
        before date: Date,
        hasContent: Bool,
        _ step: @escaping @Sendable (any StoreTransaction, EventRecord.Key?, Int) throws -> Removal
    ) async throws(FleetError) -> Int {
        var count = 0
        var last: EventRecord.Key?
        var isSearching = true
        repeat {
            if Task.isCancelled { throw .cancelled }
            if isSearching {
                let search = try await read { [last] rows in
                    try rows.search(before: date, hasContent: hasContent, after: last, limit: 20_000)
                }
                guard let found = search.found else {
                    last = search.last
                    continue
                }
                last = EventRecord.Key(machine: found.machine, number: found.number - 1)
            }
            let removal = try await write { [last] rows in try step(rows, last, 500) }
            count += removal.count
            last = removal.last
            isSearching = removal.count == 0
        } while last != nil
        return count
    }
}
