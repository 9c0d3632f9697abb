import Foundation

/// Writes what a person should know about the connection to the inspector.
enum Warnings {
    /// Writes a line to the standard error.
    static func write(_ text: String) {
        // An app without a standard error runs on.
        try? FileHandle.standardError.write(contentsOf: Data("inspector: \(text)\n".utf8))
    }
}
