/// The times that a connection waits.
struct PostgreSQLLimits: Sendable {
    /// For a connection.
    var connecting: Duration

    /// For the locks of others.
    var lock: Duration

    /// For the results of commands that were sent.
    var answer: Duration

    init(connecting: Duration = .seconds(10), lock: Duration = .seconds(60), answer: Duration? = nil) {
        (self.connecting, self.lock, self.answer) = (connecting, lock, answer ?? lock + .seconds(30))
    }
}
