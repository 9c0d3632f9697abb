/// The tables of fleets.
///
/// Every key begins with the identifier of a machine, which is compared by its bytes. Times are
/// microseconds since 1970, and states, events and activities are JSON.
enum SQLiteSchema {
    /// The number of the schema.
    ///
    /// A program does not use a file with a greater number than its own.
    static let version = 1

    /// The number of the schema of a database whose fleets were moved to another one.
    ///
    /// It is greater than that of any program, so programs of every version refuse it.
    static let moved = 1_000_000_000

    /// Makes sure that the program can use a database.
    static func check(_ version: Int, of name: String) throws(StoreError) {
        if version == moved { throw .moved(name) }
        guard version <= Self.version else { throw .newerSchema(name, schema: version) }
    }

    /// The names of a fleet's tables and indexes.
    static let names = [
        "FLEET_machines", "FLEET_machines_named", "FLEET_events", "FLEET_events_identified", "FLEET_jobs",
        "FLEET_jobs_takeable", "FLEET_jobs_parked",
    ]

    /// The statements that create the table for the number of the schema.
    static let versionTable = [
        "CREATE TABLE IF NOT EXISTS durable_schema (version INTEGER NOT NULL)",
        """
        INSERT INTO durable_schema (version)
        SELECT \(version) WHERE NOT EXISTS (SELECT 1 FROM durable_schema)
        """,
    ]

    /// The statements that create a fleet's tables and indexes.
    static let tables = machines + events + jobs

    private static let machines = [
        """
        CREATE TABLE IF NOT EXISTS FLEET_machines (
            id TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (typeof(version) = 'integer'),
            last_number INTEGER NOT NULL CHECK (typeof(last_number) = 'integer'),
            shape INTEGER NOT NULL,
            name TEXT NOT NULL,
            state TEXT,
            is_deleted INTEGER NOT NULL,
            PRIMARY KEY (id)
        ) WITHOUT ROWID
        """,
        // For lists by name, and for counts, which read only the index.
        "CREATE INDEX IF NOT EXISTS FLEET_machines_named ON FLEET_machines (is_deleted, name, id)",
    ]

    private static let events = [
        """
        CREATE TABLE IF NOT EXISTS FLEET_events (
            machine TEXT NOT NULL,
            number INTEGER NOT NULL,
            id TEXT,
            kind TEXT NOT NULL,
            time INTEGER NOT NULL,
            version INTEGER NOT NULL CHECK (typeof(version) = 'integer'),
            shape INTEGER NOT NULL,
            content TEXT,
            output TEXT,
            words TEXT,
            PRIMARY KEY (machine, number)
        ) WITHOUT ROWID
        """,
        """
        CREATE UNIQUE INDEX IF NOT EXISTS FLEET_events_identified ON FLEET_events (machine, id)
        WHERE id IS NOT NULL
        """,
    ]

    private static let jobs = [
        """
        CREATE TABLE IF NOT EXISTS FLEET_jobs (
            machine TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (typeof(version) = 'integer'),
            ordinal INTEGER NOT NULL,
            activity TEXT NOT NULL,
            shape INTEGER NOT NULL,
            due INTEGER NOT NULL,
            state TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            failures INTEGER NOT NULL,
            next_take INTEGER,
            predecessor_machine TEXT,
            predecessor_version INTEGER,
            predecessor_ordinal INTEGER,
            last_error TEXT,
            PRIMARY KEY (machine, version, ordinal)
        ) WITHOUT ROWID
        """,
        """
        CREATE INDEX IF NOT EXISTS FLEET_jobs_takeable ON FLEET_jobs (next_take, shape)
        WHERE next_take IS NOT NULL
        """,
        """
        CREATE INDEX IF NOT EXISTS FLEET_jobs_parked ON FLEET_jobs (machine, version, ordinal)
        WHERE state = 'parked'
        """,
    ]
}

extension SQLiteConnection {
    /// Makes sure that the program knows the schema of the file, if the file has a schema.
    func checkSchema() throws(StoreError) {
        if try !objects(["durable_schema"]).isEmpty { try checkVersion() }
    }

    /// Makes sure that the program knows the schema of the file.
    ///
    /// A newer program can change the schema at any time, so each transaction begins with this.
    func checkVersion() throws(StoreError) {
        let version = try foundVersion()
        try SQLiteSchema.check(version, of: path)
    }

    /// The number of the schema of the file.
    func foundVersion() throws(StoreError) -> Int {
        try rows("SELECT max(version) FROM durable_schema") { $0.integer(0) }.first ?? 0
    }

    /// Whether the file has the tables and indexes of a fleet.
    func hasTables(of fleet: String) throws(StoreError) -> Bool {
        let names = SQLiteSchema.names.map { $0.replacing("FLEET_", with: "\(fleet)_") } + ["durable_schema"]
        return try objects(names).count == names.count
    }

    /// Creates the tables of a fleet, if they do not exist, in a transaction of its own.
    func prepareTables(of fleet: String) throws {
        guard !preparedFleets.contains(fleet) else { return }
        try FleetName.check(fleet)
        if try !hasTables(of: fleet) {
            do {
                try beginWriting()
                for statement in SQLiteSchema.versionTable { try run(statement) }
                try checkVersion()
                for statement in SQLiteSchema.tables { try run(statement, in: fleet) }
                try commit()
            } catch {
                rollBack()
                throw error
            }
        }
        preparedFleets.insert(fleet)
    }

    /// Returns the tables and indexes that exist, of a list of names.
    private func objects(_ names: [String]) throws(StoreError) -> [String] {
        let list = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return try rows("SELECT name FROM sqlite_master WHERE name IN (\(list))", in: "", names.map { .text($0) }) {
            $0.text(0)
        }
    }
}
