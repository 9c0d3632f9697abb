import StateMachineLocks

/// Access for benchmarks, which compare the store with statements by hand.
extension PostgreSQLStore {
    /// Performs statements on the thread of a connection, outside a transaction.
    package func performCalls<Result: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLCalls) throws -> Result
    ) async throws -> Result {
        try await threads.queue.perform(.withoutTransaction, fleet: "measuring") { rows in
            guard let connection = rows.connection as? PostgreSQLConnection else {
                throw DurableStoreError.closed("PostgreSQL")
            }
            return try body(PostgreSQLCalls(connection: connection))
        }
    }
}

/// Statements on a connection.
package struct PostgreSQLCalls {
    let connection: PostgreSQLConnection

    /// Adds a statement to those that ``wait()`` sends.
    package func send(_ sql: String, _ values: [String] = []) throws {
        try connection.run(sql, values.map { .text($0) })
    }

    /// Sends the statements and waits for their results.
    package func wait() throws { try connection.synchronize() }

    /// Adds a query, sends all statements, and returns the first column of the first row.
    package func text(_ sql: String, _ values: [String] = []) throws -> String {
        var text = ""
        try connection.run(sql, values.map { .text($0) }) { text = $0.rows.first?.text(0) ?? "" }
        try connection.synchronize()
        return text
    }
}

/// The work of connections.
struct PostgreSQLCounts: Hashable, Sendable {
    /// The number of times that the connection has sent commands and waited for their results.
    var roundTrips = 0

    /// The number of performed statements, including the beginnings and ends of transactions.
    var statements = 0

    /// The number of statements that the server has prepared.
    var preparations = 0

    static func += (counts: inout PostgreSQLCounts, more: PostgreSQLCounts) {
        counts.roundTrips += more.roundTrips
        counts.statements += more.statements
        counts.preparations += more.preparations
    }

    static func - (counts: PostgreSQLCounts, earlier: PostgreSQLCounts) -> PostgreSQLCounts {
        PostgreSQLCounts(
            roundTrips: counts.roundTrips - earlier.roundTrips,
            statements: counts.statements - earlier.statements,
            preparations: counts.preparations - earlier.preparations
        )
    }
}

/// The sum of the work of several connections.
final class PostgreSQLMeter: Sendable {
    private let total = Locked(PostgreSQLCounts())

    var counts: PostgreSQLCounts { total.withLock(\.self) }

    func add(_ counts: PostgreSQLCounts) {
        total.withLock { $0 += counts }
    }
}
