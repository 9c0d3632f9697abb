/// A statement and its parameters, in the dialect of a connection.
public struct FleetSQLStatement: Hashable, Sendable, CustomStringConvertible {
    /// The text, in which `$1` (PostgreSQL) or `?1` (SQLite) stands for the first parameter.
    ///
    /// A fleet uses only a few different SQL texts, so a connection can prepare each of them once.
    public let sql: String

    /// The parameters: whole numbers, strings and nulls.
    public let values: [FleetSQLValue]

    /// Creates a statement.
    public init(_ sql: String, _ values: [FleetSQLValue] = []) {
        (self.sql, self.values) = (sql, values)
    }

    /// The text, without the parameters.
    public var description: String { sql }
}
