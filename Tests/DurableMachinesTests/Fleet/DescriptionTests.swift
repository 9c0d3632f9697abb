import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The texts of values that a program prints.
@Suite(.timeLimit(.minutes(1)), .outside) struct DescriptionTests {
    @Test func `values of a fleet name their machine, job or event`() async throws {
        let orders = try Fleet<Order>(in: InMemoryStore(), name: "orders")
        #expect("\(orders)" == "Fleet(orders)")
        try await orders.create("a", in: .refunding)
        let entry = try #require(try await orders.machine("a"))
        #expect("\(entry)" == "a: refunding, version 0")
        #expect(try await entry == orders.machines().first)
        #expect(try await Set([entry]) == Set(orders.machines()))
        let history = try await orders.history(of: "a")
        #expect(history.map { "\($0)" } == ["1: created(refunding)"])
        #expect(try await history == orders.history(of: "a"))
        let job = try #require(try await orders.take(limit: 1).first)
        #expect("\(job)" == "orders/0.0/a: audit, attempt 1")
        #expect(Set([job, job]).count == 1)
        var settings = FleetSettings()
        settings.failureLimit = 1
        let impatient = try Fleet<Order>(in: InMemoryStore(), name: "orders", settings: settings)
        try await impatient.create("a", in: .refunding)
        let failing = try #require(try await impatient.take(limit: 1).first)
        _ = try await impatient.end(failing, .failed("the bank is closed"))
        let parked = try #require(try await impatient.parkedJobs().first)
        #expect("\(parked)" == "orders/0.0/a: parked, attempt 1: the bank is closed")
        #expect("\(FleetReport.finished(job: job.labels))" == "orders/0.0/a: done")
        #expect(
            Set([FleetOutcome<Order>.handled("x"), .handled("x"), .rejected(.init(reason: .invalid, words: "x"))]).count
                == 2
        )
    }

    @Test func `stored states, statements and dialects are printed without their parts`() throws {
        #expect("\(StateSnapshot(Order.paid))" == "shape 1: paid")
        #expect(StateSnapshot(Order.paid) == StateSnapshot(Order.paid))
        #expect("\(FleetSQLStatement("SELECT ?1", [.text("secret")]))" == "SELECT ?1")
        #expect("\(FleetSQLDialect.sqlite)" == "SQLite")
        #expect("\(FleetSQLDialect.postgreSQL)" == "PostgreSQL")
        #expect(try "\(FleetSQLDialect.postgreSQL(schema: "shop"))" == "PostgreSQL, schema shop")
    }

    @Test func `a store is printed with its place`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        #expect("\(store)" == "SQLiteStore(\(file.path))")
        await store.close()
    }

    @Test(.enabled(if: (try? PostgreSQLLibrary.shared.get()) != nil, "libpq is not installed"))
    func `no text of a store contains the password of its server`() async throws {
        let options = "postgres://shop:secret@db.example.com/shop"
        let store = try PostgreSQLStore(options, schema: "shop")
        #expect("\(store)" == "PostgreSQLStore(shop)")
        let plain = try PostgreSQLStore(options)
        #expect("\(plain)" == "PostgreSQLStore")
        let orders = try Fleet<Order>(in: store, name: "orders")
        for value in [store, plain, orders, store.rows] as [Any] {
            var text = "\(value) \(String(reflecting: value)) "
            dump(value, to: &text)
            #expect(!text.contains("secret"))
        }
        #expect(throws: DurableStoreError.invalidSchema("Shop;")) { try PostgreSQLStore(options, schema: "Shop;") }
        #expect("\(DurableStoreError.invalidSchema("Shop;"))".hasPrefix("The schema name “Shop;” is not allowed"))
        for store in [store, plain] { await store.close() }
    }
}
