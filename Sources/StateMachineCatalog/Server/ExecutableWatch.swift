import Foundation

/// Finds out whether a program has been built again: its file is another one, and is not being
/// written any more.
struct ExecutableWatch {
    /// What tells a file from the one before.
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

    /// Looks at the file, about once a second.
    ///
    /// - Returns: Whether it has changed since the beginning, and not since the last look.
    mutating func hasChanged(_ stamp: Stamp?) -> Bool {
        defer { latest = stamp }
        return stamp != nil && stamp != first && stamp == latest
    }
}

extension ExecutableWatch.Stamp {
    /// - Returns: `nil` if there is no such file, as in the middle of a build.
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
