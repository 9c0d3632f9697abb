import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The command that creates tables and moves fleets.
@Suite(.timeLimit(.minutes(1)), .outside) struct FleetCommandTests {
    @Test(arguments: [
        ([], "a command is required, such as schema or counts"),
        (["drop"], "unknown command 'drop'"),
        (["schema", "a.db"], "'schema' needs a database and the name of a fleet"),
        (["schema", "a.db", "orders", "--force"], "unknown option --force"),
        (
            ["schema", "a.db", "orders", "--partitions", "0"],
            "--partitions takes a whole number from 1 to 1000, not '0'"
        ),
        (["schema", "a.db", "orders", "--schema"], "--schema needs a value"),
        (["schema", "a.db", "orders", "--ignore-leases"], "--ignore-leases is not an option of 'schema'"),
        (["copy", "a.db"], "'copy' needs a file and a database"),
        (
            ["copy", "dbname=a", "dbname=b"],
            "'copy' reads an SQLite file, whose path comes first, as in 'copy orders.db dbname=shop'"
        ),
        (
            ["copy", "postgres://db/a", "dbname=b"],
            "'copy' reads an SQLite file, whose path comes first, as in 'copy orders.db dbname=shop'"
        ),
        (
            ["copy", "postgresql://db/a", "dbname=b"],
            "'copy' reads an SQLite file, whose path comes first, as in 'copy orders.db dbname=shop'"
        ),
        (["copy", "a.db", "b.db"], "'copy' writes to a PostgreSQL database, for example dbname=shop"),
        (["copy", "a.db", "dbname=b", "--apply"], "--apply is not an option of 'copy'"),
    ])
    func `words that cannot be understood are an error with the usage`(words: [String], error: String) async {
        let result = await FleetCommand.perform(words)
        #expect(result.status == 64 && result.output.isEmpty)
        #expect(result.error == "durable-machines: \(error)\nFor help, run durable-machines --help.\n")
    }

    @Test func `the help explains each option and fits a terminal`() async {
        let help = await FleetCommand.perform(["copy", "--help"])
        #expect(help.status == 0)
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        for option in ["--apply", "--schema", "--partitions", "--ignore-leases", "--redact"] {
            #expect(help.output.contains("\n  \(option)"))
        }
    }

    @Test func `the tables of a file are printed first, and then created`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let words = ["schema", file.path, "orders", "drafts"]
        let printed = await FleetCommand.perform(words)
        #expect(printed.status == 0)
        #expect(printed.output.hasPrefix(".bail on\nBEGIN;\nCREATE TABLE IF NOT EXISTS durable_schema"))
        #expect(printed.output.contains("CREATE TABLE IF NOT EXISTS drafts_jobs ("))
        #expect(printed.output.hasSuffix("COMMIT;\n-- Nothing was changed. Add --apply to create the tables.\n"))
        #expect(!FileManager.default.fileExists(atPath: file.path))

        let applied = await FleetCommand.perform(words + ["--apply"])
        #expect(applied.output.hasSuffix("COMMIT;\n-- The tables were created.\n"))
        let again = await FleetCommand.perform(words)
        #expect(again.output == "-- The tables exist. There is nothing to do.\n")
        let other = await FleetCommand.perform(["schema", file.path, "orders", "parcels"])
        #expect(other.output.contains("parcels_jobs") && !other.output.contains("orders_jobs"))

        let connection = try file.connection()
        try connection.run("UPDATE durable_schema SET version = 99")
        let refused = await FleetCommand.perform(words)
        #expect(refused.status == 1)
        #expect(refused.error.contains("schema 99, which this version of the program cannot use"))
        let invalid = await FleetCommand.perform(["schema", file.path, "a;b"])
        #expect(invalid.error.hasPrefix("durable-machines: The fleet name “a;b” is not allowed"))
    }

    @Test func `a file without fleets is not copied`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let missing = await FleetCommand.perform(["copy", file.path, "dbname=x host=/nowhere"])
        #expect(missing.error == "durable-machines: Cannot open \(file.path): There is no such file.\n")
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try Data(
            "no database, but more than a hundred bytes of words \(String(repeating: "and words ", count: 20))".utf8
        )
        .write(to: file.url)
        let words = await FleetCommand.perform(["copy", file.path, "dbname=x host=/nowhere"])
        #expect(
            words.status == 1 && words.error.hasPrefix("durable-machines: ") && !words.error.contains("no such file")
        )
    }
}

