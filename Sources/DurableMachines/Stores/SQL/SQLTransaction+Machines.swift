extension SQLTransaction {
    func machines(inState name: String?, after id: MachineID?, limit: Int) throws -> [MachineRecord] {
        let values: [FleetSQLValue] = [.text(id?.text ?? ""), .integer(max(0, limit))]
        guard let name else { return try rows(FleetStatements.machines, values, record(machine:)) }
        return try rows(FleetStatements.machinesInState, values + [.text(name)], record(machine:))
    }

    func counts() throws -> [String: Int] {
        let counts = try rows(FleetStatements.counts) { ($0.text(0), $0.integer(1)) }
        // Two names that differ only in their composition are one key in Swift.
        return Dictionary(counts, uniquingKeysWith: +)
    }

    /// The values of the columns `id`, `version`, `last_number`, `shape`, `name`, `state` and
    /// `is_deleted`.
    static func values(_ machine: MachineRecord) -> [FleetSQLValue] {
        [
            .id(machine.id), .integer(machine.version), .integer(machine.lastNumber), .integer(machine.shape),
            .text(machine.name), .optional(machine.state, FleetSQLValue.json), .integer(machine.state == nil ? 1 : 0),
        ]
    }

    func record(machine row: Row) throws(DurableStoreError) -> MachineRecord {
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
