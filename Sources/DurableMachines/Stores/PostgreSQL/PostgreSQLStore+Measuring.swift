/// Access for benchmarks, which compare the store with statements by hand.
extension PostgreSQLStore {
    /// Performs statements on the thread of a connection, outside a transaction.
    package func performCalls<Result: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLCalls) throws -> Result
    ) async throws -> Result {
        try await threads.perform(.withoutTransaction, fleet: "measuring") {
            try body(PostgreSQLCalls(connection: $0.connection))
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
