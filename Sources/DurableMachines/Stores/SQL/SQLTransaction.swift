import Foundation
import StateMachineCommandLine
import StateMachines

/// The reads and writes of one transaction on a connection, in as few calls as possible.
///
/// Writes are sent together with the next read or with the commit, so an event takes two calls of
/// ``BlockingFleetSQLConnection/perform(_:)``: one for ``prefetch(_:event:)`` and one for its
/// writes.
///
/// ``FleetStatements`` has the texts of the statements.
final class SQLTransaction: StoreTransaction {
    let connection: any BlockingFleetSQLConnection
    let dialect: FleetSQLDialect
    private let fleet: String
    let isWriting: Bool

    /// The time of the store; `nil` until the server was asked.
    private var time: Date?

    /// The first error, after which the transaction can only be rolled back.
    private var failure: (any Error)?

    /// The version of the schema, which is read with the first rows.
    private var schema: Int?

    /// The jobs that this transaction has made due.
    private var dueJobs: Set<JobRecord.Key> = []

    /// Whether a worker can take a job that it could not take before the transaction.
    var hasDueJob: Bool { !dueJobs.isEmpty }

    /// The statements that are sent with the next read.
    private var pending: [FleetSQLStatement] = []

    /// What looks at the rows that some of these return, by their places.
    private var checks: [(place: Int, check: ([[FleetSQLValue]]) throws -> Void)] = []

    /// The rows of the machine that ``prefetch(_:event:)`` has read.
    private var known: KnownMachine?

    /// The rows of other machines that this transaction has read or written; `nil` for none.
    private var machineRows: [MachineID: MachineRecord?] = [:]

    /// The rows that an event of one machine needs.
    private struct KnownMachine {
        let id: MachineID
        var record: MachineRecord?
        var jobs: [JobRecord]
        /// The event ID that was looked for last, which is usually the only one, and its event.
        private var lastID: MachineID?
        private var lastEvent: EventRecord?
        /// The events that were looked for earlier, by their IDs.
        private var earlier: [MachineID: EventRecord?] = [:]

        init(id: MachineID, record: MachineRecord?, jobs: [JobRecord]) {
            (self.id, self.record, self.jobs) = (id, record, jobs)
        }

        /// The event with an ID; `nil` if it was not looked for.
        func event(_ id: MachineID) -> EventRecord?? {
            lastID == id ? .some(lastEvent) : earlier[id]
        }

        mutating func note(_ event: EventRecord?, _ id: MachineID) {
            if let lastID, lastID != id { earlier[lastID] = .some(lastEvent) }
            (lastID, lastEvent) = (id, event)
        }
    }

    /// Creates a transaction, without a call to the connection.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - fleet: The name of the fleet, which the caller has checked.
    ///   - isWriting: Whether writes are allowed, and reads lock machines.
    ///   - now: The time of the store; `nil` for the time of the server, which SQLite lacks.
    ///   - schema: The version of the schema, if the caller has checked it.
    init(
        on connection: any BlockingFleetSQLConnection,
        fleet: String,
        isWriting: Bool,
        now: Date?,
        schema: Int? = nil
    ) {
        (self.connection, self.fleet, self.isWriting, self.schema) = (connection, fleet, isWriting, schema)
        dialect = connection.dialect
        time = (now ?? (connection.dialect.kind == .sqlite ? Date() : nil)).map { Microseconds($0).date }
    }

    func damaged(_ reason: String) -> DurableStoreError { .damaged(connection.name, reason: reason) }

    // MARK: Beginning and end

    /// Begins the transaction together with its first statements.
    ///
    /// - Parameter settings: The statements that set what the transaction depends on.
    func begin(with settings: [FleetSQLStatement] = []) {
        let sql = isWriting ? "BEGIN ISOLATION LEVEL READ COMMITTED" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        pending.append(FleetSQLStatement(sql))
        pending += settings
    }

    /// Makes sure that the database has the expected schema.
    ///
    /// - Throws: The first error of the transaction, even if the caller has caught it.
    func prepareCommit() throws {
        if let failure { throw failure }
        if schema == nil { _ = try read([]) }
    }

