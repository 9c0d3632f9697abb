import Foundation
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Two server connections that change hands after each transaction, as PgBouncer lends them.
@Suite(
    .timeLimit(.minutes(2)),
    .outside,
    .serialized,
    .enabled(if: pooler != nil, "DURABLE_POOLER is not set; .ci/check-durable starts a pooler")
)
struct PoolerTests {
    /// Opens connections to the pooler, the first one in a mode.
    private static func connect(_ mode: PostgreSQLPooling.Mode = .automatic, count: Int) throws
        -> [PostgreSQLConnection]
    {
        try (0..<count).map { number in
            try PostgreSQLConnection(
                to: PostgreSQLPlace(options: pooler ?? "", pooling: number == 0 ? mode : .automatic),
                limits: PostgreSQLLimits(),
                library: PostgreSQLLibrary.shared.get()
            )
        }
    }

    /// Lets a client of the pooler leave settings behind, on all its connections.
    private func leaveTraces() async throws {
        try await onThread {
            let clients = try Self.connect(count: 2)
            // Open transactions, so that each has a connection of its own.
            for client in clients { _ = try client.query(FleetSQLStatement("BEGIN")) }
            for client in clients {
                for statement in [
                    "SET synchronous_commit = off", "SET lock_timeout = 1", "SET search_path = pg_catalog",
                    "SET idle_in_transaction_session_timeout = 0", "COMMIT",
                ] {
                    _ = try client.query(FleetSQLStatement(statement))
                }
            }
        }
    }

    private func settings(in rows: any StoreTransaction) throws -> [String] {
        let names = ["synchronous_commit", "lock_timeout", "search_path", "idle_in_transaction_session_timeout"]
        let columns = names.map { "current_setting('\($0)')" }.joined(separator: " || ' ' || ")
        let transaction = try #require(rows as? SQLTransaction)
        return try transaction.rows("SELECT \(columns)") { $0.text(0) }
    }

    @Test(arguments: [PostgreSQLPooling.automatic, .transaction])
    func `the settings of another client do not change a transaction`(pooling: PostgreSQLPooling) async throws {
        let schema = StoreKind.newSchema
        let store = try PostgreSQLStore(pooler ?? "", schema: schema, connections: 3, pooling: pooling)
        try await leaveTraces()
        try await store.write { try $0.save(.row(MachineID("a"))) }
        let expected = ["on 1min \(schema) 30s"]
        #expect(try await store.write { try settings(in: $0) } == expected)
        #expect(try await store.read { try settings(in: $0) } == expected)
        await store.close()
        // Without a schema, it is the search path with which a session begins.
        let common = try PostgreSQLStore(pooler ?? "", connections: 1, pooling: pooling)
        try await leaveTraces()
        #expect(try await common.read { try settings(in: $0) } == [#"on 1min "$user", public 30s"#])
        await common.close()
    }

    @Test func `stores with more connections than the pool send events in two round trips`() async throws {
        let schema = StoreKind.newSchema
        let stores = try (0..<3).map { _ in try PostgreSQLStore(pooler ?? "", schema: schema, connections: 4) }
        let fleets = try stores.map { try Fleet<Order>(in: $0, name: "orders") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                let orders = fleets[number % 3]
                group.addTask {
                    try await orders.create("\(number)", in: .placed(reminders: 0))
                    for event in 0..<5 { try await orders.send(.remind, to: "\(number)", eventID: "\(event)") }
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<60 {
            #expect(try await fleets[0].state(of: "\(number)") == .placed(reminders: 5))
        }
        let before = stores[0].counts
        try await fleets[0].send(.remind, to: "0", eventID: "last")
        let work = stores[0].counts - before
        #expect(work.roundTrips == 2)
        // One more than on a connection that keeps its settings.
        #expect(work.statements == 8)
        #expect(stores.allSatisfy { $0.counts.preparations == 0 })
        for store in stores { await store.close() }
    }

    @Test func `hints come from the server itself`() async throws {
        let schema = StoreKind.newSchema
        let pooling = PostgreSQLPooling.transaction(hintsFrom: StoreKind.server ?? "")
        let receiver = try PostgreSQLStore(pooler ?? "", schema: schema, connections: 2, pooling: pooling)
        let sender = try PostgreSQLStore(pooler ?? "", schema: schema, connections: 2, pooling: .transaction)
        let (hints, signal) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            await receiver.withHints(of: "orders", { signal.yield() }) {
                await withTaskCancellationHandler {
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                } onCancel: {
                }
            }
        }
        var arrivals = hints.makeAsyncIterator()
        // The first one is the beginning.
        await arrivals.next()
        try await Fleet<Order>(in: sender, name: "orders").create("a", in: .paid)
        await arrivals.next()
        run.cancel()
        await run.value
        for store in [sender, receiver] { await store.close() }
    }

    @Test func `a run without a server of its own for hints does its jobs`() async throws {
        let store = try PostgreSQLStore(pooler ?? "", schema: StoreKind.newSchema, connections: 2)
        let orders = try Fleet<Order>(in: store, name: "orders")
        try await orders.create("a", in: .refunding)
        try await orders.run(until: .idle) { job, _ in job.activity == .refunding ? .didRefund : nil }
        #expect(try await orders.state(of: "a") == .cancelled)
        await store.close()
    }

    @Test func `the error of a connection that expects to keep its server names the parameter`() async throws {
        try await onThread {
            let clients = try Self.connect(.session, count: 3)
            let (connection, process) = (clients[0], FleetSQLStatement("SELECT pg_backend_pid()"))
            let first = try connection.query(process)
            for client in clients.dropFirst() { _ = try client.query(FleetSQLStatement("BEGIN")) }
            // Only the other connection of the server is free, on which nothing is prepared.
            for client in clients.dropFirst() where try client.query(process) != first { client.rollBack() }
            let error = #expect(throws: DurableStoreError.self) { try connection.query(process) }
            #expect("\(try #require(error))".contains("pooling: .transaction"), "\(error as Any)")
            for client in clients { client.rollBack() }
        }
    }

    @Test func `the error of a store without a connection in the pool names the pool`() async throws {
        // The pool of this database has one connection, and session mode.
        let sessions = (pooler ?? "").replacing("dbname=postgres", with: "dbname=sessions")
        // Only the store that must fail has a short time limit.
        let stores = try [PostgreSQLLimits(), PostgreSQLLimits(connecting: .seconds(2))].map { limits in
            try PostgreSQLStore(
                PostgreSQLPlace(options: sessions, schema: StoreKind.newSchema, pooling: .session),
                connections: 1,
                limits: limits,
                now: nil,
                library: PostgreSQLLibrary.shared
            )
        }
        try await stores[0].read { _ in }
        let error = await #expect(throws: DurableStoreError.self) { try await stores[1].read { _ in } }
        #expect("\(try #require(error))".contains("connections of its pool"))
        for store in stores { await store.close() }
    }
}

private let pooler = ProcessInfo.processInfo.environment["DURABLE_POOLER"]
