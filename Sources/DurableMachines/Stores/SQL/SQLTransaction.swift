/// The reads and writes of one transaction, as statements of SQL.
///
/// ``FleetStatements`` has their texts.
protocol SQLTransaction: StoreTransaction {
    associatedtype Row: SQLRow

    /// The database and the place of the tables.
    var dialect: FleetSQLDialect { get }

    /// Performs a statement.
    func run(_ sql: String, _ values: [FleetSQLValue]) throws

    /// Performs a query and converts its rows.
    func rows<Value>(
        _ sql: String,
        _ values: [FleetSQLValue],
        _ row: (Row) throws(DurableStoreError) -> Value
    ) throws -> [Value]

    /// The error for a row that no store has written.
    func damaged(_ reason: String) -> DurableStoreError

    // MARK: Dialects

    /// The query of parked jobs.
    static var parkedJobs: String { get }
}

extension SQLTransaction {
    static var parkedJobs: String { FleetStatements.parkedJobs }

    func rows<Value>(_ sql: String, _ row: (Row) throws(DurableStoreError) -> Value) throws -> [Value] {
        try rows(sql, [], row)
    }

    /// The identifier in a column of a row.
    func id(_ text: String) throws(DurableStoreError) -> MachineID {
        do { return try MachineID(text) } catch { throw damaged("a row has the identifier “\(text.prefix(40))”") }
    }
}
