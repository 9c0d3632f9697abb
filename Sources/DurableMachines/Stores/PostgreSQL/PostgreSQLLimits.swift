/// The times that a connection waits.
struct PostgreSQLLimits: Sendable {
    /// For a connection.
    var connecting: Duration

    /// For the locks of others.
    var lock: Duration

    /// For the results of commands that were sent.
    var answer: Duration

    /// For the next statement of a transaction; the server then ends the connection.
    ///
    /// So a suspended process does not keep its locks. By default, it is half of ``lock``, so that
    /// others who wait for the locks get them, but long enough for the work of a transaction.
    var idle: Duration

    init(
        connecting: Duration = .seconds(10),
        lock: Duration = .seconds(60),
        answer: Duration? = nil,
        idle: Duration? = nil
    ) {
        (self.connecting, self.lock) = (connecting, lock)
        (self.answer, self.idle) = (answer ?? lock + .seconds(30), idle ?? max(lock / 2, .seconds(5)))
    }
}
