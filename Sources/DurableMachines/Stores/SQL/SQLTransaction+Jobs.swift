import Foundation

extension SQLTransaction {
    func jobs(of machine: MachineID) throws -> [JobRecord] { try rows(Self.jobs, [.id(machine)], record(job:)) }

    func job(_ key: JobRecord.Key) throws -> JobRecord? { try rows(Self.job, key.values, record(job:)).first }

    func save(_ job: JobRecord) throws {
        guard let values = Self.values(job) else { return try delete(job.key) }
        try run(Self.replaceJob, values)
    }

    func delete(_ key: JobRecord.Key) throws { try run(Self.deleteJob, key.values) }

    /// The query of ``jobs(of:)``.
    static var jobs: String {
        "SELECT \(columns) FROM FLEET_jobs WHERE machine = ?1 ORDER BY version, ordinal"
    }

    /// The query of ``job(_:)``.
    static var job: String {
        "SELECT \(columns) FROM FLEET_jobs WHERE machine = ?1 AND version = ?2 AND ordinal = ?3"
    }

    /// The statement of ``delete(_:)``.
    static var deleteJob: String { "DELETE FROM FLEET_jobs WHERE machine = ?1 AND version = ?2 AND ordinal = ?3" }

    /// The values of the columns of a job; `nil` for a job that has no row.
    static func values(_ job: JobRecord) -> [SQLValue]? {
        guard let state = StoredJobState(job.state) else { return nil }
        return job.key.values + [
            .json(job.activity), .integer(job.shape), .date(job.due), .text(state.name.rawValue),
            .integer(state.attempts), .integer(job.failures), .optional(job.nextTake, SQLValue.date),
            .optional(job.predecessor?.machine, SQLValue.id),
            .optional(job.predecessor?.version, SQLValue.integer),
            .optional(job.predecessor?.ordinal, SQLValue.integer),
            .optional(job.lastError, SQLValue.text),
        ]
    }

    // MARK: Jobs of all machines

    /// The query of ``takeableJobs(at:shape:limit:)``.
    static var takeable: String {
        """
        SELECT \(columns) FROM FLEET_jobs WHERE next_take <= ?1 AND shape <= ?2 ORDER BY next_take LIMIT ?3
        """
    }

    /// The query of ``BatchTransaction/lockTakeableMachine(at:shape:)`` on PostgreSQL.
    static var lockedTakeable: String {
        """
        SELECT machines.id FROM FLEET_jobs AS jobs JOIN FLEET_machines AS machines ON machines.id = jobs.machine
        WHERE jobs.next_take <= ?1 AND jobs.shape <= ?2
        ORDER BY jobs.next_take LIMIT 1 FOR UPDATE OF machines SKIP LOCKED
        """
    }

    /// The query of ``nextTake()``, without `min(next_take)`, which would not use the index.
    static var next: String {
        "SELECT next_take FROM FLEET_jobs WHERE next_take IS NOT NULL ORDER BY next_take LIMIT 1"
    }

    /// The query of ``parkedJobs(after:limit:)``.
    static var parked: String {
        """
        SELECT \(columns) FROM \(parkedJobs)
        WHERE state = 'parked' AND machine >= ?1
            AND (machine > ?1 OR version > ?2 OR (version = ?2 AND ordinal > ?3))
        ORDER BY machine, version, ordinal LIMIT ?4
        """
    }

    func takeableJobs(at date: Date, shape: Int, limit: Int) throws -> [JobRecord] {
        try rows(Self.takeable, [.date(date), .integer(shape), .integer(max(0, limit))], record(job:))
    }

    func nextTake() throws -> Date? { try rows(Self.next) { $0.date(0) }.first }

    func parkedJobs(after key: JobRecord.Key?, limit: Int) throws -> [JobRecord] {
        let start: [SQLValue] = key?.values ?? [.text(""), .integer(0), .integer(0)]
        return try rows(Self.parked, start + [.integer(max(0, limit))], record(job:))
    }

    // MARK: Rows

    static var columns: String {
        """
        machine, version, ordinal, activity, shape, due, state, attempts, failures, next_take, \
        predecessor_machine, predecessor_version, predecessor_ordinal, last_error
        """
    }

    func record(job row: Row) throws(StoreError) -> JobRecord {
        guard let name = StoredJobState.Name(rawValue: row.text(6)) else {
            throw damaged("a job of “\(row.text(0))” has the state “\(row.text(6).prefix(40))”")
        }
        return JobRecord(
            key: JobRecord.Key(machine: try id(row.text(0)), version: row.integer(1), ordinal: row.integer(2)),
            activity: row.json(3),
            shape: row.integer(4),
            due: row.date(5),
            state: StoredJobState(name: name, attempts: row.integer(7)).state,
            failures: row.integer(8),
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
    var values: [SQLValue] { [.id(machine), .integer(version), .integer(ordinal)] }
}
