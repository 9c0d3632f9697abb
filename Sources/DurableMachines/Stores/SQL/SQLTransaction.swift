/// The reads and writes of one transaction, as statements of SQL.
///
/// In a statement, `?1` stands for the first parameter, and `FLEET_` for the beginning of the
/// fleet's table names.
protocol SQLTransaction: StoreTransaction {
    associatedtype Row: SQLRow

    /// Performs a statement.
    func run(_ sql: String, _ values: [SQLValue]) throws

    /// Performs a query and converts its rows.
    func rows<Value>(
        _ sql: String,
        _ values: [SQLValue],
        _ row: (Row) throws(StoreError) -> Value
    ) throws -> [Value]

    /// The error for a row that no store has written.
    func damaged(_ reason: String) -> StoreError

    // MARK: Dialects

    /// The statement that adds or replaces a job.
    static var replaceJob: String { get }

    /// The table of jobs, for the query of parked jobs.
    static var parkedJobs: String { get }
}

extension SQLTransaction {
    static var parkedJobs: String { "FLEET_jobs" }

    func rows<Value>(_ sql: String, _ row: (Row) throws(StoreError) -> Value) throws -> [Value] {
        try rows(sql, [], row)
    }

    /// The identifier in a column of a row.
    func id(_ text: String) throws(StoreError) -> MachineID {
        do { return try MachineID(text) } catch { throw damaged("a row has the identifier “\(text.prefix(40))”") }
    }
}
