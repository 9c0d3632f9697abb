/// How a pooler, such as PgBouncer, lends the server's connections to a store.
///
/// In a pooler's transaction mode, each transaction can have a different server connection, with
/// settings and prepared statements that other clients have left behind. So a store behind such a
/// pooler sends its own settings together with each `BEGIN`, with which an event still takes two
/// round trips, and prepares no statements.
public struct PostgreSQLPooling: Hashable, Sendable, CustomStringConvertible {
    enum Mode { case automatic, session, transaction }

    let mode: Mode

    /// The server's own connection string, for hints.
    let direct: String?

    private init(_ mode: Mode, direct: String? = nil) {
        (self.mode, self.direct) = (mode, direct)
    }

    /// The default, with which the store finds out whether there is a pooler, and if so, assumes
    /// transaction mode.
    ///
    /// There is a pooler if the server's process number differs from the one that was reported for
    /// the connection.
    public static let automatic = PostgreSQLPooling(.automatic)

    /// A pooler's session mode, in which a server connection belongs to the store until the store
    /// closes it.
    ///
    /// Statements are prepared, and hints arrive. The pool needs enough connections for all stores
    /// together, each of which can use `connections` and two more.
    public static let session = PostgreSQLPooling(.session)

    /// A pooler's transaction mode, in which each transaction can have a different server
    /// connection.
    ///
    /// The store receives no hints, so jobs that become due in other processes begin after a poll.
    public static let transaction = PostgreSQLPooling(.transaction)

    /// Returns a pooler's transaction mode, with hints that come directly from the server.
    ///
    /// - Parameter direct: The server's own connection string, which is used for one connection
    ///   during a run (`LISTEN`).
    public static func transaction(hintsFrom direct: String) -> PostgreSQLPooling {
        PostgreSQLPooling(.transaction, direct: direct)
    }

    /// The mode's name, without the connection string.
    public var description: String { "\(mode)" + (direct == nil ? "" : ", with hints") }
}
