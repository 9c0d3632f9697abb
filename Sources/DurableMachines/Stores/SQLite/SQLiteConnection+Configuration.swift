import Foundation

extension SQLiteConnection {
    /// Configures the connection so that a committed transaction is on the disk.
    func configure() throws(DurableStoreError) {
        try useWriteAheadLog()
        try run("PRAGMA synchronous = FULL")
        #if canImport(Darwin)
        // On these systems, fsync alone leaves data in the memory of the disk.
        try run("PRAGMA fullfsync = 1")
        #endif
        let encoding = try value("PRAGMA encoding") ?? "unknown"
        guard encoding == "UTF-8" else { throw .encoding(path, found: encoding) }
    }

    /// Changes the mode of the file to a write-ahead log.
    ///
    /// SQLite does not always call the busy handler during this change.
    private func useWriteAheadLog() throws(DurableStoreError) {
        let mode = try retryingWhileBusy { () throws(DurableStoreError) in try value("PRAGMA journal_mode = WAL") }
        guard mode == "wal" else {
            let reason = "The file does not support a write-ahead log; its journal mode is \(mode ?? "unknown")."
            throw .cannotOpen(path, reason: reason)
        }
    }

    /// The text that a statement returns.
    private func value(_ sql: String) throws(DurableStoreError) -> String? {
        try rows(sql) { $0.text(0) }.first
    }
}

extension DurableStoreError {
    /// The error for a code of SQLite.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - systemError: The error number of the operating system.
    ///   - message: The text for the code.
    ///   - path: The path of the file.
    ///   - seconds: The time that the connection waits for a lock.
    init(code: Int32, systemError: Int32 = 0, message: String, path: String, seconds: Double) {
        // The lower byte is the kind of the error, and the other bytes are details.
        switch (code & 0xff, code) {
        case (5, _): self = .busy(path, seconds: seconds)
        case (8, _): self = .readOnly(path)
        // 778 is a failed write. SQLite itself counts only one reason as a full disk.
        case (10, 778) where [ENOSPC, EDQUOT, EFBIG].contains(systemError): self = .full(path)
        case (13, _): self = .full(path)
        case (11, _), (26, _): self = .damaged(path, reason: message)
        case (14, _): self = .cannotOpen(path, reason: message)
        default: self = .failed(path, code: "\(code)", message: message)
        }
    }
}
