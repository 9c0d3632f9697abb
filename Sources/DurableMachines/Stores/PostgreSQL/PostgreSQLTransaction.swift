import Foundation

/// The reads and writes of one transaction.
///
/// Writes are sent together with the next read or with the commit, so an event takes two round
/// trips: one for ``prefetch(_:event:)`` and one for its writes and the commit.
final class PostgreSQLTransaction: SQLTransaction {
    /// A machine that another transaction has added after this one has read that it does not exist.
    ///
    /// This is the state of SQL for a failed serialization.
    static let conflict = "40001"

    let connection: PostgreSQLConnection
    private let fleet: String
    private let isWriting: Bool

    /// The time of the store; `nil` until the server was asked.
    private var time: Date?

    /// The first error, after which the transaction can only be rolled back.
    private var failure: StoreError?

    /// The version of the schema, which is read with the first rows.
    private var schema: Int?

    /// Whether a query that was sent reads the version of the schema.
    private var isClockAsked = false

    /// The rows of the machine that ``prefetch(_:event:)`` has read.
    private var known: KnownMachine?

    /// Whether the machines that this transaction has read or written have a row.
    private var hasRow: [MachineID: Bool] = [:]

    init(on connection: PostgreSQLConnection, fleet: String, isWriting: Bool, now: Date?) {
        (self.connection, self.fleet, self.isWriting) = (connection, fleet, isWriting)
        time = now.map { Microseconds($0).date }
    }

