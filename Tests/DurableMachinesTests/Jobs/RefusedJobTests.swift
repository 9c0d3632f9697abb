import Foundation
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Jobs whose ends the store refuses, and would refuse again.
@Suite(.timeLimit(.minutes(2)), .computing) struct RefusedJobTests {
    /// A fleet in a database of its own, and what happened to it.
    private struct Scene {
        let orders: Fleet<Order>
        let journal = ReportJournal()
        let database: Database

        enum Database {
            case file(TemporaryDatabase)
            case schema(PostgreSQLPlace)
        }

        init(_ kind: StoreKind) throws {
            var settings = FleetSettings()
            settings.failureLimit = 3
            settings.firstPause = .zero
            let store: any DurableStore
            if kind == .postgreSQL {
                let place = PostgreSQLPlace(options: StoreKind.server ?? "", schema: StoreKind.newSchema)
                database = .schema(place)
                store = try PostgreSQLStore(place.options, schema: place.schema)
            } else {
                let file = try TemporaryDatabase()
                database = .file(file)
                store = try SQLiteStore(path: file.path)
            }
            orders = try Fleet(in: store, name: "orders", settings: settings) { [journal] in journal.add($0) }
        }

        /// Lets the database refuse the rows of a table that meet a condition.
        func refuse(_ table: String, where condition: String) throws {
            switch database {
            case .file(let file):
                let table = table == "events" ? "history" : table
                let connection = try file.connection()
                for event in ["INSERT", "UPDATE"] {
                    try connection.run(
                        """
                        CREATE TRIGGER refusal_\(table)_\(event) BEFORE \(event) ON orders_\(table) WHEN \(condition)
                        BEGIN SELECT RAISE(ABORT, 'the accountant says no'); END
                        """
                    )
                }
            case .schema(let place):
                let connection = try FleetDatabase.open(place)
                try connection.run(
                    """
                    CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
                    AS $$ BEGIN RAISE EXCEPTION 'the accountant says no'; END $$
                    """
                )
                try connection.synchronize()
                try connection.run(
                    """
                    CREATE TRIGGER refusal_\(table) BEFORE INSERT OR UPDATE ON orders_\(table) FOR EACH ROW
                    WHEN (\(condition)) EXECUTE FUNCTION refuse()
                    """
                )
                try connection.synchronize()
            }
        }

        func run(workers: Int = 1) async throws {
            try await orders.run(workers: workers, until: .idle) { job, _ in
                switch job.activity {
                case .charging: .didCharge
                case .refunding: .didRefund
                case .audit: nil
                case .reminder: .remind
                }
            }
        }

        func end() {
            if case .file(let file) = database { file.remove() }
        }
    }

    private static let databases: [StoreKind] = StoreKind.allCases.filter { $0 != .memory }

    @Test(arguments: databases)
    func `a job whose event is refused fails, and is parked at the limit`(kind: StoreKind) async throws {
        let scene = try Scene(kind)
        defer { scene.end() }
        try await scene.orders.create("a", in: .refunding)
        try scene.refuse("events", where: "NEW.content = '{\"didRefund\":{}}'")
        try await scene.run()
        let parked = try await scene.orders.parkedJobs()
        #expect(parked.map(\.id) == ["orders/0.1/a"])
        #expect(parked.first?.attempts == 3)
        #expect(parked.first?.reason.contains("the accountant says no") == true)
        let failures = scene.journal.texts.filter { $0.hasPrefix("orders/0.1/a: the store failed") }
        // The first of each two tries also takes the next job, whose rows may be the reason.
        #expect(failures.count >= 3)
    }

    @Test(arguments: databases)
    func `a job that is exhausted by refusals sends its event`(kind: StoreKind) async throws {
        let scene = try Scene(kind)
        defer { scene.end() }
        try await scene.orders.create("a", in: .charging(card: "x", progress: 0))
        try scene.refuse("events", where: "NEW.content = '{\"didCharge\":{}}'")
        try await scene.run()
        #expect(try await scene.orders.state(of: "a") == .placed(reminders: 0))
        #expect(scene.journal.texts.contains { $0.contains("exhausted") })
    }

    @Test(arguments: databases)
    func `a job is parked even if the event for its exhaustion is refused`(kind: StoreKind) async throws {
        let scene = try Scene(kind)
        defer { scene.end() }
        try await scene.orders.create("a", in: .charging(card: "x", progress: 0))
        try scene.refuse("events", where: "NEW.machine = 'a'")
        try await scene.run()
        #expect(try await scene.orders.parkedJobs().map(\.id) == ["orders/0.1/a"])
        #expect(try await scene.orders.state(of: "a") == .charging(card: "x", progress: 0))
    }

    @Test(arguments: databases)
    func `a job whose failure is refused as well blocks neither its worker nor other jobs`(
        kind: StoreKind
    ) async throws {
        let scene = try Scene(kind)
        defer { scene.end() }
        try await scene.orders.create("a", in: .refunding)
        try await scene.orders.create("b", in: .refunding)
        // As with a missing privilege.
        try scene.refuse("jobs", where: "NEW.machine = 'a' AND NEW.state <> 'held'")
        try await scene.run()
        #expect(try await scene.orders.state(of: "b") == .cancelled)
        #expect(try await scene.orders.state(of: "a") == .refunding)
    }

    // MARK: Encodings

    @Test func `states and codes of refusals are told apart from those that pass`() {
        let refusals = ["1", "19", "1811", "18", "20", "22P05", "23514", "42501", "P0001", "54000"]
        let others = ["", "5", "10", "7", "40001", "40P01", "53200", "55P03", "57014", "58030", "XX000", "08006"]
        for code in refusals { #expect(DurableStoreError.failed("a", code: code, message: "").isRefusal, "\(code)") }
        for code in others { #expect(!DurableStoreError.failed("a", code: code, message: "").isRefusal, "\(code)") }
        #expect(!DurableStoreError.full("a").isRefusal)
    }

    @Test(.withServer)
    func `a database with another encoding is refused at once`() async throws {
        let name = "latin_\(UUID().uuidString.prefix(8).lowercased())"
        let server = try FleetDatabase.open(PostgreSQLPlace(options: StoreKind.server ?? ""))
        try server.run(
            "CREATE DATABASE \(name) ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
        )
        try server.synchronize()
        let orders = try Fleet<Order>(in: try PostgreSQLStore("\(StoreKind.server ?? "") dbname=\(name)"))
        let error = await #expect(throws: FleetError.self) { try await orders.create("a", in: .paid) }
        guard case .store(.encoding(_, found: "LATIN1")) = error else { throw Unexpected(error as Any) }
    }
}
