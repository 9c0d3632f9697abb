import Foundation
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Tables that are divided by the hashes of machines' names.
@Suite(
    .timeLimit(.minutes(1)),
    .withServer,
    .outside
)
struct PostgreSQLPartitionTests {
    private func makeStore() throws -> PostgreSQLStore {
        try PostgreSQLStore(StoreKind.server ?? "", schema: StoreKind.newSchema, connections: 1, partitions: 16)
    }

    /// The statements of `send`, `state` and `history`, with the types of their parameters.
    private static var statements: [(name: String, sql: String, values: [FleetSQLValue])] {
        get throws {
            let id = try MachineID("order-7")
            let job = JobRecord.row(JobRecord.Key(machine: id, version: 1, ordinal: 0))
            let machine = SQLTransaction.values(MachineRecord.row(id))
            let newJob = try #require(SQLTransaction.values(job))
            return [
                ("the machine and its lock", FleetStatements.lockedMachine, [.id(id)]),
                ("the machine", FleetStatements.machine, [.id(id)]),
                ("an event", FleetStatements.event(in: .postgreSQL), [.id(id), .text("request-1")]),
                ("the jobs", FleetStatements.jobs, [.id(id)]),
                ("a job", FleetStatements.job, job.key.values),
                ("the new state", FleetStatements.changeMachine, machine),
                ("a job that ends", FleetStatements.deleteJob, job.key.values),
                ("the history", FleetStatements.history, [.id(id), .integer(0), .integer(100)]),
                ("a job that begins", FleetStatements.replaceJobInPostgreSQL, newJob),
            ]
        }
    }

    @Test(arguments: ["force_custom_plan", "force_generic_plan"])
    func `the statements of one machine touch one partition`(mode: String) async throws {
        let store = try makeStore()
        let statements = try Self.statements
        for (number, statement) in statements.enumerated() {
            let plan = try await store.threads.queue.perform(.write, fleet: "orders") { rows in
                try rows.run("SET LOCAL plan_cache_mode = \(mode)", [])
                let name = "plan_\(number)_\(mode)"
                let sql = statement.sql.replacing("FLEET_", with: "orders_").replacing("?", with: "$")
                try rows.run("PREPARE \(name) AS \(sql)", [])
                let values = statement.values.map(\.literal).joined(separator: ", ")
                // Partitions are left out when the statement begins, so it must be performed.
                let explain = "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) EXECUTE \(name) (\(values))"
                return try rows.rows(explain) { $0.text(0) }.joined(separator: "\n")
            }
            let scans = plan.matches(of: /Scan[^\n]* on orders_[a-z]+_p(\d+)/).map(\.output.1)
            if statement.sql.hasPrefix("INSERT") {
                #expect(scans.isEmpty && plan.hasPrefix("Insert on orders_jobs"), "\(statement.name): \(plan)")
            } else {
                // Only the index scan and a bitmap's two steps are of one partition.
                #expect(Set(scans).count == 1, "\(statement.name): \(plan)")
            }
            #expect(!plan.contains("Seq Scan"), "\(statement.name): \(plan)")
        }
        await store.close()
    }

    @Test(arguments: [
        (FleetStatements.takeableJobs, ["'a'", "1", "1", "10"], 16),
        (FleetStatements.queues, ["1"], 33),
        // The machine of the job is looked up in one of 16 more partitions.
        (FleetStatements.lockedTakeable, ["'a'", "1", "1", "4"], 32),
        (
            FleetStatements.jobs(JobFilter(.parked), in: .postgreSQL), ["'a'", "1", "1", "10", "1", "'a'", "'a'", "1"],
            16
        ),
        (FleetStatements.machinesInState, ["'a'", "10", "'placed'"], 16),
    ])
    func `a search in all partitions merges their indexes`(sql: String, values: [String], scans: Int) async throws {
        let store = try makeStore()
        let complete = values.indices.reduce(sql) { $0.replacing("?\($1 + 1)", with: values[$1]) }
        let plan = try await store.threads.queue.perform(.write, fleet: "orders") { rows in
            // Without these settings, small tables are read from the beginning to the end.
            for setting in ["enable_seqscan", "enable_bitmapscan", "enable_sort"] {
                try rows.run("SET LOCAL \(setting) = off", [])
            }
            return try rows.rows("EXPLAIN (COSTS OFF) \(complete)") { $0.text(0) }
        }
        #expect(plan.contains { $0.contains("Merge Append") })
        #expect(plan.count { $0.contains("Index Scan") || $0.contains("Index Only Scan") } == scans, "\(plan)")
        #expect(!plan.contains { $0.hasSuffix("Sort") || $0.contains("Seq Scan") }, "\(plan)")
        await store.close()
    }

    @Test func `a fleet works in divided tables, and its machines are in all of them`() async throws {
        let store = try makeStore()
        let orders = try Fleet<Order>(in: store, name: "orders")
        let ids = (0..<100).map { "order-\($0)" }
        for id in ids { try await orders.create(id, in: .paid) }
        for id in ids.prefix(10) { #expect(try await orders.send(.deliver, to: id, eventID: "a").isHandled) }
        #expect(try await orders.take(limit: 200).count == 90)
        #expect(try await orders.counts() == ["paid": 90, "delivered": 10])
        #expect(try await orders.machines(limit: 5).map(\.id) == ids.sorted().prefix(5).map(\.self))
        let used = try await store.threads.queue.perform(.read, fleet: "orders") { rows in
            try rows.rows("SELECT count(DISTINCT tableoid) FROM orders_machines") { $0.integer(0) }.first
        }
        #expect(used == 16)
        await store.close()
    }
}

extension FleetSQLValue {
    /// The value in the text of a statement.
    fileprivate var literal: String {
        switch self {
        case .integer(let number): "\(number)"
        case .text(let text): "'\(text.replacing("'", with: "''"))'"
        case .null: "NULL"
        }
    }
}
