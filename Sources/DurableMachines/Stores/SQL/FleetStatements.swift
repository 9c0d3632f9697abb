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
    /// event with an ID.
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

    /// The statements that remove an entry and its event ID, or its content.
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
        predecessor_machine, predecessor_version, predecessor_ordinal, last_error, queue, is_limited
        """

    static let jobs = "SELECT \(jobColumns) FROM FLEET_jobs WHERE machine = ?1 ORDER BY version, ordinal"

    static let jobsOfMachines = """
        SELECT \(jobColumns) FROM FLEET_jobs WHERE machine >= ?1 AND machine <= ?2 ORDER BY machine, version, ordinal
        """

    static let job = "SELECT \(jobColumns) FROM FLEET_jobs WHERE machine = ?1 AND version = ?2 AND ordinal = ?3"

    static let addJob = """
        INSERT INTO FLEET_jobs (\(jobColumns))
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
        """

    static let deleteJob = "DELETE FROM FLEET_jobs WHERE machine = ?1 AND version = ?2 AND ordinal = ?3"

    /// The query of ``SQLTransaction/takeableJobs(_:limit:)``.
    static let takeableJobs = """
        SELECT \(jobColumns) FROM FLEET_jobs
        WHERE queue = ?1 AND next_take <= ?2 AND shape <= ?3 ORDER BY next_take LIMIT ?4
        """

    static let takeableJobsOfActiveMachines = takeableJobs.replacing(
        " ORDER BY",
        with: " AND \(isActive("FLEET_jobs.machine")) ORDER BY"
    )

    /// The condition that a machine is not paused.
    ///
    /// PostgreSQL would turn `NOT EXISTS` into a join, and then sort all jobs.
    private static func isActive(_ machine: String) -> String {
        "(SELECT count(*) FROM FLEET_controls WHERE kind = 'machine' AND name = \(machine)) = 0"
    }

    /// The query of ``SQLTransaction/lockJobs(_:)`` on PostgreSQL.
    static let lockedJob = "\(job) FOR UPDATE SKIP LOCKED"

    /// The query of ``SQLTransaction/lockTakeableMachines(_:limit:)`` on PostgreSQL.
    static let lockedTakeable = """
        SELECT machines.id FROM FLEET_jobs AS jobs JOIN FLEET_machines AS machines ON machines.id = jobs.machine
        WHERE jobs.queue = ?1 AND jobs.next_take <= ?2 AND jobs.shape <= ?3
        ORDER BY jobs.next_take LIMIT ?4 FOR UPDATE OF machines SKIP LOCKED
        """

    static let lockedTakeableOfActiveMachines = lockedTakeable.replacing(
        "\nORDER BY",
        with: " AND \(isActive("jobs.machine"))\nORDER BY"
    )

    /// The query of ``SQLTransaction/jobs(_:after:limit:)``, whose last parameters are those of the
    /// filter.
    static func jobs(_ filter: JobFilter, in kind: FleetSQLDialect.Kind) -> String {
        // SQLite needs the name of the index.
        let isParked = filter.condition == .parked
        let table = isParked && kind == .sqlite ? "FLEET_jobs INDEXED BY FLEET_jobs_parked" : "FLEET_jobs"
        var conditions = ["machine >= ?1", "(machine > ?1 OR version > ?2 OR (version = ?2 AND ordinal > ?3))"]
        if let condition = filter.condition { conditions.append(self.condition(condition)) }
        if filter.queue != nil { conditions.append("queue = ?6") }
        if filter.machineState != nil {
            conditions.append("machine IN (SELECT id FROM FLEET_machines WHERE is_deleted = 0 AND name = ?7)")
        }
        if filter.age != nil { conditions.append("due < ?8") }
        // Databases refuse parameters that a statement does not use.
        conditions.append("(CAST(?5 AS bigint) > 0 AND ?6 >= '' AND ?7 >= '' AND CAST(?8 AS bigint) IS NOT NULL)")
        return """
            SELECT \(jobColumns) FROM \(table) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(filter.condition == .due ? "next_take, " : "")machine, version, ordinal LIMIT ?4
            """
    }

    private static func condition(_ condition: JobFilter.Condition) -> String {
        switch condition {
        case .due: "next_take <= ?5"
        case .later: "state = 'waiting' AND (next_take > ?5 OR next_take IS NULL)"
        case .held: "state IN ('held', 'exited') AND next_take > ?5"
        case .done: "state = 'done'"
        case .parked: "state = 'parked'"
        }
    }
}

extension FleetStatements {
    // MARK: Queues

    /// The first query of ``SQLTransaction/queueStates(shape:)``: each queue, and the earliest time
    /// of a job that may be taken then.
    ///
    /// It reads two entries of the index for each queue, however many jobs there are, and those of
    /// paused machines and newer shapes before them.
    static let queues = queues(in: "FLEET_jobs")

    /// The query of queues on SQLite, which needs the name of the index.
    static let queuesByIndex = queues(in: "FLEET_jobs INDEXED BY FLEET_jobs_takeable")

    private static func queues(in table: String) -> String {
        let first = "SELECT queue FROM \(table) WHERE next_take IS NOT NULL"
        return """
            WITH RECURSIVE queues (name) AS (
                SELECT (\(first) ORDER BY queue LIMIT 1)
                UNION ALL
                SELECT (\(first) AND queue > queues.name ORDER BY queue LIMIT 1) FROM queues WHERE name IS NOT NULL
            )
            SELECT name, (
                SELECT next_take FROM \(table)
                WHERE queue = queues.name AND next_take IS NOT NULL AND shape <= ?1 AND \(isActive("machine"))
                ORDER BY next_take LIMIT 1
            ) FROM queues WHERE name IS NOT NULL
            """
    }

    static let controlColumns =
        "kind, name, paused_since, reason, job_limit, start_limit, period, next_start, head_start"

    static let controls = "SELECT \(controlColumns) FROM FLEET_controls"

    static let control = "\(controls) WHERE kind = ?1 AND name = ?2"

    /// The query of ``control``, on PostgreSQL in a transaction that writes.
    static let lockedControl = "\(control) FOR UPDATE"

    /// The query of ``lockedControl`` that does not wait.
    static let unlockedControl = "\(lockedControl) SKIP LOCKED"

    static let addControl =
        "INSERT INTO FLEET_controls (\(controlColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"

    static let deleteControl = "DELETE FROM FLEET_controls WHERE kind = ?1 AND name = ?2"

    /// The query of ``SQLTransaction/jobCounts()``.
    static let jobCounts = """
        SELECT queue, state, CASE WHEN next_take <= ?1 THEN 1 ELSE 0 END AS is_due, count(*), min(next_take)
        FROM FLEET_jobs GROUP BY queue, state, is_due
        """

    static let limitedLeases = "SELECT queue, next_take FROM FLEET_jobs WHERE is_limited = 1"

    /// The query of ``SQLTransaction/limitedJobs(in:at:)``.
    ///
    /// Without the sign, SQLite would use the index of times, and read all timers of the queue.
    static let limitedJobs =
        "SELECT count(*) FROM FLEET_jobs WHERE is_limited = 1 AND queue = ?1 AND +next_take > ?2"

    static let limitHeldJobs =
        "UPDATE FLEET_jobs SET is_limited = 1 WHERE queue = ?1 AND state IN ('held', 'exited') AND is_limited = 0"
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
            predecessor_ordinal = excluded.predecessor_ordinal, last_error = excluded.last_error,
            queue = excluded.queue, is_limited = excluded.is_limited
        """

    static let replaceControlInSQLite = addControl.replacing("INSERT INTO", with: "INSERT OR REPLACE INTO")

    /// The statement that adds a row in PostgreSQL, unless there is one.
    static let addNewControl = "\(addControl) ON CONFLICT (kind, name) DO NOTHING"

    static let replaceControlInPostgreSQL = """
        \(addControl)
        ON CONFLICT (kind, name) DO UPDATE SET
            paused_since = excluded.paused_since, reason = excluded.reason, job_limit = excluded.job_limit,
            start_limit = excluded.start_limit, period = excluded.period, next_start = excluded.next_start, head_start = excluded.head_start
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
