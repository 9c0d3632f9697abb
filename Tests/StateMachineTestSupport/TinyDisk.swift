#if os(Linux)
package import Foundation

/// A disk that is soon full: a small file system in memory, mounted on a folder.
package struct TinyDisk: Sendable {
    /// The folder on which it is mounted.
    package let folder: URL

    private var path: String { folder.path(percentEncoded: false) }

    /// Whether this process has the permission to mount one.
    package static let isAllowed: Bool = {
        let folder = URL.temporaryDirectory.appending(path: "TinyDisk.\(UUID().uuidString)")
        guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil else {
            return false
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let disk = try? TinyDisk(size: "12k", on: folder)
        disk?.unmount()
        return disk != nil
    }()

    /// Mounts a disk of a size such as "12k".
    package init(size: String, on folder: URL) throws {
        self.folder = folder
        try Self.check(mount("tmpfs", path, "tmpfs", 0, "size=\(size)"))
    }

    /// Changes the size.
    package func grow(to size: String) throws {
        try Self.check(mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(size)"))
    }

    /// Allows or forbids writing, while all its files are closed.
    package func setReadOnly(_ isReadOnly: Bool) throws {
        try Self.check(mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0), nil))
    }

    /// Unmounts it, which removes its files.
    package func unmount() {
        _ = umount(path)
    }

    private static func check(_ result: Int32) throws {
        guard result == 0 else { throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
    }
}
#endif
