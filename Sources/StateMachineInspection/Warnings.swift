import Foundation

/// Writes what a person should know about the connection to the inspector.
enum Warnings {
    /// Writes a line to the standard error.
    static func write(_ text: String) {
        FileHandle.standardError.write(Data("inspector: \(text)\n".utf8))
    }
}
