import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The words of errors and reports: one sentence that is right, without a payload.
@Suite(.timeLimit(.minutes(2)), .computing) struct WordTests {
    @Test func `the name of a database begins a sentence or continues one`() {
        let name = "the database shop on db"
        let words: [(DurableStoreError, String)] = [
            (
                .failed(name, code: "42501", message: "permission denied"),
                "The database shop on db reports error 42501: permission denied"
            ),
            (.failed("the store", code: "", message: "no"), "The store reports an error: no"),
            (.failed("orders.db", code: "10", message: "no"), "orders.db reports error 10: no"),
            (.readOnly(name), "The database shop on db is not writable."),
            (.damaged(name, reason: "zeros"), "The database shop on db is not a database or is damaged: zeros"),
            (.full(name), "There is not enough space to write to the database shop on db."),
            (.cannotOpen(name, reason: "no"), "Cannot open the database shop on db: no"),
            (
                .encoding(name, found: "LATIN1"),
                "The database shop on db uses the encoding LATIN1. Create a database with the encoding "
                    + "UTF-8 instead."
            ),
            (
                .replaced("orders.db", reason: "the file was deleted"),
                "The store for orders.db has stopped: the file was deleted. Restore the files, and open the store again."
            ),
        ]
        for (error, text) in words { #expect(error.description == text) }
    }

    @Test func `a fleet that cannot have its name is told all rules`() {
        let error = #expect(throws: FleetError.self) { try FleetName.check("sqlite_orders") }
        #expect(
            error?.description
                == "The fleet name “sqlite_orders” is not allowed. A fleet name has at most 40 lowercase letters, "
                + "digits, and underscores. It must start with a letter, but not with sqlite_."
        )
    }

    @Test func `a missing privilege is named as such`() {
        let error = DurableStoreError(
            state: "3F000",
            message: "no schema has been selected to create in",
            name: "the database shop",
            seconds: 1
        )
        #expect(error.description.contains("the role cannot use any schema in the search path"))
    }

    @Test(.withServer)
    func `a role without a schema is told what to grant`() async throws {
        let server = StoreKind.server ?? ""
        let role = "role_\(UUID().uuidString.prefix(8).lowercased())"
        let connection = try FleetDatabase.open(PostgreSQLPlace(options: server))
        for sql in ["CREATE ROLE \(role) LOGIN", "ALTER ROLE \(role) SET search_path TO nowhere"] {
            try connection.run(sql)
            try connection.synchronize()
        }
        let options = server.replacing("user=tests", with: "user=\(role)")
        let orders = try Fleet<Order>(in: try PostgreSQLStore(options))
        let error = await #expect(throws: FleetError.self) { try await orders.create("a", in: .paid) }
        #expect(error?.description.contains("Grant it USAGE and CREATE on one of them") == true)
    }

    @Test func `a URL with another scheme is not a path, so it is not printed`() async {
        for words in [
            ["schema", "postgre://shop:secret@db/shop", "orders"],
            ["copy", "postgres://shop:secret@db/shop", "dbname=x"],
            ["copy", "mysql://shop:secret@db/shop", "dbname=x"], ["copy", "orders.db", "mysql://shop:secret@db/shop"],
        ] {
            let result = await FleetCommand.perform(words)
            #expect(result.status == 64)
            #expect(!(result.output + result.error).contains("secret"))
        }
    }

    // MARK: Payloads

    /// A note with a text of any size, and a number that JSON may lack.
    private enum Note: DurableDefinition, Hashable {
        case empty
        case note(String, Double)

        enum Event: Codable, Hashable, Sendable {
            case write(String, Double)
            case fail(String)
        }
        enum Activity: Codable, Hashable, Sendable { case watch(String) }

        var activities: [Activity] { if case .note(let text, _) = self { [.watch(text)] } else { [] } }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.empty, .write(let text, let number)): self = .note(text, number)
            case (.note, .write), (_, .fail): throw .invalid
            }
        }
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    @Test(arguments: StoreKind.allCases)
    func `no error and no report prints a whole payload`(kind: StoreKind) async throws {
        let journal = ReportJournal()
        let text = String(repeating: "private ", count: 20_000)
        var settings = FleetSettings()
        settings.failureLimit = 1
        let store = try kind.make()
        let notes = try Fleet<Note>(in: store, name: "orders", settings: settings) { journal.add($0) }
        try await notes.create("a", in: .empty)
        let unencodable = await #expect(throws: FleetError.self) {
            try await notes.send(.write(text, .nan), to: "a", eventID: "1")
        }
        guard case .unencodable = unencodable else { throw Unexpected(unencodable as Any) }
        #expect(try #require(unencodable).description.count < 1_200)
        let rejected = try await notes.send(.fail(text), to: "a", eventID: "2")
        #expect("\(rejected)".count < 1_200)
        // The repetition has the same words.
        #expect(try await notes.send(.fail(text), to: "a", eventID: "2") == rejected)
        try await notes.create("b", in: .note("b", 1))
        try await notes.run(until: .idle) { _, _ in throw Refusal(description: text) }
        #expect(try await notes.parkedJobs().map(\.reason.count) == [1_001])
        try await store.write { rows in
            guard var record = try rows.machine(MachineID("a")) else { return }
            record.state = try JSON.encode(text)
            try rows.save(record)
        }
        let undecodable = await #expect(throws: FleetError.self) { try await notes.state(of: "a") }
        #expect(try #require(undecodable).description.count < 1_200)
        let history = try await Fleet<PlainDoor>(in: store, name: "orders").history(of: "a")
        #expect(history.allSatisfy { $0.description.count < 1_200 })
        #expect(journal.texts.allSatisfy { $0.count < 1_300 })
        #expect(journal.texts.contains { $0.contains("private") })
    }
}
