import Foundation
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// What is particular to the store in PostgreSQL; the other suites run with it, too.
@Suite(
    .timeLimit(.minutes(2)),
    .outside,
    .withServer
)
struct PostgreSQLStoreTests {
    private func makeStore(
        _ place: PostgreSQLPlace = PostgreSQLPlace(options: StoreKind.server ?? "", schema: StoreKind.newSchema),
        connections: Int = 1,
        limits: PostgreSQLLimits = PostgreSQLLimits()
    ) throws -> PostgreSQLStore {
        try PostgreSQLStore(
            place,
            connections: connections,
            limits: limits,
            now: nil,
            library: PostgreSQLLibrary.shared
        )
    }

    @Test func `an event takes two round trips, with and without a replaced job`() async throws {
        let store = try makeStore()
        let orders = try Fleet<TimedOrder>(in: store, name: "orders")
        for id in ["a", "b"] { try await orders.create(id, in: .placed(note: 0)) }
        // BEGIN, the machine with its lock and the time, the event's identifier, the jobs, the
        // machine's update, the new event, and COMMIT; then one deleted job and two new ones. The
        // first event prepares the statements in the same round trips.
        for (event, statements) in [(TimedOrder.Event.note(1), 7), (.pay, 10)] {
            for id in ["a", "b"] {
                let before = store.counts
                try await orders.send(event, to: id, eventID: "\(event)")
                let work = store.counts - before
                #expect(work.roundTrips == 2)
                #expect(work.statements == statements)
                if id == "b" { #expect(work.preparations == 0) }
            }
        }
        await store.close()
    }

    @Test func `the end of a job takes two round trips, and four together with the next job`() async throws {
        let store = try makeStore()
        let orders = try Fleet<Order>(in: store, name: "orders")
        for id in ["a", "b"] { try await orders.create(id, in: .paid) }
        let first = try #require(try await orders.take(limit: 1).first)
        // A run reads the order of the queues now and then, and not for each job.
        let order = try await orders.read { rows in JobOrder(try rows.queueStates(), in: nil) }
        var before = store.counts
        let second = try await orders.end(first, .finished(nil), takingNextBeside: [], order: order)
        #expect((store.counts - before).roundTrips == 4)
        before = store.counts
        let none = try await orders.end(
            try #require(second.next),
            .finished(nil),
            takingNextBeside: [],
            of: .sameMachine,
            order: order
        )
        #expect(none.next == nil && (store.counts - before).roundTrips == 2)
        await store.close()
    }

    @Test func `the server compiles no query, which would take longer than most of them`() async throws {
        let store = try makeStore()
        let setting = try await store.threads.queue.perform(.read, fleet: "orders") { rows in
            try rows.rows("SELECT current_setting('jit', true)") { $0.text(0) }.first
        }
        // Servers before PostgreSQL 11 have no such setting.
        #expect(["off", ""].contains(setting))
        await store.close()
    }

    @Test func `the time is that of the server`() async throws {
        let store = try makeStore()
        let now = try await store.read { $0.now }
        #expect(abs(now.timeIntervalSinceNow) < 60)
        await store.close()
    }

    @Test func `two transactions that add a machine become one after the other`() async throws {
        let store = try makeStore(connections: 2)
        let id = try MachineID("a")
        let reads = Turns()
        let versions = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try await store.write { rows in
                        let former = try rows.machine(id)
                        // Both have read that there is no machine, before one of them adds it.
                        reads.arrive()
                        let version = (former?.version ?? 0) + 1
                        try rows.save(.row(id, version: version))
                        return version
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(versions.sorted() == [1, 2])
        #expect(try await store.read { try $0.machine(id)?.version } == 2)
        await store.close()
    }

    @Test func `a deadlock ends in two transactions`() async throws {
        let store = try makeStore(connections: 2)
        let ids = try ["a", "b"].map { try MachineID($0) }
        try await store.write { rows in for id in ids { try rows.save(.row(id, version: 0)) } }
        let locks = Turns()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in [ids, ids.reversed()] {
                group.addTask {
                    try await store.write { rows in
                        _ = try rows.machine(order[0])
                        locks.arrive()
                        for id in order { try rows.raiseVersion(of: id) }
                    }
                }
            }
            try await group.waitForAll()
        }
        for id in ids { #expect(try await store.read { try $0.machine(id)?.version } == 2) }
        await store.close()
    }

    @Test func `a connection that was cut is opened again`() async throws {
        let store = try makeStore()
        let id = try MachineID("a")
        try await store.write { try $0.save(.row(id, version: 1)) }
        try await Self.cutConnections(of: store)
        try await store.write { try $0.save(.row(id, version: 2)) }
        #expect(try await store.read { try $0.machine(id)?.version } == 2)
        await store.close()
    }

    /// Lets the server end the connections of a store, as an administrator would.
    private static func cutConnections(of store: PostgreSQLStore) async throws {
        let place = PostgreSQLPlace(options: StoreKind.server ?? "")
        let pid = Cell<Int>()
        try await store.threads.queue.perform(.read, fleet: "orders") { transaction in
            pid.value = try transaction.rows("SELECT pg_backend_pid()") { $0.integer(0) }.first
        }
        try await onThread {
            let other = try connect(to: place)
            try other.run("SELECT pg_terminate_backend(?1::int)", [.integer(pid.value ?? 0)])
            try other.synchronize()
        }
    }

    @Test func `a statement whose preparation failed or was skipped is prepared again`() async throws {
        try await onThread {
            let connection = try connect(to: PostgreSQLPlace(options: StoreKind.server ?? ""))
            let statements = [FleetSQLStatement("SELECT article FROM late_stock"), FleetSQLStatement("SELECT 1")]
            // An error that is thrown here, of the table or of a statement that is not prepared,
            // fails the test.
            do {
                _ = try connection.perform(statements)
                throw Unexpected("a table that does not exist was read")
            } catch DurableStoreError.failed(_, "42P01", _) {}
            _ = try connection.query(FleetSQLStatement("CREATE TEMPORARY TABLE late_stock (article TEXT)"))
            for statement in statements { _ = try connection.query(statement) }
        }
    }

    @Test func `a lock that is held too long is an error, and nothing is changed`() async throws {
        let limits = PostgreSQLLimits(lock: .seconds(2))
        let store = try makeStore(connections: 2, limits: limits)
        let id = try MachineID("a")
        try await store.write { try $0.save(.row(id, version: 1)) }
        let (isLocked, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let holder: Void = store.write { rows in
            _ = try rows.machine(id)
            isLocked.signal()
            isOver.wait()
        }
        try await onThread { isLocked.wait() }
        await #expect(throws: DurableStoreError.self) {
            try await store.write { rows in try rows.raiseVersion(of: id) }
        }
        isOver.signal()
        try await holder
        #expect(try await store.read { try $0.machine(id)?.version } == 1)
        await store.close()
    }

    @Test func `a store does not wait for the tables of another schema`() async throws {
        let (isLocked, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let place = PostgreSQLPlace(options: StoreKind.server ?? "", schema: StoreKind.newSchema)
        async let holder: Void = onThread {
            defer { isLocked.signal() }
            let other = try connect(to: place)
            try other.run("BEGIN")
            try other.lockTables()
            try other.synchronize()
            isLocked.signal()
            isOver.wait()
            other.rollBack()
        }
        try await onThread { isLocked.wait() }
        defer { isOver.signal() }
        let store = try makeStore(limits: PostgreSQLLimits(lock: .seconds(1)))
        try await store.write { try $0.save(.row(MachineID("a"))) }
        let same = try makeStore(place, limits: PostgreSQLLimits(lock: .milliseconds(50)))
        await #expect(throws: DurableStoreError.self) { try await same.read { _ in } }
        isOver.signal()
        try await holder
        try await same.read { _ in }
        for store in [store, same] { await store.close() }
    }

    @Test func `a server that hangs is an error`() async throws {
        // The connection has its usual time limit. The answer has a longer one, because a
        // transaction whose server is silent is repeated until the first of them.
        let store = try makeStore(limits: PostgreSQLLimits(answer: .seconds(11)))
        try await store.read { _ in }
        do {
            try await store.threads.queue.perform(.write, fleet: "orders") { rows in
                _ = try rows.rows("SELECT pg_sleep(60)") { $0.text(0) }
            }
            Issue.record("there was no error")
        } catch DurableStoreError.cannotOpen(_, let reason) {
            // Nothing was committed.
            #expect(reason == "The server did not answer within 11.0 seconds.")
        }
        await store.close()
    }

    @Test func `texts with zeros and many bytes are stored`() async throws {
        let store = try makeStore()
        let id = try MachineID("a|\"<script>'; DROP TABLE x; --é")
        let state = "\"" + String(repeating: "é", count: 300_000) + "\""
        try await store.write { try $0.save(.row(id, name: "zero\0", state: state)) }
        let found = try await store.read { try $0.machine(id) }
        #expect(found?.id == id && found?.name == "zero\u{fffd}")
        #expect(found?.state == Data(state.utf8))
        await store.close()
    }

    @Test(arguments: [
        (FleetStatements.takeableJobs, ["'a'", "1", "1", "10"], "orders_jobs_takeable"),
        (FleetStatements.queues, ["1"], "orders_jobs_takeable"),
        (FleetStatements.limitedJobs, ["'a'", "1"], "orders_jobs_limited"),
        (FleetStatements.lockedTakeable, ["'a'", "1", "1", "4"], "orders_jobs_takeable"),
        (
            FleetStatements.jobs(JobFilter(.parked), in: .postgreSQL), ["'a'", "1", "1", "10", "1", "'a'", "'a'", "1"],
            "orders_jobs_parked"
        ),
        (FleetStatements.machinesInState, ["'a'", "10", "'placed'"], "orders_machines_named"),
        (FleetStatements.event(in: .postgreSQL), ["'a'", "'b'"], "orders_events_identified"),
    ])
    func `a query uses an index and sorts nothing`(sql: String, values: [String], index: String) async throws {
        let store = try makeStore()
        let complete = values.indices.reduce(sql) { $0.replacing("?\($1 + 1)", with: values[$1]) }
        let plan = try await store.threads.queue.perform(.write, fleet: "orders") { rows in
            // Without this setting, small tables are read from the beginning to the end.
            try rows.run("SET LOCAL enable_seqscan = off", [])
            return try rows.rows("EXPLAIN \(complete)") { $0.text(0) }.joined(separator: "\n")
        }
        #expect(plan.contains(index), "\(plan)")
        #expect(!plan.contains("Seq Scan") && !plan.contains("Sort"), "\(plan)")
        await store.close()
    }

    @Test(arguments: [1, 4]) func `an older schema is upgraded, with all of its fleets`(partitions: Int) async throws {
        let place = PostgreSQLPlace(
            options: StoreKind.server ?? "",
            schema: StoreKind.newSchema,
            partitions: partitions
        )
        let former = try makeStore(place)
        for name in ["orders", "returns"] {
            try await Fleet<Order>(in: former, name: name).create("a", in: .charging(card: "1234", progress: 0))
        }
        await former.close()
        try await onThread {
            let connection = try connect(to: place)
            for fleet in ["orders", "returns"] {
                for statement in [
                    "DROP TABLE FLEET_controls", "DROP INDEX FLEET_jobs_limited", "DROP INDEX FLEET_jobs_takeable",
                    "ALTER TABLE FLEET_jobs DROP COLUMN queue, DROP COLUMN is_limited",
                    "CREATE INDEX FLEET_jobs_takeable ON FLEET_jobs (next_take, shape) WHERE next_take IS NOT NULL",
                    "UPDATE durable_schema SET version = 1",
                ] { try connection.run(statement, in: fleet) }
            }
            try connection.synchronize()
            #expect(try connection.fleets == ["orders", "returns"])
        }
        let store = try makeStore(place)
        // Both fleets are upgraded with the first use of one, and at the same time by others.
        await withTaskGroup { group in
            for name in ["orders", "returns", "orders", "returns"] {
                group.addTask {
                    await #expect(throws: Never.self) { _ = try await Fleet<Order>(in: store, name: name).queues() }
                }
            }
        }
        for name in ["orders", "returns"] {
            let orders = try Fleet<Order>(in: store, name: name)
            #expect(try await orders.queues().map(\.name) == [""])
            try await orders.pause(.queue("charging"))
            #expect(try await orders.take(limit: 9).map(\.queue) == ["audit"])
            #expect(try await orders.queues().map(\.name) == ["audit", "charging"])
        }
        await store.close()
    }

    @Test(arguments: [
        (FleetStatements.nextName, ["'a'"], "orders_machines_named"),
        (FleetStatements.countNamed, ["'a'", "10"], "orders_machines_named"),
        (FleetStatements.countParked, ["10"], "orders_jobs_parked"),
        (FleetStatements.dueJobStates, ["''", "1", "2", "10"], "orders_jobs_takeable"),
        (FleetStatements.oldestDueJobs, ["''", "1", "10"], "orders_jobs_takeable"),
        (FleetStatements.firstParkedJobs, ["10"], "orders_jobs_parked"),
    ])
    func `a figure stops at its limit, even without statistics`(
        sql: String,
        values: [String],
        index: String
    ) async throws {
        let store = try makeStore()
        let complete = values.indices.reduce(sql) { $0.replacing("?\($1 + 1)", with: values[$1]) }
        let plan = try await store.threads.queue.perform(.write, fleet: "orders") { rows in
            // The table must not be so small that reading all of it is the best plan.
            try rows.run(
                """
                INSERT INTO FLEET_jobs (machine, version, ordinal, activity, shape, due, state, attempts, failures, next_take)
                SELECT 'a', number, 0, '', 1, 0, 'parked', 0, 0, number FROM generate_series(1, 20000) AS number
                """,
                []
            )
            try rows.run(
                """
                INSERT INTO FLEET_machines (id, version, last_number, shape, name, state, is_deleted)
                SELECT number::text, 1, 1, 1, 'placed', '', 0 FROM generate_series(1, 20000) AS number
                """,
                []
            )
            _ = try rows.overview()
            return try rows.rows("EXPLAIN \(complete)") { $0.text(0) }.joined(separator: "\n")
        }
        #expect(plan.contains("using \(index)"), "\(plan)")
        #expect(!["Seq Scan", "Bitmap", "Sort"].contains { plan.contains($0) }, "\(plan)")
        await store.close()
    }

    @Test func `a newer schema is refused`() async throws {
        let id = try MachineID("a")
        let schema = StoreKind.newSchema
        let place = PostgreSQLPlace(options: StoreKind.server ?? "", schema: schema)
        let store = try makeStore(place)
        try await store.read { _ in }
        try await onThread {
            let other = try connect(to: place)
            try other.run("UPDATE durable_schema SET version = 99")
            try other.synchronize()
        }
        do {
            try await store.write { try $0.save(.row(id)) }
            Issue.record("there was no error")
        } catch DurableStoreError.newerSchema(_, 99) {}
        await store.close()
    }
}

extension StoreTransaction {
    fileprivate func raiseVersion(of id: MachineID) throws {
        guard var row = try machine(id) else { throw CancellationError() }
        row.version += 1
        try save(row)
    }
}

/// Connects without a store.
private func connect(to place: PostgreSQLPlace) throws -> PostgreSQLConnection {
    try PostgreSQLConnection(to: place, limits: PostgreSQLLimits(), library: PostgreSQLLibrary.shared.get())
}

/// Lets the first two callers go on together; later ones do not wait.
private final class Turns: Sendable {
    private let count = Locked(0)
    private let both = DispatchSemaphore(value: 0)

    func arrive() {
        let number = count.withLock { count in
            count += 1
            return count
        }
        if number == 1 { _ = both.wait(timeout: .now() + 20) }
        if number == 2 { both.signal() }
    }
}

/// A value that one task writes and another one reads later.
private final class Cell<Value: Sendable>: Sendable {
    private let content = Locked<Value?>(nil)

    var value: Value? {
        get { content.withLock(\.self) }
        set { content.withLock { $0 = newValue } }
    }
}

/// Performs blocking work outside the threads of tasks.
func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try body() }) }.start()
    }
}
