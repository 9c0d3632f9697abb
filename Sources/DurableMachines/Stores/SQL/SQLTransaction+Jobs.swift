import Foundation

extension SQLTransaction {
    func jobs(of machine: MachineID) throws -> [JobRecord] {
        try rows(FleetStatements.jobs, [.id(machine)], record(job:))
    }

    func jobs(from first: MachineID, through last: MachineID) throws -> [JobRecord] {
        try rows(FleetStatements.jobsOfMachines, [.id(first), .id(last)], record(job:))
    }

    func job(_ key: JobRecord.Key) throws -> JobRecord? {
        try rows(FleetStatements.job, key.values, record(job:)).first
    }

    func delete(_ key: JobRecord.Key) throws { try run(FleetStatements.deleteJob, key.values) }

    /// The values of the columns of a job; `nil` for a job that has no row.
    static func values(_ job: JobRecord) -> [FleetSQLValue]? {
        guard let state = StoredJobState(job.state, deaths: job.deaths) else { return nil }
        return job.key.values + [
            .json(job.activity), .integer(job.shape), .date(job.due), .text(state.name.rawValue),
            .integer(state.attempts), .integer(job.failures), .optional(job.nextTake, FleetSQLValue.date),
            .optional(job.predecessor?.machine, FleetSQLValue.id),
            .optional(job.predecessor?.version, FleetSQLValue.integer),
            .optional(job.predecessor?.ordinal ?? (state.mark == 0 ? nil : state.mark), FleetSQLValue.integer),
            .optional(job.lastError, FleetSQLValue.text),
        ]
    }

    // MARK: Jobs of all machines

    func takeableJobs(at date: Date, shape: Int, limit: Int) throws -> [JobRecord] {
        try rows(FleetStatements.takeableJobs, [.date(date), .integer(shape), .integer(max(0, limit))], record(job:))
    }

    func nextTake() throws -> Date? { try rows(FleetStatements.nextTake) { $0.date(0) }.first }

    func parkedJobs(after key: JobRecord.Key?, limit: Int) throws -> [JobRecord] {
        let start: [FleetSQLValue] = key?.values ?? [.text(""), .integer(0), .integer(0)]
        return try rows(Self.parkedJobs, start + [.integer(max(0, limit))], record(job:))
    }

    // MARK: Rows

    func record(job row: Row) throws(DurableStoreError) -> JobRecord {
        guard let name = StoredJobState.Name(rawValue: row.text(6)) else {
            throw damaged("a job of “\(row.text(0))” has the state “\(row.text(6).prefix(40))”")
        }
        // Without a predecessor, its last column is the mark of the state.
        let mark = row.isNull(10) && !row.isNull(12) ? row.integer(12) : 0
        let state = StoredJobState(name: name, attempts: row.integer(7), mark: mark)
        return JobRecord(
            key: JobRecord.Key(machine: try id(row.text(0)), version: row.integer(1), ordinal: row.integer(2)),
            activity: row.json(3),
            shape: row.integer(4),
            due: row.date(5),
            state: state.state,
            failures: row.integer(8),
            deaths: state.deaths,
            nextTake: row.isNull(9) ? nil : row.date(9),
            predecessor: row.isNull(10)
                ? nil
                : JobRecord.Key(machine: try id(row.text(10)), version: row.integer(11), ordinal: row.integer(12)),
            lastError: row.optionalText(13)
        )
    }
}

extension JobRecord.Key {
    /// The values of the columns of a key.
    var values: [FleetSQLValue] { [.id(machine), .integer(version), .integer(ordinal)] }
}
