import DurableMachines
import Foundation
import StateMachineTestSupport
import Testing

/// What every store does.
@Suite(.timeLimit(.minutes(2)), .computing) struct StoreTests {
    private struct Refusal: Error, Equatable {}

    // MARK: Machines

    @Test(arguments: StoreKind.allCases)
    func `a saved machine is read as it was written`(kind: StoreKind) async throws {
        let id = try MachineID("order-42")
        let row = MachineRecord(
            id: id,
            version: 7,
            lastNumber: 9,
            shape: 3,
            name: "charging",
            state: Data(#"{"a":"ü"}"#.utf8)
        )
        try await kind.withStore { store in
            try await store.write { try $0.save(row) }
            let found = try await store.read { try $0.machine(id) }
            #expect(found == row)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a machine that was never created is nil`(kind: StoreKind) async throws {
        let id = try MachineID("order-42")
        try await kind.withStore { store in
            let found = try await store.read { try $0.machine(id) }
            #expect(found == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `saving replaces every value of a machine`(kind: StoreKind) async throws {
        let id = try MachineID("a")
        let rows = [
            MachineRecord.row(id, version: 1, name: "placed", state: "1"),
            MachineRecord(id: id, version: 2, lastNumber: 3, shape: 2, name: "placed", state: Data("2".utf8)),
            MachineRecord.row(id, version: 3, name: "paid", state: "3"),
            MachineRecord.row(id, version: 4, name: "paid", state: nil),
            MachineRecord.row(id, version: 5, name: "", state: ""),
        ]
        try await kind.withStore { store in
            for row in rows {
                try await store.write { try $0.save(row) }
                let found = try await store.read { try $0.machine(id) }
                #expect(found == row)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `machines are listed in the order of their bytes, without deleted ones`(kind: StoreKind) async throws {
        let names = ["Z", "a", "aa", "b", "é", "e\u{301}", "\u{1F600}", "\u{FFFD}", "a\u{1}"]
        let ids = try names.map { try MachineID($0) }
        let deleted = try MachineID("aaa")
        try await kind.withStore { store in
            try await store.write { transaction in
                for id in ids { try transaction.save(.row(id)) }
                try transaction.save(.row(deleted, state: nil))
            }
            let found = try await store.read { try $0.machines(inState: nil, after: nil, limit: 100) }
            #expect(found.map(\.id) == ids.sorted())
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a list begins after an identifier and ends at its limit`(kind: StoreKind) async throws {
        let ids = try ["a", "b", "c", "d", "e"].map { try MachineID($0) }
        try await kind.withStore { store in
            try await store.write { transaction in
                for id in ids { try transaction.save(.row(id, name: id < ids[3] ? "placed" : "paid")) }
            }
            let (pages, named, none) = try await store.read { transaction in
                (
                    [
                        try transaction.machines(inState: nil, after: nil, limit: 2),
                        try transaction.machines(inState: nil, after: ids[1], limit: 2),
                        try transaction.machines(inState: nil, after: ids[3], limit: 2),
                        try transaction.machines(inState: nil, after: ids[4], limit: 2),
                    ],
                    [
                        try transaction.machines(inState: "placed", after: ids[0], limit: 1),
                        try transaction.machines(inState: "placed", after: ids[1], limit: 10),
                        try transaction.machines(inState: "paid", after: nil, limit: 10),
                        try transaction.machines(inState: "failed", after: nil, limit: 10),
                    ],
                    try transaction.machines(inState: nil, after: nil, limit: 0)
                )
            }
            #expect(pages.map { $0.map(\.id) } == [[ids[0], ids[1]], [ids[2], ids[3]], [ids[4]], []])
            #expect(named.map { $0.map(\.id) } == [[ids[1]], [ids[2]], [ids[3], ids[4]], []])
            #expect(none.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `counts are by the names of states, without deleted machines`(kind: StoreKind) async throws {
        let ids = try ["a", "b", "c", "d"].map { try MachineID($0) }
        try await kind.withStore { store in
            let before = try await store.read { try $0.counts() }
            #expect(before.isEmpty)
            try await store.write { transaction in
                try transaction.save(.row(ids[0], name: "placed"))
                try transaction.save(.row(ids[1], name: "paid"))
                try transaction.save(.row(ids[2], name: "placed"))
                try transaction.save(.row(ids[3], name: "paid", state: nil))
            }
            let first = try await store.read { try $0.counts() }
            #expect(first == ["placed": 2, "paid": 1])
            try await store.write { try $0.save(.row(ids[0], version: 2, name: "paid")) }
            let second = try await store.read { try $0.counts() }
            #expect(second == ["placed": 1, "paid": 2])
        }
    }

    // MARK: Names

    @Test(arguments: StoreKind.allCases)
    func `two spellings of one character are two machines and two events`(kind: StoreKind) async throws {
        let (composed, decomposed) = (try MachineID("caf\u{e9}"), try MachineID("cafe\u{301}"))
        try await kind.withStore { store in
            try await store.write { transaction in
                try transaction.save(.row(composed, version: 1))
                try transaction.save(.row(decomposed, version: 2))
                try transaction.append(.row(1, of: composed, id: composed))
                try transaction.append(.row(2, of: composed, id: decomposed))
                try transaction.save(JobRecord.row(JobRecord.Key(machine: composed, version: 1, ordinal: 0)))
            }
            let found = try await store.read { transaction in
                (
                    try [composed, decomposed].map { try transaction.machine($0)?.version },
                    try [composed, decomposed].map { try transaction.event($0, of: composed)?.number },
                    try transaction.event(composed, of: decomposed),
                    try transaction.jobs(of: decomposed)
                )
            }
            #expect(found.0 == [1, 2])
            #expect(found.1 == [1, 2])
            #expect(found.2 == nil)
            #expect(found.3.isEmpty)
        }
    }

    @Test(
        arguments: StoreKind.allCases,
        [
            "a|b", "\"", "'", "''; DROP TABLE orders_machines; --", "<script>alert(1)</script>", "%", "_", "?1", "$a",
            " ", "\n", "a b", "\\", "😀", "\u{202E}", String(repeating: "x", count: 512),
        ]
    )
    func `a name may contain anything but a zero`(kind: StoreKind, name: String) async throws {
        let (id, other) = (try MachineID(name), try MachineID("other"))
        try await kind.withStore { store in
            try await store.write { transaction in
                try transaction.save(.row(other))
                try transaction.save(.row(id, version: 5, name: name, state: name))
                try transaction.append(
                    EventRecord(
                        machine: id,
                        number: 1,
                        id: id,
                        kind: .rejected,
                        date: transaction.now,
                        version: 5,
                        shape: 1,
                        content: Data(name.utf8),
                        output: Data(name.utf8),
                        words: name
                    )
                )
                try transaction.save(
                    JobRecord(
                        key: JobRecord.Key(machine: id, version: 5, ordinal: 0),
                        activity: Data(name.utf8),
                        shape: 1,
                        due: transaction.now,
                        state: .parked(attempts: 3),
                        nextTake: nil,
                        lastError: name
                    )
                )
            }
            let found = try await store.read { transaction in
                (
                    try transaction.machine(id), try transaction.event(id, of: id),
                    try transaction.parkedJobs(after: nil, limit: 9), try transaction.machine(other),
                    try transaction.machines(inState: name, after: nil, limit: 9)
                )
            }
            #expect(found.0 == .row(id, version: 5, name: name, state: name))
            #expect(found.1?.words == name)
            #expect(found.1?.content == Data(name.utf8))
            #expect(found.2.map(\.lastError) == [name])
            #expect(found.3 == .row(other))
            #expect(found.4.map(\.id) == [id])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `fleets share nothing`(kind: StoreKind) async throws {
        let id = try MachineID("a")
        let key = JobRecord.Key(machine: id, version: 1, ordinal: 0)
        try await kind.withStore { store in
            try await store.rows.store.write(.shared(), fleet: "orders") { transaction in
                try transaction.save(.row(id))
                try transaction.append(.row(1, of: id, id: id))
                try transaction.save(JobRecord.row(key))
            }
            let found = try await store.rows.store.read(fleet: "drafts") { transaction in
                (
                    try transaction.machine(id), try transaction.events(of: id, after: 0, limit: 9).count,
                    try transaction.job(key),
                    try transaction.nextTake()
                )
            }
            #expect(found.0 == nil)
            #expect(found.1 == 0)
            #expect(found.2 == nil)
            #expect(found.3 == nil)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a state of a megabyte is kept`(kind: StoreKind) async throws {
        let id = try MachineID("a")
        let row = MachineRecord.row(id, state: String(repeating: "ä", count: 500_000))
        try await kind.withStore { store in
            try await store.write { try $0.save(row) }
            let found = try await store.read { try $0.machine(id) }
            #expect(found == row)
        }
    }

    // MARK: Transactions

    @Test(arguments: StoreKind.allCases)
    func `a closure that throws changes nothing and gets its own error`(kind: StoreKind) async throws {
        let id = try MachineID("a")
        try await kind.withStore { store in
            await #expect(throws: Refusal()) {
                try await store.write { transaction in
                    try transaction.save(.row(id))
                    try transaction.append(.row(1, of: id))
                    try transaction.save(JobRecord.row(JobRecord.Key(machine: id, version: 1, ordinal: 0)))
                    throw Refusal()
                }
            }
            let found = try await store.read { transaction in
                (
                    try transaction.machine(id), try transaction.events(of: id, after: 0, limit: 9).count,
                    try transaction.jobs(of: id).count
                )
            }
            #expect(found == (nil, 0, 0))
            await #expect(throws: Refusal()) { try await store.read { _ in throw Refusal() } }
            try await store.write { try $0.save(.row(id)) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `of many concurrent writes those that throw change nothing`(kind: StoreKind) async throws {
        let ids = try (0..<60).map { try MachineID("order-\($0)") }
        try await kind.withStore { store in
            let failures = await withTaskGroup(of: Bool.self) { group in
                for (index, id) in ids.enumerated() {
                    group.addTask {
                        do {
                            try await store.rows.store.write(.shared(isAlone: index % 7 == 0), fleet: "orders") {
                                transaction in
                                try transaction.save(.row(id))
                                if index.isMultiple(of: 3) { throw Refusal() }
                            }
                            return false
                        } catch { return error is Refusal }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(failures == 20)
            let found = try await store.read { try $0.machines(inState: nil, after: nil, limit: 100) }
            let kept = ids.enumerated().filter { !$0.offset.isMultiple(of: 3) }.map(\.element)
            #expect(found.map(\.id) == kept.sorted())
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `concurrent transactions on one machine are performed one after the other`(kind: StoreKind) async throws {
        let id = try MachineID("a")
        try await kind.withStore { store in
            try await store.write { try $0.save(.row(id, version: 0)) }
            let versions = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await store.write { transaction in
                            let version = (try transaction.machine(id)?.version ?? -1) + 1
                            try transaction.save(.row(id, version: version))
                            return version
                        }
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(versions == Set(1...50))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a write reads its own changes`(kind: StoreKind) async throws {
        let id = try MachineID("a")
        try await kind.withStore { store in
            let found = try await store.write { transaction in
                try transaction.save(.row(id))
                try transaction.append(.row(1, of: id, id: id))
                return (
                    try transaction.machine(id), try transaction.events(of: id, after: 0, limit: 9).count,
                    try transaction.event(id, of: id)?.number
                )
            }
            #expect(found == (.row(id), 1, 1))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a transaction has the time of the store's clock`(kind: StoreKind) async throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.25)
        try await kind.withStore(now: { date }) { store in
            let times = [try await store.write { $0.now }, try await store.read { $0.now }]
            #expect(times == [date, date])
        }
    }
}
