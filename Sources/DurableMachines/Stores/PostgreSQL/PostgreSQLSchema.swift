/// The tables of fleets.
///
/// They have the columns of ``SQLiteSchema``. Every key begins with a machine's ID, which is
/// compared by its bytes. So the tables can be divided by the hashes of the IDs, and everything
/// about one machine is in one partition of each table.
enum PostgreSQLSchema {
    /// The number of the schema.
    static let version = 2

    /// The statements that create the table for the number of the schema.
    static let versionTable = [
        "CREATE TABLE IF NOT EXISTS durable_schema (version bigint NOT NULL)",
        """
        INSERT INTO durable_schema (version)
        SELECT \(version) WHERE NOT EXISTS (SELECT 1 FROM durable_schema)
        """,
    ]

    /// The statements that create a fleet's tables and indexes, one after the other.
    ///
    /// - Parameter partitions: The number of partitions of each table; 1 for undivided tables.
    static func tables(partitions: Int) -> [String] {
        // A page keeps space for the next version of a row, which then changes no index.
        let fillFactor = "WITH (fillfactor = 80)"
        return table("machines", machines, key: "id", partitions: partitions, options: fillFactor)
            + table("events", events, key: "machine", partitions: partitions)
            + table("jobs", jobs, key: "machine", partitions: partitions)
            + indexes + [controls]
    }

    /// The statements that change a fleet's tables from schema 1, which had no queues.
    static let upgradeFromVersion1 =
        [
            "ALTER TABLE FLEET_jobs ADD COLUMN queue text COLLATE \"C\" NOT NULL DEFAULT ''",
            "ALTER TABLE FLEET_jobs ADD COLUMN is_limited bigint NOT NULL DEFAULT 0",
            "DROP INDEX FLEET_jobs_takeable",
        ] + indexes + [controls]

    private static func table(
        _ name: String,
        _ columns: String,
        key: String,
        partitions: Int,
        options: String? = nil
    ) -> [String] {
        let table = "CREATE TABLE IF NOT EXISTS FLEET_\(name) (\n\(columns)\n)"
        let end = options.map { " \($0)" } ?? ""
        guard partitions > 1 else { return [table + end] }
        let parts = (0..<partitions).map { number in
            """
            CREATE TABLE IF NOT EXISTS FLEET_\(name)_p\(number) PARTITION OF FLEET_\(name)
            FOR VALUES WITH (MODULUS \(partitions), REMAINDER \(number))\(end)
            """
        }
        return ["\(table) PARTITION BY HASH (\(key))"] + parts
    }

    private static let machines = """
            id text COLLATE "C" NOT NULL PRIMARY KEY,
            version bigint NOT NULL,
            last_number bigint NOT NULL,
            shape bigint NOT NULL,
            name text COLLATE "C" NOT NULL,
            state text,
            is_deleted bigint NOT NULL
        """

    private static let events = """
            machine text COLLATE "C" NOT NULL,
            number bigint NOT NULL,
            id text COLLATE "C",
            kind text NOT NULL,
            time bigint NOT NULL,
            version bigint NOT NULL,
            shape bigint NOT NULL,
            content text,
            output text,
            words text,
            PRIMARY KEY (machine, number)
        """

    private static let jobs = """
            machine text COLLATE "C" NOT NULL,
            version bigint NOT NULL,
            ordinal bigint NOT NULL,
            activity text NOT NULL,
            shape bigint NOT NULL,
            due bigint NOT NULL,
            state text NOT NULL,
            attempts bigint NOT NULL,
            failures bigint NOT NULL,
            next_take bigint,
            predecessor_machine text COLLATE "C",
            predecessor_version bigint,
            predecessor_ordinal bigint,
            last_error text,
            queue text COLLATE "C" NOT NULL DEFAULT '',
            is_limited bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (machine, version, ordinal)
        """

    private static let indexes = [
        "CREATE INDEX IF NOT EXISTS FLEET_machines_named ON FLEET_machines (is_deleted, name, id)",
        """
        CREATE UNIQUE INDEX IF NOT EXISTS FLEET_events_identified ON FLEET_events (machine, id) WHERE id IS NOT NULL
        """,
        // An earlier index had only the last two columns.
        """
        CREATE INDEX IF NOT EXISTS FLEET_jobs_takeable ON FLEET_jobs (queue, next_take, shape)
        WHERE next_take IS NOT NULL
        """,
        """
        CREATE INDEX IF NOT EXISTS FLEET_jobs_parked ON FLEET_jobs (machine, version, ordinal)
        WHERE state = 'parked'
        """,
        "CREATE INDEX IF NOT EXISTS FLEET_jobs_limited ON FLEET_jobs (queue) WHERE is_limited = 1",
    ]

    /// Pauses, limits and head starts: few rows, so the table is never divided.
    private static let controls = """
        CREATE TABLE IF NOT EXISTS FLEET_controls (
            kind text NOT NULL,
            name text COLLATE "C" NOT NULL,
            paused_since bigint,
            reason text,
            job_limit bigint,
            start_limit bigint,
            period bigint NOT NULL,
            next_start bigint,
            head_start bigint NOT NULL,
            PRIMARY KEY (kind, name)
        )
        """
}

