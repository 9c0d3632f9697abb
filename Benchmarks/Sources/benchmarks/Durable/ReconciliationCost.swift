import DurableMachines
import Foundation

/// The time of `reconcile()`, which compares the jobs of all machines with their activities.
struct ReconciliationCost: Encodable {
    let store: String
    let machines: Int

    /// The seconds if each machine gets a job.
    let changed: Double

    /// The seconds if no machine needs anything.
    let unchanged: Double

    static func measured(_ settings: DurableSettings, path: String) async throws -> [ReconciliationCost] {
        var costs = [try await measured(settings, in: SQLiteStore(path: path), name: "SQLite")]
        if let server = try? PostgreSQLCost.server {
            let schema = PostgreSQLCost.newSchema
            let store = try PostgreSQLStore(server, schema: schema)
            costs.append(try await measured(settings, in: store, name: "PostgreSQL"))
            let other = try PostgreSQLStore(server)
            try await PostgreSQLCost.remove(schema, in: other)
            await other.close()
        }
        return costs
    }

    private static func measured(
        _ settings: DurableSettings,
        in store: some DurableStore,
        name: String
    ) async throws -> ReconciliationCost {
        let parcels = try Fleet<Parcel>(in: store, name: "parcels")
        // Machines of an earlier version of the program, whose state had no activities.
        let content = try JSONEncoder().encode(Parcel(.stored))
        for start in stride(from: 0, to: settings.machines, by: 5_000) {
            try await store.rows.store.write(.shared(isAlone: true), fleet: "parcels") { rows in
                for index in start..<min(start + 5_000, settings.machines) {
                    try rows.save(
                        MachineRecord(
                            id: try MachineID(ParcelFleet.name(index)),
                            version: 0,
                            lastNumber: 1,
                            shape: 1,
                            name: "stored",
                            state: content
                        )
                    )
                }
            }
        }
        let clock = ContinuousClock()
        var changes = 0
        let changed = try await clock.measure { changes = try await parcels.reconcile() }
        let unchanged = try await clock.measure { changes += try await parcels.reconcile() }
        precondition(changes == settings.machines, "Not each machine got its job, or one got two.")
        await store.close()
        return ReconciliationCost(
            store: name,
            machines: settings.machines,
            changed: changed / .seconds(1),
            unchanged: unchanged / .seconds(1)
        )
    }

    static func lines(_ costs: [ReconciliationCost]) -> [String] {
        [
            "### Reconciliation", "", "| | machines | seconds if each gets a job | seconds if none changes |",
            "| --- | ---: | ---: | ---: |",
        ]
            + costs.map { cost in
                let times = [cost.changed, cost.unchanged].map { String(format: "%.1f", $0) }
                return "| \(cost.store) | \(cost.machines) | \(times[0]) | \(times[1]) |"
            } + [""]
    }
}
