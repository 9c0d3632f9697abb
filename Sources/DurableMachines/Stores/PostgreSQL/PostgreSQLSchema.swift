/// The tables of fleets.
///
/// They have the columns of ``SQLiteSchema``. Every key begins with the identifier of a machine,
/// which is compared by its bytes.
enum PostgreSQLSchema {
    /// The statements that create a fleet's tables and indexes, one after the other.
    static let statements = [
        "CREATE TABLE IF NOT EXISTS durable_schema (version bigint NOT NULL)",
        """
        INSERT INTO durable_schema (version)
        SELECT \(SQLiteSchema.version) WHERE NOT EXISTS (SELECT 1 FROM durable_schema)
        """,
        // A page keeps space for the next version of a row, which then changes no index.
        """
        CREATE TABLE IF NOT EXISTS FLEET_machines (
            id text COLLATE "C" NOT NULL PRIMARY KEY,
            version bigint NOT NULL,
            last_number bigint NOT NULL,
            shape bigint NOT NULL,
            name text COLLATE "C" NOT NULL,
            state text,
            is_deleted bigint NOT NULL
        ) WITH (fillfactor = 80)
        """,
        "CREATE INDEX IF NOT EXISTS FLEET_machines_named ON FLEET_machines (is_deleted, name, id)",
        """
        CREATE TABLE IF NOT EXISTS FLEET_events (
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
        )
        """,
        """
        CREATE UNIQUE INDEX IF NOT EXISTS FLEET_events_identified ON FLEET_events (machine, id) WHERE id IS NOT NULL
        """,
        """
        CREATE TABLE IF NOT EXISTS FLEET_jobs (
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
            PRIMARY KEY (machine, version, ordinal)
        )
        """,
        "CREATE INDEX IF NOT EXISTS FLEET_jobs_takeable ON FLEET_jobs (next_take, shape) WHERE next_take IS NOT NULL",
        """
        CREATE INDEX IF NOT EXISTS FLEET_jobs_parked ON FLEET_jobs (machine, version, ordinal)
        WHERE state = 'parked'
        """,
    ]
}

extension PostgreSQLConnection {
    /// Creates the tables of a fleet, if they do not exist, in a transaction of its own.
    func prepareTables(of fleet: String) throws {
        guard !preparedFleets.contains(fleet) else { return }
        try FleetName.check(fleet)
        if try !exists("durable_schema") || !exists("\(fleet)_jobs") {
            do {
                try run("BEGIN")
                try lockTables()
                if let schema { try run("CREATE SCHEMA IF NOT EXISTS \(schema)") }
                for statement in PostgreSQLSchema.statements {
                    try run(statement, in: fleet)
                    // A statement can be prepared only after the tables in it were created.
                    try synchronize()
                }
                try run("COMMIT")
                try synchronize()
            } catch {
                rollBack()
                throw error
            }
        }
        preparedFleets.insert(fleet)
    }

    /// Waits until no other transaction creates tables in the schema.
    ///
    /// Two programs that create the same table at the same time would get an error. Programs with
    /// tables in other schemas do not wait.
    func lockTables() throws(StoreError) {
        try run(
            "SELECT pg_advisory_xact_lock(hashtextextended(coalesce(?1, current_schema(), ''), 7022363834190325061))",
            [.optional(schema, SQLValue.text)]
        )
    }

    private func exists(_ table: String) throws(StoreError) -> Bool {
        var exists = false
        try run("SELECT to_regclass(?1) IS NOT NULL", [.text(table)]) { result in
            for row in result.rows { exists = row.text(0) == "t" }
        }
        try synchronize()
        return exists
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
