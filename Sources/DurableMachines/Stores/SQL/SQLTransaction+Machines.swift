extension SQLTransaction {
    /// The query of ``machine(_:)``.
    static var machine: String {
        "SELECT id, version, last_number, shape, name, state FROM FLEET_machines WHERE id = ?1"
    }

    /// The query of ``machines(inState:after:limit:)`` with a name.
    static var named: String {
        """
        SELECT id, version, last_number, shape, name, state FROM FLEET_machines
        WHERE is_deleted = 0 AND name = ?3 AND id > ?1 ORDER BY id LIMIT ?2
        """
    }

    func machines(inState name: String?, after id: MachineID?, limit: Int) throws -> [MachineRecord] {
        let values: [SQLValue] = [.text(id?.text ?? ""), .integer(max(0, limit))]
        guard let name else {
            return try rows(
                """
                SELECT id, version, last_number, shape, name, state FROM FLEET_machines
                WHERE id > ?1 AND is_deleted = 0 ORDER BY id LIMIT ?2
                """,
                values,
                record(machine:)
            )
        }
        return try rows(
            Self.named,
            values + [.text(name)],
            record(machine:)
        )
    }

    /// The query of ``counts()``.
    static var counts: String { "SELECT name, count(*) FROM FLEET_machines WHERE is_deleted = 0 GROUP BY name" }

    func counts() throws -> [String: Int] {
        let counts = try rows(Self.counts) {
            ($0.text(0), $0.integer(1))
        }
        // Two names that differ only in their composition are one key in Swift.
        return Dictionary(counts, uniquingKeysWith: +)
    }

    /// The values of the columns `id`, `version`, `last_number`, `shape`, `name`, `state` and
    /// `is_deleted`.
    static func values(_ machine: MachineRecord) -> [SQLValue] {
        [
            .id(machine.id), .integer(machine.version), .integer(machine.lastNumber), .integer(machine.shape),
            .text(machine.name), .optional(machine.state, SQLValue.json), .integer(machine.state == nil ? 1 : 0),
        ]
    }

    func record(machine row: Row) throws(StoreError) -> MachineRecord {
        MachineRecord(
            id: try id(row.text(0)),
            version: row.integer(1),
            lastNumber: row.integer(2),
            shape: row.integer(3),
            name: row.text(4),
            state: row.optionalJSON(5)
        )
    }
}
