/// How a pooler, such as PgBouncer, lends the connections of its server to a store.
///
/// In the transaction mode of a pooler, each transaction can have another connection of the server.
/// Settings and prepared statements stay behind on a connection, and reach other clients. A store
/// that knows this sets everything in each transaction, together with the `BEGIN`, so an event
/// still takes two round trips. It prepares no statements.
public struct PostgreSQLPooling: Hashable, Sendable, CustomStringConvertible {
    enum Mode { case automatic, session, transaction }

    let mode: Mode

    /// The connection string of the server itself, for hints.
    let direct: String?

    private init(_ mode: Mode, direct: String? = nil) {
        (self.mode, self.direct) = (mode, direct)
    }

    /// Finds out whether there is a pooler, and treats it as one in transaction mode.
    ///
    /// There is one if the server has another process number than the one that was reported for the
    /// connection.
    public static let automatic = PostgreSQLPooling(.automatic)

    /// A connection of the server belongs to the store until the store closes it.
    ///
    /// Choose this for a pooler in session mode, so that statements are prepared and hints arrive.
    /// The pool needs as many connections as all stores together: each has `connections`, and two
    /// more.
    public static let session = PostgreSQLPooling(.session)

    /// Each transaction can have another connection of the server.
    ///
    /// The store receives no hints, so jobs that become due in other processes begin after a poll.
    public static let transaction = PostgreSQLPooling(.transaction)

    /// Each transaction can have another connection of the server, but hints come from the server
    /// itself.
    ///
    /// - Parameter direct: The connection string of the server, which is used for one connection
    ///   during a run (`LISTEN`).
    public static func transaction(hintsFrom direct: String) -> PostgreSQLPooling {
        PostgreSQLPooling(.transaction, direct: direct)
    }

    /// The name of the mode, without the connection string.
    public var description: String { "\(mode)" + (direct == nil ? "" : ", with hints") }
}
