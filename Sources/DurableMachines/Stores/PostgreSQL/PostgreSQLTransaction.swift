/// The reads and writes of one transaction, in two round trips for an event.
typealias PostgreSQLTransaction = BatchTransaction<PostgreSQLConnection>