extension PostgreSQLConnection {
    /// Creates or upgrades the tables of a fleet, if necessary, in a transaction of its own.
    func prepareTables(of fleet: String) throws {
        guard !preparedFleets.contains(fleet) else { return }
        try FleetName.check(fleet)
        try inTransaction {
            // Most programs find the tables as they should be, and then lock nothing.
            guard try !upgradeStatements().isEmpty || !hasTables(of: fleet) else { return }
            try lockTables()
            try upgradeTables()
            try createTables(of: [fleet])
        }
        preparedFleets.insert(fleet)
    }

    /// Whether the database has the tables of a fleet.
    func hasTables(of fleet: String) throws(DurableStoreError) -> Bool {
        guard try exists("durable_schema") else { return false }
        return try exists("\(fleet)_jobs")
    }

    /// The names of the fleets of the schema.
    var fleets: [String] {
        get throws(DurableStoreError) {
            let sql = """
                SELECT left(tablename, -length('_machines')) FROM pg_tables
                WHERE schemaname = coalesce(?1, current_schema()) AND tablename LIKE '%\\_machines' ORDER BY 1
                """
            var fleets: [String] = []
            for row in try found(sql, [.optional(schema, FleetSQLValue.text)]) {
                if try exists("\(row.text(0))_jobs"), try exists("\(row.text(0))_events") { fleets.append(row.text(0)) }
            }
            return fleets
        }
    }

    /// The statements that change the tables of an earlier schema.
    func upgradeStatements() throws(DurableStoreError) -> [String] {
        guard try exists("durable_schema") else { return [] }
        let version = try found("SELECT max(version) FROM durable_schema", []).first?.integer(0) ?? 0
        guard 1..<PostgreSQLSchema.version ~= version else { return [] }
        let changes = try fleets.flatMap { fleet in
            PostgreSQLSchema.upgradeFromVersion1.map { $0.replacing("FLEET_", with: "\(fleet)_") }
        }
        return changes + ["UPDATE durable_schema SET version = \(PostgreSQLSchema.version)"]
    }

    /// Changes the tables of all fleets of an earlier schema, in the caller's transaction.
    private func upgradeTables() throws(DurableStoreError) {
        for statement in try upgradeStatements() {
            try run(statement)
            try synchronize()
        }
    }

    /// Creates the tables of fleets, in the caller's transaction.
    func createTables(of fleets: [String]) throws(DurableStoreError) {
        for statement in try schemaStatements(for: fleets) {
            try run(statement)
            // A statement can be prepared only after the tables in it were created.
            try synchronize()
        }
    }

    /// The statements that create the tables of fleets.
    func schemaStatements(for fleets: [String]) throws(DurableStoreError) -> [String] {
        var place: [String] = []
        if let schema {
            // Even for an existing schema, this statement needs the permission to create one.
            // After a wait for the lock, 'to_regnamespace' would still have its former result.
            if try !isTrue("SELECT count(*) > 0 FROM pg_namespace WHERE nspname = ?1", schema) {
                place.append("CREATE SCHEMA IF NOT EXISTS \(schema)")
            }
            place.append("SET LOCAL search_path TO \(schema)")
        }
        let tables = PostgreSQLSchema.tables(partitions: partitions)
        return place + PostgreSQLSchema.versionTable
            + fleets.flatMap { fleet in tables.map { $0.replacing("FLEET_", with: "\(fleet)_") } }
    }

    /// Waits until no other transaction creates tables in the schema.
    ///
    /// Two programs that create the same table at the same time would get an error. Programs with
    /// tables in other schemas do not wait.
    func lockTables() throws(DurableStoreError) {
        try run(
            "SELECT pg_advisory_xact_lock(hashtextextended(coalesce(?1, current_schema(), ''), 7022363834190325061))",
            [.optional(schema, FleetSQLValue.text)]
        )
    }

    private func exists(_ table: String) throws(DurableStoreError) -> Bool {
        try isTrue("SELECT to_regclass(?1) IS NOT NULL", table)
    }

    private func isTrue(_ sql: String, _ value: String) throws(DurableStoreError) -> Bool {
        try found(sql, [.text(value)]).last?.text(0) == "t"
    }

    private func found(_ sql: String, _ values: [FleetSQLValue]) throws(DurableStoreError) -> [SQLRow] {
        var rows: [SQLRow] = []
        try run(sql, values) { rows = $0.rows }
        try synchronize()
        return rows
    }

    /// Begins a transaction with the settings of the connection.
    func begin() throws(DurableStoreError) {
        try run("BEGIN")
        for statement in transactionSettings { try run(statement) { _ in } }
    }

    /// Performs a transaction of its own.
    ///
    /// - Parameters:
    ///   - limit: The time for the last answer.
    ///   - body: The statements, which are sent together with the others if the closure does not
    ///     wait for a result.
    func inTransaction<Result>(within limit: Duration? = nil, _ body: () throws -> Result) throws -> Result {
        do {
            try begin()
            let result = try body()
            try run("COMMIT")
            if let limit { try prove(within: limit) } else { try synchronize() }
            return result
        } catch {
            rollBack()
            throw error
        }
    }

    /// Ends the transaction without its changes.
    func rollBack() {
        guard !isLost else { return }
        // The results of commands that were sent before an error.
        try? synchronize()
        try? run("ROLLBACK")
        try? synchronize()
    }
}