    /// Commits the transaction together with the last writes.
    func commit() throws {
        pending.append(FleetSQLStatement("COMMIT"))
        _ = try read([])
    }

    /// Performs the last writes of a transaction that the caller commits.
    func finish() throws {
        try prepareCommit()
        if !pending.isEmpty { _ = try read([]) }
    }

    /// Takes the last writes of a transaction that the caller performs and commits.
    func takeWrites() throws -> (statements: [FleetSQLStatement], check: ([[[FleetSQLValue]]]) throws -> Void) {
        try prepareCommit()
        let (writes, checks) = takePending()
        return (
            writes,
            // A connection of the caller may return too few results.
            { results in
                for (place, check) in checks where results.indices.contains(place) { try check(results[place]) }
            }
        )
    }

    private func takePending() -> ([FleetSQLStatement], [(place: Int, check: ([[FleetSQLValue]]) throws -> Void)]) {
        defer { (pending, checks) = ([], []) }
        return (pending, checks)
    }

    // MARK: Statements

    func run(_ sql: String, _ values: [FleetSQLValue]) throws {
        forgetKnownMachine()
        try write(sql, values)
    }

    /// Keeps only the row of the known machine itself.
    private func forgetKnownMachine() {
        guard let known else { return }
        machineRows[known.id] = .some(known.record)
        self.known = nil
    }

    /// Notes a statement that changes the known rows only as the caller notes.
    func write(
        _ sql: String,
        _ values: [FleetSQLValue],
        check: (([[FleetSQLValue]]) throws -> Void)? = nil
    ) throws {
        if let failure { throw failure }
        guard isWriting else {
            throw DurableStoreError.failed(
                connection.name,
                code: isPostgreSQL ? "25006" : "8",
                message: "A read-only transaction cannot write."
            )
        }
        if let check { checks.append((pending.count, check)) }
        // An event has about as many writes.
        if pending.isEmpty { pending.reserveCapacity(6) }
        pending.append(statement(sql, values))
        // Many writes would need much memory on both sides.
        if pending.count >= 500 { _ = try read([]) }
    }

    func statement(_ sql: String, _ values: [FleetSQLValue] = []) -> FleetSQLStatement {
        dialect.statement(sql, in: fleet, values)
    }

    func rows<Value>(
        _ sql: String,
        _ values: [FleetSQLValue],
        _ row: (SQLRow) throws(DurableStoreError) -> Value
    ) throws -> [Value] {
        let found = try read([statement(sql, values)])[0]
        // Without a closure, so that the type of the error is known.
        var converted: [Value] = []
        for values in found { converted.append(try row(SQLRow(values: values))) }
        return converted
    }

    func rows<Value>(_ sql: String, _ row: (SQLRow) throws(DurableStoreError) -> Value) throws -> [Value] {
        try rows(sql, [], row)
    }

    /// The ID in a column of a row.
    func id(_ text: String) throws(DurableStoreError) -> MachineID {
        do { return try MachineID(text) } catch { throw damaged("a row has the ID “\(text.abbreviated(after: 40))”") }
    }

    /// Performs the pending statements and then some queries.
    ///
    /// - Parameters:
    ///   - queries: The queries.
    ///   - hasClock: Whether the first query can also read the version of the schema.
    /// - Returns: The rows of each query.
    func read(_ queries: [FleetSQLStatement], hasClock: Bool = false) throws -> [[[FleetSQLValue]]] {
        if let failure { throw failure }
        do {
            // With another schema, the other statements could fail. PostgreSQL has only one.
            if schema == nil, !isPostgreSQL, let row = try connection.perform([statement(clockQuery)])[0].first {
                try readClock(row, column: 0)
            }
            // The clock comes after the locks, so that the time is not one before a wait.
            let clock = schema == nil && !hasClock ? [statement(clockQuery)] : []
            let (sent, checks) = takePending()
            var statements = sent.isEmpty ? queries : sent
            if !sent.isEmpty { statements += queries }
            statements += clock
            let results = statements.isEmpty ? [] : try connection.perform(statements)
            guard results.count == statements.count else {
                throw damaged("\(statements.count) statements have \(results.count) results")
            }
            for (place, check) in checks { try check(results[place]) }
            if !clock.isEmpty, let row = results.last?.first { try readClock(row, column: 0) }
            if results.count == queries.count { return results }
            return Array(results.dropFirst(sent.count).prefix(queries.count))
        } catch {
            failure = error
            throw error
        }
    }