    /// Sends the beginning of the transaction, together with its first statements.
    func begin() throws(StoreError) {
        try connection.run(isWriting ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    // MARK: Statements

    func run(_ sql: String, _ values: [SQLValue]) throws(StoreError) {
        known = nil
        try write(sql, values)
    }

    /// Sends a statement that changes the known rows only as the caller notes.
    private func write(
        _ sql: String,
        _ values: [SQLValue],
        read: @escaping (PostgreSQLResult) throws(StoreError) -> Void = { _ in }
    ) throws(StoreError) {
        guard isWriting else {
            throw .failed(connection.name, code: "25006", message: "A transaction that only reads cannot write.")
        }
        try send(sql, values, read: read)
    }

    func rows<Value>(
        _ sql: String,
        _ values: [SQLValue],
        _ row: (PostgreSQLRow) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        var found: PostgreSQLResult?
        try send(sql, values) { found = $0 }
        try synchronize()
        var converted: [Value] = []
        if let found {
            for index in found.rows { converted.append(try row(index)) }
        }
        return converted
    }

    private func send(
        _ sql: String,
        _ values: [SQLValue],
        read: @escaping (PostgreSQLResult) throws(StoreError) -> Void
    ) throws(StoreError) {
        if let failure { throw failure }
        do { try connection.run(sql, in: fleet, values, read: read) } catch {
            failure = error
            throw error
        }
    }

    private func synchronize() throws(StoreError) {
        if let failure { throw failure }
        do throws(StoreError) {
            if schema == nil, !isClockAsked { try readClock() }
            try connection.synchronize()
            try checkSchema()
        } catch {
            failure = error
            throw error
        }
    }

    private func checkSchema() throws(StoreError) {
        if let schema, schema > SQLiteSchema.version { throw .newerSchema(connection.name, schema: schema) }
    }

    /// Reads the version of the schema and the time.
    ///
    /// This comes after the locks of the first read, so that the time is not one before a wait.
    private func readClock() throws(StoreError) {
        try connection.run("SELECT max(version), \(Self.clock) FROM durable_schema") { [self] in
            readClock($0, column: 0)
        }
    }

    private func readClock(_ result: PostgreSQLResult, column: Int32) {
        guard let row = result.rows.first else { return }
        schema = row.integer(column)
        time = time ?? row.date(column + 1)
    }

    private static let clock = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"

    func damaged(_ reason: String) -> StoreError { .damaged(connection.name, reason: reason) }

    /// Makes sure that the server knows the transaction and has the expected schema.
    ///
    /// - Throws: The first error of the transaction, even if the caller has caught it.
    func prepareCommit() throws(StoreError) {
        if let failure { throw failure }
        if schema == nil { try synchronize() }
    }

    /// Commits the transaction.
    func commit() throws(StoreError) {
        try connection.run("COMMIT")
        try synchronize()
    }

    /// The time of the server, so that workers whose clocks differ agree about leases.
    var now: Date {
        if time == nil { try? synchronize() }
        // After an error, the transaction cannot be committed.
        return time ?? Date(timeIntervalSince1970: 0)
    }

    // MARK: The rows of one machine

    /// The rows that an event of one machine needs.
    private struct KnownMachine {
        let id: MachineID
        var record: MachineRecord?
        let eventID: MachineID?
        var event: EventRecord?
        var jobs: [JobRecord]
    }

    func prefetch(_ id: MachineID, event eventID: MachineID?) throws {
        known = nil
        var machines: PostgreSQLResult?
        var events: PostgreSQLResult?
        // The machine of an event usually has a row, which then brings the time.
        isClockAsked = eventID != nil && schema == nil
        defer { isClockAsked = false }
        try send(isClockAsked ? lockedMachineAndClock : lockedMachine, [.id(id)]) { [self] result in
            machines = result
            if isClockAsked { readClock(result, column: 6) }
        }
        if let eventID { try send(Self.event, [.id(id), .id(eventID)]) { events = $0 } }
        let jobs = try rows(Self.jobs, [.id(id)], record(job:))
        let record = try machines?.rows.first.map(record(machine:))
        let event = try events?.rows.first.map(record(event:))
        hasRow[id] = record != nil
        known = KnownMachine(id: id, record: record, eventID: eventID, event: event, jobs: jobs)
    }

    private var lockedMachineAndClock: String {
        lockedMachine.replacing(
            "state FROM",
            with: "state, (SELECT max(version) FROM durable_schema), \(Self.clock) FROM"
        )
    }

    private var lockedMachine: String { isWriting ? Self.machine + " FOR UPDATE" : Self.machine }

    func machine(_ id: MachineID) throws -> MachineRecord? {
        if let known, known.id == id { return known.record }
        let record = try rows(lockedMachine, [.id(id)], record(machine:)).first
        hasRow[id] = record != nil
        return record
    }

    func event(_ id: MachineID, of machine: MachineID) throws -> EventRecord? {
        if let known, known.id == machine, known.eventID == id { return known.event }
        return try rows(Self.event, [.id(machine), .id(id)], record(event:)).first
    }

    func jobs(of machine: MachineID) throws -> [JobRecord] {
        if let known, known.id == machine { return known.jobs }
        return try rows(Self.jobs, [.id(machine)], record(job:))
    }

    func job(_ key: JobRecord.Key) throws -> JobRecord? {
        if let known, known.id == key.machine { return known.jobs.first { $0.key == key } }
        return try rows(Self.job, key.values, record(job:)).first
    }

    // MARK: Writes

    func save(_ machine: MachineRecord) throws {
        let values = Self.values(machine)
        switch hasRow[machine.id] {
        case nil:
            try write("\(Self.addMachine) \(Self.replacingMachine)", values)
        case true?:
            try write(Self.changeMachine, values)
        case false?:
            let conflict = StoreError.failed(
                connection.name,
                code: Self.conflict,
                message: "Another transaction has added the machine."
            )
            try write(Self.addMachine + " ON CONFLICT (id) DO NOTHING", values) { result throws(StoreError) in
                guard result.changes == 1 else { throw conflict }
            }
        }
        hasRow[machine.id] = true
        if known?.id == machine.id { known?.record = machine }
    }

    func append(_ event: EventRecord) throws {
        try write(Self.appendEvent, Self.values(event))
        if let id = event.id, known?.id == event.machine, known?.eventID == id { known?.event = event }
    }

    func save(_ job: JobRecord) throws {
        guard let values = Self.values(job) else { return try delete(job.key) }
        try write(Self.replaceJob, values)
        guard known?.id == job.key.machine else { return }
        known?.jobs.removeAll { $0.key == job.key }
        known?.jobs.append(job)
        known?.jobs.sort { ($0.key.version, $0.key.ordinal) < ($1.key.version, $1.key.ordinal) }
    }

    func delete(_ key: JobRecord.Key) throws {
        try write(Self.deleteJob, key.values)
        if known?.id == key.machine { known?.jobs.removeAll { $0.key == key } }
    }

    // MARK: Dialect

    private static let addMachine = """
        INSERT INTO FLEET_machines (id, version, last_number, shape, name, state, is_deleted)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """

    private static let replacingMachine = """
        ON CONFLICT (id) DO UPDATE SET
            version = excluded.version, last_number = excluded.last_number, shape = excluded.shape,
            name = excluded.name, state = excluded.state, is_deleted = excluded.is_deleted
        """

    private static let changeMachine = """
        UPDATE FLEET_machines
        SET version = ?2, last_number = ?3, shape = ?4, name = ?5, state = ?6, is_deleted = ?7
        WHERE id = ?1
        """

    static let replaceJob = """
        INSERT INTO FLEET_jobs (\(columns))
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
        ON CONFLICT (machine, version, ordinal) DO UPDATE SET
            activity = excluded.activity, shape = excluded.shape, due = excluded.due, state = excluded.state,
            attempts = excluded.attempts, failures = excluded.failures, next_take = excluded.next_take,
            predecessor_machine = excluded.predecessor_machine, predecessor_version = excluded.predecessor_version,
            predecessor_ordinal = excluded.predecessor_ordinal, last_error = excluded.last_error
        """
}
