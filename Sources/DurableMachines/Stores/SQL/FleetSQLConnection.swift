/// Your own connection to a database, within a transaction that you have begun.
///
/// With such a connection, a fleet handles an event in the same transaction in which you change
/// your own rows. If you roll the transaction back, the event has not happened:
///
/// ```swift
/// try await client.withTransaction(logger: logger) { connection in
///     try await connection.query("UPDATE stock SET count = count - 1 WHERE article = 7", logger: logger)
///     try await orders.send(.pay, to: "order-42", eventID: key, using: PostgresNIOConnection(connection))
/// }
/// ```
///
/// <doc:YourOwnTransaction> contains this adapter for PostgresNIO and one for GRDB.
///
/// For an event, the fleet calls `perform(_:)` twice: once to lock and read the machine, and once
/// for all writes. With SQLite, it first asks for the version of the tables in another call.
/// Implement this method if your connection can send several statements in one round trip (a
/// pipeline). Otherwise, the default implementation calls `query(_:)` for each statement.
///
/// The fleet neither begins nor ends a transaction, nor does it repeat one. After a deadlock or a
/// lost connection, roll back and begin again. Your methods may throw any error of your client,
/// which you receive as ``FleetTransactionError/thrown(_:)``.
public protocol FleetSQLConnection {
    /// The kind of database, and the schema of the fleets' tables.
    var dialect: FleetSQLDialect { get }

    /// Performs a statement and returns its rows, or an empty array for a statement that only
    /// writes.
    ///
    /// - Returns: For each row, the values of its columns. A connection may return a number as a
    ///   string of digits.
    nonisolated(nonsending) func query(_ statement: FleetSQLStatement) async throws -> [[FleetSQLValue]]

    /// Performs statements one after the other and returns the rows of each.
    ///
    /// If a statement fails, the connection must not perform the statements after it.
    nonisolated(nonsending) func perform(_ statements: [FleetSQLStatement]) async throws -> [[[FleetSQLValue]]]
}

extension FleetSQLConnection {
    /// Calls `query(_:)` for each statement.
    public nonisolated(nonsending) func perform(_ statements: [FleetSQLStatement]) async throws -> [[[FleetSQLValue]]] {
        var rows: [[[FleetSQLValue]]] = []
        for statement in statements { rows.append(try await query(statement)) }
        return rows
    }
}

/// Your own connection to a database, with calls that block until they have a result, as with GRDB.
///
/// With such a connection, a fleet handles an event in the middle of synchronous code:
///
/// ```swift
/// try await database.write { db in
///     try db.execute(sql: "UPDATE stock SET count = count - 1 WHERE article = 7")
///     try orders.send(.pay, to: "order-42", eventID: key, using: GRDBConnection(db))
/// }
/// ```
///
/// The stores of this module use such connections themselves.
public protocol BlockingFleetSQLConnection: FleetSQLConnection {
    /// Performs a statement and returns its rows, or an empty array for a statement that only
    /// writes.
    ///
    /// - Returns: For each row, the values of its columns. A connection may return a number as a
    ///   string of digits.
    func query(_ statement: FleetSQLStatement) throws -> [[FleetSQLValue]]

    /// Performs statements one after the other and returns the rows of each.
    ///
    /// If a statement fails, the connection must not perform the statements after it.
    func perform(_ statements: [FleetSQLStatement]) throws -> [[[FleetSQLValue]]]

    /// The name of the database, for errors.
    var name: String { get }
}

extension BlockingFleetSQLConnection {
    /// Calls `query(_:)` for each statement.
    public func perform(_ statements: [FleetSQLStatement]) throws -> [[[FleetSQLValue]]] {
        try statements.map { try query($0) }
    }

    /// The default name, which suits every database.
    public var name: String { "the database" }
}
