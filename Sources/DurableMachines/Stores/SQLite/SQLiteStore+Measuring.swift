/// The work of a connection since it was opened.
package struct SQLiteCounts: Hashable, Sendable {
    /// The number of performed statements, including the beginnings and ends of transactions.
    package var statements = 0

    /// The number of statements that SQLite has compiled.
    package var preparations = 0

    /// The number of rows that queries have returned.
    package var rowsRead = 0

    /// The number of rows that were added, changed or deleted.
    package var rowsChanged = 0

    /// The number of commits.
    package var commits = 0

    /// Subtracts earlier counts.
    package static func - (counts: SQLiteCounts, earlier: SQLiteCounts) -> SQLiteCounts {
        var difference = SQLiteCounts()
        difference.statements = counts.statements - earlier.statements
        difference.preparations = counts.preparations - earlier.preparations
        difference.rowsRead = counts.rowsRead - earlier.rowsRead
        difference.rowsChanged = counts.rowsChanged - earlier.rowsChanged
        difference.commits = counts.commits - earlier.commits
        return difference
    }
}

/// Access for benchmarks, which compare the store with statements by hand.
extension SQLiteStore {
    /// Performs work on the connection's thread, outside a transaction.
    ///
    /// - Parameter body: Receives the connection as a pointer for functions of SQLite (`sqlite3
    ///   *`).
    package func performOnThread<Result: Sendable>(
        _ body: @escaping @Sendable (OpaquePointer) throws -> Result
    ) async throws -> Result {
        try await onConnection { try body($0.handle) }
    }

    /// Returns the counts of the work that the connection has done so far.
    package func counts() async throws -> SQLiteCounts {
        try await onConnection { $0.counts }
    }

    private func onConnection<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
    ) async throws -> Result {
        try await threads.queue.perform(.withoutTransaction, fleet: "") { rows in
            guard let connection = rows.connection as? SQLiteConnection else {
                throw DurableStoreError.closed("SQLite")
            }
            return try body(connection)
        }
    }
}
