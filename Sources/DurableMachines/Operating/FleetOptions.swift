import StateMachineCommandLine

/// The words after the name of the command.
struct FleetOptions {
    /// The work of the command.
    enum Action {
        case help
        case schema(FleetDatabase, fleets: [String], isApplied: Bool)
        case copy(from: String, to: PostgreSQLPlace, ignoresLeases: Bool)
        case backup(from: String, to: String)
        case operate(FleetOperation, FleetDatabase, isJSON: Bool)
    }

    let action: Action

    static let usage = """
        usage: durable-machines schema DATABASE FLEET... [--apply]
                                [--schema NAME] [--partitions N]
               durable-machines copy FILE DATABASE [--ignore-leases]
                                [--schema NAME] [--partitions N]
               durable-machines backup FILE COPY
               durable-machines counts DATABASE FLEET [--json]
               durable-machines parked DATABASE FLEET [--limit N] [--json]
               durable-machines retry DATABASE FLEET (JOB... | --all) [--json]
               durable-machines show DATABASE FLEET MACHINE [--json]
               durable-machines history DATABASE FLEET MACHINE [--limit N] [--json]
               durable-machines prune DATABASE FLEET (--older-than DAYS | --before DATE)
                                [--keep N] [--payloads] [--json]
               durable-machines --help
        """

    static let help = """
        Creates the tables of fleets, moves fleets from an SQLite file to a
        PostgreSQL database, and shows what fleets do.

        \(usage)

        'schema' prints the SQL that creates the tables of the fleets. With --apply,
        it also creates them. Existing tables stay, but an SQLite file with an older
        schema is upgraded. Stop programs with an older version first, because they
        refuse the file afterwards.

        'copy' moves all fleets of a file: their machines, histories and jobs. At the
        end, both databases add up their rows. From then on, programs refuse the file,
        so no event is handled twice and no timer fires twice. Stop the workers first.
        If the command was interrupted, start it again.

        'backup' copies an SQLite file while workers run, and looks through the copy.
        It does not replace an existing file. For a server, use pg_dump.

        The other commands can be used while workers run. 'counts' prints the number
        of machines in each state, the number of parked jobs, and the time of the
        next job. 'parked' lists the jobs that have failed too often, and 'retry'
        makes them available to workers again. 'show' prints the state and the jobs
        of a machine, and 'history' prints its last events.

        'prune' removes old entries from all histories, with their event identifiers:
        if such an event is repeated, it is handled again. It takes many short
        transactions, so you can interrupt it and start it again.

          DATABASE         a URL (postgres://host/name), a list of options of libpq
                           (dbname=shop), or the path of an SQLite file. Other users
                           can read the words of a command. So keep the password in
                           the file that PGPASSFILE names
          --apply          performs the SQL
          --schema NAME    the PostgreSQL schema of the tables, which is created if it
                           does not exist
          --partitions N   divides new PostgreSQL tables by the hashes of the
                           machines' names, into 1 to 1000 partitions
          --ignore-leases  copies the file even if workers have jobs. They must have
                           died, or their work is done twice

          --all            retries all parked jobs
          --limit N        prints at most N jobs or events; by default, 100
          --older-than N   removes what is older than N days
          --before DATE    removes what is older than a day in UTC (2026-01-31) or a
                           time (2026-01-31T12:00:00Z)
          --keep N         keeps the last N entries of each machine
          --payloads       keeps all entries, but without their payloads
          --json           prints an object in JSON on each line

        The exit status is 0, 1 after an error or if a job is not parked, and 64
        after invalid arguments.
        """

