import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// Events in a transaction of the caller.
@Suite(.timeLimit(.minutes(1)), .outside) struct OwnTransactionTests {
    @Test(arguments: TeamDatabase.Kind.allCases, [true, false])
    func `a rolled back transaction takes the event with it, and a committed one has both`(
        kind: TeamDatabase.Kind,
        isBlocking: Bool
    ) async throws {
        let team = try await TeamDatabase(kind)
        let jobs = try await team.jobs()
        for commits in [false, true] {
            try team.begin()
            try team.takeArticle()
            let outcome: FleetOutcome<Order>
            if isBlocking {
                outcome = try team.pay("request-1")
            } else {
                let connection = AsyncConnection(connection: team.connection)
                outcome = try await team.orders.send(
                    .pay(card: "1234"),
                    to: "order-1",
                    eventID: "request-1",
                    using: connection
                )
                // With SQLite, a call asks for the version of the tables.
                #expect(connection.calls.count == (kind == .sqlite ? 3 : 2))
            }
            #expect(outcome.isHandled)
            try team.end(commits: commits)
            #expect(try team.articles == (commits ? 1 : 0))
            let machine = try await team.orders.machine("order-1")
            #expect(machine?.name == (commits ? "charging" : "placed"))
            #expect(machine?.version == (commits ? 1 : 0))
            #expect(try await team.orders.history(of: "order-1").count == (commits ? 2 : 1))
            let jobsAfter = try await team.jobs()
            #expect((jobsAfter == jobs) == !commits)
        }
        // The store knows the identifier, and finds the new jobs.
        #expect(try await team.orders.send(.pay(card: "1234"), to: "order-1", eventID: "request-1").isHandled)
        #expect(try await team.orders.machine("order-1")?.version == 1)
        #expect(try await team.orders.take(limit: 10).map(\.activity) == [.audit, .charging(card: "1234")])
        await team.close()
    }

    @Test(arguments: TeamDatabase.Kind.allCases)
    func `a transaction creates, reads, moves and deletes machines`(kind: TeamDatabase.Kind) async throws {
        let team = try await TeamDatabase(kind)
        try team.transaction(commits: true) { connection in
            #expect(try team.orders.machine("order-2", using: connection) == nil)
            for creation in [Fleet<Order>.Creation.created, .existed] {
                #expect(try team.orders.create("order-2", in: .paid, using: connection) == creation)
            }
            #expect(try team.orders.send(.deliver, to: "order-2", eventID: "a", using: connection).isHandled)
            #expect(try !team.orders.send(.pay(card: ""), to: "order-2", eventID: "b", using: connection).isHandled)
            #expect(try team.orders.machine("order-2", using: connection)?.state == .delivered)
            try team.orders.delete("order-1", using: connection)
        }
        #expect(try await team.orders.counts() == ["delivered": 1])
        #expect(try await team.orders.history(of: "order-2").map(\.number) == [1, 2, 3])
        try team.begin()
        let connection = AsyncConnection(connection: team.connection)
        #expect(try await team.orders.create("order-1", in: .paid, using: connection) == .created)
        #expect(try await team.orders.machine("order-1", using: connection)?.version == 1)
        try await team.orders.delete("order-2", using: connection)
        try team.end(commits: true)
        #expect(try await team.orders.counts() == ["paid": 1])
        await team.close()
    }

    @Test(arguments: TeamDatabase.Kind.allCases)
    func `a refused event leaves the transaction usable`(kind: TeamDatabase.Kind) async throws {
        let team = try await TeamDatabase(kind)
        try team.transaction(commits: true) { connection in
            try team.takeArticle()
            let first = #expect(throws: FleetTransactionError.self) {
                try team.orders.send(.deliver, to: "order-9", eventID: "a", using: connection)
            }
            #expect(first?.ofFleet == .noMachine("order-9"))
            let second = #expect(throws: FleetTransactionError.self) {
                try team.orders.send(.cancel, to: "order-1", eventID: "a", ifVersion: 7, using: connection)
            }
            #expect(second?.ofFleet == .otherVersion("order-1", expected: 7, found: 0))
        }
        #expect(try team.articles == 1)
        #expect(try await team.orders.history(of: "order-1").count == 1)
        await team.close()
    }

    @Test(arguments: TeamDatabase.Kind.allCases)
    func `a newer schema is refused in a transaction of the caller`(kind: TeamDatabase.Kind) async throws {
        let team = try await TeamDatabase(kind)
        try team.query("UPDATE durable_schema SET version = 99")
        try team.transaction(commits: false) { connection in
            let error = #expect(throws: FleetTransactionError.self) {
                try team.orders.send(.cancel, to: "order-1", eventID: "a", using: connection)
            }
            #expect(error?.ofFleet == .store(.newerSchema(connection.name, schema: 99)))
        }
        await team.close()
    }

    @Test func `a transcript asks each question once and notices another one`() throws {
        let transcript = SQLTranscript(in: .sqlite)
        let (first, second) = (FleetSQLStatement("SELECT 1"), FleetSQLStatement("SELECT 2"))
        #expect(throws: (any Error).self) { try transcript.query(first) }
        // A closure that goes on after the error does not change the question.
        #expect(throws: (any Error).self) { try transcript.query(second) }
        #expect(transcript.question == [first])
        transcript.answer([[[.integer(1)]]])
        #expect(transcript.question == nil)
        #expect(try transcript.query(first) == [[.integer(1)]])
        transcript.rewind()
        #expect(throws: DurableStoreError.self) { try transcript.query(second) }
        #expect(transcript.question == nil)
    }

    // MARK: PostgreSQL

    private static let hasServer = StoreKind.server != nil

    @Test(.enabled(if: hasServer, "DURABLE_POSTGRESQL is not set; .ci/check-durable starts a server"))
    func `a machine is locked until the end of the transaction`() async throws {
        let (team, other) = (try await TeamDatabase(.postgreSQL), try await TeamDatabase(.postgreSQL))
        guard case .text(let schema) = try #require(team.query("SELECT current_schema()").first?.first) else { return }
        let lock = "SELECT id FROM \(schema).orders_machines FOR UPDATE SKIP LOCKED"
        try team.begin()
        #expect(try other.query(lock).count == 1)
        #expect(try team.pay("request-1").isHandled)
        #expect(try other.query(lock).isEmpty)
        try team.end(commits: false)
        #expect(try other.query(lock).count == 1)
        for team in [team, other] { await team.close() }
    }

    @Test(.enabled(if: hasServer, "DURABLE_POSTGRESQL is not set; .ci/check-durable starts a server"))
    func `a machine that was added after the read is a conflict`() async throws {
        let team = try await TeamDatabase(.postgreSQL)
        let orders = team.orders
        let connection = AsyncConnection(connection: team.connection) { call in
            if call == 1 { try await orders.create("order-2", in: .paid) }
        }
        try team.begin()
        let error = await #expect(throws: FleetTransactionError.self) {
            try await orders.create("order-2", in: .placed(reminders: 0), using: connection)
        }
        // The error of the connection, whatever its type.
        guard case .thrown(DurableStoreError.failed) = error else { throw Unexpected(error as Any) }
        try team.end(commits: false)
        #expect(try await orders.state(of: "order-2") == .paid)
        #expect(try await orders.history(of: "order-2").count == 1)
        await team.close()
    }

    @Test(.enabled(if: hasServer, "DURABLE_POSTGRESQL is not set; .ci/check-durable starts a server"))
    func `the schema of the tables does not need to be in the search path`() async throws {
        let schema = StoreKind.newSchema
        let store = try PostgreSQLStore(StoreKind.server ?? "", schema: schema, connections: 1)
        let orders = try Fleet<Order>(in: store, name: "orders")
        try await orders.create("order-1", in: .paid)
        let place = PostgreSQLPlace(options: StoreKind.server ?? "")
        let connection = try PostgreSQLConnection(
            to: place,
            limits: PostgreSQLLimits(),
            library: PostgreSQLLibrary.shared.get()
        )
        let elsewhere = ElsewhereConnection(connection: connection, dialect: try .postgreSQL(schema: schema))
        #expect(try await orders.send(.deliver, to: "order-1", eventID: "a", using: elsewhere).isHandled)
        #expect(try await orders.state(of: "order-1") == .delivered)
        #expect(throws: DurableStoreError.invalidSchema("a;b")) { try FleetSQLDialect.postgreSQL(schema: "a;b") }
        await store.close()
    }
}

extension TeamDatabase {
    fileprivate func pay(_ id: String) throws -> FleetOutcome<Order> {
        try orders.send(.pay(card: "1234"), to: "order-1", eventID: id, using: connection)
    }

    /// The keys of the order's jobs.
    fileprivate func jobs() async throws -> [JobRecord.Key] {
        try await store.read { rows in try rows.jobs(of: MachineID("order-1")).map(\.key) }
    }
}

/// A connection with another search path.
private struct ElsewhereConnection: BlockingFleetSQLConnection {
    let connection: PostgreSQLConnection
    let dialect: FleetSQLDialect

    func query(_ statement: FleetSQLStatement) throws -> [[FleetSQLValue]] { try connection.query(statement) }
}
