import Foundation
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Files whose tables were created by an earlier version of the library.
@Suite(.timeLimit(.minutes(2)), .computing) struct SQLiteUpgradeTests {
    /// The statements that give a fleet's tables the form of schema 1.
    static let downgrade =
        downgradeToVersion2 + [
            """
            CREATE TABLE old (
                machine TEXT NOT NULL, number INTEGER NOT NULL, id TEXT, kind TEXT NOT NULL, time INTEGER NOT NULL,
                version INTEGER NOT NULL CHECK (typeof(version) = 'integer'), shape INTEGER NOT NULL,
                content TEXT, output TEXT, words TEXT, PRIMARY KEY (machine, number)
            ) WITHOUT ROWID
            """,
            "INSERT INTO old SELECT * FROM FLEET_events",
            "DROP VIEW FLEET_events",
            "DROP TABLE FLEET_history",
            "ALTER TABLE old RENAME TO FLEET_events",
            "CREATE UNIQUE INDEX FLEET_events_identified ON FLEET_events (machine, id) WHERE id IS NOT NULL",
            "UPDATE durable_schema SET version = 1",
        ]

    /// The statements that give a fleet's tables the form of schema 2.
    static let downgradeToVersion2 = [
        "DROP TABLE FLEET_controls",
        "DROP INDEX FLEET_jobs_limited",
        "DROP INDEX FLEET_jobs_takeable",
        "ALTER TABLE FLEET_jobs DROP COLUMN queue",
        "ALTER TABLE FLEET_jobs DROP COLUMN is_limited",
        "CREATE INDEX FLEET_jobs_takeable ON FLEET_jobs (next_take, shape) WHERE next_take IS NOT NULL",
        "UPDATE durable_schema SET version = 2",
    ]

    /// Creates a file of schema 1 with two fleets, each of which has a machine with three events.
    private func oldFile() async throws -> TemporaryDatabase {
        let file = try TemporaryDatabase()
        let store = try SQLiteStore(path: file.path)
        for name in ["orders", "returns"] {
            let orders = try Fleet<Order>(in: store, name: name)
            try await orders.create("a", in: .placed(reminders: 0))
            try await orders.send(.pay(card: "1234"), to: "a", eventID: "request-1")
            try await orders.send(.pay(card: "5678"), to: "a", eventID: "request-2")
        }
        await store.close()
        let connection = try file.connection()
        for fleet in ["orders", "returns"] {
            for statement in Self.downgrade { try connection.run(statement, in: fleet) }
        }
        return file
    }

    @Test func `a store upgrades all fleets of a file and keeps their histories`() async throws {
        let file = try await oldFile()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        for name in ["orders", "returns"] {
            let orders = try Fleet<Order>(in: store, name: name)
            let history = try await orders.history(of: "a")
            #expect(history.map(\.eventID) == [nil, "request-1", "request-2"])
            #expect(history.map(\.version) == [0, 1, 1])
            // A repeated event is still found by its identifier.
            #expect(try await orders.send(.pay(card: "1234"), to: "a", eventID: "request-1").isHandled)
            #expect(try await !orders.send(.pay(card: "5678"), to: "a", eventID: "request-2").isHandled)
            #expect(try await orders.history(of: "a").count == 3)
            #expect(try await orders.send(.didCharge, to: "a", eventID: "request-3").isHandled)
            #expect(try await orders.history(of: "a").map(\.number) == [1, 2, 3, 4])
        }
        await store.close()
        let connection = try file.connection()
        #expect(try connection.foundVersion() == SQLiteSchema.version)
        #expect(try connection.rows("SELECT name FROM sqlite_master WHERE name LIKE '%_identified'") { _ in }.isEmpty)
    }

    @Test func `jobs of a file without queues are found and get theirs`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let former = try SQLiteStore(path: file.path)
        for name in ["orders", "returns"] {
            try await Fleet<Order>(in: former, name: name).create("a", in: .charging(card: "1234", progress: 0))
        }
        await former.close()
        let connection = try file.connection()
        for fleet in ["orders", "returns"] {
            for statement in Self.downgradeToVersion2 { try connection.run(statement, in: fleet) }
        }
        let store = try SQLiteStore(path: file.path)
        for name in ["orders", "returns"] {
            let orders = try Fleet<Order>(in: store, name: name)
            #expect(try await orders.queues().map(\.name) == [""])
            try await orders.pause(.queue("charging"))
            #expect(try await orders.take(limit: 9).map(\.queue) == ["audit"])
            #expect(try await orders.queues().map(\.name) == ["audit", "charging"])
        }
        await store.close()
    }

    @Test func `a transaction of the caller refuses an older file`() async throws {
        let file = try await oldFile()
        defer { file.remove() }
        let memory = InMemoryStore()
        let orders = try Fleet<Order>(in: memory, name: "orders")
        let connection = try file.connection()
        try connection.beginWriting()
        let error = #expect(throws: FleetTransactionError.self) {
            try orders.send(.didCharge, to: "a", eventID: "request-3", using: connection)
        }
        #expect(error?.ofFleet == .store(.olderSchema(file.path, schema: 1)))
        connection.rollBack()
        #expect(try connection.foundVersion() == 1)
    }

    @Test func `the command shows the statements of an upgrade and performs them`() async throws {
        let file = try await oldFile()
        defer { file.remove() }
        let database = try FleetDatabase(file.path, schema: nil, partitions: 1)
        let statements = try database.changes(for: ["orders", "parcels"]).statements
        #expect(statements.contains("DROP TABLE returns_events"))
        #expect(statements.contains { $0.hasPrefix("CREATE TABLE IF NOT EXISTS parcels_history") })
        try database.createTables(of: ["orders", "parcels"])
        #expect(try database.changes(for: ["orders", "returns", "parcels"]).statements.isEmpty)
        // The printed statements can also be performed by hand.
        let other = try await oldFile()
        defer { other.remove() }
        let connection = try other.connection()
        for statement in statements { try connection.run(statement) }
        #expect(try connection.hasTables(of: "orders") && connection.hasTables(of: "parcels"))
        #expect(try connection.rows("SELECT count(*) FROM returns_history") { $0.integer(0) } == [5])
    }

    @Test func `an asynchronous transaction of the caller refuses an older file, too`() async throws {
        let file = try await oldFile()
        defer { file.remove() }
        let orders = try Fleet<Order>(in: InMemoryStore(), name: "orders")
        let connection = Asynchronous(connection: try file.connection())
        let error = await #expect(throws: FleetTransactionError.self) {
            try await orders.send(.didCharge, to: "a", eventID: "request-3", using: connection)
        }
        #expect(error?.ofFleet == .store(.olderSchema(connection.name, schema: 1)))
        #expect(connection.statements == ["SELECT max(version) FROM durable_schema"])
    }

    /// A connection whose calls are asynchronous, and the statements that it was asked to perform.
    private final class Asynchronous: FleetSQLConnection {
        let connection: SQLiteConnection
        let dialect = FleetSQLDialect.sqlite
        let name = "the database"
        var statements: [String] = []
        init(connection: SQLiteConnection) { self.connection = connection }
        nonisolated(nonsending) func query(_ statement: FleetSQLStatement) async throws -> [[FleetSQLValue]] {
            statements.append(statement.sql)
            return try connection.query(statement)
        }
    }

    @Test func `an upgrade keeps the views of the user`() async throws {
        let file = try await oldFile()
        defer { file.remove() }
        let connection = try file.connection()
        try connection.run("CREATE VIEW report AS SELECT machine FROM returns_events WHERE kind = 'handled'")
        try connection.run("CREATE VIEW broken AS SELECT x FROM nowhere")
        let store = try SQLiteStore(path: file.path)
        #expect(try await Fleet<Order>(in: store, name: "orders").history(of: "a").count == 3)
        #expect(try connection.rows("SELECT count(*) FROM report") { $0.integer(0) } == [1])
        await store.close()
    }

    @Test func `two connections upgrade a file at the same time`() async throws {
        let file = try await oldFile()
        defer { file.remove() }
        let stores = try (0..<2).map { _ in try SQLiteStore(path: file.path) }
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for store in stores {
                group.addTask { try await Fleet<Order>(in: store, name: "orders").history(of: "a").count }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [3, 3])
        for store in stores { await store.close() }
    }

    @Test func `a file that claims to have the new schema but has old tables is damaged`() async throws {
        let file = try await oldFile()
        defer { file.remove() }
        let connection = try file.connection()
        #expect(try connection.versionOfTables() == 1)
        try connection.run("UPDATE durable_schema SET version = \(SQLiteSchema.version)")
        let store = try SQLiteStore(path: file.path)
        let orders = try Fleet<Order>(in: store, name: "orders")
        let reason = "orders_events is a table, although schema \(SQLiteSchema.version) has a view instead."
        await #expect(throws: FleetError.store(.damaged(file.path, reason: reason))) {
            try await orders.history(of: "a")
        }
        await store.close()
    }

    @Test func `an upgrade that fails changes nothing`() async throws {
        let file = try await oldFile()
        defer { file.remove() }
        // The file has a table of the user with a name that the upgrade needs.
        try file.connection().run("CREATE TABLE returns_history (id TEXT)")
        let store = try SQLiteStore(path: file.path)
        let orders = try Fleet<Order>(in: store, name: "orders")
        await #expect(throws: FleetError.self) { try await orders.history(of: "a") }
        #expect(try file.connection().foundVersion() == 1)
        try file.connection().run("DROP TABLE returns_history")
        #expect(try await orders.history(of: "a").count == 3)
        await store.close()
    }

    @Test func `the removal of an event removes its identifier`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let orders = try Fleet<Order>(in: store, name: "orders")
        try await orders.create("a", in: .placed(reminders: 0))
        try await orders.send(.pay(card: "1234"), to: "a", eventID: "request-1")
        try await orders.removeHistory(before: Date().addingTimeInterval(60))
        await store.close()
        let left = try file.connection().rows("SELECT count(*) FROM orders_history") { $0.integer(0) }
        #expect(left == [0])
    }
}
