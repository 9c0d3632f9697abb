/// The times that a connection waits.
struct PostgreSQLLimits: Sendable {
    /// For a connection, from the beginning of the call.
    var connecting: Duration

    /// For the answer of an idle connection, which then counts as lost.
    var probe = Duration.seconds(2)

    /// The time for which a connection that has answered needs no proof that its server is there.
    var trust = Duration.seconds(5)

    /// The time after a hint during which its sender sends no other one, so that many commits wake
    /// other processes only now and then.
    ///
    /// After twice this time, the receivers look for jobs once more.
    var hints = Duration.milliseconds(5)

    /// For the locks of others.
    var lock: Duration

    /// For the results of commands that were sent, which may wait for a lock.
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
        (self.answer, self.idle) = (answer ?? lock + .seconds(5), idle ?? max(lock / 2, .seconds(5)))
    }
}
