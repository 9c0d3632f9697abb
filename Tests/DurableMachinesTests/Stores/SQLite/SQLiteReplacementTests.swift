import Foundation
import StateMachineLocks
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// Files that are deleted, replaced or truncated while a store has them open.
@Suite(.timeLimit(.minutes(2)), .computing) struct SQLiteReplacementTests {
    /// An accident that loses the file.
    enum Accident: CaseIterable, CustomTestStringConvertible {
        case deleted
        case deletedWithLog
        case logDeleted
        case indexDeleted
        case renamed
        case replacedByCopy
        case replacedByNothing
        case swapped
        case emptied
        case cut

        var testDescription: String { "\(self)" }

        /// The end of the error.
        var reason: String {
            switch self {
            case .deleted, .deletedWithLog, .renamed: "the file was deleted or renamed"
            case .logDeleted: "store.db-wal was deleted or renamed"
            case .indexDeleted: "store.db-shm was deleted or renamed"
            case .replacedByCopy, .replacedByNothing, .swapped: "the file was replaced by another file"
            case .emptied: "the file was truncated to 0 bytes"
            case .cut: "the file was truncated to 8192 bytes"
            }
        }

        func happen(to file: TemporaryDatabase) throws {
            let other = file.path + ".other"
            switch self {
            case .deleted: try #require(unlink(file.path) == 0)
            case .deletedWithLog:
                for end in ["", "-wal", "-shm"] { try #require(unlink(file.path + end) == 0) }
            case .logDeleted: try #require(unlink(file.path + "-wal") == 0)
            case .indexDeleted: try #require(unlink(file.path + "-shm") == 0)
            case .renamed: try #require(rename(file.path, other) == 0)
            case .replacedByCopy:
                // A new file, so that nothing closes the one that SQLite has locked.
                try Data(count: 4096).write(to: URL(filePath: other))
                try #require(rename(other, file.path) == 0)
            case .replacedByNothing:
                try #require(unlink(file.path) == 0)
                try Data().write(to: file.url)
            case .swapped:
                try Data(count: 4096).write(to: URL(filePath: other))
                try #require(rename(file.path, file.path + ".away") == 0)
                try #require(rename(other, file.path) == 0)
            case .emptied: try #require(truncate(file.path, 0) == 0)
            case .cut: try #require(truncate(file.path, 8192) == 0)
            }
        }
    }

    @Test(arguments: Accident.allCases)
    func `no event is acknowledged after the file is lost`(accident: Accident) async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let orders = try Fleet<Order>(in: store)
        try await file.fill(orders, of: store, count: 200)
        try accident.happen(to: file)
        for number in 0..<3 {
            let error = await #expect(throws: FleetError.self) {
                try await orders.send(.pay(card: "x"), to: "1", eventID: "late-\(number)")
            }
            guard case .store(.replaced(file.path, let reason)) = error else { throw Unexpected(error as Any) }
            #expect(reason.contains(accident.reason))
        }
        // A read would return rows that nobody else sees.
        await #expect(throws: FleetError.self) { try await orders.state(of: "1") }
    }

    /// The worker may look at any moment, so each of these accidents happens in one step.
    @Test(arguments: [Accident.deleted, .replacedByCopy, .cut])
    func `a run ends when the file is lost, and says what has happened`(accident: Accident) async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let orders = try Fleet<Order>(in: store)
        try await file.fill(orders, of: store, count: 200)
        try await orders.create("a", in: .charging(card: "x", progress: 0))
        let isLost = Locked(false)
        let error = await #expect(throws: DurableStoreError.self) {
            try await orders.run(workers: 2) { job, _ in
                guard case .charging = job.activity else { return nil }
                if isLost.withLock({ isLost in
                    defer { isLost = true }
                    return !isLost
                }) {
                    try accident.happen(to: file)
                }
                return .didCharge
            }
        }
        guard case .replaced(file.path, let reason) = error else { throw Unexpected(error as Any) }
        #expect(reason.contains(accident.reason))
        #expect(error?.description.contains("has stopped") == true)
    }

    @Test func `a file that VACUUM shortens is used as before, even if it grows at once`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let orders = try Fleet<Order>(in: store)
        try await file.fill(orders, of: store, count: 400)
        let before = try file.size
        try await orders.removeHistory(before: .distantFuture)
        let other = try file.connection()
        try other.run("VACUUM")
        _ = try other.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
        #expect(try file.size < before)
        // The database grows in the log before the store looks at the file again.
        try other.run("CREATE TABLE padding (content TEXT)")
        for _ in 0..<40 {
            try other.run("INSERT INTO padding VALUES (?1)", [.text(String(repeating: "x", count: 3000))])
        }
        #expect(try await orders.send(.pay(card: "x"), to: "1", eventID: "1").isHandled)
        #expect(try await orders.state(of: "1") == .charging(card: "x", progress: 0))
        await store.close()
        #expect(try await Fleet<Order>(in: try SQLiteStore(path: file.path)).state(of: "399") == .placed(reminders: 0))
    }

    @Test func `a symbolic link that leads to another file is a replacement`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let (first, second) = (file.folder.appending(path: "first.db"), file.folder.appending(path: "second.db"))
        for path in [first, second] { try await SQLiteStore(path: path.path(percentEncoded: false)).close() }
        try #require(symlink("first.db", file.path) == 0)
        let orders = try Fleet<Order>(in: try SQLiteStore(path: file.path))
        try await orders.create("a", in: .paid)
        try #require(unlink(file.path) == 0)
        try #require(symlink("second.db", file.path) == 0)
        await #expect(
            throws: FleetError.store(.replaced(file.path, reason: "the file was replaced by another file"))
        ) { try await orders.create("b", in: .paid) }
    }

    #if os(Linux)
    @Test func `no check drops the locks of SQLite, as opening the file again would`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let (before, after) = try await store.write { rows in
            let before = try file.locks
            for _ in 0..<3 { try rows.connection.checkFiles() }
            return (before, try file.locks)
        }
        #expect(before.count >= 2)
        #expect(after == before)
    }
    #endif
}

extension TemporaryDatabase {
    fileprivate var size: Int {
        get throws { try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
    }

    /// The locks of this process on the file and on the index of its log.
    fileprivate var locks: [String] {
        get throws {
            let numbers = try ["", "-shm"].map { end in
                var status = stat()
                try #require(stat(path + end, &status) == 0)
                return "\(status.st_ino)"
            }
            return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
                // Without their numbers, which change.
                .map { $0.split(separator: " ").dropFirst().joined(separator: " ") }.sorted()
                .filter { line in
                    let words = line.split(separator: " ")
                    return words.contains("\(getpid())")
                        && words.contains { word in
                            numbers.contains { word.hasSuffix(":\($0)") }
                        }
                }
        }
    }

    /// Creates orders, whose rows are in the main file afterwards.
    fileprivate func fill(_ orders: Fleet<Order>, of store: SQLiteStore, count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask { try await orders.create("\(number)", in: .placed(reminders: 0)) }
            }
            try await group.waitForAll()
        }
        try await store.threads.queue.perform(.withoutTransaction, fleet: "") { rows in
            _ = try rows.connection.rows("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(0) }
        }
        try await orders.create("last", in: .paid)
    }
}
