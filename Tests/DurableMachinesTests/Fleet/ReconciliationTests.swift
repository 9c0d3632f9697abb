import Foundation
import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Reconciliations and removals in pages: what they read, and what they write.
@Suite(.timeLimit(.minutes(2)), .computing) struct ReconciliationTests {
    /// A store that counts its transactions.
    private final class CountingStore: WrappingStore {
        let base: any RowStore
        let writes = Locked(0)
        let reads = Locked(0)

        init(_ store: any DurableStore) { base = store.rows.store }

        func perform<Result: Sendable>(
            _ kind: WriteKind?,
            _ call: () async throws -> Result
        ) async throws -> Result {
            if kind == nil { reads.withLock { $0 += 1 } } else { writes.withLock { $0 += 1 } }
            return try await call()
        }

        func reset() {
            writes.withLock { $0 = 0 }
            reads.withLock { $0 = 0 }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a reconciliation writes only the machines whose jobs differ, in few transactions`(
        kind: StoreKind
    ) async throws {
        let store = CountingStore(try kind.make())
        let plain = try Fleet<PlainDoor>(in: store, name: "orders")
        let journal = ReportJournal()
        let watched = try Fleet<WatchedDoor>(in: store, name: "orders") { journal.add($0) }
        for number in 100..<350 { try await plain.create("\(number)", in: .open) }
        // Some have their jobs already, one cannot be decoded, and one is deleted.
        for number in 120..<200 { try await watched.delete("\(number)") }
        for number in 120..<200 { try await watched.create("\(number)", in: .open) }
        try await watched.delete("205")
        try await store.write { rows in
            guard var record = try rows.machine(MachineID("207")) else { return }
            record.state = Data("[]".utf8)
            try rows.save(record)
        }
        store.reset()
        #expect(try await watched.reconcile() == 168)
        // 20, 99 and 49 machines of three pages differ, and a transaction changes up to 25.
        #expect(store.writes.withLock(\.self) == 1 + 4 + 2)
        #expect(journal.texts.filter { $0.hasPrefix("207: cannot be decoded") }.count == 1)
        store.reset()
        #expect(try await watched.reconcile() == 0)
        #expect(store.writes.withLock(\.self) == 0)
        #expect(store.reads.withLock(\.self) == 3)
        // The other way, the jobs end.
        #expect(try await plain.reconcile() == 248)
        #expect(try await plain.reconcile() == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `a reconciliation in pages gives each machine what an event would give it`(kind: StoreKind) async throws {
        for seed in 1...UInt64(ProcessEnvironment.runs(kind == .memory ? 20 : 3)) {
            var random = SeededGenerator(seed: seed)
            let toys = try Fleet<Toy<FormerShape>>(in: kind.make(), name: "orders")
            let states: [Toy<FormerShape>] = [.idle(rounds: 0), .working(rounds: 0), .resting(rounds: 0)]
            var expected: [String: Toy<FormerShape>] = [:]
            for number in 0..<Int.random(in: 95...205, using: &random) {
                let state = states.randomElement(using: &random) ?? states[0]
                expected["\(number)"] = state
                try await toys.create("\(number)", in: state)
            }
            // As if `activities` had changed: the rows have another state than their jobs.
            var changed = 0
            for id in expected.keys.sorted() where Int.random(in: 0..<3, using: &random) == 0 {
                let state = states.randomElement(using: &random) ?? states[0]
                if state != expected[id] { changed += 1 }
                expected[id] = state
                try await toys.write { rows in
                    guard var record = try rows.machine(MachineID(id)) else { return }
                    record.state = try JSON.encode(state)
                    try rows.save(record)
                }
            }
            #expect(try await toys.reconcile() == changed, "seed \(seed)")
            #expect(try await toys.reconcile() == 0)
            for (id, state) in expected {
                let jobs = try await toys.read { rows in try rows.jobs(of: MachineID(id)) }
                let activities = try jobs.map { try JSON.decode(Toy<FormerShape>.Activity.self, from: $0.activity) }
                #expect(Set(activities) == Set(state.activities) && activities.count == state.activities.count)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a removal with nothing to remove does not write, and finds what is old anywhere`(
        kind: StoreKind
    ) async throws {
        let time = StoreTime()
        let store = CountingStore(try kind.make { time.now })
        let orders = try Fleet<Order>(in: store, name: "orders")
        for number in 0..<30 { try await orders.create("\(number)", in: .placed(reminders: 0)) }
        store.reset()
        #expect(try await orders.removeHistory(before: time.now) == 0)
        #expect(try await orders.removePayloads(before: time.now) == 0)
        #expect(store.writes.withLock(\.self) == 0)
        #expect(store.reads.withLock(\.self) == 2)
        // The clock goes back and forth, so the times of a machine are not in order.
        let start = time.now
        time.advance(by: 100)
        try await orders.send(.remind, to: "7", eventID: "1")
        time.advance(by: -50)
        try await orders.send(.remind, to: "7", eventID: "2")
        time.advance(by: 100)
        try await orders.send(.remind, to: "7", eventID: "3")
        #expect(try await orders.removePayloads(before: start + 60) == 31)
        #expect(try await orders.removePayloads(before: start + 60) == 0)
        #expect(try await orders.removeHistory(before: start + 60) == 31)
        #expect(try await orders.history(of: "7").map(\.eventID) == ["1", "3"])
        #expect(try await orders.removeHistory(before: start + 60) == 0)
    }
}