    func limitLockWaits(to limit: Duration) throws {
        guard isPostgreSQL else { return }
        let milliseconds = Int(limit / .milliseconds(1))
        try run("SELECT set_config('lock_timeout', ?1, true)", [.text("\(milliseconds)")])
    }

    // MARK: The clock and the schema

    var isPostgreSQL: Bool { dialect.kind == .postgreSQL }

    private var clockQuery: String {
        isPostgreSQL
            ? "SELECT max(version), \(Self.clock) FROM durable_schema" : "SELECT max(version) FROM durable_schema"
    }

    private static var clock: String { "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint" }

    private func readClock(_ values: [FleetSQLValue], column: Int32) throws {
        let row = SQLRow(values: values)
        schema = row.integer(column)
        if time == nil { time = row.date(column + 1) }
        try SchemaVersion.check(row.integer(column), in: dialect.kind, of: connection.name)
    }

    /// The time of the server, so that workers whose clocks differ agree about leases.
    var now: Date {
        if time == nil { _ = try? read([]) }
        // After an error, the transaction cannot be committed.
        return time ?? Date(timeIntervalSince1970: 0)
    }

    // MARK: The rows of one machine

    func prefetch(_ id: MachineID, event eventID: MachineID?) throws {
        forgetKnownMachine()
        // The machine of an event usually has a row, which then brings the time.
        let hasClock = eventID != nil && schema == nil && isPostgreSQL
        let machine =
            // One query of SQLite looks for both, because most events are new.
            !isPostgreSQL
            ? statement(FleetStatements.machineAndEvent, [.id(id), .optional(eventID, FleetSQLValue.id)])
            : statement(hasClock ? lockedMachineAndClock : lockedMachine, [.id(id)])
        var queries = [machine, statement(FleetStatements.jobs, [.id(id)])]
        if let eventID, isPostgreSQL {
            queries.append(statement(FleetStatements.event(in: dialect.kind), [.id(id), .id(eventID)]))
        }
        let results = try read(queries, hasClock: hasClock)
        if hasClock, let row = results[0].first { try readClock(row, column: 6) }
        let row = results[0].first.map { SQLRow(values: $0) }
        var found = KnownMachine(
            id: id,
            record: try row.map { try record(machine: $0) },
            jobs: try results[1].map { try record(job: SQLRow(values: $0)) }
        )
        if let eventID, isPostgreSQL {
            found.note(try results[2].first.map { try record(event: SQLRow(values: $0)) }, eventID)
        } else if let eventID, row?.integer(6) == 0 {
            found.note(nil, eventID)
        }
        known = found
    }

    /// The machine and its lock, and the time after the wait for the lock.
    private var lockedMachineAndClock: String {
        "SELECT locked.*, (SELECT max(version) FROM durable_schema), \(Self.clock) FROM (\(lockedMachine)) AS locked"
    }

    private var lockedMachine: String {
        isWriting && isPostgreSQL ? FleetStatements.lockedMachine : FleetStatements.machine
    }

    func machine(_ id: MachineID) throws -> MachineRecord? {
        if known?.id == id { return known?.record }
        let record = try rows(lockedMachine, [.id(id)], record(machine:)).first
        machineRows[id] = .some(record)
        return record
    }

    func event(_ id: MachineID, of machine: MachineID) throws -> EventRecord? {
        guard known?.id == machine else {
            return try rows(FleetStatements.event(in: dialect.kind), [.id(machine), .id(id)], record(event:)).first
        }
        if let event = known?.event(id) { return event }
        // The pending writes can wait, because the known rows contain them.
        let (writes, checks) = takePending()
        let found = try read([statement(FleetStatements.event(in: dialect.kind), [.id(machine), .id(id)])])[0].first
        (pending, self.checks) = (writes, checks)
        let event = try found.map { try record(event: SQLRow(values: $0)) }
        known?.note(event, id)
        return event
    }

