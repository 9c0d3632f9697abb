import Foundation

extension SQLTransaction {
    func overview() throws -> FleetOverview {
        let isSQLite = dialect.kind == .sqlite
        if !isSQLite { _ = try rows(FleetStatements.endEarly) { $0.text(0) } }
        var overview = FleetOverview(time: now, queues: try queueStates())
        let limit: FleetSQLValue = .integer(FleetOverview.limit + 1)
        func counts(_ sql: String, _ values: FleetSQLValue...) throws -> [String: Int] {
            Dictionary(try rows(sql, values) { ($0.text(0), $0.integer(1)) }, uniquingKeysWith: +)
        }
        var last = ""
        while let name = try rows(FleetStatements.nextName, [.text(last)], { $0.text(0) }).first {
            guard overview.machines.count < FleetOverview.nameLimit else {
                overview.hasMoreNames = true
                break
            }
            overview.machines[name] = try rows(FleetStatements.countNamed, [.text(name), limit]) { $0.integer(0) }.first
            last = name
        }
        overview.jobs = try counts(FleetStatements.firstJobStates, limit)
        let countParked = isSQLite ? FleetStatements.countParkedByIndex : FleetStatements.countParked
        overview.parkedCount = try rows(countParked, [limit]) { $0.integer(0) }.first ?? 0
        let parked = isSQLite ? FleetStatements.firstParkedJobsByIndex : FleetStatements.firstParkedJobs
        overview.parked = try rows(parked, [.integer(FleetOverview.parkedLimit)], record(job:))
        for age in FleetOverview.Age.allCases {
            try overview.countDue(age) { queue, start, end, limit in
                try counts(FleetStatements.dueJobStates, .text(queue), .date(start), .date(end), .integer(limit))
            }
        }
        let time: FleetSQLValue = .date(overview.time)
        try overview.findOldest { queue, limit in
            try rows(FleetStatements.oldestDueJobs, [.text(queue), time, .integer(limit)], record(job:))
        }
        return overview
    }
}

/// The queries of ``SQLTransaction/overview()``, of which each reads a limited number of rows.
extension FleetStatements {
    /// The setting, until the end of the transaction, with which PostgreSQL reads an index in its
    /// order and stops at the limit.
    ///
    /// If the statistics are missing or old, it would otherwise collect all rows of a backlog and
    /// sort them: 170 ms for 333,000 jobs, instead of 4 ms for 10,000.
    static let endEarly = """
        SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)
        """

    /// The next name of a state: one look into the index of names.
    ///
    /// So all names take as many looks as there are names, and not one for each machine.
    static let nextName = """
        SELECT name FROM FLEET_machines WHERE is_deleted = 0 AND name > ?1 ORDER BY name LIMIT 1
        """

    /// The number of machines in a state: up to the limit, entries of the index of names.
    static let countNamed = """
        SELECT count(*) FROM (SELECT 1 FROM FLEET_machines WHERE is_deleted = 0 AND name = ?1 LIMIT ?2) AS machines
        """

    /// The states of jobs, in no particular order: up to the limit, rows of the table.
    ///
    /// No index contains the state of a job. An index would cost each job a page of the log.
    static let firstJobStates = """
        SELECT state, count(*) FROM (SELECT state FROM FLEET_jobs LIMIT ?1) AS jobs GROUP BY state
        """

    /// The number of parked jobs: up to the limit, entries of the index of parked jobs.
    static let countParked = countParked(in: "FLEET_jobs")

    /// The number of parked jobs on SQLite, which needs the name of the index.
    static let countParkedByIndex = countParked(in: "FLEET_jobs INDEXED BY FLEET_jobs_parked")

    private static func countParked(in table: String) -> String {
        """
        SELECT count(*) FROM
            (SELECT 1 FROM \(table) WHERE state = 'parked' ORDER BY machine, version, ordinal LIMIT ?1) AS jobs
        """
    }

    /// The states of the jobs of a queue that are due since a time between two others: up to the
    /// limit, entries of the index of times and their rows.
    ///
    /// All queues share the limit.
    static let dueJobStates = """
        SELECT state, count(*) FROM
            (SELECT state FROM FLEET_jobs WHERE queue = ?1 AND next_take > ?2 AND next_take <= ?3
            ORDER BY next_take LIMIT ?4) AS jobs
        GROUP BY state
        """

    /// The jobs of a queue that have been due longest: as many entries of the index of times, and
    /// their rows.
    static let oldestDueJobs = """
        SELECT \(shortJobColumns) FROM FLEET_jobs WHERE queue = ?1 AND next_take <= ?2 ORDER BY next_take LIMIT ?3
        """

    /// The first parked jobs: as many entries of the index of parked jobs, and their rows.
    static let firstParkedJobs = firstParkedJobs(in: "FLEET_jobs")

    /// The first parked jobs on SQLite, which needs the name of the index.
    static let firstParkedJobsByIndex = firstParkedJobs(in: "FLEET_jobs INDEXED BY FLEET_jobs_parked")

    private static func firstParkedJobs(in table: String) -> String {
        """
        SELECT \(shortJobColumns) FROM \(table)
        WHERE state = 'parked' ORDER BY machine, version, ordinal LIMIT ?1
        """
    }

    /// The columns of a job, with the beginnings of texts that may have a megabyte.
    private static let shortJobColumns = ["activity", "last_error"].reduce(jobColumns) { columns, name in
        columns.replacing(name, with: "substr(\(name), 1, \(FleetOverview.textLimit))")
    }
}
