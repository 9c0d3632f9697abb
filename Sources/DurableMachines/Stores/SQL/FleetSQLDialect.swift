import StateMachineLocks

/// The kind of the database to which a connection is open, and the place of the fleets' tables.
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

    /// PostgreSQL, with the tables in a schema.
    ///
    /// - Parameter schema: The schema, as for a ``PostgreSQLStore``.
    /// - Throws: ``DurableStoreError/invalidSchema(_:)`` if the name has characters other than
    ///   lowercase letters, digits and underscores.
    public static func postgreSQL(schema: String) throws(DurableStoreError) -> FleetSQLDialect {
        try FleetName.check(schema: schema)
        return FleetSQLDialect(.postgreSQL, schema: schema)
    }

    /// The name of the database with the schema, such as `PostgreSQL, schema shop`.
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
        let text = Self.texts.text(template, in: fleet, self)
        return FleetSQLStatement(text, kind == .postgreSQL ? values.map(\.withoutZeros) : values)
    }

    private static let texts = SQLTexts()

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

/// The texts of statements, because replacing parts of a text takes longer than looking it up.
private final class SQLTexts: Sendable {
    private struct Key: Hashable {
        let template: String
        let fleet: String
        let dialect: FleetSQLDialect

        /// Hashes only the lengths, which are different for most statements.
        ///
        /// Hashing a long text takes longer than comparing two references to the same text.
        func hash(into hasher: inout Hasher) {
            hasher.combine(fleet.utf8.count)
            hasher.combine(template.utf8.count)
        }
    }

    private let texts = Locked<[Key: String]>([:])

    func text(_ template: String, in fleet: String, _ dialect: FleetSQLDialect) -> String {
        let key = Key(template: template, fleet: fleet, dialect: dialect)
        return texts.withLock { texts in
            if let text = texts[key] { return text }
            let text = dialect.text(template, in: fleet)
            texts[key] = text
            return text
        }
    }
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
