import StateMachineLocks

/// The kind of the database to which a connection is open, and the place of the fleets' tables.
public struct SQLDialect: Hashable, Sendable {
    /// A kind of database.
    enum Kind { case sqlite, postgreSQL }

    let kind: Kind

    /// The schema of the tables; `nil` for the first one of the search path.
    let schema: String?

    private init(_ kind: Kind, schema: String? = nil) {
        (self.kind, self.schema) = (kind, schema)
    }

    /// SQLite.
    public static let sqlite = SQLDialect(.sqlite)

    /// PostgreSQL, with the tables in the first schema of the connection's search path.
    public static let postgreSQL = SQLDialect(.postgreSQL)

    /// PostgreSQL, with the tables in a schema.
    ///
    /// - Parameter schema: The schema, as for a ``PostgreSQLStore``.
    /// - Throws: ``FleetError/invalidFleetName(_:)`` if the name has characters other than
    ///   lowercase letters, digits and underscores.
    public static func postgreSQL(schema: String) throws(FleetError) -> SQLDialect {
        try FleetName.check(schema)
        return SQLDialect(.postgreSQL, schema: schema)
    }

    // MARK: Statements

    /// A statement for a fleet.
    ///
    /// - Parameters:
    ///   - template: The text. `FLEET_` stands for the beginning of the fleet's table names, and
    ///     `?1` for the first parameter.
    ///   - fleet: The name of the fleet, which the caller has checked.
    ///   - values: The parameters.
    func statement(_ template: String, in fleet: String, _ values: [SQLValue] = []) -> SQLStatement {
        let text = Self.texts.text(template, in: fleet, self)
        return SQLStatement(text, kind == .postgreSQL ? values.map(\.withoutZeros) : values)
    }

    private static let texts = SQLTexts()

    fileprivate func text(_ template: String, in fleet: String) -> String {
        let prefix = schema.map { "\($0)." } ?? ""
        let text = template.replacing("FLEET_", with: "\(prefix)\(fleet)_")
            .replacing("durable_schema", with: "\(prefix)durable_schema")
        return kind == .postgreSQL ? text.replacing("?", with: "$") : text
    }
}

extension SQLValue {
    /// The value for PostgreSQL, whose texts cannot contain a zero.
    fileprivate var withoutZeros: SQLValue {
        guard case .text(let text) = self, text.utf8.contains(0) else { return self }
        return .text(text.replacing("\0", with: "\u{fffd}"))
    }
}

/// The texts of statements, because replacing parts of a text takes longer than looking it up.
private final class SQLTexts: Sendable {
    private struct Key: Hashable {
        let template: String
        let fleet: String
        let dialect: SQLDialect
    }

    private let texts = Locked<[Key: String]>([:])

    func text(_ template: String, in fleet: String, _ dialect: SQLDialect) -> String {
        let key = Key(template: template, fleet: fleet, dialect: dialect)
        return texts.withLock { texts in
            if let text = texts[key] { return text }
            let text = dialect.text(template, in: fleet)
            texts[key] = text
            return text
        }
    }
}
