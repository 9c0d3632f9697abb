import Foundation
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// What a store does when its file is full or locked, or when many callers write.
@Suite(.timeLimit(.minutes(2)), .computing) struct SQLiteStoreTests {
    private struct Refusal: Error, Equatable {}

    // MARK: Locks

    @Test func `a lock that is held for too long is an error, and afterwards everything works`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let row = MachineRecord.row(try MachineID("a"))
        let store = try SQLiteStore(path: file.path, waitingForLock: .milliseconds(20))
        try await store.write { _ in }
        let other = try file.connection()
        try other.beginWriting()
        await #expect(throws: DurableStoreError.busy(file.path, seconds: 0.02)) {
            try await store.write { try $0.save(row) }
        }
        // A read needs no lock.
        let during = try await store.read { try $0.machine(row.id) }
        #expect(during == nil)
        other.rollBack()
        try await store.write { try $0.save(row) }
        let after = try await store.read { try $0.machine(row.id) }
        #expect(after == row)
    }

    @Test func `a write waits for the lock of another connection`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let row = MachineRecord.row(try MachineID("a"))
        let store = try SQLiteStore(path: file.path)
        try await store.write { _ in }
        let other = try file.connection()
        try other.beginWriting()
        async let write: Void = store.write { try $0.save(row) }
        try await Task.sleep(for: .milliseconds(5))
        try other.run("INSERT INTO orders_machines VALUES ('b', 1, 1, 1, 'placed', '1', 0)")
        try other.commit()
        try await write
        let found = try await store.read { try $0.machines(inState: nil, after: nil, limit: 9).map(\.id.text) }
        #expect(found == ["a", "b"])
    }

    @Test func `calls that fail because of a lock lose nothing when they are repeated`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let orders = try Fleet<Order>(in: SQLiteStore(path: file.path, waitingForLock: .milliseconds(2)))
        let other = try SQLiteStore(path: file.path)
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        let job = try #require(try await orders.take(limit: 9).last)
        try await other.holdingThread { _ in
            let busy = FleetError.store(.busy(file.path, seconds: 0.002))
            for _ in 1...2 {
                await #expect(throws: busy) { try await orders.create("b", in: .paid) }
                await #expect(throws: busy) { try await orders.send(.progress(1), to: "a", eventID: "1") }
                await #expect(throws: busy) { try await orders.take(limit: 1) }
                await #expect(throws: busy) { try await orders.renew([job]) }
                await #expect(throws: busy) { try await orders.end(job, .finished(.didCharge)) }
            }
            let state = try await orders.state(of: "a")
            #expect(state == .charging(card: "x", progress: 0))
        }
        #expect(try await orders.create("b", in: .paid) == .created)
        #expect(try await orders.send(.progress(1), to: "a", eventID: "1").isHandled)
        #expect(try await orders.end(job, .finished(.didCharge))?.isHandled == true)
        #expect(try await orders.history(of: "a").count == 3)
    }

    @Test func `a run continues after a lock that is held for too long`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path, waitingForLock: .milliseconds(2))
        var settings = FleetSettings()
        settings.pollInterval = .milliseconds(5)
        let (works, isLocked, hasFailed) = (Mark(), Mark(), Mark())
        let orders = try Fleet<Order>(in: store, settings: settings) { report in
            if case .storeFailed = report { hasFailed.set() }
        }
        let other = try SQLiteStore(path: file.path)
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        async let run: Void = orders.run(until: .idle) { job, _ in
            guard case .charging = job.activity else { return nil }
            works.set()
            return await eventually { isLocked.isSet } ? .didCharge : .wasDeclined
        }
        #expect(await eventually { works.isSet })
        try await other.holdingThread { _ in
            isLocked.set()
            #expect(await eventually { hasFailed.isSet })
        }
        try await run
        #expect(try await orders.state(of: "a") == .paid)
        #expect(try await orders.history(of: "a").count == 2)
    }

    @Test func `stores of one file share its transactions`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let id = try MachineID("a")
        let stores = [try SQLiteStore(path: file.path), try SQLiteStore(path: file.path)]
        try await stores[0].write { try $0.save(MachineRecord.row(id, version: 0)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    try await stores[index % 2].write { transaction in
                        let version = try transaction.machine(id)?.version ?? -1
                        try transaction.save(MachineRecord.row(id, version: version + 1))
                    }
                }
            }
            try await group.waitForAll()
        }
        let versions = [
            try await stores[0].read { try $0.machine(id)?.version },
            try await stores[1].read { try $0.machine(id)?.version },
        ]
        #expect(versions == [40, 40])
    }

    // MARK: Space

    @Test func `a file without space is an error, and with more space everything works`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let id = try MachineID("a")
        let store = try SQLiteStore(path: file.path)
        try await store.write { try $0.save(MachineRecord.row(id)) }
        let large = MachineRecord.row(id, version: 2, state: String(repeating: "x", count: 200_000))
        _ = try await store.read { try $0.connection.run("PRAGMA max_page_count = 20") }
        await #expect(throws: DurableStoreError.full(file.path)) { try await store.write { try $0.save(large) } }
        let before = try await store.read { try $0.machine(id)?.version }
        #expect(before == 1)
        _ = try await store.read { try $0.connection.run("PRAGMA max_page_count = 2000") }
        try await store.write { try $0.save(large) }
        let after = try await store.read { try $0.machine(id) }
        #expect(after == large)
    }

    #if os(Linux)
    @Test(.enabled(if: TinyDisk.isAllowed))
    func `a full disk is an error that loses nothing`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let disk = try TinyDisk(size: "300k", on: file.url.deletingLastPathComponent())
        defer { disk.unmount() }
        let store = try SQLiteStore(path: file.path)
        var saved: [MachineID] = []
        var error: DurableStoreError?
        while error == nil, saved.count < 1000 {
            let id = try MachineID("order-\(saved.count)")
            do {
                try await store.write { try $0.save(MachineRecord.row(id, state: String(repeating: "x", count: 2000))) }
                saved.append(id)
            } catch let failure as DurableStoreError { error = failure }
        }
        #expect(error == .full(file.path))
        #expect(!saved.isEmpty)
        try disk.grow(to: "3m")
        let id = try MachineID("z")
        try await store.write { try $0.save(MachineRecord.row(id)) }
        let found = try await store.read { try $0.machines(inState: nil, after: nil, limit: 2000).map(\.id) }
        #expect(found == (saved + [id]).sorted())
        await store.close()
    }
    #endif

    // MARK: Batches

    @Test func `writes that wait for a commit share the next one`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let ids = try (0..<129).map { try MachineID("m\($0)") }
        try await store.write { _ in }
        let before = try await store.commits()
        try await store.holdingThread { queued in
            for id in ids { queued.addTask { try await store.write { try $0.save(MachineRecord.row(id)) } } }
            #expect(await eventually { store.threads.queue.count == ids.count })
        }
        // The first count's own read, the transaction that held the thread, 64 writes, 64
        // writes and one write.
        #expect(try await store.commits() - before == 5)
        let count = try await store.read { try $0.counts()["placed"] }
        #expect(count == 129)
    }

    @Test func `a write that wants to be alone, and a read, divide a batch`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        try await store.write { _ in }
        let before = try await store.commits()
        let versions = Versions()
        let id = try MachineID("a")
        try await store.holdingThread { queued in
            for (index, kind) in "wwawwrwaw".enumerated() {
                queued.addTask {
                    if kind == "r" {
                        try await store.read { versions.add(try $0.machine(id)?.version) }
                    } else {
                        try await store.write(.shared(isAlone: kind == "a"), fleet: "orders") { transaction in
                            versions.add(try transaction.machine(id)?.version)
                            try transaction.save(MachineRecord.row(id, version: index))
                        }
                    }
                }
                #expect(await eventually { store.threads.queue.count == index + 1 })
            }
        }
        // The first count's own read, the transaction that held the thread, and ww a ww r w a w.
        #expect(try await store.commits() - before == 9)
        #expect(versions.all == [nil, 0, 1, 2, 3, 4, 4, 6, 7])
    }

    @Test func `in a batch, a closure that throws changes nothing and gets its own error`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let ids = try (0..<9).map { try MachineID("m\($0)") }
        try await store.write { _ in }
        let before = try await store.commits()
        try await store.holdingThread { queued in
            for (index, id) in ids.enumerated() {
                queued.addTask {
                    do {
                        try await store.write { transaction in
                            try transaction.save(MachineRecord.row(id))
                            if index % 3 == 0 { throw Refusal() }
                        }
                        #expect(index % 3 != 0)
                    } catch is Refusal { #expect(index % 3 == 0) }
                }
            }
            #expect(await eventually { store.threads.queue.count == ids.count })
        }
        #expect(try await store.commits() - before == 3)
        let found = try await store.read { try $0.machines(inState: nil, after: nil, limit: 20).map(\.id) }
        #expect(found == [1, 2, 4, 5, 7, 8].map { ids[$0] })
    }

    @Test func `if SQLite ends the transaction of a batch, only the cause of it gets an error`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let ids = try (0..<5).map { try MachineID("m\($0)") }
        try await store.write { _ in }
        try await store.holdingThread { queued in
            for (index, id) in ids.enumerated() {
                queued.addTask {
                    do {
                        try await store.write { transaction in
                            try transaction.save(MachineRecord.row(id))
                            // SQLite does so by itself, for example when it has no memory.
                            if index == 2 { try transaction.connection.run("ROLLBACK") }
                        }
                        #expect(index != 2)
                    } catch is DurableStoreError { #expect(index == 2) }
                }
            }
            #expect(await eventually { store.threads.queue.count == ids.count })
        }
        let found = try await store.read { try $0.machines(inState: nil, after: nil, limit: 20).map(\.id) }
        #expect(found == [0, 1, 3, 4].map { ids[$0] })
    }

    @Test func `if a commit fails, every caller of the batch gets the error`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let ids = try (0..<5).map { try MachineID("m\($0)") }
        try await store.write(.shared(isAlone: true), fleet: "orders") { transaction in
            let connection = try transaction.connection
            try connection.run("CREATE TABLE a (id INTEGER PRIMARY KEY)")
            try connection.run("CREATE TABLE b (a INTEGER REFERENCES a DEFERRABLE INITIALLY DEFERRED)")
            // Foreign keys can be enabled only outside a transaction.
            try connection.run("COMMIT")
            try connection.run("PRAGMA foreign_keys = ON")
            try connection.run("BEGIN IMMEDIATE")
        }
        let errors = Errors()
        try await store.holdingThread { queued in
            for (index, id) in ids.enumerated() {
                queued.addTask {
                    do {
                        try await store.write { transaction in
                            try transaction.save(MachineRecord.row(id))
                            if index == 2 { try transaction.connection.run("INSERT INTO b (a) VALUES (7)") }
                        }
                    } catch { errors.add(error) }
                }
            }
            #expect(await eventually { store.threads.queue.count == ids.count })
        }
        #expect(errors.all.count == 5)
        #expect(Set(errors.all).count == 1)
        guard case .failed(file.path, "787", _) = errors.all.first else {
            Issue.record("\(errors.all)")
            return
        }
        let found = try await store.read { try $0.machines(inState: nil, after: nil, limit: 20) }
        #expect(found.isEmpty)
        try await store.write { try $0.save(MachineRecord.row(ids[0])) }
    }

    @Test func `a closure that hides an error of SQLite still changes all or nothing`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let id = try MachineID("a")
        await #expect(throws: DurableStoreError.self) {
            try await store.write { transaction in
                try transaction.save(MachineRecord.row(id))
                _ = try? transaction.connection.run("ROLLBACK")
                // Without a transaction, this write would be committed at once.
                try? transaction.save(MachineRecord.row(id))
            }
        }
        let found = try await store.read { try $0.machine(id) }
        #expect(found == nil)
    }
}

/// The versions that transactions have found, in order.
private final class Versions: Sendable {
    private let list = Locked<[Int?]>([])
    var all: [Int?] { list.withLock { $0 } }
    func add(_ version: Int?) { list.withLock { $0.append(version) } }
}

/// The errors of callers.
private final class Errors: Sendable {
    private let list = Locked<[DurableStoreError]>([])
    var all: [DurableStoreError] { list.withLock { $0 } }

    func add(_ error: any Error) {
        if let error = error as? DurableStoreError { list.withLock { $0.append(error) } }
    }
}
