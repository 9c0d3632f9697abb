import Foundation

/// Copies fleets' rows from a SQLite file to a PostgreSQL database.
///
/// 1. The file is marked as moved, in a transaction that waits for all others. From then on, every
///    program refuses the file, so nothing is handled twice.
/// 2. One transaction writes all rows to the other database.
/// 3. Both databases add up their rows, independently of the program. If the sums differ, nothing
///    is committed.
///
/// If the program dies in between, another call continues: it finds the mark and, in the other
/// database, either no rows or equal sums.
struct FleetCopy {
    /// How a copy ended.
    enum Result: Hashable {
        /// All rows were copied; the value counts each table's rows.
        case copied([Table.Name: Int])
        /// An earlier call copied all rows.
        case existed
    }

    let source: SQLiteConnection
    let target: PostgreSQLConnection

    /// Copies all of the fleets' rows.
    ///
    /// - Parameters:
    ///   - fleets: The names of all fleets in the file.
    ///   - ignoresLeases: Whether to copy even if workers hold jobs. These jobs are then done
    ///     again.
    ///   - now: The current time.
    func copy(_ fleets: [String], ignoresLeases: Bool, now: Date) throws -> Result {
        try markSource(fleets, ignoresLeases: ignoresLeases, now: now)
        var isCommitting = false
        do {
            return try fillTarget(fleets, isCommitting: &isCommitting)
        } catch {
            target.rollBack()
            // During a commit, nobody knows whether the other database has the rows.
            if !isCommitting { try setVersion(source.versionOfTables()) }
            throw error
        }
    }

    // MARK: The source

    private func markSource(_ fleets: [String], ignoresLeases: Bool, now: Date) throws {
        try source.inTransaction(source.beginWriting) {
            let version = try source.foundVersion()
            guard version != SchemaVersion.moved else { return }
            try SchemaVersion.refuseNewer(version, in: .sqlite, of: source.path)
            for fleet in fleets where !ignoresLeases { try checkLeases(of: fleet, now: now) }
            try source.run("UPDATE durable_schema SET version = \(SchemaVersion.moved)")
        }
    }

    private func checkLeases(of fleet: String, now: Date) throws {
        let held = try source.rows(
            "SELECT count(*) FROM FLEET_jobs WHERE state IN ('held', 'exited') AND next_take > ?1",
            in: fleet,
            [.date(now)]
        ) { $0.integer(0) }.first
        if let held, held > 0 { throw FleetCopyError.inUse(source.path, fleet: fleet, jobs: held) }
    }

    private func setVersion(_ version: Int) throws {
        try source.inTransaction(source.beginWriting) {
            _ = try source.run("UPDATE durable_schema SET version = \(version)")
        }
    }

    // MARK: The target

    private func fillTarget(_ fleets: [String], isCommitting: inout Bool) throws -> Result {
        try target.begin()
        try target.lockTables()
        try target.createTables(of: fleets)
        let expected = try sums(of: fleets, in: source)
        let found = try sums(of: fleets, in: target)
        if found == expected {
            target.rollBack()
            return .existed
        }
        guard found.allSatisfy(\.isEmpty) else { throw FleetCopyError.notEmpty(target.name) }
        let tables = Table.all(in: try source.versionOfTables())
        for fleet in fleets { for table in tables { try copy(table, of: fleet) } }
        let copied = try sums(of: fleets, in: target)
        guard copied == expected else { throw FleetCopyError.different(target.name) }
        isCommitting = true
        try target.run("COMMIT")
        try target.synchronize()
        let counts = copied.map { ($0.table, $0.rows) }
        return .copied(Dictionary(counts, uniquingKeysWith: +))
    }

    private func copy(_ table: Table, of fleet: String) throws {
        let columns = table.columns.joined(separator: ", ")
        let places = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        let insert = "INSERT INTO FLEET_\(table.name.rawValue) (\(columns)) VALUES (\(places))"
        // The connection sends many rows together.
        _ = try source.rows("SELECT \(columns) FROM FLEET_\(table.name.rawValue)", in: fleet) {
            row throws(DurableStoreError) in try target.run(insert, in: fleet, row.values)
        }
        try target.synchronize()
    }

    // MARK: Sums

    /// Sums of a table's columns, as its database adds them up.
    private struct Sums: Equatable {
        let table: Table.Name
        let rows: Int
        let others: [String]

        var isEmpty: Bool { rows == 0 }
    }

