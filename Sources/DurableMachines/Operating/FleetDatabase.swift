import Foundation
import StateMachineCommandLine

/// A database that an operator named.
enum FleetDatabase {
    case file(String)
    case server(PostgreSQLPlace)

    /// Reads a database's name: a URL, a list of options (`dbname=shop`), or a path.
    init(_ text: String, schema: String?, partitions: Int) throws(UsageError) {
        let isURL = text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
        // As a path, it would be printed together with its password.
        if !isURL, !text.contains("="), text.contains("://") {
            throw UsageError("the URL of a database begins with postgres:// or postgresql://")
        }
        self =
            isURL || text.contains("=")
            ? .server(PostgreSQLPlace(options: text, schema: schema, partitions: partitions)) : .file(text)
    }

    static func open(file path: String, checksSchema: Bool = true) throws -> SQLiteConnection {
        try SQLiteConnection(
            path: path,
            waitingForLock: .seconds(60),
            library: SQLiteLibrary.shared.get(),
            checksSchema: checksSchema
        )
    }

    static func open(_ place: PostgreSQLPlace) throws -> PostgreSQLConnection {
        let library = try PostgreSQLLibrary.shared.get()
        try library.check(place.options)
        if let schema = place.schema { try FleetName.check(schema: schema) }
        return try PostgreSQLConnection(to: place, limits: PostgreSQLLimits(), library: library)
    }

    /// Makes sure that a file exists, because otherwise SQLite would create it.
    func checkFile() throws(DurableStoreError) {
        if case .file(let path) = self, !FileManager.default.fileExists(atPath: path) {
            throw .cannotOpen(path, reason: "There is no such file.")
        }
    }

    /// Makes sure that the database contains a fleet's tables.
    func check(for fleet: String) throws {
        try checkFile()
        let place = if case .file(let path) = self { path } else { "the database" }
        let changes = try changes(for: [fleet])
        guard changes.creation.isEmpty else {
            let names = try fleetNames()
            let words = names.isEmpty ? "It contains no fleets." : "Its fleets are: \(names.joined(separator: ", "))."
            throw DurableStoreError.cannotOpen(place, reason: "There is no fleet “\(fleet)”. \(words)")
        }
        guard changes.upgrade.isEmpty else {
            throw DurableStoreError.cannotOpen(
                place,
                reason:
                    "Its schema is older. Use the command of the programs that run, or stop them, make a backup, and "
                    + "upgrade it with 'schema … --apply'."
            )
        }
    }

    /// Returns the names of the fleets in the database.
    private func fleetNames() throws -> [String] {
        switch self {
        case .file(let path): return try Self.open(file: path).fleets
        case .server(let place):
            let connection = try Self.open(place)
            return try connection.inTransaction { try connection.fleets }
        }
    }

    /// Opens a store that already contains a fleet's tables.
    func store(with fleet: String) throws -> any DurableStore {
        try check(for: fleet)
        switch self {
        case .file(let path): return try SQLiteStore(path: path)
        case .server(let place): return try PostgreSQLStore(place.options, schema: place.schema, connections: 1)
        }
    }

    /// Statements that change a database's tables.
    struct Changes {
        /// Statements that upgrade existing tables.
        var upgrade: [String] = []

        /// Statements that create fleets' missing tables.
        var creation: [String] = []

        var statements: [String] { upgrade + creation }
    }

    /// Returns the changes that fleets need.
    func changes(for fleets: [String]) throws -> Changes {
        switch self {
        case .file(let path):
            // A question does not create the file.
            guard FileManager.default.fileExists(atPath: path) else {
                return Changes(creation: Self.statements(for: fleets))
            }
            let connection = try Self.open(file: path)
            let upgrade = try connection.upgradeStatements
            let present = try connection.fleets
            let missing = try fleets.filter {
                try upgrade.isEmpty ? !connection.hasTables(of: $0) : !present.contains($0)
            }
            return Changes(upgrade: upgrade, creation: missing.isEmpty ? [] : Self.statements(for: missing))
        case .server(let place):
            let connection = try Self.open(place)
            return try connection.inTransaction {
                let upgrade = try connection.upgradeStatements()
                let missing = try fleets.filter { try !connection.hasTables(of: $0) }
                if missing.count < fleets.count, upgrade.isEmpty {
                    let rows = try connection.query(FleetSQLStatement("SELECT max(version) FROM durable_schema"))
                    let version = SQLRow(values: rows.first ?? []).integer(0)
                    try SchemaVersion.check(version, in: .postgreSQL, of: connection.name)
                }
                return Changes(
                    upgrade: upgrade,
                    creation: missing.isEmpty ? [] : try connection.schemaStatements(for: missing)
                )
            }
        }
    }

    private static func statements(for fleets: [String]) -> [String] {
        let tables = fleets.flatMap { fleet in SQLiteSchema.tables.map { $0.replacing("FLEET_", with: "\(fleet)_") } }
        return SQLiteSchema.versionTable + tables
    }

    /// Creates fleets' missing tables.
    func createTables(of fleets: [String]) throws {
        switch self {
        case .file(let path):
            let connection = try Self.open(file: path)
            for fleet in fleets { try connection.prepareTables(of: fleet) }
        case .server(let place):
            let connection = try Self.open(place)
            for fleet in fleets { try connection.prepareTables(of: fleet) }
        }
    }
}
