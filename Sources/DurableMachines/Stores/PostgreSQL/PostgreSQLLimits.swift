/// The times that a connection waits.
struct PostgreSQLLimits: Sendable {
    /// For a connection.
    var connecting: Duration

    /// For the locks of others.
    var lock: Duration

    /// For the results of commands that were sent.
    var answer: Duration

    /// For this process to continue a transaction.
    ///
    /// The server then ends the connection, so that a process that was suspended keeps no locks.
    /// It is less than ``lock``, so that those who wait for the locks get them, unless that is too
    /// short for the work of a transaction.
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