    private func sums(of fleets: [String], in connection: some BlockingFleetSQLConnection) throws -> [Sums] {
        let size = connection.dialect.kind == .sqlite ? "length(CAST(COLUMN AS BLOB))" : "octet_length(COLUMN)"
        let tables = Table.all(in: try source.versionOfTables())
        return try fleets.flatMap { fleet in
            try tables.map { table in
                let numbers = table.numbers.map { "CAST(coalesce(sum(\($0)), 0) AS TEXT)" }
                let texts = table.texts.map { column in
                    "CAST(coalesce(sum(\(size.replacing("COLUMN", with: column))), 0) AS TEXT)"
                }
                let columns = (["count(*)"] + numbers + texts).joined(separator: ", ")
                let sql = "SELECT \(columns) FROM FLEET_\(table.name.rawValue)"
                let rows = try connection.query(connection.dialect.statement(sql, in: fleet))
                let row = SQLRow(values: rows.first ?? [])
                let others = row.values.indices.dropFirst().map { row.text(Int32($0)) }
                return Sums(table: table.name, rows: row.integer(0), others: others)
            }
        }
    }
}

extension FleetCopy {
    /// A fleet's table.
    struct Table {
        /// The second part of a table's name.
        enum Name: String, CaseIterable {
            case machines
            case events
            case jobs
            case controls
        }

        let name: Name

        /// All columns.
        let columns: [String]

        /// Numeric columns, whose sums are compared.
        ///
        /// Times are too large to add up, so only a remainder is summed.
        let numbers: [String]

        /// Text columns, whose total sizes are compared.
        let texts: [String]

        /// Returns the tables that a version of SQLite's schema contains.
        static func all(in version: Int) -> [Table] { version < 3 ? all.compactMap(\.withoutQueues) : all }

        private var withoutQueues: Table? {
            guard name != .controls else { return nil }
            let new: Set = ["queue", "is_limited"]
            return Table(
                name: name,
                columns: columns.filter { !new.contains($0) },
                numbers: numbers.filter { !new.contains($0) },
                texts: texts.filter { !new.contains($0) }
            )
        }

        private static let all = [
            Table(
                name: .machines,
                columns: ["id", "version", "last_number", "shape", "name", "state", "is_deleted"],
                numbers: ["version", "last_number", "shape", "is_deleted"],
                texts: ["id", "state"]
            ),
            Table(
                name: .events,
                columns: [
                    "machine", "number", "id", "kind", "time", "version", "shape", "content", "output", "words",
                ],
                numbers: ["number", "time % 1000003", "version", "shape"],
                texts: ["machine", "id", "kind", "content", "output"]
            ),
            Table(
                name: .jobs,
                columns: [
                    "machine", "version", "ordinal", "activity", "shape", "due", "state", "attempts", "failures",
                    "next_take", "predecessor_machine", "predecessor_version", "predecessor_ordinal", "last_error",
                    "queue", "is_limited",
                ],
                numbers: [
                    "version", "ordinal", "shape", "due % 1000003", "attempts", "failures", "next_take % 1000003",
                    "predecessor_version", "is_limited",
                ],
                texts: ["machine", "activity", "state", "queue"]
            ),
            Table(
                name: .controls,
                columns: [
                    "kind", "name", "paused_since", "reason", "job_limit", "start_limit", "period", "next_start",
                    "head_start",
                ],
                numbers: ["paused_since % 1000003", "job_limit", "start_limit", "period", "head_start"],
                texts: ["kind", "name", "reason"]
            ),
        ]
    }
}

/// Why fleets are not copied.
enum FleetCopyError: Error, Hashable, CustomStringConvertible {
    /// Workers hold jobs from the source.
    case inUse(String, fleet: String, jobs: Int)

    /// Other rows are already in the target.
    case notEmpty(String)

    /// The target's column sums differ from the source's.
    case different(String)

    var description: String {
        switch self {
        case .inUse(let path, let fleet, let jobs):
            """
            Workers have \(jobs) \(jobs == 1 ? "job" : "jobs") of the fleet \(fleet) in \(path). Stop all processes that \
            use the file, and try again. If they have died, wait until their leases end, or add --ignore-leases.
            """
        case .notEmpty(let name): "There are already other rows in \(name). Choose another schema."
        case .different(let name): "The sums of the rows in \(name) differ from those of the file. Nothing was copied."
        }
    }
}
