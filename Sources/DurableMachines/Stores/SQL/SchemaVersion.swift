/// The numbers of the tables' schemas, which each database stores in a row.
enum SchemaVersion {
    /// The number of a schema whose fleets were moved to another database.
    ///
    /// It is greater than that of any program, so programs of every version refuse the database.
    static let moved = 1_000_000_000

    /// The number of the schema that the program uses in a kind of database.
    static func current(_ kind: FleetSQLDialect.Kind) -> Int {
        switch kind {
        case .sqlite: SQLiteSchema.version
        case .postgreSQL: PostgreSQLSchema.version
        }
    }

    /// Makes sure that the program can use a database.
    static func check(_ version: Int, in kind: FleetSQLDialect.Kind, of name: String) throws(DurableStoreError) {
        try refuseNewer(version, in: kind, of: name)
        // An empty table has no number.
        guard version == current(kind) || version == 0 else { throw .olderSchema(name, schema: version) }
    }

    /// Makes sure that the program can use the tables of a database, or upgrade them.
    static func refuseNewer(_ version: Int, in kind: FleetSQLDialect.Kind, of name: String) throws(DurableStoreError) {
        if version == moved { throw .moved(name) }
        guard version <= current(kind) else { throw .newerSchema(name, schema: version) }
    }
}
