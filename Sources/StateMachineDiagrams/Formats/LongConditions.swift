/// The conditions that are too long for the cells of a table.
///
/// A cell contains only the number of such a condition, and a list below the table contains the
/// condition.
struct LongConditions {
    private var texts: [String] = []

    /// The number of characters that a cell has room for.
    private static let limit = 80

    /// Returns the name of a condition, such as `condition 1`, or `nil` if a cell has room for it.
    ///
    /// - Parameters:
    ///   - text: The condition.
    ///   - mark: The words before the condition in the list.
    mutating func name(of text: String, mark: String = "") -> String? {
        guard text.count > Self.limit else { return nil }
        let line = mark + text.escapedForMarkdown
        let index = texts.firstIndex(of: line) ?? texts.count
        if index == texts.count { texts.append(line) }
        return "condition \(index + 1)"
    }

    /// The list, which is empty if there are no such conditions.
    var list: String { texts.enumerated().map { "- Condition \($0 + 1): \($1)" }.joined(separator: "\n") }
}
