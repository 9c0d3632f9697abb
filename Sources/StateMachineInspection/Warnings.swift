import Foundation

/// Writes messages about the connection to the inspector.
enum Warnings {
    /// Writes a line to standard error.
    static func write(_ text: String) {
        // Ignore the error, because an app may have no standard error.
        try? FileHandle.standardError.write(contentsOf: Data("inspector: \(text)\n".utf8))
    }
}
