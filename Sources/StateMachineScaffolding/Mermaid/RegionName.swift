/// A comment in a diagram that names the region that contains it: `region: lights`.
///
/// Mermaid and PlantUML draw regions without names.
struct RegionName {
    var name: String
    var position: Position

    /// Reads the text of a comment.
    ///
    /// - Returns: `nil` for a comment that does not begin with `region:` and a name.
    init?(_ comment: Substring, at position: Position) {
        let text = trimmed(comment)
        guard text.hasPrefix("region:") else { return nil }
        name = String(trimmed(text.dropFirst(7)))
        guard !name.isEmpty, !name.contains("\"") else { return nil }
        self.position = position
    }
}
