import Foundation
import StateMachineTestSupport
import Testing

@testable import DurableMachines

/// How a store opens and closes its file.
@Suite(.timeLimit(.minutes(2)), .computing) struct SQLiteFileTests {
    @Test(arguments: ["", ":memory:", "a\0b"])
    func `a path that names no file of the store is refused`(path: String) {
        #expect(throws: DurableStoreError.self) { try SQLiteStore(path: path) }
    }

    @Test func `the folder of a file must exist`() throws {
        try inTemporaryFolder { folder in
            let path = folder.appending(path: "missing/store.db").path(percentEncoded: false)
            #expect(throws: DurableStoreError.cannotOpen(path, reason: "unable to open database file")) {
                try SQLiteStore(path: path)
            }
            // A folder is not a file.
            let itself = folder.path(percentEncoded: false)
            #expect(throws: DurableStoreError.cannotOpen(itself, reason: "unable to open database file")) {
                try SQLiteStore(path: itself)
            }
        }
    }

    @Test func `a file that is not a database is damaged`() throws {
        try inTemporaryFolder { folder in
            let file = folder.appending(path: "letter.txt")
            try Data(String(repeating: "Dear Sir or Madam, ", count: 100).utf8).write(to: file)
            let path = file.path(percentEncoded: false)
            #expect(throws: DurableStoreError.damaged(path, reason: "file is not a database")) {
                try SQLiteStore(path: path)
            }
        }
    }

    @Test func `a database whose end is missing is damaged`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        try await store.write { _ in }
        await store.close()
        // The store has closed the file, so it can be opened without SQLite.
        let handle = try FileHandle(forWritingTo: file.url)
        try handle.truncate(atOffset: 6000)
        try handle.close()
        #expect(throws: DurableStoreError.damaged(file.path, reason: "database disk image is malformed")) {
            try SQLiteStore(path: file.path)
        }
    }

    #if os(Linux)
    /// The files of a folder that this process has locked.
    private func lockedFiles(in folder: URL) throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        let names = try files.map { name in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            return ((attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0, name)
        }
        let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").compactMap {
            line in
            let fields = line.split(separator: " ").drop { $0 != "POSIX" }.map(String.init)
            guard fields.count > 4, fields[3] == "\(getpid())" else { return UInt64?.none }
            return fields[4].split(separator: ":").last.flatMap { UInt64($0) }
        }
        return Set(names.filter { locks.contains($0.0) }.map(\.1))
    }

    @Test func `a closed store holds no lock of its file, so that an app may be suspended`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        try await store.write { _ in }
        #expect(try lockedFiles(in: file.folder).contains("store.db"))
        await store.close()
        #expect(try lockedFiles(in: file.folder) == [])
    }
    #endif

    @Test func `a database with texts in UTF-16 is refused`() throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let path = file.path
        do {
            let connection = try file.connection()
            try connection.run("PRAGMA encoding = 'UTF-16'")
            try connection.run("CREATE TABLE other (id TEXT)")
        }
        #expect(throws: DurableStoreError.encoding(path, found: "UTF-16le")) { try SQLiteStore(path: path) }
    }

    @Test func `a file with a newer schema is left alone`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let (path, id) = (file.path, try MachineID("a"))
        let store = try SQLiteStore(path: path)
        try await store.write { try $0.save(MachineRecord.row(id)) }
        let connection = try file.connection()
        try connection.run("UPDATE durable_schema SET version = 99")
        // A store that is open notices it too.
        await #expect(throws: DurableStoreError.newerSchema(path, schema: 99)) {
            try await store.write { try $0.save(MachineRecord.row(id, version: 2)) }
        }
        await #expect(throws: DurableStoreError.newerSchema(path, schema: 99)) {
            try await store.read { try $0.machine(id) }
        }
        #expect(throws: DurableStoreError.newerSchema(path, schema: 99)) { try SQLiteStore(path: path) }
        try connection.run("UPDATE durable_schema SET version = \(SQLiteSchema.version)")
        let found = try await store.read { try $0.machine(id)?.version }
        #expect(found == 1)
    }

    @Test func `what one store has written, another one reads`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let row = MachineRecord.row(try MachineID("a"))
        let first = try SQLiteStore(path: file.path)
        try await first.write { try $0.save(row) }
        let second = try SQLiteStore(path: file.path)
        let found = try await second.read { try $0.machine(row.id) }
        #expect(found == row)
        await first.close()
        await second.close()
        let third = try SQLiteStore(path: file.path)
        let foundAgain = try await third.read { try $0.machine(row.id) }
        #expect(foundAgain == row)
    }

    @Test func `a closed store performs what waits, and then throws`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let store = try SQLiteStore(path: file.path)
        let ids = try (0..<5).map { try MachineID("m\($0)") }
        try await store.holdingThread { queued in
            for id in ids { queued.addTask { try await store.write { try $0.save(MachineRecord.row(id)) } } }
            #expect(await eventually { store.threads.queue.count == ids.count })
            queued.addTask { await store.close() }
        }
        await store.close()
        await #expect(throws: DurableStoreError.closed(file.path)) { try await store.write { _ in } }
        await #expect(throws: DurableStoreError.closed(file.path)) { try await store.read { _ in } }
        let count = try await SQLiteStore(path: file.path).read { try $0.counts()["placed"] }
        #expect(count == 5)
    }

    @Test func `a store that nobody refers to closes its file`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        do {
            let store = try SQLiteStore(path: file.path)
            try await store.write { _ in }
            #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
        }
        // The last connection removes the log.
        #expect(await eventually { !FileManager.default.fileExists(atPath: file.path + "-wal") })
    }

    @Test func `a file that cannot be written to is an error, and its reads still work`() async throws {
        let file = try TemporaryDatabase()
        defer { file.remove() }
        let row = MachineRecord.row(try MachineID("a"))
        let store = try SQLiteStore(path: file.path)
        try await store.write { try $0.save(row) }
        _ = try await store.read { try $0.connection.run("PRAGMA query_only = 1") }
        await #expect(throws: DurableStoreError.readOnly(file.path)) { try await store.write { try $0.save(row) } }
        await #expect(throws: DurableStoreError.readOnly(file.path)) { try await store.read(fleet: "drafts") { _ in } }
        let found = try await store.read { try $0.machine(row.id) }
        #expect(found == row)
    }

    @Test func `each code of SQLite is an error that says what has happened`() {
        let expected: [(Int32, DurableStoreError)] = [
            (5, .busy("a", seconds: 2)), (517, .busy("a", seconds: 2)), (8, .readOnly("a")), (1544, .readOnly("a")),
            (10, .failed("a", code: "10", message: "m")), (266, .failed("a", code: "266", message: "m")),
            (778, .failed("a", code: "778", message: "m")), (13, .full("a")), (11, .damaged("a", reason: "m")),
            (267, .damaged("a", reason: "m")),
            (26, .damaged("a", reason: "m")), (14, .cannotOpen("a", reason: "m")),
            (19, .failed("a", code: "19", message: "m")), (1, .failed("a", code: "1", message: "m")),
        ]
        for (code, error) in expected {
            #expect(DurableStoreError(code: code, message: "m", path: "a", seconds: 2) == error)
            #expect(DurableStoreError(code: code, systemError: EIO, message: "m", path: "a", seconds: 2) == error)
        }
        // The quota of the user, and the size limit of the process.
        for number in [EDQUOT, EFBIG] {
            #expect(
                DurableStoreError(code: 778, systemError: number, message: "m", path: "a", seconds: 2) == .full("a")
            )
        }
    }

    // MARK: The library

    @Test func `a missing library is named, with the way to install it`() throws {
        let error = #expect(throws: DurableStoreError.self) {
            try SQLiteLibrary(names: ["libmissing.so.0", "libmissing.so"])
        }
        guard case .library("libmissing.so.0", _, let installation) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(installation == SQLiteLibrary.installation)
        let missing: DurableStoreError = .library(
            "libmissing.so.0",
            reason: "it is missing",
            installation: installation
        )
        #expect(throws: missing) {
            try SQLiteStore(path: "never.db", waitingForLock: .zero, now: { Date() }, library: .failure(missing))
        }
    }

    @Test func `a library that is too old is named, with its version`() throws {
        let error = #expect(throws: DurableStoreError.self) { try SQLiteLibrary(oldest: 99_000_000) }
        guard case .library(SQLiteLibrary.names[0], let reason, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.hasPrefix("its version is 3."))
        #expect(reason.hasSuffix(", and 99.0.0 is required"))
    }

    #if os(Linux)
    @Test func `a library without the functions of SQLite is named, with the first missing one`() throws {
        #expect(
            throws: DurableStoreError.library(
                "libc.so.6",
                reason: "the function sqlite3_libversion_number is missing",
                installation: SQLiteLibrary.installation
            )
        ) { try SQLiteLibrary(names: ["libmissing.so", "libc.so.6"]) }
    }
    #endif
}
