import Foundation
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// How much SQLite reads and writes.
@Suite(.timeLimit(.minutes(2)), .computing) struct SQLitePlanTests {
    @Test(
        arguments: [
            (FleetStatements.takeableJobs, "orders_jobs_takeable"),
            (FleetStatements.jobs(JobFilter(.parked), in: .sqlite), "orders_jobs_parked"),
            (FleetStatements.limitedJobs, "orders_jobs_limited"),
            (FleetStatements.limitedLeases, "orders_jobs_limited"),
            (FleetStatements.machinesInState, "orders_machines_named"),
            (FleetStatements.counts, "orders_machines_named"), (FleetStatements.nextName, "orders_machines_named"),
            (FleetStatements.oldestDueJobs, "orders_jobs_takeable"),
            (FleetStatements.firstParkedJobsByIndex, "orders_jobs_parked"),
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

    @Test(arguments: [
        (FleetStatements.countNamed, "SEARCH orders_machines USING COVERING INDEX orders_machines_named"),
        (FleetStatements.countParkedByIndex, "INDEX orders_jobs_parked"),
        (
            FleetStatements.dueJobStates,
            "SEARCH orders_jobs USING INDEX orders_jobs_takeable (queue=? AND next_take>? AND next_take<?)"
        ),
    ])
    func `a count uses an index and sorts no rows`(query: String, expected: String) throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let connection = try file.connection()
        try connection.prepareTables(of: "orders")
        let plan = try connection.rows("EXPLAIN QUERY PLAN \(query)", in: "orders") { $0.text(3) }
        #expect(plan.contains { $0.contains(expected) } && !plan.contains { $0.contains("ORDER BY") }, "\(plan)")
    }

    @Test(arguments: [FleetStatements.machines, FleetStatements.jobsOfMachines])
    func `a page of machines and their jobs reads no others`(query: String) throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let connection = try file.connection()
        try connection.prepareTables(of: "orders")
        let plan = try connection.rows("EXPLAIN QUERY PLAN \(query)", in: "orders") { $0.text(3) }
        #expect(plan.count == 1)
        #expect(plan.first?.contains("USING PRIMARY KEY") == true, "\(plan)")
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
        #expect(plan.first?.contains("(queue=? AND next_take<?)") == true)
    }

    @Test func `the queues are found beside many jobs`() throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let connection = try file.connection()
        try connection.prepareTables(of: "orders")
        let plan = try connection.rows("EXPLAIN QUERY PLAN \(FleetStatements.queuesByIndex)", in: "orders") {
            $0.text(3)
        }
        let searches = plan.filter { $0.contains("orders_jobs") }
        #expect(searches.count == 3 && searches.allSatisfy { $0.contains("INDEX orders_jobs_takeable") }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
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

    /// Counts the operations of SQLite's virtual machine.
    private final class Operations {
        var count = 0
    }

    @Test func `an event and the end of a history are found beside many entries of a machine`() throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let connection = try file.connection()
        try connection.prepareTables(of: "orders")
        let rows = SQLTransaction(on: connection, fleet: "orders", isWriting: true, now: Date())
        let machine = try MachineID("a")
        try connection.beginWriting()
        try rows.save(.row(machine))
        for number in 1...2_000 { try rows.append(.row(number, of: machine, id: MachineID("key-\(number)"))) }

        // A read sends the writes.
        _ = try rows.counts()

        typealias Handler = @convention(c) (UnsafeMutableRawPointer?) -> Int32
        typealias Install = @convention(c) (OpaquePointer, Int32, Handler?, UnsafeMutableRawPointer?) -> Void
        // void sqlite3_progress_handler(sqlite3 *, int, int (*)(void *), void *);
        let library = try SharedLibrary(SQLiteLibrary.names, installation: SQLiteLibrary.installation)
        let install: Install = try library.function("sqlite3_progress_handler")
        let operations = Operations()
        func count(_ read: () throws -> Bool) throws -> Int {
            operations.count = 0
            let context = Unmanaged.passUnretained(operations).toOpaque()
            install(
                connection.handle,
                1,
                { context in
                    if let context { Unmanaged<Operations>.fromOpaque(context).takeUnretainedValue().count += 1 }
                    return 0
                },
                context
            )
            defer { install(connection.handle, 0, nil, nil) }
            #expect(try read())
            return operations.count
        }
        #expect(try count { try rows.event(MachineID("new"), of: machine) == nil } < 200)
        #expect(try count { try rows.event(MachineID("key-1000"), of: machine)?.number == 1_000 } < 200)
        #expect(try count { try rows.events(of: machine, after: 1_990, limit: 100).count == 10 } < 1_000)
        let machineOperations = try count {
            try rows.prefetch(machine, event: MachineID("key-1999"))
            return try rows.machine(machine) != nil
        }
        #expect(machineOperations < 200)
        connection.rollBack()
    }
}
