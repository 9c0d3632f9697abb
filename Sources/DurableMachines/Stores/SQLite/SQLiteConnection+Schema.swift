extension SQLiteConnection {
    /// Makes sure that the program can use or upgrade the schema of the file, if it has one.
    func checkSchema() throws(DurableStoreError) {
        guard try hasVersion else { return }
        try SchemaVersion.refuseNewer(foundVersion(), in: .sqlite, of: path)
    }

    /// Makes sure that the file has the schema of this program.
    ///
    /// A newer program can change the schema at any time, so each transaction begins with this.
    func checkVersion() throws(DurableStoreError) { try SchemaVersion.check(foundVersion(), in: .sqlite, of: path) }

    /// Whether the file has the table with the number of its schema.
    private var hasVersion: Bool { get throws(DurableStoreError) { try !objects(["durable_schema"]).isEmpty } }

    /// The number of the schema of the file.
    func foundVersion() throws(DurableStoreError) -> Int {
        try rows("SELECT max(version) FROM durable_schema") { $0.integer(0) }.first ?? 0
    }

    /// Whether the file has the tables and indexes of a fleet, with the current schema.
    func hasTables(of fleet: String) throws(DurableStoreError) -> Bool {
        let names = SQLiteSchema.names.map { $0.replacing("FLEET_", with: "\(fleet)_") } + ["durable_schema"]
        guard try objects(names).count == names.count else { return false }
        return try foundVersion() >= SQLiteSchema.version
    }

    /// Creates or upgrades the tables of a fleet, if necessary, in a transaction of its own.
    func prepareTables(of fleet: String) throws {
        guard !preparedFleets.contains(fleet) else { return }
        try FleetName.check(fleet)
        if try !hasTables(of: fleet) {
            try inTransaction(beginWriting) {
                for statement in SQLiteSchema.versionTable { try run(statement) }
                try upgrade()
                try checkVersion()
                try refuseOldTable(of: fleet)
                for statement in SQLiteSchema.tables { try run(statement, in: fleet) }
            }
        }
        preparedFleets.insert(fleet)
    }

    /// The names of the fleets in the file.
    var fleets: [String] {
        get throws(DurableStoreError) {
            let end = "_machines"
            let names = try rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") { $0.text(0) }
            var fleets: [String] = []
            for name in names where name.hasSuffix(end) {
                let fleet = String(name.dropLast(end.count))
                guard (try? FleetName.check(fleet)) != nil else { continue }
                if try objects([name, "\(fleet)_events", "\(fleet)_jobs"]).count == 3 { fleets.append(fleet) }
            }
            return fleets
        }
    }

    // MARK: Upgrades

    /// Changes the tables of all fleets of an earlier schema, in the caller's transaction.
    private func upgrade() throws(DurableStoreError) {
        for statement in try upgradeStatements { try run(statement) }
    }

    /// The number of the schema that the tables have, whatever the file says.
    ///
    /// A file that is marked as moved does not say it.
    func versionOfTables() throws(DurableStoreError) -> Int {
        for fleet in try fleets {
            if try objects(["\(fleet)_history"]).isEmpty { return 1 }
            if try objects(["\(fleet)_controls"]).isEmpty { return 2 }
        }
        return SQLiteSchema.version
    }

    /// The statements that change the tables of an earlier schema.
    var upgradeStatements: [String] {
        get throws(DurableStoreError) {
            guard try hasVersion else { return [] }
            let version = try foundVersion()
            guard 1..<SQLiteSchema.version ~= version else { return [] }
            let upgrade =
                (version == 1 ? SQLiteSchema.upgradeFromVersion1 : []) + SQLiteSchema.upgradeFromVersion2
            let changes = try fleets.flatMap { fleet in upgrade.map { $0.replacing("FLEET_", with: "\(fleet)_") } }
            return changes + ["UPDATE durable_schema SET version = \(SQLiteSchema.version)"]
        }
    }

    /// Makes sure that no table has the name of the view, which would then be missing.
    private func refuseOldTable(of fleet: String) throws(DurableStoreError) {
        let name = "\(fleet)_events"
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?1"
        if try rows(sql, [.text(name)], { $0.text(0) }).isEmpty { return }
        throw .damaged(path, reason: "\(name) is a table, although schema \(SQLiteSchema.version) has a view instead.")
    }

    /// Returns the tables and indexes that exist, of a list of names.
    private func objects(_ names: [String]) throws(DurableStoreError) -> [String] {
        let list = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return try rows("SELECT name FROM sqlite_master WHERE name IN (\(list))", in: "", names.map { .text($0) }) {
            $0.text(0)
        }
    }
}
