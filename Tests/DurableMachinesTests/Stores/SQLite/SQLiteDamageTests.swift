import Foundation
import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Files that are cut short, overwritten or incomplete.
@Suite(.serialized, .timeLimit(.minutes(2)), .longComputing) struct SQLiteDamageTests {
    // MARK: The main file

    @Test func `a file that is cut short is damaged, whatever its length`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        try await file.fill(orders: 20)
        let content = try Data(contentsOf: file.url)
        let pages = Array(stride(from: 4096, to: content.count, by: 4096))
        #expect(pages.count >= 7)
        for length in [2, 15, 16, 50, 99, 100, 101, 512, 4095] + pages + pages.dropLast().map({ $0 + 1000 }) {
            try file.replace(with: content.prefix(length))
            let error = #expect(throws: DurableStoreError.self, "\(length) bytes") { try SQLiteStore(path: file.path) }
            guard case .damaged(file.path, _) = error else { throw Unexpected(error as Any) }
        }
        try file.replace(with: content)
        #expect(try await file.completeOrders() == 20)
    }

    /// SQLite reads the missing part as zeros.
    @Test func `a cut inside the last page is not noticed when the file is opened`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        try await file.fill(orders: 20)
        let content = try Data(contentsOf: file.url)
        for length in [content.count - 4095, content.count - 2000, content.count - 1] {
            try file.replace(with: content.prefix(length))
            await #expect(throws: Never.self) { try await SQLiteStore(path: file.path).close() }
        }
    }

    /// SQLite cannot distinguish this file from one that it was about to create.
    @Test func `a file without a byte is a new database, without an error`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        try await file.fill(orders: 3)
        try file.replace(with: Data())
        #expect(try await file.completeOrders() == 0)
    }

    @Test func `a header with any wrong byte is an error or has no effect`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        try await file.fill(orders: 3)
        let content = try Data(contentsOf: file.url)
        var errors = 0
        for index in 0..<100 {
            for byte: UInt8 in [0xff, 0x05] where content[index] != byte {
                var damaged = content
                damaged[index] = byte
                try file.replace(with: damaged)
                do {
                    let count = try await file.completeOrders()
                    #expect(count == 3, "byte \(index) is \(byte)")
                } catch is DurableStoreError { errors += 1 } catch FleetError.store { errors += 1 }
            }
        }
        // The bytes of the first 16 say that the file is a database.
        #expect(errors > 32)
    }

    @Test func `garbage in a page is an error and never a trap`() async throws {
        var errors = 0
        let file = try TemporaryDatabase()
        defer { file.remove() }
        try await file.fill(orders: 5)
        let content = try Data(contentsOf: file.url)
        for seed in 1...UInt64(ProcessEnvironment.runs(60)) {
            var random = SeededGenerator(seed: seed)
            var damaged = content
            for _ in 0..<Int.random(in: 1...200, using: &random) {
                damaged[Int.random(in: 100..<content.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            try file.replace(with: damaged)
            do { _ = try await file.completeOrders(using: true) } catch { errors += 1 }
        }
        #expect(errors > 10)
    }

    // MARK: The log

    @Test func `without its log, a file lacks acknowledged events, without an error`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try await file.open(orders: 3, checkpointAfter: 1)
        let copy = try file.copy()
        defer { copy.remove() }
        await store.close()
        try copy.replace(with: Data(contentsOf: copy.url))
        // The two orders in the log are lost. So the log has to be copied with the file.
        #expect(try await copy.completeOrders() == 1)
    }

    @Test func `a log that is cut short or overwritten ends at an event`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try await file.open(orders: 4, checkpointAfter: 1)
        let copy = try file.copy()
        defer { copy.remove() }
        await store.close()
        let (content, log) = (try Data(contentsOf: copy.url), try Data(contentsOf: copy.log))
        // A frame is a page with a header.
        let frames = (log.count - 32) / (4096 + 24)
        #expect(frames > 6)
        var counts: [Int] = []
        for frame in 0...frames {
            for part in [0, 10, 2000] where frame < frames || part == 0 {
                let length = 32 + frame * (4096 + 24) + part
                var overwritten = log
                overwritten.resetBytes(in: length..<log.count)
                // Each order is complete or missing, and each history replays to its state.
                try copy.replace(with: content, log: part == 10 ? overwritten : log.prefix(length))
                counts.append(try await copy.completeOrders())
            }
        }
        #expect(counts == counts.sorted())
        #expect(Set(counts) == [1, 2, 3, 4])
    }

    /// So whoever restores a backup has to remove the log of the former file.
    @Test func `a log that is left behind replaces the pages of a restored file, without an error`() async throws {
        let (file, other) = (try TemporaryDatabase(), try TemporaryDatabase())
        defer { file.remove() }
        defer { other.remove() }
        let store = try await other.open(orders: 2, checkpointAfter: 1)
        let copy = try other.copy()
        defer { copy.remove() }
        await store.close()
        try await file.fill(orders: 5)
        try copy.replace(with: Data(contentsOf: file.url), log: Data(contentsOf: copy.log))
        // The five orders of the backup are gone.
        let count = try? await copy.completeOrders()
        #expect(count != 5)
    }

    // MARK: Permissions

    @Test(.enabled(if: geteuid() != 0, "The superuser may write to every folder."))
    func `a folder without permission to write is an error`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        try await file.fill(orders: 1)
        let manager = FileManager.default
        let folder = file.folder.path(percentEncoded: false)
        defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
        try await file.expectReadOnly()
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(try await file.completeOrders() == 1)
    }

    #if os(Linux)
    @Test(.enabled(if: TinyDisk.isAllowed, "This process may not mount a disk."))
    func `a disk that cannot be written to is an error`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let disk = try TinyDisk(size: "3m", on: file.folder)
        defer { disk.unmount() }
        try await file.fill(orders: 1)
        try disk.setReadOnly(true)
        try await file.expectReadOnly()
        try disk.setReadOnly(false)
        #expect(try await file.completeOrders() == 1)
    }
    #endif
}

