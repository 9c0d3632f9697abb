import Foundation

/// The reads and writes of one transaction.
final class SQLiteTransaction: SQLTransaction {
    let now: Date
    let connection: SQLiteConnection

    private let fleet: String
    private let isWriting: Bool

    init(on connection: SQLiteConnection, fleet: String, isWriting: Bool, now: Date) {
        self.connection = connection
        self.fleet = fleet
        self.isWriting = isWriting
        // A date that is stored and read again is equal to itself.
        self.now = Microseconds(now).date
    }

    /// Performs a statement and returns the number of rows that it has changed.
    func change(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> Int {
        guard isWriting else {
            throw .failed(connection.path, code: "8", message: "A transaction that only reads cannot write.")
        }
        try connection.checkTransaction()
        let changed = try connection.run(sql, in: fleet, values)
        connection.counts.rowsChanged += changed
        return changed
    }

    func run(_ sql: String, _ values: [SQLValue]) throws(StoreError) { _ = try change(sql, values) }

    /// Performs a query and converts its rows.
    func rows<Row>(
        _ sql: String,
        _ values: [SQLValue],
        _ row: (SQLiteStatement) throws(StoreError) -> Row
    ) throws(StoreError) -> [Row] {
        try connection.checkTransaction()
        return try connection.rows(sql, in: fleet, values, row)
    }

    /// The error for a row that no store has written.
    func damaged(_ reason: String) -> StoreError { .damaged(connection.path, reason: reason) }

    // MARK: Machines and jobs

    func machine(_ id: MachineID) throws -> MachineRecord? { try rows(Self.machine, [.id(id)], record(machine:)).first }

    func save(_ machine: MachineRecord) throws {
        let values = Self.values(machine)
        // A statement that sets the name writes to the index, even if the name is equal.
        let kept = try change(
            """
            UPDATE FLEET_machines SET version = ?2, last_number = ?3, shape = ?4, state = ?6
            WHERE id = ?1 AND name = ?5 AND is_deleted = ?7
            """,
            values
        )
        if kept == 1 { return }
        let changed = try change(
            """
            UPDATE FLEET_machines
            SET version = ?2, last_number = ?3, shape = ?4, name = ?5, state = ?6, is_deleted = ?7
            WHERE id = ?1
            """,
            values
        )
        if changed == 1 { return }
        try run(
            """
            INSERT INTO FLEET_machines (id, version, last_number, shape, name, state, is_deleted)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            values
        )
    }

    /// Whoever writes has locked the whole file.
    func lockTakeableMachine(at date: Date, shape: Int) throws -> MachineID? {
        try firstTakeableMachine(at: date, shape: shape)
    }

    static let replaceJob = """
        INSERT OR REPLACE INTO FLEET_jobs (\(columns))
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
        """

    static let parkedJobs = "FLEET_jobs INDEXED BY FLEET_jobs_parked"
}
