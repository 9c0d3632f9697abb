/// The texts of the statements on a fleet's tables.
///
/// They are constants, because putting a text together takes longer than many of the statements.
/// In a statement, `?1` stands for the first parameter, and `FLEET_` for the beginning of the
/// fleet's table names.
enum FleetStatements {
    // MARK: Machines

    static let machineColumns = "id, version, last_number, shape, name, state"

    /// The query of ``SQLTransaction/machine(_:)``.
    static let machine = "SELECT \(machineColumns) FROM FLEET_machines WHERE id = ?1"

    /// The query of ``machine``, on PostgreSQL in a transaction that writes.
    static let lockedMachine = "\(machine) FOR UPDATE"

    /// The query of ``machine`` on SQLite, whose last column tells whether the machine has had an
    /// event with an identifier.
    static let machineAndEvent = """
        SELECT \(machineColumns),
            EXISTS (SELECT 1 FROM FLEET_history WHERE machine = ?1 AND number = 0 AND identifier = ?2)
        FROM FLEET_machines WHERE id = ?1
        """

    /// The query of a page of machines.
    ///
    /// Without the sign, SQLite would use the index of names, and sort all machines for each page.
    static let machines = """
        SELECT \(machineColumns) FROM FLEET_machines WHERE id > ?1 AND +is_deleted = 0 ORDER BY id LIMIT ?2
        """

    static let machinesInState = """
        SELECT \(machineColumns) FROM FLEET_machines
        WHERE is_deleted = 0 AND name = ?3 AND id > ?1 ORDER BY id LIMIT ?2
        """

    static let counts = "SELECT name, count(*) FROM FLEET_machines WHERE is_deleted = 0 GROUP BY name"

    static let addMachine = """
        INSERT INTO FLEET_machines (id, version, last_number, shape, name, state, is_deleted)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """

    static let changeMachine = """
        UPDATE FLEET_machines
        SET version = ?2, last_number = ?3, shape = ?4, name = ?5, state = ?6, is_deleted = ?7
        WHERE id = ?1
        """

    /// The statement that changes a machine whose name stays.
    ///
    /// A statement that sets the name would write to the index of names, even if the name is equal.
    static let changeStateOfMachine =
        "UPDATE FLEET_machines SET version = ?2, last_number = ?3, shape = ?4, state = ?5 WHERE id = ?1"

    // MARK: Events

    static let eventColumns = "machine, number, id, kind, time, version, shape, content, output, words"

    /// The query of ``SQLTransaction/event(_:of:)``.
    static func event(in kind: FleetSQLDialect.Kind) -> String {
        switch kind {
        case .sqlite: eventInSQLite
        case .postgreSQL: eventInPostgreSQL
        }
    }

    private static let eventInSQLite = """
        SELECT \(eventColumns) FROM FLEET_events WHERE machine = ?1 AND number =
            (SELECT entry FROM FLEET_history WHERE machine = ?1 AND number = 0 AND identifier = ?2)
        """

    private static let eventInPostgreSQL = "SELECT \(eventColumns) FROM FLEET_events WHERE machine = ?1 AND id = ?2"

    static let history = """
        SELECT \(eventColumns) FROM FLEET_events WHERE machine = ?1 AND number > ?2 ORDER BY number LIMIT ?3
        """

    /// The statement that adds an entry to the history.
    static func appendEvent(hasID: Bool, in kind: FleetSQLDialect.Kind) -> String {
        switch kind {
        case .sqlite: hasID ? appendIdentifiedEventInSQLite : appendEventInSQLite
        case .postgreSQL: appendEventInPostgreSQL
        }
    }

    private static let appendEventInPostgreSQL = """
        INSERT INTO FLEET_events (\(eventColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        """

    private static let appendEventInSQLite = """
        INSERT INTO FLEET_history (\(eventColumns), identifier, entry)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, '', NULL)
        """

    private static let appendIdentifiedEventInSQLite = """
        \(appendEventInSQLite), (?1, 0, NULL, 'identifier', ?5, ?6, ?7, NULL, NULL, NULL, ?3, ?2)
        """

    /// The query for the last row that a step of
    /// ``SQLTransaction/search(_:after:limit:)`` examines.
    static let lastExaminedEvent = """
        SELECT machine, number FROM FLEET_events
        WHERE machine >= ?1 AND (machine > ?1 OR number > ?2) ORDER BY machine, number LIMIT 1 OFFSET ?3
        """

    /// The query for an old row; the fourth and the fifth parameter are the last row.
    ///
    /// - Parameters:
    ///   - part: What is removed.
    ///   - isKept: Whether the sixth parameter is the number of entries that each machine keeps.
    static func oldEvent(_ part: OldEvents.Part, isKept: Bool) -> String {
        """
        SELECT machine, number FROM FLEET_events
        WHERE machine >= ?1 AND (machine > ?1 OR number > ?2) AND machine <= ?4 AND (machine < ?4 OR number <= ?5)
            AND time < ?3\(part == .contents ? " AND content IS NOT NULL" : "")\(isKept ? " AND number <= \(lastNumber) - ?6" : "")
        ORDER BY machine, number LIMIT 1
        """
    }

    /// The number of the last entry of an entry's machine.
    private static let lastNumber = "(SELECT last_number FROM FLEET_machines WHERE id = machine)"

    /// The query of ``SQLTransaction/remove(_:after:limit:)``.
    ///
    /// It reads the rows in order. An index on times would cost each event a page of the log.
    static let examinedEvents = """
        SELECT machine, number, time, CASE WHEN content IS NULL THEN 0 ELSE 1 END, \(lastNumber) FROM FLEET_events
        WHERE machine >= ?1 AND (machine > ?1 OR number > ?2) ORDER BY machine, number LIMIT ?3
        """