extension TemporaryDatabase {
    /// The write-ahead log.
    fileprivate var log: URL { URL(filePath: path + "-wal") }

    /// Creates the file with paid orders.
    fileprivate func fill(orders count: Int) async throws {
        await (try open(orders: count, checkpointAfter: nil)).close()
    }

    /// Opens the file and creates paid orders.
    ///
    /// - Parameter checkpointAfter: The number of orders after which the main file is up to date.
    fileprivate func open(orders count: Int, checkpointAfter: Int?) async throws -> SQLiteStore {
        let store = try SQLiteStore(path: path)
        let orders = try Fleet<Order>(in: store)
        for number in 1...count {
            try await orders.create("order-\(number)", in: .placed(reminders: 0))
            try await orders.send(.pay(card: "x"), to: "order-\(number)", eventID: "1")
            if number == checkpointAfter { try connection().run("PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        return store
    }

    /// Copies the files while a store has them open, with another process.
    fileprivate func copy() throws -> TemporaryDatabase {
        let copy = try TemporaryDatabase()
        let process = Process()
        process.executableURL = URL(filePath: "/bin/cp")
        process.arguments = [path, path + "-wal", path + "-shm", copy.folder.path(percentEncoded: false)]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return copy
    }

    /// Replaces the file and its log, or removes its log.
    ///
    /// No store may have the file open.
    fileprivate func replace(with content: Data, log: Data? = nil) throws {
        for ending in ["-shm", "-wal"] { try? FileManager.default.removeItem(atPath: path + ending) }
        try content.write(to: url)
        try log?.write(to: self.log)
    }

    /// Opens the file, and checks that each history replays to the state of its order.
    ///
    /// - Parameter isUsed: Whether to make all other calls.
    /// - Returns: The number of paid orders.
    fileprivate func completeOrders(using isUsed: Bool = false) async throws -> Int {
        let store = try SQLiteStore(path: path)
        do {
            let orders = try Fleet<Order>(in: store)
            var count = 0
            for machine in try await orders.machines(limit: 100) {
                let history = try await orders.history(of: machine.id)
                var replayed: Order?
                for entry in history {
                    if case .created(let state) = entry.content { replayed = state }
                    if case .handled(let event) = entry.content { _ = try replayed?.handleEvent(event) }
                }
                guard replayed == machine.state else { throw Unexpected(history) }
                count += history.count - 1
            }
            if isUsed {
                try await orders.create("new", in: .placed(reminders: 0))
                try await orders.send(.cancel, to: "order-1", eventID: "2")
                for job in try await orders.take(limit: 100) { _ = try await orders.end(job, .finished(nil)) }
                _ = try await (orders.counts(), orders.parkedJobs())
            }
            await store.close()
            return count
        } catch {
            await store.close()
            throw error
        }
    }

    /// Opens the file where nothing can be written.
    fileprivate func expectReadOnly() async throws {
        #expect(throws: DurableStoreError.readOnly(path)) { try SQLiteStore(path: path) }
    }
}
