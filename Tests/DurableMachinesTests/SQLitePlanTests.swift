import Foundation
import TestSupport
import Testing

@testable import DurableMachines

/// How much SQLite reads and writes.
@Suite(.timeLimit(.minutes(2)), .computing) struct SQLitePlanTests {
    @Test(
        arguments: [
            (FleetStatements.takeableJobs, "orders_jobs_takeable"), (FleetStatements.nextTake, "orders_jobs_takeable"),
            (FleetStatements.parkedJobsByIndex, "orders_jobs_parked"),
            (FleetStatements.machinesInState, "orders_machines_named"),
            (FleetStatements.counts, "orders_machines_named"),
        ]
    )
    func `a query on all machines uses an index and sorts nothing`(query: String, index: String) throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let connection = try file.connection()
        try connection.prepareTables(of: "orders")
        let plan = try connection.rows("EXPLAIN QUERY PLAN \(query)", in: "orders") { $0.text(3) }
        #expect(plan.count == 1)
        #expect(plan.first?.contains("INDEX \(index)") == true, "\(plan)")
    }

    @Test func `the next job is found beside many that are not due`() throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let connection = try file.connection()
        try connection.prepareTables(of: "orders")
        let plan = try connection.rows("EXPLAIN QUERY PLAN \(FleetStatements.takeableJobs)", in: "orders") {
            $0.text(3)
        }
        // Without “next_take<?” it would read all entries of the index.
        #expect(plan.first?.hasPrefix("SEARCH") == true)
        #expect(plan.first?.contains("next_take<?") == true)
    }

    @Test func `an event with two jobs writes at most seven pages`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let ids = try (0..<300).map { try MachineID("order-\($0)") }
        let state = #"{"charging":{"card":"0123456789"}}"#
        try await store.write { transaction in
            for id in ids {
                try transaction.save(MachineRecord.row(id, name: "charging", state: state))
                try transaction.append(.row(1, of: id, id: id))
                let key = JobRecord.Key(machine: id, version: 1, ordinal: 0)
                try transaction.save(JobRecord.row(key, nextTake: transaction.now))
            }
        }
        // The log begins anew, so that its size counts the pages of the transactions.
        try file.connection().run("PRAGMA wal_checkpoint(TRUNCATE)")
        let count = 50
        for id in ids.prefix(count) {
            let event = try MachineID("event of \(id)")
            try await store.write { transaction in
                try transaction.save(MachineRecord.row(id, version: 2, name: "charging", state: state))
                try transaction.append(.row(2, of: id, id: event, at: transaction.now))
                try transaction.delete(JobRecord.Key(machine: id, version: 1, ordinal: 0))
                let key = JobRecord.Key(machine: id, version: 2, ordinal: 0)
                try transaction.save(JobRecord.row(key, nextTake: transaction.now))
            }
        }
        let size = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int
        // A header of 32 bytes; each page has a header of 24 bytes.
        let pages = Double(try #require(size) - 32) / (4096 + 24) / Double(count)
        #expect(pages <= 7)
    }
}