    /// The statements that remove an entry and its identifier, or its content.
    static func removal(of part: OldEvents.Part, in kind: FleetSQLDialect.Kind) -> [String] {
        switch (part, kind) {
        case (.contents, .sqlite): [removeContentInSQLite]
        case (.contents, .postgreSQL): [removeContentInPostgreSQL]
        case (.rows, .sqlite): removeEventInSQLite
        case (.rows, .postgreSQL): removeEventInPostgreSQL
        }
    }

    private static let removeContentInSQLite = """
        UPDATE FLEET_history SET content = NULL WHERE machine = ?1 AND number = ?2
        """

    private static let removeContentInPostgreSQL = """
        UPDATE FLEET_events SET content = NULL WHERE machine = ?1 AND number = ?2
        """

    private static let removeEventInSQLite = [
        """
        DELETE FROM FLEET_history WHERE machine = ?1 AND number = 0 AND identifier =
            (SELECT id FROM FLEET_history WHERE machine = ?1 AND number = ?2)
        """,
        "DELETE FROM FLEET_history WHERE machine = ?1 AND number = ?2",
    ]

    private static let removeEventInPostgreSQL = ["DELETE FROM FLEET_events WHERE machine = ?1 AND number = ?2"]

    // MARK: Jobs

    static let jobColumns = """
        machine, version, ordinal, activity, shape, due, state, attempts, failures, next_take, \
        predecessor_machine, predecessor_version, predecessor_ordinal, last_error
        """

    static let jobs = "SELECT \(jobColumns) FROM FLEET_jobs WHERE machine = ?1 ORDER BY version, ordinal"

    static let jobsOfMachines = """
        SELECT \(jobColumns) FROM FLEET_jobs WHERE machine >= ?1 AND machine <= ?2 ORDER BY machine, version, ordinal
        """

    static let job = "SELECT \(jobColumns) FROM FLEET_jobs WHERE machine = ?1 AND version = ?2 AND ordinal = ?3"

    static let addJob = """
        INSERT INTO FLEET_jobs (\(jobColumns))
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
        """

    static let deleteJob = "DELETE FROM FLEET_jobs WHERE machine = ?1 AND version = ?2 AND ordinal = ?3"

    static let takeableJobs = """
        SELECT \(jobColumns) FROM FLEET_jobs WHERE next_take <= ?1 AND shape <= ?2 ORDER BY next_take LIMIT ?3
        """

    /// The query of ``SQLTransaction/lockJobs(_:)`` on PostgreSQL.
    static let lockedJob = "\(job) FOR UPDATE SKIP LOCKED"

    /// The query of ``SQLTransaction/lockTakeableMachines(at:shape:limit:)`` on PostgreSQL.
    static let lockedTakeable = """
        SELECT machines.id FROM FLEET_jobs AS jobs JOIN FLEET_machines AS machines ON machines.id = jobs.machine
        WHERE jobs.next_take <= ?1 AND jobs.shape <= ?2
        ORDER BY jobs.next_take LIMIT ?3 FOR UPDATE OF machines SKIP LOCKED
        """

    /// The query of ``SQLTransaction/nextTake()``.
    ///
    /// SQLite would not use the index for `min(next_take)`.
    static let nextTake = "SELECT next_take FROM FLEET_jobs WHERE next_take IS NOT NULL ORDER BY next_take LIMIT 1"

    /// The query of ``SQLTransaction/parkedJobs(after:limit:)``.
    static let parkedJobs = parkedJobs(in: "FLEET_jobs")

    /// The query of parked jobs on SQLite, which needs the name of the index.
    static let parkedJobsByIndex = parkedJobs(in: "FLEET_jobs INDEXED BY FLEET_jobs_parked")

    private static func parkedJobs(in table: String) -> String {
        """
        SELECT \(jobColumns) FROM \(table)
        WHERE state = 'parked' AND machine >= ?1
            AND (machine > ?1 OR version > ?2 OR (version = ?2 AND ordinal > ?3))
        ORDER BY machine, version, ordinal LIMIT ?4
        """
    }
}

extension FleetStatements {
    // MARK: Dialects

    /// The statement that adds or replaces a job in SQLite, whose early versions lack `ON
    /// CONFLICT`.
    static let replaceJobInSQLite = addJob.replacing("INSERT INTO", with: "INSERT OR REPLACE INTO")

    static let replaceJobInPostgreSQL = """
        \(addJob)
        ON CONFLICT (machine, version, ordinal) DO UPDATE SET
            activity = excluded.activity, shape = excluded.shape, due = excluded.due, state = excluded.state,
            attempts = excluded.attempts, failures = excluded.failures, next_take = excluded.next_take,
            predecessor_machine = excluded.predecessor_machine, predecessor_version = excluded.predecessor_version,
            predecessor_ordinal = excluded.predecessor_ordinal, last_error = excluded.last_error
        """

    static let replaceMachineInSQLite = addMachine.replacing("INSERT INTO", with: "INSERT OR REPLACE INTO")

    static let replaceMachineInPostgreSQL = """
        \(addMachine)
        ON CONFLICT (id) DO UPDATE SET
            version = excluded.version, last_number = excluded.last_number, shape = excluded.shape,
            name = excluded.name, state = excluded.state, is_deleted = excluded.is_deleted
        """

    /// The statement that adds a machine in PostgreSQL and returns no row if it exists.
    static let addNewMachineInPostgreSQL = "\(addMachine) ON CONFLICT (id) DO NOTHING RETURNING id"
}
