extension Fleet {
    /// A job that the fleet set aside, because it failed too often or its event was rejected.
    public struct ParkedJob: Hashable, Sendable, CustomStringConvertible {
        /// The job's ID.
        public let id: String

        /// The machine's ID.
        public let machine: String

        /// The activity; `nil` if this program cannot decode it.
        public let activity: Definition.Activity?

        /// How often the job was attempted.
        public let attempts: Int

        /// A description of the last error.
        public let reason: String

        let key: JobRecord.Key

        /// The ID, the number of the last attempt, and its error.
        public var description: String { "\(id): parked, attempt \(attempts): \(reason)" }
    }

    /// Returns a page of the parked jobs, ordered by machine ID.
    ///
    /// - Parameters:
    ///   - job: The previous page's last job, or `nil` for the first page.
    ///   - limit: How many jobs to return at most.
    /// - Returns: The jobs.
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

    /// Makes a parked job available to workers again and resets its failure count.
    ///
    /// - Parameter job: A parked job.
    /// - Throws: ``FleetError/noJob(_:)`` if the job is no longer parked.
    public func retry(_ job: ParkedJob) async throws(FleetError) {
        try await write(.machine(job.key.machine)) { rows in
            guard try rows.retryParkedJob(job.key) else { throw FleetError.noJob(job.id) }
        }
        wakeUp.signal()
    }
}

extension StoreTransaction {
    /// Makes a parked job available to workers again.
    ///
    /// - Returns: Whether the job was parked.
    func retryParkedJob(_ key: JobRecord.Key) throws -> Bool {
        // The machine is locked before its jobs.
        _ = try machine(key.machine)
        guard let record = try job(key), case .parked = record.state else { return false }
        try record.handle(.retry, nextTake: now, in: self) { $0.failures = 0 }
        return true
    }
}
