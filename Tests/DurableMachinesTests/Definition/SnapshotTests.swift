import Foundation
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Snapshots, shapes and migrations.
@Suite(.timeLimit(.minutes(1)), .computing) struct SnapshotTests {
    private enum Draft: StoredState, Equatable {
        case empty
        case editing(text: String, words: Int)

        static var shape: Int { 3 }

        static var migrations: [StateMigration<Draft>] {
            [
                StateMigration(from: 1) { (text: String) in text.isEmpty ? .empty : .editing(text: text, words: 0) },
                StateMigration(from: 2) { (former: Second) in .editing(text: former.text, words: former.text.count) },
            ]
        }

        private struct Second: Codable {
            let text: String
        }
    }

    @Test(arguments: ["", "a | \"b\" <script>", "\u{E9} e\u{301} \u{1F3F4}\u{E0067}\u{0}\n"])
    func `a state is restored`(text: String) throws {
        let draft = Draft.editing(text: text, words: 2)
        for state in [draft, .empty] {
            let data = try StateSnapshot(state).data
            #expect(try StateSnapshot<Draft>(data).state == state)
        }
    }

    @Test func `a state of an earlier shape is migrated`() throws {
        let first = Data(#"{"shape":1,"state":"two words"}"#.utf8)
        #expect(try StateSnapshot<Draft>(first).state == .editing(text: "two words", words: 0))
        let second = Data(#"{"shape":2,"state":{"text":"abc"}}"#.utf8)
        #expect(try StateSnapshot<Draft>(second).state == .editing(text: "abc", words: 3))
    }

    @Test func `a shape without a migration, or a newer one, is refused in words`() throws {
        let newer = #expect(throws: StoredStateError.self) {
            try StateSnapshot<Draft>(Data(#"{"shape":4,"state":1}"#.utf8))
        }
        guard case .newerShape(4, than: 3) = newer else { throw Unexpected(newer as Any) }
        #expect(newer?.description.contains("Use a newer program.") == true)
        let older = #expect(throws: StoredStateError.self) {
            try StateSnapshot<Draft>(Data(#"{"shape":0,"state":1}"#.utf8))
        }
        guard case .noMigration(from: 0, to: 3) = older else { throw Unexpected(older as Any) }
    }

    @Test(arguments: ["", "{}", "[]", "{\"shape\":1}", "{\"shape\":1,\"state\":7}", "{\"shape\":3,\"state\":"])
    func `what is not a snapshot throws`(text: String) throws {
        let error = #expect(throws: StoredStateError.self) { try StateSnapshot<Draft>(Data(text.utf8)) }
        guard case .undecodable = error else { throw Unexpected(error as Any) }
    }

    @Test func `a machine of an earlier shape is migrated by its next event, and a newer one is left alone`()
        async throws
    {
        let store = InMemoryStore()
        let former = try Fleet<FormerOrder>(in: store, name: "order")
        try await former.create("a", in: .waiting)
        let current = try Fleet<LaterOrder>(in: store, name: "order")
        #expect(try await current.state(of: "a") == .open(seconds: 0))
        #expect(try await former.state(of: "a") == .waiting)
        #expect(try await current.send(.tick, to: "a", eventID: "1").isHandled)
        #expect(try await current.state(of: "a") == .open(seconds: 1))
        await #expect(throws: FleetError.newerShape("a", shape: 2)) {
            try await former.send(.tick, to: "a", eventID: "2")
        }
        await #expect(throws: FleetError.newerShape("a", shape: 2)) { _ = try await former.state(of: "a") }
        await #expect(throws: FleetError.newerShape("a", shape: 2)) { try await former.delete("a") }
        #expect(try await former.machines().isEmpty)
        #expect(try await current.state(of: "a") == .open(seconds: 1))
        #expect(try await current.machines().map(\.name) == ["open"])
        #expect(try await current.reconcile() == 0)
        // The job began before the migration, and is left to newer workers.
        #expect(try await former.take(limit: 10).isEmpty)
        #expect(try await current.take(limit: 10).map(\.id) == ["order/0.0/a"])
    }

    @Test func `a program with a migration from the next shape shares a fleet with the next version`() async throws {
        let store = InMemoryStore()
        let prepared = try Fleet<PreparedOrder>(in: store, name: "order")
        let current = try Fleet<LaterOrder>(in: store, name: "order")
        try await current.create("a", in: .open(seconds: 7))
        #expect(try await prepared.state(of: "a") == .waiting)
        #expect(try await prepared.take(limit: 1).isEmpty)
        #expect(try await prepared.send(.tick, to: "a", eventID: "1").isHandled)
        // The state has the former shape now, and so has its job.
        #expect(try await current.state(of: "a") == .open(seconds: 0))
        let job = try #require(try await prepared.take(limit: 1).first)
        #expect(job.id == "order/0.0/a")
        #expect(try await current.send(.tick, to: "a", eventID: "2").isHandled)
        #expect(try await prepared.end(job, .finished(nil)) == nil)
        #expect(try await current.state(of: "a") == .open(seconds: 1))
        // A return to the former version: the jobs that are left get its shape.
        try await current.create("b", in: .open(seconds: 0))
        #expect(try await prepared.reconcile() == 2)
        #expect(try await prepared.take(limit: 9).map(\.machine) == ["b"])
        try await prepared.delete("b")
        #expect(try await current.state(of: "b") == nil)
    }

    @Test func `work of an old program on a migrated machine is returned, and does not count as failed`() async throws {
        let store = InMemoryStore()
        var settings = FleetSettings()
        settings.failureLimit = 1
        let former = try Fleet<FormerOrder>(in: store, name: "order", settings: settings)
        let current = try Fleet<LaterOrder>(in: store, name: "order")
        try await former.create("a", in: .waiting)
        try await former.run(until: .idle) { _, _ in
            try await current.send(.tick, to: "a", eventID: "1")
            return .tick
        }
        #expect(try await current.parkedJobs().isEmpty)
        let job = try #require(try await current.take(limit: 1).first)
        #expect(job.id == "order/0.0/a" && job.attempt == 2)
        #expect(try await current.end(job, .finished(.tick))?.isHandled == true)
    }
}
