/// The database that a connection is made to.
struct PostgreSQLPlace: Sendable {
    /// A URL or a list of options, as libpq reads them.
    let options: String

    /// The schema of the tables; `nil` for the first one of the search path.
    var schema: String?

    /// The number of partitions of the tables that a connection creates.
    var partitions = 1
}
