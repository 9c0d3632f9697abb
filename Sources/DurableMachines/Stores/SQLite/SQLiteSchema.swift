/// The tables of fleets.
///
/// Every key begins with a machine's ID, which is compared by its bytes. Times are microseconds
/// since 1970, and states, events and activities are JSON.
enum SQLiteSchema {
    /// The number of the schema.
    ///
    /// A program does not use a file with a greater number than its own.
    static let version = 3

    /// The names of a fleet's tables and indexes.
    static let names = [
        "FLEET_machines", "FLEET_machines_named", "FLEET_history", "FLEET_events", "FLEET_jobs", "FLEET_jobs_takeable",
        "FLEET_jobs_parked", "FLEET_jobs_limited", "FLEET_controls",
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
    static let tables = machines + events + [jobTable] + jobIndexes + [controls]

    /// The statements that change a fleet's tables from schema 1, in which `FLEET_events` was a
    /// table with an index of event IDs.
    ///
    /// They rename nothing, because SQLite would then change or refuse the views of the user.
    static let upgradeFromVersion1 = [
        history.replacing("CREATE TABLE IF NOT EXISTS", with: "CREATE TABLE"),
        """
        INSERT INTO FLEET_history (machine, number, identifier, id, kind, time, version, shape, content, output, words)
        SELECT machine, number, '', id, kind, time, version, shape, content, output, words FROM FLEET_events
        """,
        """
        INSERT INTO FLEET_history (machine, number, identifier, entry, kind, time, version, shape)
        SELECT machine, 0, id, number, 'identifier', time, version, shape FROM FLEET_events WHERE id IS NOT NULL
        """,
        "DROP TABLE FLEET_events",
        eventsView,
    ]

    /// The statements that change a fleet's tables from schema 2, which had no queues.
    static let upgradeFromVersion2 =
        [
            "ALTER TABLE FLEET_jobs ADD COLUMN queue TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE FLEET_jobs ADD COLUMN is_limited INTEGER NOT NULL DEFAULT 0",
            "DROP INDEX FLEET_jobs_takeable",
        ] + jobIndexes + [controls]

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

    private static let events = [history, eventsView]

    /// The history, which contains its own index of event IDs.
    ///
    /// An event with an ID has two rows: its entry, and a row that finds the entry by the ID. Rows
    /// of the second kind have the number 0. In a short history, both rows are on one page, so an
    /// event writes one page less than with an index.
    private static let history = """
        CREATE TABLE IF NOT EXISTS FLEET_history (
            machine TEXT NOT NULL,
            number INTEGER NOT NULL,
            identifier TEXT NOT NULL,
            entry INTEGER,
            id TEXT,
            kind TEXT NOT NULL,
            time INTEGER NOT NULL,
            version INTEGER NOT NULL CHECK (typeof(version) = 'integer'),
            shape INTEGER NOT NULL,
            content TEXT,
            output TEXT,
            words TEXT,
            PRIMARY KEY (machine, number, identifier)
        ) WITHOUT ROWID
        """

    /// The entries of the history.
    ///
    /// With the condition `number > 0`, SQLite would search for that instead of the number that a
    /// query asks for, and read all entries of the machine.
    private static let eventsView = """
        CREATE VIEW IF NOT EXISTS FLEET_events AS
        SELECT machine, number, id, kind, time, version, shape, content, output, words FROM FLEET_history
        WHERE identifier = ''
        """

    private static let jobTable = """
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
            queue TEXT NOT NULL DEFAULT '',
            is_limited INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (machine, version, ordinal)
        ) WITHOUT ROWID
        """

    private static let jobIndexes = [
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

    /// Pauses, limits and head starts.
    private static let controls = """
        CREATE TABLE IF NOT EXISTS FLEET_controls (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            paused_since INTEGER,
            reason TEXT,
            job_limit INTEGER,
            start_limit INTEGER,
            period INTEGER NOT NULL,
            next_start INTEGER,
            head_start INTEGER NOT NULL,
            PRIMARY KEY (kind, name)
        ) WITHOUT ROWID
        """
}
