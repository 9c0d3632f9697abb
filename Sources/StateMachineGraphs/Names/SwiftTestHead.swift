/// The beginning of a written test: its name as a raw identifier, or as a string where Swift allows
/// no such identifier.
///
/// - Parameter function: What the function is called that has its name as a string.
package func swiftTestHead(_ name: String, function: String) -> String {
    let title = name.replacing("`", with: "'")
    let isRawIdentifier = !title.isEmpty && !title.contains { $0.isNewline || $0 == "\\" }
    return isRawIdentifier ? "@Test func `\(title)`()" : "@Test(\(name.debugDescription)) func \(function)()"
}
