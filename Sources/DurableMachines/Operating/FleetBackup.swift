import Foundation

/// A copy of a SQLite file that other processes use.
enum FleetBackup {
    /// Writes a copy and checks it.
    ///
    /// `VACUUM INTO` copies the file as it is at one moment, together with the transactions in its
    /// log. Other processes can write in the meantime.
    ///
    /// - Returns: Each fleet in the copy, and how many machines it contains.
    static func write(_ path: String, to target: String) throws -> [(fleet: String, machines: Int)] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw DurableStoreError.cannotOpen(path, reason: "There is no such file.")
        }
        // A path that begins with a folder is never taken for a URI.
        let target = target.hasPrefix("/") ? target : "./\(target)"
        let source = try FleetDatabase.open(file: path, checksSchema: false)
        try create(target, likeFile: path)
        do {
            try source.run("VACUUM INTO ?1", [.text(target)])
            try flush(target)
            try flush(URL(filePath: target).deletingLastPathComponent().path(percentEncoded: false))
            return try check(target, with: source)
        } catch {
            try? FileManager.default.removeItem(atPath: target)
            throw error
        }
    }

    /// Creates an empty file for SQLite to fill, with another file's permissions.
    private static func create(_ path: String, likeFile source: String) throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: source)
        let mode = (attributes[.posixPermissions] as? NSNumber)?.uint16Value ?? 0o600
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY, mode_t(mode))
        guard descriptor >= 0 else {
            throw DurableStoreError.cannotOpen(path, reason: "\(String(cString: strerror(errno))).")
        }
        close(descriptor)
    }

    /// Waits until a file or a folder is on disk, because SQLite does not do so for a copy.
    private static func flush(_ path: String) throws {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw DurableStoreError.cannotOpen(path, reason: "\(String(cString: strerror(errno))).")
        }
    }

    private static func check(
        _ path: String,
        with connection: SQLiteConnection
    ) throws -> [(fleet: String, machines: Int)] {
        try connection.run("ATTACH ?1 AS copy", [.text(path)])
        defer { _ = try? connection.run("DETACH copy") }
        let faults = try connection.rows("PRAGMA copy.quick_check") { $0.text(0) }
        guard faults == ["ok"] else { throw DurableStoreError.damaged(path, reason: faults.joined(separator: ", ")) }
        return try connection.fleets.map { fleet in
            let count = "SELECT count(*) FROM copy.FLEET_machines WHERE is_deleted = 0"
            return (fleet, try connection.rows(count, in: fleet) { $0.integer(0) }.first ?? 0)
        }
    }
}