/// The command on a server.
@Suite(
    .timeLimit(.minutes(1)),
    .withServer,
    .outside
)
struct FleetCopyTests {
    private let server = StoreKind.server ?? ""

    /// A file with orders in many states, and an empty schema.
    private final class Shop {
        let file: TemporaryDatabase
        let orders: Fleet<Order>
        let store: SQLiteStore
        let schema = StoreKind.newSchema
        let ids = ["waiting", "charging", "done", "deleted", "é|\"'; --"]

        init() async throws {
            file = try TemporaryDatabase()
            store = try SQLiteStore(path: file.path)
            var settings = FleetSettings()
            settings.failureLimit = 1
            orders = try Fleet<Order>(in: store, name: "orders", settings: settings)
            for id in ids { try await orders.create(id, in: .placed(reminders: 0)) }
            try await orders.send(.pay(card: "1234"), to: "charging", eventID: "request-1")
            try await orders.send(.deliver, to: "waiting", eventID: "too early")
            for event in [Order.Event.pay(card: "5"), .didCharge, .deliver] {
                try await orders.send(event, to: "done", eventID: "\(event)")
            }
            try await orders.delete("deleted")
            try await orders.removePayloads(before: Date())
            try await orders.send(.cancel, to: ids[4], eventID: ids[4])
            _ = try await Fleet<TimedOrder>(in: store, name: "parcels").create("parcel", in: .placed(note: 1))
        }

        func copy(_ server: String, _ options: String...) async -> (status: Int32, output: String, error: String) {
            await FleetCommand.perform(["copy", file.path, server, "--schema", schema] + options)
        }

        deinit { file.remove() }
    }

    /// All rows of some machines.
    private struct Rows: Equatable {
        var machines: [MachineRecord?] = []
        var events: [EventRecord] = []
        var jobs: [JobRecord] = []

        init(of ids: [String], in store: some DurableStore) async throws {
            for id in try ids.map({ try MachineID($0) }) {
                let (machine, events, jobs) = try await store.read { rows in
                    (
                        try rows.machine(id), try rows.events(of: id, after: 0, limit: 100),
                        try rows.jobs(of: id)
                    )
                }
                machines.append(machine)
                self.events += events
                self.jobs += jobs
            }
        }
    }

