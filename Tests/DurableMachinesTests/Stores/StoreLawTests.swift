import Foundation
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// The laws of transactions, which hold in every store.
@Suite(.timeLimit(.minutes(2)), .computing) struct StoreLawTests {
    /// A way to change rows.
    enum Write: CaseIterable, CustomTestStringConvertible {
        case saveMachine, append, removeContents, removeEvents, saveJob, deleteJob

        var testDescription: String { "\(self)" }

        func perform(on machine: MachineID, in rows: any StoreTransaction) throws {
            let key = JobRecord.Key(machine: machine, version: 1, ordinal: 0)
            switch self {
            case .saveMachine: try rows.save(.row(machine, version: 7))
            case .append: try rows.append(.row(7, of: machine))
            case .removeContents: _ = try rows.remove(.contents(before: .distantFuture), after: nil, limit: 9)
            case .removeEvents: _ = try rows.remove(.rows(before: .distantFuture), after: nil, limit: 9)
            case .saveJob: try rows.save(JobRecord.row(key, state: .parked(attempts: 7), nextTake: nil))
            case .deleteJob: try rows.delete(key)
            }
        }
    }

    private struct Rows: Equatable {
        let machine: MachineRecord?
        let events: [EventRecord]
        let jobs: [JobRecord]
        let next: Date?
    }

    private let machine: MachineID

    init() throws { machine = try MachineID("a") }

    private func fill(_ store: some DurableStore) async throws {
        try await store.write { rows in
            try rows.save(.row(machine))
            try rows.append(.row(1, of: machine, id: MachineID("first")))
            try rows.save(JobRecord.row(JobRecord.Key(machine: machine, version: 1, ordinal: 0)))
        }
    }

    private func contents(of store: some DurableStore) async throws -> Rows {
        try await store.read { rows in
            Rows(
                machine: try rows.machine(machine),
                events: try rows.events(of: machine, after: 0, limit: 9),
                jobs: try rows.jobs(of: machine),
                next: try rows.nextTake()
            )
        }
    }

    @Test(arguments: StoreKind.allCases, Write.allCases)
    func `a read cannot write`(kind: StoreKind, write: Write) async throws {
        let store = try kind.make()
        try await fill(store)
        let before = try await contents(of: store)
        let error = await #expect(throws: DurableStoreError.self) {
            try await store.read { try write.perform(on: machine, in: $0) }
        }
        guard case .failed(_, _, message: "A read-only transaction cannot write.") = error else {
            throw Unexpected(error as Any)
        }
        #expect(try await contents(of: store) == before)
        try await store.write { try write.perform(on: machine, in: $0) }
        #expect(try await contents(of: store) != before)
    }

    @Test(arguments: StoreKind.allCases, Write.allCases)
    func `an error that the closure has caught still undoes the transaction`(
        kind: StoreKind,
        write: Write
    ) async throws {
        let store = try kind.make()
        try await fill(store)
        let before = try await contents(of: store)
        await #expect(throws: DurableStoreError.self) {
            try await store.write { rows in
                try write.perform(on: machine, in: rows)
                // The number is taken; a store may say so only with the next read.
                for _ in 1...2 { try? rows.append(.row(5, of: machine)) }
                _ = try? rows.events(of: machine, after: 0, limit: 1)
            }
        }
        #expect(try await contents(of: store) == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `a closed store refuses everything`(kind: StoreKind) async throws {
        let store = try kind.make()
        try await fill(store)
        await store.close()
        await store.close()
        for error in [
            await #expect(throws: DurableStoreError.self) { try await store.read { _ in } },
            await #expect(throws: DurableStoreError.self) { try await store.write { _ in } },
        ] {
            guard case .closed = error else { throw Unexpected(error as Any) }
        }
    }

    @Test(arguments: StoreKind.allCases, ["", "Orders", "1a", "a b", "a\"", "é", "a-b", "sqlite_orders"])
    func `a fleet's name must be fit for a table`(kind: StoreKind, name: String) async throws {
        let store = try kind.make()
        await #expect(throws: FleetError.invalidFleetName(name)) {
            try await store.rows.store.write(.shared(), fleet: name) { _ in }
        }
        await #expect(throws: FleetError.invalidFleetName(name)) {
            try await store.rows.store.read(fleet: name) { _ in }
        }
        #expect(throws: FleetError.invalidFleetName(name)) { try Fleet<Order>(in: InMemoryStore(), name: name) }
        try await store.write { _ in }
    }

    @Test(arguments: StoreKind.allCases)
    func `times are whole microseconds`(kind: StoreKind) async throws {
        let store = try kind.make(now: { Date(timeIntervalSince1970: 1_000_000.000_000_4) })
        let key = JobRecord.Key(machine: machine, version: 1, ordinal: 0)
        let now = try await store.write { rows in
            try rows.save(JobRecord.row(key, nextTake: Date(timeIntervalSince1970: 7.000_000_4)))
            return rows.now
        }
        #expect(now == Date(timeIntervalSince1970: 1_000_000))
        #expect(try await contents(of: store).jobs.map(\.nextTake) == [Date(timeIntervalSince1970: 7)])
        #expect(try await contents(of: store).next == Date(timeIntervalSince1970: 7))
    }

    @Test(arguments: StoreKind.allCases)
    func `saving a deleted job deletes its row`(kind: StoreKind) async throws {
        let store = try kind.make()
        try await fill(store)
        let key = JobRecord.Key(machine: machine, version: 1, ordinal: 0)
        try await store.write { try $0.save(JobRecord.row(key, state: .deleted)) }
        #expect(try await contents(of: store).jobs.isEmpty)
        #expect(try await contents(of: store).next == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `nothing is older than a date that is not a number`(kind: StoreKind) async throws {
        let store = try kind.make()
        try await fill(store)
        let date = Date(timeIntervalSince1970: .nan)
        let counts = try await store.write { rows in
            [
                try rows.remove(.contents(before: date), after: nil, limit: 9).count,
                try rows.remove(.rows(before: date), after: nil, limit: 9).count,
            ]
        }
        #expect(counts == [0, 0])
    }

    @Test(arguments: StoreKind.allCases)
    func `many writes of one transaction arrive`(kind: StoreKind) async throws {
        let store = try kind.make()
        let ids = try (0..<2_000).map { try MachineID("order-\($0)") }
        try await store.write { rows in for id in ids { try rows.save(.row(id)) } }
        #expect(try await store.read { try $0.counts() } == ["placed": 2_000])
    }
}
