#if os(Linux)
package import Foundation

/// A disk that is full soon: a file system in memory, mounted on a folder.
package struct TinyDisk: Sendable {
    /// Where it is mounted.
    package let folder: URL

    private var path: String { folder.path(percentEncoded: false) }

    /// Mounts a disk of a size such as "12k"; nothing where mounting is not allowed.
    package init?(size: String, on folder: URL) {
        self.folder = folder
        guard geteuid() == 0, Self.run("/bin/mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", path) else {
            return nil
        }
    }

    /// Gives it another size.
    ///
    /// - Returns: Whether it has that size now.
    package func grow(to size: String) -> Bool {
        Self.run("/bin/mount", "-o", "remount,size=\(size)", path)
    }

    /// Throws everything on it away.
    package func unmount() {
        _ = Self.run("/bin/umount", path)
    }

    private static func run(_ program: String, _ arguments: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
#endif
