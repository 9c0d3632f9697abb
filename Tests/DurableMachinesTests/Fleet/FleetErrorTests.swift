import Foundation
import StateMachineTestSupport
import StateMachines
import Testing

@testable import DurableMachines

/// The errors of calls, whose types let a caller handle each of them.
@Suite(.timeLimit(.minutes(1)), .computing) struct FleetErrorTests {
    /// A store as an app can write it: it passes on the rows of another one.
    private final class WrappedStore: DurableStore {
        let store = InMemoryStore()
        var rows: StoreRows { store.rows }
        func close() async { await store.close() }
    }

    @Test func `a store that passes on the rows of another is a store`() async throws {
        let store: any DurableStore = WrappedStore()
        let orders = try Fleet<Order>(in: store)
        try await orders.create("a", in: .paid)
        #expect(try await orders.state(of: "a") == .paid)
        await store.close()
        await #expect(throws: FleetError.store(.closed("memory"))) { try await orders.state(of: "a") }
    }

    @Test(arguments: StoreKind.allCases)
    func `an error of an event in a transaction is the error of the fleet, even if the closure throws it`(
        kind: StoreKind
    ) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        try await orders.send(.remind, to: "a", eventID: "1")
        let expected = FleetError.otherEvent("a", eventID: "1")
        let first = await #expect(throws: FleetTransactionError.self) {
            try await orders.transaction(on: "a") { order in try order.send(.cancel, eventID: "1") }
        }
        #expect(first?.ofFleet == expected)
        #expect("\(try #require(first))" == "\(expected)")
        let second = await #expect(throws: FleetTransactionError.self) {
            try await orders.transaction(on: "b") { _ in }
        }
        #expect(second?.ofFleet == .noMachine("b"))
    }

    @Test(arguments: StoreKind.allCases)
    func `an error of the store is told apart, even if the closure throws it`(kind: StoreKind) async throws {
        let store = CrashingStore(try kind.make())
        let orders = try Fleet<Order>(in: store)
        var errors = 0
        for statement in 0..<12 {
            let id = "order-\(statement)"
            try await orders.create(id, in: .placed(reminders: 0))
            store.prepare(.before(statement: statement))
            do {
                _ = try await orders.transaction(on: id) { order in try order.send(.remind, eventID: "1") }
            } catch {
                #expect(error.ofFleet == .store(CrashingStore.crash))
                errors += 1
            }
            store.prepare(nil)
        }
        #expect(errors > 2)
    }

    @Test func `an error of the store in a transaction is thrown to the store, which may repeat it`() async throws {
        let store = RepeatingStore()
        let orders = try Fleet<Order>(in: store)
        try await orders.create("a", in: .placed(reminders: 0))
        store.crashing.prepare(.before(statement: 3))
        _ = try await orders.transaction(on: "a") { order in try order.send(.remind, eventID: "1") }
        #expect(try await orders.state(of: "a") == .placed(reminders: 1))
    }

    /// A store that repeats a transaction after its own error, as after a deadlock.
    private final class RepeatingStore: WrappingStore {
        let crashing = CrashingStore(InMemoryStore())
        var base: any RowStore { crashing }

        func perform<Result: Sendable>(
            _ kind: WriteKind?,
            _ call: () async throws -> Result
        ) async throws -> Result {
            do { return try await call() } catch is DurableStoreError { return try await call() }
        }
    }

    @Test func `the error of a connection is passed on`() async throws {
        let team = try await TeamDatabase(.sqlite)
        try team.begin()
        let connection = AsyncConnection(connection: team.connection) { _ in throw Unexpected("the network") }
        let error = await #expect(throws: FleetTransactionError.self) {
            try await team.orders.send(.cancel, to: "order-1", eventID: "a", using: connection)
        }
        guard case .thrown(let thrown) = error else { throw Unexpected(error as Any) }
        #expect("\(thrown)" == "unexpected: the network")
        try team.end(commits: false)
        await team.close()
    }

    @Test(arguments: StoreKind.allCases)
    func `an error of the closure is passed on, even if it looks like one of the store`(kind: StoreKind) async throws {
        let orders = try Fleet<Order>(in: kind.make())
        try await orders.create("a", in: .placed(reminders: 0))
        let elsewhere = DurableStoreError.full("another database")
        let error = await #expect(throws: FleetTransactionError.self) {
            try await orders.transaction(on: "a") { order in
                try order.send(.remind, eventID: "1")
                throw elsewhere
            }
        }
        guard case .thrown(elsewhere as DurableStoreError) = error else { throw Unexpected(error as Any) }
        #expect(try await orders.state(of: "a") == .placed(reminders: 0))
    }

    @Test(arguments: StoreKind.allCases)
    func `a closure that catches an error of the store does not commit the rest`(kind: StoreKind) async throws {
        let store = CrashingStore(try kind.make())
        let orders = try Fleet<Order>(in: store)
        var errors = 0
        for statement in 0..<12 {
            let id = "order-\(statement)"
            try await orders.create(id, in: .placed(reminders: 0))
            store.prepare(.before(statement: statement))
            do throws(FleetTransactionError) {
                try await orders.transaction(on: id) { order in
                    // The first one can fail while it looks for an earlier event, or later.
                    _ = try? order.send(.remind, eventID: "1")
                    _ = try? order.send(.cancel, eventID: "2")
                }
            } catch {
                #expect(error.ofFleet == .store(CrashingStore.crash))
                errors += 1
            }
            store.prepare(nil)
            // Both events or none.
            #expect([1, 3].contains(try await orders.history(of: id).count))
        }
        #expect(errors > 5)
    }

    @Test func `an error of a connection is passed on, even if it looks like one of the store`() async throws {
        let team = try await TeamDatabase(.sqlite)
        let elsewhere = DurableStoreError.full("another database")
        try team.begin()
        let connection = AsyncConnection(connection: team.connection) { _ in throw elsewhere }
        let error = await #expect(throws: FleetTransactionError.self) {
            try await team.orders.send(.cancel, to: "order-1", eventID: "a", using: connection)
        }
        guard case .thrown(elsewhere as DurableStoreError) = error else { throw Unexpected(error as Any) }
        let second = #expect(throws: FleetTransactionError.self) { try deletion(team, throwing: elsewhere) }
        guard case .thrown(elsewhere as DurableStoreError) = second else { throw Unexpected(second as Any) }
        try team.end(commits: false)
        await team.close()
    }

    /// Without asynchronous calls, which the compiler would prefer.
    private func deletion(_ team: TeamDatabase, throwing error: DurableStoreError) throws {
        try team.orders.delete("order-1", using: ThrowingConnection(error: error))
    }

    private struct ThrowingConnection: BlockingFleetSQLConnection {
        let error: DurableStoreError
        var dialect: FleetSQLDialect { .sqlite }
        func query(_ statement: FleetSQLStatement) throws -> [[FleetSQLValue]] { throw error }
    }

    @Test func `both errors describe an error in the same way`() {
        let errors: [any Error] = [
            FleetError.noMachine("a"), FleetError.cancelled, DurableStoreError.full("a"), Unexpected("anything"),
        ]
        for error in errors { #expect(FleetTransactionError(error).ofFleet == FleetError(error)) }
        #expect(FleetError(Unexpected("x")) == .store(.failed("the store", code: "", message: "unexpected: x")))
    }

    @Test func `a cancelled removal says so`() async throws {
        let orders = try Fleet<Order>(in: InMemoryStore())
        let removal = Task { () async throws(FleetError) in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await orders.removeHistory(before: .distantFuture)
        }
        await #expect(throws: FleetError.cancelled) { try await removal.value }
        #expect("\(FleetError.cancelled)" == "The task was cancelled.")
    }

    // MARK: Outputs

    /// A door whose output has a form of its own.
    private enum Door: DurableDefinition, Hashable {
        case open

        enum Event: Codable, Hashable, Sendable { case knock, kick }
        enum Activity: Codable, Hashable, Sendable { case watch }
        struct Sound { let name: String }

        var activities: [Activity] { [] }

        func handleEvent(_ event: Event) throws(TransitionError) -> Sound {
            Sound(name: event == .knock ? "knock" : "")
        }

        static func encode(output: Sound) throws -> Data? {
            if output.name.isEmpty { throw Unexpected("silence") }
            return Data(output.name.utf8)
        }

        static func decode(output: Data?) throws -> Sound {
            Sound(name: String(decoding: output ?? Data(), as: UTF8.self))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a definition can choose the form of its outputs`(kind: StoreKind) async throws {
        let doors = try Fleet<Door>(in: kind.make())
        try await doors.create("a", in: .open)
        for _ in 1...2 {
            guard case .handled(let sound) = try await doors.send(.knock, to: "a", eventID: "1") else {
                throw Unexpected("the event was not handled")
            }
            #expect(sound.name == "knock")
        }
        await #expect(throws: FleetError.unencodable("a", reason: "unexpected: silence")) {
            try await doors.send(.kick, to: "a", eventID: "2")
        }
    }
}
