import Foundation
import StateMachineLocks

@testable import DurableMachines

/// A database with the tables of a fleet and with the rows of a team that uses it.
struct TeamDatabase {
    /// The databases of this computer.
    enum Kind: CaseIterable, Sendable {
        case sqlite
        case postgreSQL

        static var allCases: [Kind] { [.sqlite] + (StoreKind.server == nil ? [] : [.postgreSQL]) }
    }

    let store: any DurableStore
    let orders: Fleet<Order>

    /// The team's connection, which the store does not know.
    let connection: any BlockingFleetSQLConnection

    private let file: TemporaryDatabase?

    init(_ kind: Kind) async throws {
        switch kind {
        case .sqlite:
            let file = try TemporaryDatabase()
            self.file = file
            store = try SQLiteStore(path: file.path)
            connection = try file.connection()
        case .postgreSQL:
            let place = PostgreSQLPlace(options: StoreKind.server ?? "", schema: StoreKind.newSchema)
            file = nil
            store = try PostgreSQLStore(place.options, schema: place.schema, connections: 2)
            let library = try PostgreSQLLibrary.shared.get()
            connection = try PostgreSQLConnection(to: place, limits: PostgreSQLLimits(), library: library)
        }
        orders = try Fleet<Order>(in: store, name: "orders")
        try await orders.create("order-1", in: .placed(reminders: 0))
        try query("CREATE TABLE stock (article TEXT NOT NULL)")
    }

    /// Performs a statement, also in the middle of asynchronous code.
    @discardableResult
    func query(_ sql: String) throws -> [[FleetSQLValue]] { try connection.query(FleetSQLStatement(sql)) }

    /// Begins a transaction, calls a closure, and commits or rolls back.
    func transaction(commits: Bool, _ body: (any BlockingFleetSQLConnection) throws -> Void) throws {
        try begin()
        try body(connection)
        try end(commits: commits)
    }

    func begin() throws {
        try query(connection.dialect == .sqlite ? "BEGIN IMMEDIATE" : "BEGIN")
    }

    func end(commits: Bool) throws { try query(commits ? "COMMIT" : "ROLLBACK") }

    /// Adds a row of the team.
    func takeArticle() throws { try query("INSERT INTO stock VALUES ('cup')") }

    var articles: Int {
        get throws { try query("SELECT article FROM stock").count }
    }

    func close() async {
        await store.close()
        file?.remove()
    }
}

/// A connection whose calls are asynchronous, as those of PostgresNIO.
struct AsyncConnection: FleetSQLConnection {
    let connection: any BlockingFleetSQLConnection
    /// Is called before each call with its number, from 0.
    var before: @Sendable (Int) async throws -> Void = { _ in }
    let calls = Counter()

    var dialect: FleetSQLDialect { connection.dialect }

    nonisolated(nonsending) func query(_ statement: FleetSQLStatement) async throws -> [[FleetSQLValue]] {
        try await perform([statement])[0]
    }

    nonisolated(nonsending) func perform(_ statements: [FleetSQLStatement]) async throws -> [[[FleetSQLValue]]] {
        await Task.yield()
        try await before(calls.next())
        return try performNow(statements)
    }
}

extension AsyncConnection {
    private func performNow(_ statements: [FleetSQLStatement]) throws -> [[[FleetSQLValue]]] {
        try connection.perform(statements)
    }
}

/// Counts from 0.
final class Counter: Sendable {
    private let content = Locked(0)
    var count: Int { content.withLock(\.self) }

    func next() -> Int {
        content.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}

extension FleetTransactionError {
    /// The error of the fleet; `nil` for an error of the caller's code.
    var ofFleet: FleetError? {
        switch self {
        case .fleet(let error): error
        case .thrown: nil
        }
    }
}
