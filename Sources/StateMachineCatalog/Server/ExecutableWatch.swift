import Foundation

/// Detects a new build of a program.
///
/// A build is complete when the program's file has changed and is no longer being written.
struct ExecutableWatch {
    /// The attributes that distinguish a file from its previous version.
    struct Stamp: Hashable {
        var date: Date
        var size: Int
        var number: Int
    }

    private let first: Stamp?
    private var latest: Stamp?

    init(_ stamp: Stamp?) {
        first = stamp
        latest = stamp
    }

    /// Compares the file with its previous versions.
    ///
    /// Call this method about once a second.
    ///
    /// - Returns: Whether the file has changed since the beginning, but not since the last call.
    mutating func hasChanged(_ stamp: Stamp?) -> Bool {
        defer { latest = stamp }
        return stamp != nil && stamp != first && stamp == latest
    }
}

extension ExecutableWatch.Stamp {
    /// Reads the attributes of a file.
    ///
    /// The result is `nil` if the file does not exist, as during a build.
    init?(of file: URL) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path),
            let date = attributes[.modificationDate] as? Date
        else { return nil }
        self.init(
            date: date,
            size: (attributes[.size] as? NSNumber)?.intValue ?? 0,
            number: (attributes[.systemFileNumber] as? NSNumber)?.intValue ?? 0
        )
    }
}