    @Test(arguments: [1, 4])
    func `all rows arrive, and the file is refused afterwards`(partitions: Int) async throws {
        let shop = try await Shop()
        let before = try await Rows(of: shop.ids, in: shop.store)
        #expect(before.jobs.count == 3 && before.events.count == 12)
        let copied = await shop.copy(server, "--partitions", "\(partitions)")
        #expect(copied.error.isEmpty)
        #expect(copied.output.hasPrefix("Copied the fleets orders, parcels: 6 machines, 13 events, "))

        let store = try PostgreSQLStore(server, schema: shop.schema, connections: 2)
        #expect(try await Rows(of: shop.ids, in: store) == before)
        #expect(try await Fleet<TimedOrder>(in: store, name: "parcels").state(of: "parcel") == .placed(note: 1))
        // An event that the file has had is not handled again, and a new one is.
        let orders = try Fleet<Order>(in: store, name: "orders")
        #expect(try await orders.send(.pay(card: "1234"), to: "charging", eventID: "request-1").isHandled)
        #expect(try await orders.machine("charging")?.version == 1)
        #expect(try await orders.send(.didCharge, to: "charging", eventID: "request-2").isHandled)
        // Those who have opened the file are refused, and so is everybody else.
        await #expect(throws: FleetError.store(.moved(shop.file.path))) {
            try await shop.orders.send(.didCharge, to: "charging", eventID: "request-2")
        }
        #expect(throws: DurableStoreError.moved(shop.file.path)) { try SQLiteStore(path: shop.file.path) }
        await store.close()
    }

    @Test func `a copy that is repeated compares the sums`() async throws {
        let shop = try await Shop()
        // The first call has died after it has marked the file.
        try shop.file.connection().run("UPDATE durable_schema SET version = \(SchemaVersion.moved)")
        #expect(await shop.copy(server).output.hasPrefix("Copied"))
        let again = await shop.copy(server)
        let words = "The fleets orders, parcels had been copied before. The sums of all tables are equal."
        #expect(again.output == words + "\n")
        let place = PostgreSQLPlace(options: server, schema: shop.schema)
        let other = try FleetDatabase.open(place)
        try other.inTransaction { try other.run("UPDATE orders_jobs SET due = due + 1 WHERE machine = 'waiting'") }
        #expect(await shop.copy(server).error.contains("There are already other rows"))
    }

    @Test func `a database with other rows is refused, and the file stays usable`() async throws {
        let shop = try await Shop()
        let store = try PostgreSQLStore(server, schema: shop.schema, connections: 1)
        try await Fleet<Order>(in: store, name: "orders").create("other", in: .paid)
        let refused = await shop.copy(server)
        #expect(refused.status == 1)
        #expect(refused.error.contains("Choose another schema."))
        #expect(try await shop.orders.send(.didCharge, to: "charging", eventID: "request-2").isHandled)
        #expect(try await Fleet<Order>(in: store, name: "orders").counts() == ["paid": 1])
        await store.close()
    }

    @Test func `a file of the former schema is copied as it is and stays so if the copy fails`() async throws {
        let shop = try await Shop()
        await shop.store.close()
        let connection = try shop.file.connection()
        for fleet in ["orders", "parcels"] {
            for statement in SQLiteUpgradeTests.downgrade { try connection.run(statement, in: fleet) }
        }
        let other = try PostgreSQLStore(server, schema: shop.schema, connections: 1)
        try await Fleet<Order>(in: other, name: "orders").create("other", in: .paid)
        #expect(await shop.copy(server).status == 1)
        #expect(try connection.foundVersion() == 1)
        // As after a copy that was killed.
        try connection.run("UPDATE durable_schema SET version = \(SchemaVersion.moved)")
        #expect(await shop.copy(server).status == 1)
        #expect(try connection.foundVersion() == 1)
        let schema = StoreKind.newSchema
        let copied = await FleetCommand.perform(["copy", shop.file.path, server, "--schema", schema])
        #expect(copied.output.hasPrefix("Copied the fleets orders, parcels: 6 machines, 13 events, "))
        await other.close()
    }

    @Test func `a file whose jobs are in the hands of workers is refused`() async throws {
        let shop = try await Shop()
        #expect(try await shop.orders.take(limit: 1).count == 1)
        let refused = await shop.copy(server)
        #expect(refused.error.hasPrefix("durable-machines: Workers have 1 job of the fleet orders in"))
        #expect(try await shop.orders.machine("charging") != nil)
        #expect(await shop.copy(server, "--ignore-leases").output.hasPrefix("Copied"))
    }

    @Test func `the printed SQL creates the tables of a server`() async throws {
        let schema = StoreKind.newSchema
        let words = ["schema", server, "orders", "--schema", schema, "--partitions", "3"]
        let script = await FleetCommand.perform(words).output
        #expect(script.contains("CREATE TABLE IF NOT EXISTS orders_jobs_p2 PARTITION OF orders_jobs"))
        let connection = try FleetDatabase.open(PostgreSQLPlace(options: server))
        for statement in script.split(separator: ";\n") where !statement.hasPrefix("--") {
            try connection.run(String(statement))
            try connection.synchronize()
        }
        #expect(await FleetCommand.perform(words).output == "-- The tables exist. There is nothing to do.\n")
        let store = try PostgreSQLStore(server, schema: schema, connections: 1)
        #expect(try await Fleet<Order>(in: store, name: "orders").create("order-1", in: .paid) == .created)
        await store.close()
        let applied = await FleetCommand.perform(
            ["schema", server, "orders", "--schema", StoreKind.newSchema, "--apply"]
        )
        #expect(applied.output.hasSuffix("-- The tables were created.\n"))
    }
}