    init(_ words: [String]) throws(UsageError) {
        var names: [String] = []
        var flags: Set<String> = []
        var schema: String?
        var partitions = 1
        var limit: Int?
        var retention = RetentionOptions()
        var arguments = Arguments(words)
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"): flags.insert("--help")
            case .option("--apply"): flags.insert("--apply")
            case .option("--ignore-leases"): flags.insert("--ignore-leases")
            case .option("--all"): flags.insert("--all")
            case .option("--json"): flags.insert("--json")
            case .option("--limit"): limit = try arguments.number(of: "--limit", in: 1...1_000_000)
            case .option("--schema"): schema = try arguments.value(of: "--schema")
            case .option("--partitions"): partitions = try arguments.number(of: "--partitions", in: 1...1000)
            case .option(let name):
                guard try retention.take(name, from: &arguments) else { throw UsageError("unknown option \(name)") }
            case .word(let word): names.append(word)
            }
        }
        if let option = retention.first, names.first != "prune", !flags.contains("--help") {
            throw UsageError("\(option) is an option of 'prune'")
        }
        let operations = ["counts", "parked", "retry", "show", "history", "prune"]
        guard !flags.contains("--help"), let name = names.first, operations.contains(name) else {
            if let flag = ["--all", "--json"].first(where: flags.contains) ?? limit.map({ _ in "--limit" }) {
                throw UsageError("\(flag) is not an option of this command")
            }
            action = try Self.action(names, flags, schema: schema, partitions: partitions)
            return
        }
        action = try Self.operation(names, flags, limit: limit, retention, schema: schema)
    }

    /// Reads the words of a command for one fleet.
    private static func operation(
        _ names: [String],
        _ flags: Set<String>,
        limit: Int?,
        _ retention: RetentionOptions,
        schema: String?
    ) throws(UsageError) -> Action {
        let name = names[0]
        if let flag = flags.subtracting(["--json", name == "retry" ? "--all" : ""]).min() {
            throw UsageError("\(flag) is not an option of '\(name)'")
        }
        if limit != nil, name != "parked", name != "history" {
            throw UsageError("--limit is not an option of '\(name)'")
        }
        guard names.count > 2 else { throw UsageError("'\(name)' needs a database and the name of a fleet") }
        let (fleet, rest) = (names[2], Array(names.dropFirst(3)))
        let kind: FleetOperation.Kind
        switch (name, rest.count) {
        case ("counts", 0): kind = .counts
        case ("parked", 0): kind = .parked
        case ("retry", 0) where flags.contains("--all"): kind = .retry(jobs: nil)
        case ("retry", 1...) where !flags.contains("--all"): kind = .retry(jobs: rest)
        case ("retry", _): throw UsageError("'retry' needs the names of jobs, or --all")
        case ("prune", 0): kind = .prune(try retention.retention)
        case ("show", 1): kind = .show(machine: rest[0])
        case ("history", 1): kind = .history(machine: rest[0])
        case ("show", _), ("history", _): throw UsageError("'\(name)' needs the name of one machine")
        default: throw UsageError("unexpected word '\(rest[0])'")
        }
        let operation = FleetOperation(kind: kind, fleet: fleet, limit: limit ?? 100)
        let database = try FleetDatabase(names[1], schema: schema, partitions: 1)
        return .operate(operation, database, isJSON: flags.contains("--json"))
    }

    private static func action(
        _ names: [String],
        _ flags: Set<String>,
        schema: String?,
        partitions: Int
    ) throws(UsageError) -> Action {
        if flags.contains("--help") { return .help }
        func database(_ text: String) throws(UsageError) -> FleetDatabase {
            try FleetDatabase(text, schema: schema, partitions: partitions)
        }
        switch (names.first, names.count) {
        case ("schema", 3...):
            if flags.contains("--ignore-leases") { throw UsageError("--ignore-leases is an option of 'copy'") }
            let fleets = Array(names.dropFirst(2))
            return .schema(try database(names[1]), fleets: fleets, isApplied: flags.contains("--apply"))
        case ("copy", 3):
            if flags.contains("--apply") { throw UsageError("--apply is an option of 'schema'") }
            guard case .file(let path) = try database(names[1]) else {
                throw UsageError("'copy' reads an SQLite file: name its path first")
            }
            guard case .server(let place) = try database(names[2]) else {
                throw UsageError("'copy' writes to a PostgreSQL database, for example dbname=shop")
            }
            return .copy(from: path, to: place, ignoresLeases: flags.contains("--ignore-leases"))
        case ("backup", 3):
            if let flag = flags.min() { throw UsageError("\(flag) is not an option of 'backup'") }
            guard case .file(let path) = try database(names[1]) else {
                throw UsageError("'backup' copies an SQLite file. For a server, use pg_dump")
            }
            return .backup(from: path, to: names[2])
        case ("backup", _): throw UsageError("'backup' needs a file and the path of the copy")
        case ("schema", _): throw UsageError("'schema' needs a database and the name of a fleet")
        case ("copy", _): throw UsageError("'copy' needs a file and a database")
        case (let word?, _): throw UsageError("unknown command '\(word)'")
        case (nil, _): throw UsageError("a command is required, such as schema or counts")
        }
    }
}
