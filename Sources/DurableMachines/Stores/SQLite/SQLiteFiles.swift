import Foundation

/// The files of an open database: the main file, the log, and the index of the log.
///
/// On Unix, a file that was deleted or replaced stays open, so commits would still succeed, and
/// their changes would be lost. SQLite itself does not look for this in a commit. Nothing here
/// opens a file, because closing it would drop SQLite's locks.
struct SQLiteFiles {
    /// The size of the main file when it was last seen.
    var size: Int

    /// The error after which the files are not used any more.
    var failure: DurableStoreError?

    private let files: [File]

    private struct File {
        let path: String
        let identity: Identity
    }

    private struct Identity: Equatable {
        let device: UInt64
        let number: UInt64
    }

    /// Remembers the files that a connection has opened.
    init(of connection: SQLiteConnection) throws(DurableStoreError) {
        let path = connection.path
        // The process may change its current folder later.
        let main = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        guard let (identity, size) = Self.status(of: main) else {
            throw .replaced(path, reason: "the file was deleted while it was opened")
        }
        // Without this question (before SQLite 3.8.3), only a replacement during the few system
        // calls since the file was opened goes unnoticed.
        var hasMoved: Int32 = 0
        _ = connection.library.fileControl(connection.handle, "main", SQLiteCode.hasMoved, &hasMoved)
        guard hasMoved == 0 else { throw .replaced(path, reason: "the file was replaced while it was opened") }
        // The log is opened by the first read. It is beside the file that a symbolic link leads to.
        _ = try connection.rows("SELECT count(*) FROM sqlite_master") { $0.integer(0) }
        let name = connection.library.fileName(connection.handle, "main").map { String(cString: $0) } ?? main
        let others = ["-wal", "-shm"].compactMap { end in
            Self.status(of: name + end).map { File(path: name + end, identity: $0.identity) }
        }
        files = [File(path: main, identity: identity)] + others
        self.size = size
    }

    /// Makes sure that each path still leads to the same file.
    ///
    /// A shortened log is not noticed, because a checkpoint may shorten it, too.
    ///
    /// - Parameter path: The path of the database, for the error.
    /// - Returns: The size of the main file.
    func check(of path: String) throws(DurableStoreError) -> Int {
        var mainSize: Int?
        for file in files {
            let name = mainSize == nil ? "the file" : file.path
            guard let (identity, size) = Self.status(of: file.path) else {
                let number = errno
                guard [ENOENT, ENOTDIR].contains(number) else {
                    // Nobody knows, for example because of missing permissions.
                    throw .cannotOpen(path, reason: "\(name) cannot be found: \(String(cString: strerror(number)))")
                }
                throw .replaced(path, reason: "\(name) was deleted or renamed")
            }
            guard identity == file.identity else {
                throw .replaced(path, reason: "\(name) was replaced by another file")
            }
            mainSize = mainSize ?? size
        }
        return mainSize ?? 0
    }

    /// Whether the main file is smaller than when it was last seen, or missing.
    var isShorter: Bool { (Self.status(of: files[0].path)?.size ?? 0) < size }

    /// Notes the size of the main file, which may have grown at the end of a commit.
    mutating func noteSize() {
        if let (_, size) = Self.status(of: files[0].path) { self.size = max(self.size, size) }
    }

    private static func status(of path: String) -> (identity: Identity, size: Int)? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let identity = Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino)
        )
        return (identity, Int(status.st_size))
    }
}

extension SQLiteConnection {
    /// Makes sure that the files of the database are still those that the connection has opened.
    ///
    /// - Throws: ``DurableStoreError/replaced(_:reason:)``, and again in each later call.
    func checkFiles() throws(DurableStoreError) {
        guard var files else { return }
        if let failure = files.failure { throw failure }
        do {
            let size = try files.check(of: path)
            if size < files.size { try checkRemainder(of: size) }
            files.size = size
            self.files = files
        } catch {
            if case .replaced = error { self.files?.failure = error }
            throw error
        }
    }

    /// Makes sure that nothing is missing in a file that has become shorter.
    ///
    /// After `VACUUM`, SQLite itself shortens the file.
    private func checkRemainder(of size: Int) throws(DurableStoreError) {
        let sizes = try ["PRAGMA page_count", "PRAGMA page_size"].map { sql throws(DurableStoreError) in
            try rows(sql) { $0.integer(0) }.first ?? 0
        }
        if size > 0, sizes[0] * sizes[1] <= size { return }
        // The missing pages may be in the log, if the database has grown since then. SQLite deletes
        // the log of an empty file, so that is not enough for one.
        if size >= sizes[1] {
            try run("PRAGMA shrink_memory")
            do throws(DurableStoreError) {
                let result = try rows("PRAGMA quick_check(1)") { $0.text(0) }
                if result == ["ok"] { return }
            } catch {
                guard case .damaged = error else { throw error }
            }
        }
        throw .replaced(path, reason: "the file was truncated to \(size) bytes")
    }
}
