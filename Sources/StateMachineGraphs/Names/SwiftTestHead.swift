/// Returns the first line of a generated test, with the test's name as a raw identifier.
///
/// If Swift does not allow the name as a raw identifier, it becomes a string.
///
/// - Parameters:
///   - name: The test's name.
///   - function: The function's name if the test's name is a string.
package func swiftTestHead(_ name: String, function: String) -> String {
    let title = name.replacing("`", with: "'")
    let isRawIdentifier = !title.isEmpty && !title.contains { $0.isNewline || $0 == "\\" }
    return isRawIdentifier ? "@Test func `\(title)`()" : "@Test(\(name.debugDescription)) func \(function)()"
}
