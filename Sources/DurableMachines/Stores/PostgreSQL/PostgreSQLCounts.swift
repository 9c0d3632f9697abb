import StateMachineLocks

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
