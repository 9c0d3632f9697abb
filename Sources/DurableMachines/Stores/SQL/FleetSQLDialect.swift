import StateMachineLocks

/// The kind of database to which a connection is open, and the schema of the fleets' tables.
public struct FleetSQLDialect: Hashable, Sendable, CustomStringConvertible {
    /// A kind of database.
    enum Kind { case sqlite, postgreSQL }

    let kind: Kind

    /// The schema of the tables; `nil` for the first one of the search path.
    let schema: String?

    private init(_ kind: Kind, schema: String? = nil) {
        (self.kind, self.schema) = (kind, schema)
    }

    /// SQLite.
    public static let sqlite = FleetSQLDialect(.sqlite)

    /// PostgreSQL, with the tables in the first schema of the connection's search path.
    public static let postgreSQL = FleetSQLDialect(.postgreSQL)

    /// Returns the dialect of PostgreSQL, with the tables in a schema.
    ///
    /// - Parameter schema: The schema, as for a ``PostgreSQLStore``.
    /// - Returns: The dialect.
    /// - Throws: ``DurableStoreError/invalidSchema(_:)`` if the name has characters other than
    ///   lowercase letters, digits and underscores.
    public static func postgreSQL(schema: String) throws(DurableStoreError) -> FleetSQLDialect {
        try FleetName.check(schema: schema)
        return FleetSQLDialect(.postgreSQL, schema: schema)
    }

    /// The database's name with the schema, such as `PostgreSQL, schema shop`.
    public var description: String {
        switch kind {
        case .sqlite: "SQLite"
        case .postgreSQL: "PostgreSQL" + (schema.map { ", schema \($0)" } ?? "")
        }
    }

    // MARK: Statements

    /// A statement for a fleet.
    ///
    /// - Parameters:
    ///   - template: The text. `FLEET_` stands for the beginning of the fleet's table names, and
    ///     `?1` for the first parameter.
    ///   - fleet: The name of the fleet, which the caller has checked.
    ///   - values: The parameters.
    func statement(_ template: String, in fleet: String, _ values: [FleetSQLValue] = []) -> FleetSQLStatement {
        FleetSQLStatement(
            SQLText(template: template, fleet: fleet, dialect: self),
            kind == .postgreSQL ? values.map(\.withoutZeros) : values
        )
    }

    fileprivate func text(_ template: String, in fleet: String) -> String {
        let prefix = schema.map { "\($0)." } ?? ""
        let text = template.replacing("FLEET_", with: "\(prefix)\(fleet)_")
            .replacing("durable_schema", with: "\(prefix)durable_schema")
        return kind == .postgreSQL ? text.replacing("?", with: "$") : text
    }
}

extension FleetSQLValue {
    /// The value for PostgreSQL, whose texts cannot contain a zero.
    fileprivate var withoutZeros: FleetSQLValue {
        guard case .text(let text) = self, text.utf8.contains(0) else { return self }
        return .text(text.replacing("\0", with: "\u{fffd}"))
    }
}

/// The text of a statement, whose parts are replaced only when somebody asks for it.
///
/// A connection that finds its prepared statement by the template does not need it.
struct SQLText: Hashable, Sendable {
    /// The text, in which `FLEET_` stands for the beginning of the fleet's table names.
    let template: String

    /// The name of the fleet; empty for a text without names of a fleet's tables.
    let fleet: String

    let dialect: FleetSQLDialect

    /// The text for the database.
    var sql: String {
        if fleet.isEmpty, dialect.kind == .sqlite { return template }
        // Replacing parts of a text takes longer than looking it up.
        return Self.known.withLock { known in
            if let text = known[self] { return text }
            let text = dialect.text(template, in: fleet)
            known[self] = text
            return text
        }
    }

    private static let known = Locked<[SQLText: String]>([:])

    /// Compares the lengths first, because comparing different long texts takes longer.
    static func == (left: SQLText, right: SQLText) -> Bool {
        left.template.utf8.count == right.template.utf8.count && left.template == right.template
            && left.fleet == right.fleet && left.dialect == right.dialect
    }

    /// Hashes only the lengths, which are different for most statements.
    ///
    /// Hashing a long text takes longer than comparing two references to the same text.
    func hash(into hasher: inout Hasher) { hasher.combine(64 * template.utf8.count + fleet.utf8.count) }
}

/// The numbers of the tables' schemas, which each database stores in a row.
enum SchemaVersion {
    /// The number of a schema whose fleets were moved to another database.
    ///
    /// It is greater than that of any program, so programs of every version refuse the database.
    static let moved = 1_000_000_000

    /// The number of the schema that the program uses in a kind of database.
    static func current(_ kind: FleetSQLDialect.Kind) -> Int {
        switch kind {
        case .sqlite: SQLiteSchema.version
        case .postgreSQL: PostgreSQLSchema.version
        }
    }

    /// Makes sure that the program can use a database.
    static func check(_ version: Int, in kind: FleetSQLDialect.Kind, of name: String) throws(DurableStoreError) {
        try refuseNewer(version, in: kind, of: name)
        // An empty table has no number.
        guard version == current(kind) || version == 0 else { throw .olderSchema(name, schema: version) }
    }

    /// Makes sure that the program can use the tables of a database, or upgrade them.
    static func refuseNewer(_ version: Int, in kind: FleetSQLDialect.Kind, of name: String) throws(DurableStoreError) {
        if version == moved { throw .moved(name) }
        guard version <= current(kind) else { throw .newerSchema(name, schema: version) }
    }
}