    func jobs(of machine: MachineID) throws -> [JobRecord] {
        if known?.id == machine, let jobs = known?.jobs { return jobs }
        return try rows(FleetStatements.jobs, [.id(machine)], record(job:))
    }

    func job(_ key: JobRecord.Key) throws -> JobRecord? {
        if let known, known.id == key.machine { return known.jobs.first { $0.key == key } }
        return try rows(FleetStatements.job, key.values, record(job:)).first
    }

    func lockTakeableMachines(_ search: JobSearch, limit: Int) throws -> [MachineID] {
        guard isPostgreSQL else { return try takeableJobs(search, limit: limit).map(\.key.machine).uniqued() }
        let sql =
            search.skipsPausedMachines
            ? FleetStatements.lockedTakeableOfActiveMachines : FleetStatements.lockedTakeable
        return try rows(sql, Self.values(search, limit: limit)) { row throws(DurableStoreError) in
            try self.id(row.text(0))
        }.uniqued()
    }

    func lockJobs(_ keys: [JobRecord.Key]) throws -> [JobLock] {
        guard isPostgreSQL else { return try keys.map { try job($0).map(JobLock.locked) ?? .deleted } }
        // The second query also finds a job that another transaction has locked.
        let results = try read(
            keys.flatMap { key in
                [FleetStatements.lockedJob, FleetStatements.job].map { statement($0, key.values) }
            }
        )
        return try keys.indices.map { index in
            if let values = results[2 * index].first { return .locked(try record(job: SQLRow(values: values))) }
            return results[2 * index + 1].isEmpty ? .deleted : .busy
        }
    }

    // MARK: Writes

    func save(_ machine: MachineRecord) throws {
        let values = Self.values(machine)
        let isKnown = known?.id == machine.id
        switch isKnown ? .some(known?.record) : machineRows[machine.id] {
        case nil:
            try write(
                isPostgreSQL ? FleetStatements.replaceMachineInPostgreSQL : FleetStatements.replaceMachineInSQLite,
                values
            )
        case .some(let record?):
            if record.hasSameName(as: machine) {
                try write(
                    FleetStatements.changeStateOfMachine,
                    [values[0], values[1], values[2], values[3], values[5]]
                )
            } else {
                try write(FleetStatements.changeMachine, values)
            }
        case .some(nil) where isPostgreSQL:
            let conflict = DurableStoreError.failed(
                connection.name,
                code: PostgreSQLCode.conflict,
                message: "Another transaction added the machine."
            )
            try write(FleetStatements.addNewMachineInPostgreSQL, values) { rows in
                if rows.isEmpty { throw conflict }
            }
        case .some(nil):
            try write(FleetStatements.addMachine, values)
        }
        if isKnown { known?.record = machine } else { machineRows[machine.id] = .some(machine) }
    }

    func append(_ event: EventRecord) throws {
        try write(FleetStatements.appendEvent(hasID: event.id != nil, in: dialect.kind), Self.values(event))
        if let id = event.id, known?.id == event.machine { known?.note(event, id) }
    }

    func save(_ job: JobRecord) throws {
        guard let values = Self.values(job) else { return try delete(job.key) }
        try write(isPostgreSQL ? FleetStatements.replaceJobInPostgreSQL : FleetStatements.replaceJobInSQLite, values)
        if job.state.holder == nil, let next = job.nextTake, time.map({ next <= $0 }) ?? true {
            dueJobs.insert(job.key)
        } else {
            dueJobs.remove(job.key)
        }
        guard known?.id == job.key.machine else { return }
        known?.jobs.removeAll { $0.key == job.key }
        known?.jobs.append(job)
        known?.jobs.sort { ($0.key.version, $0.key.ordinal) < ($1.key.version, $1.key.ordinal) }
    }

    func delete(_ key: JobRecord.Key) throws {
        try write(FleetStatements.deleteJob, key.values)
        dueJobs.remove(key)
        if known?.id == key.machine { known?.jobs.removeAll { $0.key == key } }
    }
}

extension MachineRecord {
    /// Whether two rows of a machine have the same place in the index of names.
    fileprivate func hasSameName(as other: MachineRecord) -> Bool {
        name.hasBytes(of: other.name) && (state == nil) == (other.state == nil)
    }
}
