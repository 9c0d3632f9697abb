/// What a server tells a new connection about its settings.
struct PostgreSQLFirstAnswer {
    let encoding: String

    /// The number of the server's process.
    let process: Int

    /// The settings with which a session begins.
    private let (synchronousCommit, searchPath): (String, String)

    /// Whether the server can look for its client while it waits.
    private let looksForClient: Bool

    /// Whether the server can compile expressions of queries.
    private let hasCompiler: Bool

    /// Asks the server.
    init(from connection: PostgreSQLConnection, within limit: Duration) throws(DurableStoreError) {
        var row = SQLRow(values: [])
        let setting = "(SELECT reset_val FROM pg_settings WHERE name ="
        // Other systems than Linux may refuse the last setting, which came with PostgreSQL 14.
        try connection.run(
            """
            SELECT current_setting('server_encoding'), pg_backend_pid(), \(setting) 'synchronous_commit'),
                \(setting) 'search_path'), (SELECT count(*) FROM pg_settings
                WHERE name = 'client_connection_check_interval' AND version() LIKE '%linux%'),
                (SELECT count(*) FROM pg_settings WHERE name = 'jit')
            """
        ) { row = $0.rows.first ?? row }
        try connection.prove(within: limit)
        (encoding, process) = (row.text(0), row.integer(1))
        (synchronousCommit, searchPath) = (row.text(2), row.text(3))
        (looksForClient, hasCompiler) = (row.integer(4) > 0, row.integer(5) > 0)
    }

    /// Whether the server stores texts as they are.
    ///
    /// With SQL_ASCII, it does not look at the bytes of a text.
    var hasKnownEncoding: Bool { ["UTF8", "SQL_ASCII"].contains(encoding) }

    /// The statement for the settings that transactions depend on.
    ///
    /// The connection of a pooler can have settings that another client has left behind. So those
    /// that the store does not change get the values with which a session begins.
    ///
    /// - Parameters:
    ///   - limits: The times that the connection waits.
    ///   - schema: The schema of the tables; `nil` for the first one of the search path.
    ///   - isLocal: Whether the settings are those of one transaction.
    func settings(limits: PostgreSQLLimits, schema: String?, isLocal: Bool) -> FleetSQLStatement {
        var settings = [
            ("lock_timeout", "\(limits.lock.milliseconds)"),
            ("idle_in_transaction_session_timeout", "\(limits.idle.milliseconds)"),
            // A committed transaction has to be on a disk.
            ("synchronous_commit", synchronousCommit == "off" ? "on" : synchronousCommit),
            ("search_path", schema ?? searchPath),
        ]
        // A server that waits for a lock looks only then whether its client still exists. Otherwise
        // a cancelled call would occupy it until the end of the wait.
        if looksForClient { settings.append(("client_connection_check_interval", "1000")) }
        // The queries read a few rows. Compiling one of overestimated cost takes milliseconds,
        // and PostgreSQL does it again for each execution.
        if hasCompiler { settings.append(("jit", "off")) }
        let calls = settings.indices.map { "set_config($\(2 * $0 + 1), $\(2 * $0 + 2), \(isLocal))" }
        return FleetSQLStatement(
            "SELECT \(calls.joined(separator: ", "))",
            settings.flatMap { [.text($0.0), .text($0.1)] }
        )
    }

    /// The words about an answer that has not arrived.
    static func missing(within limit: Duration) -> String {
        """
        The connection was accepted, but the first statement has no answer within \(limit / .seconds(1)) seconds. If \
        there is a pooler, other clients have all connections of its pool. In session mode, it needs as many as all \
        stores together.
        """
    }
}
